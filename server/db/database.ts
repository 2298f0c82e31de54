// The pools: `app` follows the row policies of the transaction's context; `platform` is for sign-in, staff and jobs.
import pg from 'pg';
import { beginWith, type Context, prepareContext, queryUnder } from './context.ts';
import { type Listener, openListener, type Subscription } from './listen.ts';
import { migrate, passwordOf, type Roles } from './migrate.ts';

// int8 and numeric arrive as strings. A number carries them exactly: amounts have at most 15 digits (core/kernel/money.ts).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export interface Statement {
  text: string;
  values?: unknown[];
  /** A named statement is prepared once per connection. */
  name?: string;
}

/** The database of a handler: all queries run under the caller's context. */
export interface Db {
  query<R extends pg.QueryResultRow = Record<string, unknown>>(statement: Statement): Promise<R[]>;
}

export interface Database {
  app: pg.Pool;
  platform: pg.Pool;
  roles: Roles;
  /** One statement in its own transaction. */
  read<R extends pg.QueryResultRow>(context: Context, statement: Statement): Promise<R[]>;
  /** Several statements; rolled back if `work` throws. */
  transaction<T>(context: Context, work: (db: Db) => Promise<T>): Promise<T>;
  /** The same without a context, as the platform's role. */
  platformTransaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  listen(subscription: Subscription): Promise<Listener>;
  /** Opens a new connection and closes it: the open ones of the pools may outlive the database's socket. */
  reach(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabase(options: {
  ownerUrl: string;
  secret: string;
  connections?: number;
}): Promise<Database> {
  const owner = new pg.Client({ connectionString: options.ownerUrl });
  owner.on('error', () => {});
  await owner.connect();
  let roles: Roles;
  try {
    roles = await migrate(owner, options.secret);
  } finally {
    await owner.end();
  }
  const configOf = (role: string): pg.PoolConfig => ({
    ...pgConfig(options.ownerUrl),
    user: role,
    password: passwordOf(options.secret, role),
  });
  // Planning a list costs more than running it, and its plan does not depend on the values: plan once per connection.
  // Parallel workers help one reader at the expense of fifteen others, and scan rows where an index alone is enough.
  const app = openPool({
    ...configOf(roles.app),
    max: options.connections ?? 16,
    options: '-c plan_cache_mode=force_generic_plan -c jit=off -c max_parallel_workers_per_gather=0',
  });
  app.on('connect', (client) => void prepareContext(client).catch(() => {}));
  const platform = openPool({ ...configOf(roles.platform), max: 4 });
  const listeners: Listener[] = [];

  return {
    app,
    platform,
    roles,
    read: async (context, statement) => (await queryUnder(app, context, statement as pg.QueryConfig)).rows as never,
    transaction: (context, work) => inTransaction(app, (client) => beginWith(client, context), work),
    platformTransaction: (work) => inTransaction(platform, () => 'begin', work),
    listen: async (ears) => {
      const listener = await openListener(configOf(roles.platform), ears);
      listeners.push(listener);
      return listener;
    },
    reach: async (milliseconds) => {
      const client = new pg.Client({ ...configOf(roles.platform), connectionTimeoutMillis: milliseconds });
      client.on('error', () => {});
      await client.connect();
      await client.end();
    },
    close: async () => {
      await Promise.all([app.end(), platform.end(), ...listeners.map((listener) => listener.close())]);
    },
  };
}

function pgConfig(url: string): pg.PoolConfig {
  // The role is replaced, so the URL is needed in parts.
  const client = new pg.Client({ connectionString: url });
  return { host: client.host, port: client.port, database: client.database ?? '', ssl: client.ssl };
}

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, idleTimeoutMillis: 60_000, connectionTimeoutMillis: 10_000 });
  // Without a listener, a terminated backend would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Takes a connection at the first query, so that work without queries holds none. */
async function inTransaction<T>(
  pool: pg.Pool,
  begin: (client: pg.ClientBase) => string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const held: { client?: pg.PoolClient; begun?: Promise<pg.PoolClient> } = {};
  const open = async (): Promise<pg.PoolClient> => {
    held.client = await pool.connect();
    await held.client.query(begin(held.client));
    return held.client;
  };
  const end = async (how: 'commit' | 'rollback'): Promise<void> => {
    await held.begun?.catch(() => {});
    await held.client?.query(how);
  };
  let failed: Error | undefined;
  try {
    const result = await work({
      query: async (statement) => {
        held.begun ??= open();
        return (await (await held.begun).query(statement as pg.QueryConfig)).rows as never;
      },
    });
    await end('commit');
    return result;
  } catch (error) {
    try {
      await end('rollback');
    } catch (rollback) {
      failed = rollback as Error;
    }
    throw error;
  } finally {
    held.client?.release(failed);
  }
}
