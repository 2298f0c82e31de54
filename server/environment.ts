// The only place that reads the environment: the rest of the server receives an Environment.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gigabyte } from '#core/files/storage.ts';
import { shortestPassword } from '#core/session/password.ts';
import { type LogLevel, logLevels } from '#server/operations/log.ts';
import { Refusal } from '#server/refusal.ts';
import { keptSecret, makeDataDir } from '#server/secret.ts';

/** What opens a payment provider. */
export interface ProviderKeys {
  key: string;
  /** Signs its events; null: none is received, outcomes are read by the clock. */
  webhookSecret: string | null;
  /** Another address than the provider's. */
  url: string | null;
}

export type Environment = {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  smtpUrl: string | null;
  /** The sender of every mail: an address, with or without a name. */
  mailFrom: string;
  s3Url: string | null;
  /** The brands by host name; the default file is optional. */
  tenantsFile: string;
  demo: boolean;
  /** The shortest password of the installation. */
  passwordLength: number;
  /** Bytes of files of one agency, unless its own limit says otherwise; 0: no limit. */
  storageLimit: number;
  /** Platform staff must have a second factor; not with the public passwords of the demo. */
  staffSecondFactor: boolean;
  /** `clamd://host:port`: the scanner of uploads; null: none. */
  scannerUrl: string | null;
  /** A PEM file: the key and certificates that seal signed papers; null: the platform makes its own. */
  signingFile: string | null;
  /** The token of the mail provider's calls; null: events are not received. */
  mailEventsToken: string | null;
  /** Cards and SEPA mandates; null: payments are settled by hand. */
  stripe: ProviderKeys | null;
  goCardless: ProviderKeys | null;
  /** The collector of spans (OTLP over HTTP); null: no spans. */
  tracesUrl: string | null;
  /** Calls per minute and session; 0: no limit. */
  rateLimit: number;
  /** Proxies trusted for the caller's address: addresses and networks, separated by commas. */
  trustProxy: string;
  logLevel: LogLevel;
  /** Null: metrics are disabled. */
  metricsToken: string | null;
  secret: string;
  /** During a rotation: opens the values that are still sealed with it. */
  previousSecret: string | null;
};

export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const port = readPort(env.PORT);
  const dataDir = resolve(filled(env.DATA_DIR) ?? 'data');
  makeDataDir(dataDir);
  const databaseUrl = readUrl('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:']);
  const publicUrl = readPublicUrl(env.PUBLIC_URL, port);
  const demo = readDemo(env.DEMO, databaseUrl, publicUrl);
  return {
    port,
    // The demo passwords are public: without an explicit HOST, listen only on this machine.
    host: filled(env.HOST) ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    dataDir,
    databaseUrl,
    smtpUrl: readUrl('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:']),
    mailFrom: readMailFrom(env.MAIL_FROM, publicUrl),
    s3Url: readUrl('S3_URL', env.S3_URL, ['http:', 'https:', 's3:']),
    tenantsFile: readTenantsFile(env.TENANTS_FILE, dataDir),
    demo,
    passwordLength: readWhole('PASSWORD_LENGTH', env.PASSWORD_LENGTH, {
      usual: shortestPassword,
      from: shortestPassword,
      to: 64,
    }),
    storageLimit: readWhole('STORAGE_LIMIT', env.STORAGE_LIMIT, { usual: 50, from: 0, to: 1_000_000 }) * gigabyte,
    staffSecondFactor: !demo,
    signingFile: filled(env.SIGNING_FILE) ?? null,
    scannerUrl: readUrl('SCANNER_URL', env.SCANNER_URL, ['clamd:']),
    mailEventsToken: readToken('MAIL_EVENTS_TOKEN', env.MAIL_EVENTS_TOKEN),
    stripe: readProvider(env, { key: 'STRIPE_KEY', secret: 'STRIPE_WEBHOOK_SECRET', url: 'STRIPE_URL' }),
    goCardless: readProvider(env, {
      key: 'GOCARDLESS_TOKEN',
      secret: 'GOCARDLESS_WEBHOOK_SECRET',
      url: 'GOCARDLESS_URL',
    }),
    tracesUrl: readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', env.OTEL_EXPORTER_OTLP_ENDPOINT, ['http:', 'https:']),
    rateLimit: readRateLimit(env.RATE_LIMIT),
    trustProxy: filled(env.TRUST_PROXY) ?? 'loopback',
    logLevel: readLogLevel(env.LOG_LEVEL, databaseUrl),
    metricsToken: readToken('METRICS_TOKEN', env.METRICS_TOKEN),
    secret: readSecret(env.SECRET, databaseUrl, dataDir),
    previousSecret: readPreviousSecret(env.PREVIOUS_SECRET, databaseUrl),
  };
}

// Many process managers pass an unset variable as empty.
function filled(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}

function readPort(value: string | undefined): number {
  const text = filled(value);
  if (text === undefined) return 3000;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new Refusal(`PORT doit être un nombre entier de 0 à 65535 (reçu : « ${text} »).`);
  }
  return port;
}

