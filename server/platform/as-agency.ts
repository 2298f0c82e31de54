// Work in an agency inside a transaction of the platform: what it writes there belongs to that agency.
import { type Context, nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';

const put = (db: Db, agency: string | null): Promise<unknown> =>
  db.query({
    name: 'put-agency',
    text: `select set_config('app.agency', $1, true)`,
    values: [agency ?? ''],
  });

/** The context is as before afterwards. If the work fails, the transaction fails with it. */
export async function asAgency<T>(
  db: Db,
  call: Call,
  agency: string,
  work: (inAgency: Call) => Promise<T>,
): Promise<T> {
  const [before] = await db.query<{ agency: string | null }>({
    name: 'agency-before',
    text: `select nullif(current_setting('app.agency', true), '') as agency`,
  });
  await put(db, agency);
  const context: Context = { ...nobody, agency, user: call.caller?.userId ?? null };
  const made = await work({ ...call, db, context });
  await put(db, before?.agency ?? null);
  return made;
}
