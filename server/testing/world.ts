// A small world for the server tests: `const { as, agency } = await world()` at the top of a test file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, inject } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { Environment } from '#server/environment.ts';
import type { Jobs } from '#server/jobs/queue.ts';
import { type AppOptions, createApp, servicesOf } from '#server/kernel/app.ts';
import { correcting, frozenCode } from '#server/kernel/frozen.ts';
import { createLog } from '#server/operations/log.ts';
import { allJobs } from '#server/product.ts';
import { openSession } from '#server/session/sessions.ts';
import { type Client, clientOf } from './client.ts';
import { peopledDatabase } from './database.ts';
import { type Outbox, outboxOf } from './outbox.ts';
import { type Cast, hire, type Person, type PersonName, type Role } from './people.ts';

export { password } from './people.ts';

/** Addresses, passwords, tokens, account and social security numbers. */
const personal = [
  /@[\w-]+\.(example|fr)/,
  /Chouquette1|Demo1234/,
  /ey[\w-]{20,}\./,
  /\bFR\d{2}[ \d]{10,}/,
  /\b[12] ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3}\b/,
];

/** A server process; others may run on the same database. */
export interface Server {
  app: FastifyInstance;
  database: Database;
  as(person: PersonName | Person): Client;
  anonymous: Client;
}

export interface World extends Server, Cast {
  environment: Environment;
  /** Lines of the log of every process of this world. */
  logged: readonly string[];
  outbox: Outbox;
  /** The queue of the first process. */
  jobs: Jobs;
  /** A second process of the same installation. */
  another(): Promise<Server>;
  /** One more person, of an agency of this world. */
  hire(name: string, role: Role): Promise<Person>;
  /** Tokens of a session opened without signing in. */
  sessionOf(person: PersonName | Person): Promise<{ id: string; token: string; refresh_token: string }>;
  /** Resolves when every due job is done or has failed. */
  jobsDone(): Promise<void>;
  /** As the platform role, without policies. */
  sql<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
}

type Options = Pick<AppOptions, 'handlers' | 'jobs' | 'people' | 'pace'> &
  Partial<Record<'publicUrl' | 'smtpUrl' | 's3Url' | 'scannerUrl' | 'tracesUrl', string>> & {
    rateLimit?: number;
    storageLimit?: number;
    staffSecondFactor?: boolean;
  } & Partial<Pick<Environment, 'stripe' | 'goCardless'>>;

/** Without schedules: the clock would change rows in the middle of a test. */
const stillJobs = allJobs.map(({ options: { cron: _cron, ...options }, ...job }) => ({ ...job, options }));

/** Closes by itself at the end of the file. */
export async function world(all: Options = {}): Promise<World> {
  const { publicUrl, smtpUrl, s3Url, scannerUrl, tracesUrl, rateLimit, storageLimit, staffSecondFactor, ...more } = all;
  const { stripe, goCardless, ...options } = more;
  const [databaseUrl, dataDir] = await Promise.all([peopledDatabase(), mkdtemp(join(tmpdir(), 'vigie-world-'))]);
  const environment: Environment = {
    port: 0,
    host: '127.0.0.1',
    publicUrl: publicUrl ?? 'https://vigie.example',
    dataDir,
    databaseUrl,
    smtpUrl: smtpUrl ?? null,
    mailFrom: 'Vigie <ne-pas-repondre@vigie.example>',
    s3Url: s3Url ?? null,
    tenantsFile: join(dataDir, 'tenants.json'),
    demo: false,
    passwordLength: 6,
    storageLimit: storageLimit ?? 0,
    staffSecondFactor: staffSecondFactor ?? false,
    scannerUrl: scannerUrl ?? null,
    signingFile: null,
    mailEventsToken: 'a token of the provider',
    stripe: stripe ?? null,
    goCardless: goCardless ?? null,
    tracesUrl: tracesUrl ?? null,
    rateLimit: rateLimit ?? 0,
    trustProxy: 'loopback',
    logLevel: 'debug',
    metricsToken: 'a token of the tests',
    secret: 'a secret that only tests know',
    previousSecret: null,
  };
  const logged: string[] = [];
  const open: { app: FastifyInstance; database: Database }[] = [];
  afterAll(async () => {
    for (const { app, database } of open) {
      await app.close();
      await database.close();
    }
    await rm(dataDir, { recursive: true, force: true });
    // The log must never contain personal data.
    // In stack traces, the names of test files end with the time of their loading.
    const lines = logged.map((line) => line.replace(/\?vitest=\d+/g, ''));
    const revealing = lines.filter((line) => personal.some((pattern) => pattern.test(line)));
    expect(revealing, 'log lines with personal data').toEqual([]);
  });

  const start = async (): Promise<{ app: FastifyInstance; database: Database }> => {
    const database = await openDatabase({ ownerUrl: databaseUrl, secret: environment.secret, connections: 8 });
    const log = createLog('debug', (line) => void logged.push(line));
    const app = await createApp({ environment, database, checkReplies: true, log, jobs: stillJobs, ...options });
    open.push({ app, database });
    return { app, database };
  };
  const { app, database } = await start();
  const cast = structuredClone(inject('cast'));

  const find = (person: PersonName | Person): Person => (typeof person === 'string' ? cast.people[person] : person);
  const sessionOf: World['sessionOf'] = async (person) => {
    const { id, tokens } = await database.platformTransaction((db) =>
      openSession(db, environment.secret, find(person).id, new Date()),
    );
    return { id, ...tokens };
  };
  const sessions = new Map<string, Promise<{ id: string; token: string }>>();
  /** Some calls end the caller's session, and a token ends before a long file of tests: open a new session. */
  const tokenOf = async (person: Person, refused: boolean): Promise<string> => {
    const known = await sessions.get(person.id);
    const lives = `select 1 from sessions where id = $1 and ended_at is null and created_at > now() - interval '10 minutes'`;
    if (known && (!refused || (await database.platform.query(lives, [known.id])).rowCount === 1)) return known.token;
    const opened = sessionOf(person);
    sessions.set(person.id, opened);
    return (await opened).token;
  };
  const serverOn = (app: FastifyInstance, database: Database): Server => ({
    app,
    database,
    as: (person) => clientOf(app, find(person).profile, (refused) => tokenOf(find(person), refused)),
    anonymous: clientOf(app, null, async () => null),
  });
  return {
    ...serverOn(app, database),
    ...cast,
    environment,
    logged,
    jobs: servicesOf(app).jobs,
    outbox: outboxOf(join(dataDir, 'outbox')),
    another: async () => {
      const second = await start();
      return serverOn(second.app, second.database);
    },
    hire: (name, role) => hire(database, cast, name, role),
    sessionOf,
    jobsDone: async () => {
      const due = `select from jobs.job where name not like '\\_\\_%' and (state = 'active' or state in ('created', 'retry') and start_after <= now())`;
      while ((await database.platform.query(due)).rowCount !== 0) await wait(20);
    },
    sql: async (text, values = []) =>
      (
        await database.platform.query(text, values).catch((error: { code?: string }) => {
          // A test may change finished services.
          if (error.code !== frozenCode) throw error;
          return database.platformTransaction((db) =>
            correcting(db, 'test', async () => ({ rows: await db.query({ text, values }) })),
          );
        })
      ).rows as never,
  };
}
