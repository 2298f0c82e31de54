// A backup taken during writes, restored into an empty installation, and compared row by row.
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadFile, uploadFiles } from '#core/files/files.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { signIn } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import { openDatabase } from '#server/db/database.ts';
import { passwordOf, rolesOf } from '#server/db/migrate.ts';
import { folderStore } from '#server/files/store.ts';
import { createApp } from '#server/kernel/app.ts';
import { readBook } from '#server/tenant/read.ts';
import { clientOf } from '#server/testing/client.ts';
import { freshDatabase } from '#server/testing/database.ts';
import { multipart, pdf } from '#server/testing/files.ts';
import { password, world } from '#server/testing/world.ts';
import { backUp } from './backup.ts';
import type { Manifest } from './manifest.ts';
import { restore } from './restore.ts';

const here = await world();
const { environment } = here;
const ownerUrl = environment.databaseUrl as string;
const { secret } = environment;
const scratch = await mkdtemp(join(tmpdir(), 'vigie-backup-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));
const folder = join(scratch, 'one');
const saveSite = entityEndpoints(Site).find(({ entity }) => entity?.operation === 'save') as ReturnType<
  typeof entityEndpoints
>[number];

const upload = async (content: Buffer): Promise<StoredFile> =>
  ((await here.as('owner').answer(uploadFiles, multipart({ name: 'p.pdf', content }))).body as { file: StoredFile })
    .file;

async function platformOf(url: string): Promise<pg.Client> {
  const parts = new pg.Client({ connectionString: url });
  const role = rolesOf(parts.database ?? '').platform;
  const { host, port } = parts;
  const client = new pg.Client({
    host,
    port,
    database: parts.database ?? '',
    user: role,
    password: passwordOf(secret, role),
  });
  await client.connect();
  return client;
}

/** A digest of every table, independent of row order. */
async function digests(url: string, tables: readonly string[]): Promise<Record<string, string>> {
  const client = await platformOf(url);
  const found: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest from ${pg.escapeIdentifier(table)} t`,
    );
    found[table] = rows[0].digest;
  }
  await client.end();
  return found;
}

/** No brand names `brouillon.md`, so it is not saved. */
const brands = {
  'tenants.json': JSON.stringify({
    '*': { name: 'Sentinelle', logo: 'marques/logo.svg', legal: { privacy: 'vie-privee.md' } },
  }),
  'marques/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
  'vie-privee.md': '# Vie privée',
  'brouillon.md': 'À relire',
};

let manifest: Manifest;
let file: StoredFile;
beforeAll(async () => {
  file = await upload(pdf('Plan du site'));
  // A photo that is still on its way from a telephone has no content to save.
  await here.sql(
    `insert into files (agency_id, id, name, mime_type, size, announced, awaited) values ($1, gen_random_uuid(), 'photo.jpg', 'image/jpeg', 9, $2, true)`,
    [here.agency.id, 'a'.repeat(64)],
  );
  let working = true;
  const work = async (number: number): Promise<void> => {
    for (let count = 0; working; count += 1) {
      await here.as('owner').call(saveSite, {
        mount: 'agency',
        input: {
          name: `Site ${number} ${count}`,
          customer: { id: here.customer.id },
          siteKeys: [{ label: 'Portail' }],
        },
      });
      if (count % 5 === 0) await upload(pdf(`${number} ${count}`));
    }
  };
  const workers = [1, 2, 3].map(work);
  const made = async (): Promise<number> =>
    (await here.sql<{ n: number }>('select count(*)::integer as n from sites'))[0]?.n ?? 0;
  while ((await made()) < 10) await wait(5);
  await mkdir(join(environment.dataDir, 'marques'));
  for (const [name, content] of Object.entries(brands)) await writeFile(join(environment.dataDir, name), content);
  manifest = await backUp({
    ownerUrl,
    secret,
    files: folderStore(environment.dataDir),
    tenantsFile: environment.tenantsFile,
    folder,
    version: '1.0.0',
    now: new Date(),
  });
  working = false;
  await Promise.all(workers);
  // The backup was taken during the writes.
  expect(manifest.tables.find(({ name }) => name === 'sites')?.rows).toBeLessThan(await made());
});

const tenantsIn = (dataDir: string): string => join(dataDir, 'tenants.json');
const target = async (): Promise<{ ownerUrl: string; dataDir: string }> => ({
  ownerUrl: await freshDatabase(),
  dataDir: await mkdtemp(join(scratch, 'data-')),
});
const bring = ({ ownerUrl: url, dataDir }: { ownerUrl: string; dataDir: string }, from = folder, by = secret) =>
  restore({ ownerUrl: url, secret: by, files: folderStore(dataDir), tenantsFile: tenantsIn(dataDir), folder: from });

describe('after a restore', () => {
  let place: Awaited<ReturnType<typeof target>>;
  beforeAll(async () => {
    place = await target();
    await bring(place);
  });

  test('the data is consistent: every site has its key, audit line and search words, every file its content', async () => {
    const client = await platformOf(place.ownerUrl);
    const { rows } = await client.query(
      `select count(*)::integer as sites,
        count(*) filter (where exists (select from site_keys k where k.site_id = s.id) or s.name not like 'Site %')::integer as keyed,
        count(*) filter (where exists (select from audit a where a.entity_id = s.id) or s.name not like 'Site %')::integer as audited,
        count(*) filter (where exists (select from search w where w.id = s.id) or s.name not like 'Site %')::integer as found from sites s`,
    );
    const { sites, ...others } = rows[0];
    expect(sites).toBeGreaterThan(0);
    expect(others).toEqual({ keyed: sites, audited: sites, found: sites });
    const { rows: hashes } = await client.query<{ hash: string }>(
      'select distinct hash from files where hash is not null',
    );
    for (const { hash } of hashes) (await folderStore(place.dataDir).open(hash)).destroy();
    await client.end();
  });

  test('a second backup is identical, table by table', async () => {
    const again = await backUp({
      ownerUrl: place.ownerUrl,
      secret,
      files: folderStore(place.dataDir),
      tenantsFile: tenantsIn(place.dataDir),
      folder: join(scratch, 'again'),
      version: '1.0.0',
      now: new Date(),
    });
    const counts = ({ tables }: Manifest) => tables.map(({ name, rows }) => [name, rows]);
    expect(counts(again)).toEqual(counts(manifest));
    const third = await target();
    await bring(third, join(scratch, 'again'));
    const names = manifest.tables.map(({ name }) => name);
    expect(await digests(third.ownerUrl, names)).toEqual(await digests(place.ownerUrl, names));
  });

  test('keys, triggers and policies are the same as before', async () => {
    const standing = async (url: string): Promise<unknown> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query(
        `select (select json_agg(conrelid::regclass || ' ' || conname || ' ' || convalidated order by 1) from (select * from pg_constraint where connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname) c) as keys,
          (select count(*) from pg_class where relforcerowsecurity) as forced, (select count(*) from pg_trigger where tgenabled = 'D') as off`,
      );
      await client.end();
      return rows[0];
    };
    expect(await standing(place.ownerUrl)).toEqual(await standing(ownerUrl));
  });

  test('the brands are restored, with their pictures and texts', async () => {
    const { 'brouillon.md': _draft, ...named } = brands;
    expect(manifest.brands?.files.map(({ path }) => path).sort()).toEqual(Object.keys(named).sort());
    for (const [name, content] of Object.entries(named))
      expect(await readFile(join(place.dataDir, name), 'utf8')).toBe(content);
    const { hosts } = await readBook(tenantsIn(place.dataDir));
    expect(hosts.get('*')?.tenant.name).toBe('Sentinelle');
    expect(hosts.get('*')?.logo).not.toBeNull();
  });

  test('existing brands are left unchanged', async () => {
    const other = await target();
    await writeFile(tenantsIn(other.dataDir), '{}');
    await bring(other);
    expect(await readFile(tenantsIn(other.dataDir), 'utf8')).toBe('{}');
  });

  test('people sign in with their passwords, and files open', async () => {
    const database = await openDatabase({ ownerUrl: place.ownerUrl, secret });
    const app = await createApp({
      environment: { ...environment, databaseUrl: place.ownerUrl, dataDir: place.dataDir },
      database,
    });
    try {
      const { profile, email } = here.people.owner;
      const { token } = await clientOf(app, null, async () => null).call(signIn, {
        input: { username: email, password },
      });
      const owner = clientOf(app, profile, async () => token);
      expect(await owner.answer(downloadFile, { params: { id: file.id } })).toMatchObject({ status: 200 });
    } finally {
      await app.close();
      await database.close();
    }
  });

  test('an installation that is not empty is left unchanged', async () => {
    const names = ['users', 'sites', 'audit'];
    const before = await digests(place.ownerUrl, names);
    await expect(bring(place)).rejects.toThrow("Cette installation n'est pas vide");
    expect(await digests(place.ownerUrl, names)).toEqual(before);
  });
});

describe('a failed restore writes nothing', () => {
  const damaged = async (name: string, damage: (copy: string) => Promise<void>): Promise<string> => {
    const copy = join(scratch, name);
    await cp(folder, copy, { recursive: true });
    await damage(copy);
    return copy;
  };
  const refused = async (from: string, message: RegExp | string, by = secret): Promise<void> => {
    const place = await target();
    await expect(bring(place, from, by)).rejects.toThrow(message);
    const database = await openDatabase({ ownerUrl: place.ownerUrl, secret: by });
    const { rows } = await database.platform.query('select count(*)::integer as n from users');
    expect(rows[0]).toEqual({ n: 0 });
    await database.close();
  };

  test('a folder without its manifest', async () => {
    await refused(await damaged('cut', (copy) => rm(join(copy, 'manifest.json'))), 'manifest.json manque');
  });

  test('another secret', () => refused(folder, "SECRET n'est pas celui", 'another secret of the tests'));

  test('a table with missing rows', async () => {
    const copy = await damaged('short', async (at) => {
      const text = JSON.parse(await readFile(join(at, 'manifest.json'), 'utf8')) as Manifest;
      for (const table of text.tables) if (table.name === 'sites') table.rows += 1;
      await writeFile(join(at, 'manifest.json'), JSON.stringify(text));
    });
    await refused(copy, 'abîmée (table sites)');
  });

  test('a changed or missing file', async () => {
    const oneOf = async (at: string): Promise<string> =>
      (await readdir(join(at, 'files'), { recursive: true }))
        .filter((name) => name.length > 60)
        .map((name) => join(at, 'files', name))[0] ?? '';
    await refused(await damaged('changed', async (at) => appendFile(await oneOf(at), 'x')), 'abîmée (fichier');
    await refused(await damaged('gone', async (at) => rm(await oneOf(at))), /abîmée \(\d+ fichiers sur/);
  });

  test('a brand file that is changed, missing, or outside its folder', async () => {
    const logo = join('brands', 'marques', 'logo.svg');
    await refused(await damaged('repainted', (at) => appendFile(join(at, logo), ' ')), 'abîmée (marques');
    await refused(await damaged('nameless', (at) => rm(join(at, logo))), 'abîmée (marques');
    const copy = await damaged('outside', async (at) => {
      const text = JSON.parse(await readFile(join(at, 'manifest.json'), 'utf8')) as Manifest;
      await cp(join(at, logo), join(at, 'logo.svg'));
      for (const file of text.brands?.files ?? []) if (file.path.endsWith('.svg')) file.path = '../logo.svg';
      await writeFile(join(at, 'manifest.json'), JSON.stringify(text));
    });
    await refused(copy, 'abîmée (marques');
  });

  test('a later version', async () => {
    const copy = await damaged('later', async (at) => {
      const text = JSON.parse(await readFile(join(at, 'manifest.json'), 'utf8')) as Manifest;
      await writeFile(
        join(at, 'manifest.json'),
        JSON.stringify({ ...text, migrations: [...text.migrations, '9999-x.sql'] }),
      );
    });
    await refused(copy, 'version plus récente');
  });
});