function readUrl(name: string, value: string | undefined, protocols: string[]): string | null {
  const text = filled(value);
  if (text === undefined) return null;
  const protocol = URL.parse(text)?.protocol ?? protocolOfSocketUrl(text);
  if (protocol === undefined || !protocols.includes(protocol)) {
    // Do not repeat the value: it may contain a password.
    throw new Refusal(`${name} doit être une adresse commençant par ${protocols.map((p) => `${p}//`).join(' ou ')}.`);
  }
  return text;
}

// libpq and pg accept an empty host (a unix socket), which the URL standard refuses with a password.
function protocolOfSocketUrl(text: string): string | undefined {
  return /^(postgres(?:ql)?:)\/\/[^/\s]*@\//.exec(text)?.[1];
}

function readPublicUrl(value: string | undefined, port: number): string {
  const text = readUrl('PUBLIC_URL', value, ['http:', 'https:']);
  return text === null ? `http://localhost:${port}` : text.replace(/\/+$/, '');
}

function readMailFrom(value: string | undefined, publicUrl: string): string {
  const text = filled(value);
  if (text === undefined) return `Vigie <ne-pas-repondre@${new URL(publicUrl).hostname}>`;
  if (!/[^\s@<>]+@[^\s@<>]+/.test(text))
    throw new Refusal(`MAIL_FROM doit contenir une adresse e-mail (reçu : « ${text} »).`);
  return text;
}

function readTenantsFile(value: string | undefined, dataDir: string): string {
  const text = filled(value);
  if (text === undefined) return join(dataDir, 'tenants.json');
  const path = resolve(text);
  if (!existsSync(path)) throw new Refusal(`TENANTS_FILE désigne un fichier introuvable (reçu : « ${text} »).`);
  return path;
}

export const isLocal = (url: string): boolean => {
  const { hostname } = new URL(url);
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(hostname);
};

/** The demo passwords are public: an installation with a public address must say what it wants. */
function readDemo(value: string | undefined, databaseUrl: string | null, publicUrl: string): boolean {
  const text = filled(value);
  if (text === undefined && databaseUrl === null && !isLocal(publicUrl))
    throw new Refusal(
      'PUBLIC_URL est une adresse publique, et les mots de passe de la démonstration sont connus de tous : donnez DEMO=0 pour démarrer sans données de démonstration, ou DEMO=1 pour les garder.',
    );
  if (text === undefined) return databaseUrl === null;
  if (text !== '0' && text !== '1') throw new Refusal(`DEMO vaut 0 ou 1 (reçu : « ${text} »).`);
  return text === '1';
}

/** With the embedded database only errors are logged; a shared server logs every call. */
function readLogLevel(value: string | undefined, databaseUrl: string | null): LogLevel {
  const text = filled(value) ?? (databaseUrl === null ? 'error' : 'info');
  const level = logLevels.find((name) => name === text);
  if (!level) throw new Refusal(`LOG_LEVEL vaut ${logLevels.join(', ')} (reçu : « ${text} »).`);
  return level;
}

function readToken(name: string, value: string | undefined): string | null {
  const text = filled(value) ?? null;
  if (text !== null && text.length < 16) throw new Refusal(`${name} doit compter au moins 16 caractères.`);
  return text;
}

function readProvider(
  env: NodeJS.ProcessEnv,
  names: { key: string; secret: string; url: string },
): ProviderKeys | null {
  const key = readToken(names.key, env[names.key]);
  const webhookSecret = readToken(names.secret, env[names.secret]);
  const url = readUrl(names.url, env[names.url], ['http:', 'https:']);
  return key === null ? null : { key, webhookSecret, url };
}

function readWhole(
  name: string,
  value: string | undefined,
  { usual, from, to }: { usual: number; from: number; to: number },
): number {
  const text = filled(value) ?? String(usual);
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < from || number > to)
    throw new Refusal(`${name} doit être un nombre entier de ${from} à ${to} (reçu : « ${text} »).`);
  return number;
}

/** A person makes about one call a second; sixty is a program. */
function readRateLimit(value: string | undefined): number {
  const text = filled(value) ?? '3600';
  if (!/^\d{1,9}$/.test(text))
    throw new Refusal(`RATE_LIMIT doit être un nombre d'appels par minute, 0 pour aucune limite (reçu : « ${text} »).`);
  return Number(text);
}

function readSecret(value: string | undefined, databaseUrl: string | null, dataDir: string): string {
  const text = filled(value);
  if (text !== undefined) {
    if (text.length < 16) throw new Refusal('SECRET doit compter au moins 16 caractères.');
    return text;
  }
  if (databaseUrl !== null) {
    throw new Refusal('DATABASE_URL demande aussi SECRET : donnez la même valeur à tous les serveurs de cette base.');
  }
  return keptSecret(dataDir);
}

/** The password of the embedded database is derived from its secret, so rotating it is useless. */
function readPreviousSecret(value: string | undefined, databaseUrl: string | null): string | null {
  const text = filled(value) ?? null;
  if (text !== null && databaseUrl === null) throw new Refusal('PREVIOUS_SECRET ne sert qu’avec DATABASE_URL.');
  return text;
}
