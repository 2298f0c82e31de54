import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';
import { derive } from './secret.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigie-environment-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: NodeJS.ProcessEnv): ReturnType<typeof readEnvironment> =>
  readEnvironment({ DATA_DIR: join(folder, 'data'), ...env });
const external = { DATABASE_URL: 'postgresql://owner:pass@db.example/vigie', SECRET: 'sixteen characters or more' };

test('by default everything is embedded, with the demo, for this machine only', () => {
  const { secret, ...rest } = read({});
  expect(rest).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: join(folder, 'data'),
    databaseUrl: null,
    smtpUrl: null,
    s3Url: null,
    tenantsFile: join(folder, 'data', 'tenants.json'),
    mailFrom: 'Vigie <ne-pas-repondre@localhost>',
    scannerUrl: null,
    signingFile: null,
    mailEventsToken: null,
    stripe: null,
    goCardless: null,
    tracesUrl: null,
    rateLimit: 3600,
    previousSecret: null,
    trustProxy: 'loopback',
    logLevel: 'error',
    metricsToken: null,
    demo: true,
    passwordLength: 6,
    storageLimit: 50 * 1024 ** 3,
    staffSecondFactor: false,
  });
  expect(secret).toBe(readFileSync(join(folder, 'data', 'secret'), 'utf8').trim());
  expect(read({}).secret).toBe(secret);
});

test('the secret and its folder are closed to other users', () => {
  read({});
  expect(statSync(join(folder, 'data', 'secret')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
});

test('processes that start together agree on one secret and leave no draft', async () => {
  const dataDir = join(folder, 'together');
  const script = `import { keptSecret } from '#server/secret.ts'; process.stdout.write(keptSecret(${JSON.stringify(dataDir)}))`;
  const start = async (): Promise<string> => {
    const args = ['--input-type=module', '-e', script];
    return (await promisify(execFile)(process.execPath, args, { cwd: resolve(import.meta.dirname, '..') })).stdout;
  };
  const secrets = await Promise.all(Array.from({ length: 6 }, start));
  expect(new Set(secrets).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['secret']);
});

test('with DATABASE_URL the demo is off by default, and the server listens to the network', () => {
  expect(read(external)).toMatchObject({ demo: false, host: '0.0.0.0', databaseUrl: external.DATABASE_URL });
  expect(read({ ...external, DEMO: '1' }).demo).toBe(true);
  expect(read({ DEMO: '0' }).demo).toBe(false);
});

test('demo data with a public address is started only on request; local addresses need none', () => {
  const publicUrl = 'https://vigie.example';
  expect(read({ PUBLIC_URL: publicUrl, DEMO: '1' })).toMatchObject({ demo: true, staffSecondFactor: false });
  expect(read({ PUBLIC_URL: publicUrl, DEMO: '0' })).toMatchObject({ demo: false, staffSecondFactor: true });
  for (const url of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:80', 'http://azur.localhost'])
    expect(read({ PUBLIC_URL: url }).demo).toBe(true);
});

test.each([
  [{ PORT: 'abc' }, 'PORT doit être un nombre entier de 0 à 65535 (reçu : « abc »).'],
  [{ PORT: '70000' }, 'PORT doit être'],
  [{ PORT: '-1' }, 'PORT doit être'],
  [{ DEMO: 'yes' }, 'DEMO vaut 0 ou 1'],
  [{ PASSWORD_LENGTH: '5' }, 'PASSWORD_LENGTH doit être un nombre entier de 6 à 64'],
  [{ STORAGE_LIMIT: 'tout' }, 'STORAGE_LIMIT doit être un nombre entier'],
  [{ PUBLIC_URL: 'https://vigie.example' }, 'PUBLIC_URL est une adresse publique'],
  [{ SECRET: 'short' }, 'SECRET doit compter'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL vaut silent, error'],
  [{ RATE_LIMIT: 'a lot' }, 'RATE_LIMIT doit être un nombre'],
  [{ SCANNER_URL: 'scanner:3310' }, 'SCANNER_URL doit être une adresse commençant par clamd://.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN doit compter'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL doit être une adresse commençant par smtp:// ou smtps://.'],
  [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL doit être'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL doit être'],
  [{ DATABASE_URL: external.DATABASE_URL }, 'DATABASE_URL demande aussi SECRET'],
])('%j is refused in one French sentence', (env, message) => {
  expect(() => read(env)).toThrow(message);
});

test('an explicit tenant file must exist', () => {
  expect(() => read({ TENANTS_FILE: join(folder, 'nulle-part.json') })).toThrow(
    /^TENANTS_FILE désigne un fichier introuvable/,
  );
});

test('empty variables count as absent, and the trailing slash of a public address is removed', () => {
  expect(read({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toMatchObject({ port: 3000, databaseUrl: null, demo: true });
  expect(read({ PUBLIC_URL: 'https://vigie.example/', DEMO: '0' }).publicUrl).toBe('https://vigie.example');
});

test('a database reached by a unix socket is accepted', () => {
  const url = 'postgresql://owner:pass@/vigie?host=/run/postgresql';
  expect(read({ ...external, DATABASE_URL: url }).databaseUrl).toBe(url);
});

test('each purpose has its own key, the same every time', () => {
  expect(derive('one secret', 'a')).toEqual(derive('one secret', 'a'));
  expect(derive('one secret', 'a')).not.toEqual(derive('one secret', 'b'));
  expect(derive('one secret', 'a')).toHaveLength(32);
});

test('the previous secret is accepted only with DATABASE_URL', () => {
  expect(read({ ...external, PREVIOUS_SECRET: ' the one before ' }).previousSecret).toBe('the one before');
  expect(() => read({ PREVIOUS_SECRET: 'the one before' })).toThrow('PREVIOUS_SECRET ne sert qu’avec DATABASE_URL.');
});
