// The context of a transaction, and the batch that sets it and runs a query in one round trip.
import pg from 'pg';

/** Settings of the transaction that the row policies read (wire.md). */
export interface Context {
  agency: string | null;
  agent: string | null;
  customer: string | null;
  user: string | null;
  /** A right that opens only part of what others of the agency see (core/rights/parts.ts); absent: all of it. */
  part?: string | null;
}

export const nobody: Context = { agency: null, agent: null, customer: null, user: null };

const values = (context: Context): string[] => [
  context.agency ?? '',
  context.agent ?? '',
  context.customer ?? '',
  context.user ?? '',
  context.part ?? '',
];

const contextStatement = {
  name: 'context',
  text: `select set_config('app.agency', $1, true), set_config('app.agent', $2, true), set_config('app.customer', $3, true), set_config('app.user', $4, true), set_config('app.part', $5, true)`,
};

/** Run on every new connection: the batch binds this statement without parsing it again. */
export const prepareContext = (client: pg.ClientBase): Promise<unknown> =>
  client.query({ ...contextStatement, values: values(nobody) });

/** `begin` and the settings in one message; every value is a uuid, the name of a right or empty. */
export const beginWith = (client: pg.ClientBase, context: Context): string =>
  `begin; select ${['agency', 'agent', 'customer', 'user', 'part'].map((name, index) => `set_config('app.${name}', ${client.escapeLiteral(values(context)[index] ?? '')}, true)`).join(', ')}`;

interface Wire {
  bind(config: object): void;
  execute(config: object): void;
}

/**
 * Binds the settings and the query in one extended-protocol batch with a single Sync: one implicit transaction, one
 * round trip (stack.md measured it). It relies on the internals of `pg`, whose version is pinned and tested.
 */
class ContextQuery extends pg.Query {
  readonly #context: Context;
  #contextSet = false;

  constructor(
    context: Context,
    config: pg.QueryConfig,
    callback: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    // The typings lack the callback and the methods below.
    super({ ...config, queryMode: 'extended' } as never, undefined as never);
    (this as unknown as { callback: unknown }).callback = callback;
    this.#context = context;
  }

  prepare(connection: Wire): void {
    connection.bind({ portal: '', statement: contextStatement.name, values: values(this.#context) });
    connection.execute({ portal: '' });
    inherited.prepare.call(this, connection);
  }

  handleDataRow(message: unknown): void {
    if (this.#contextSet) inherited.handleDataRow.call(this, message);
  }

  handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.#contextSet) inherited.handleCommandComplete.call(this, message, connection);
    else this.#contextSet = true;
  }
}

const inherited = pg.Query.prototype as unknown as Record<
  'prepare' | 'handleDataRow' | 'handleCommandComplete',
  (...args: unknown[]) => void
>;

/** One statement under a context, committed when it resolves. */
export async function queryUnder<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  context: Context,
  config: pg.QueryConfig,
): Promise<pg.QueryResult<R>> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    return await new Promise<pg.QueryResult<R>>((resolve, reject) => {
      client.query(
        new ContextQuery(context, config, (error, result) =>
          error ? reject(error) : resolve(result as pg.QueryResult<R>),
        ),
      );
    });
  } catch (error) {
    // The connection survives the error of a statement, but not a lost or terminated backend.
    if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') failed = error as Error;
    throw error;
  } finally {
    client.release(failed);
  }
}
