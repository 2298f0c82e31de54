// Work on the platform's own records inside a transaction of an agency: its order makes an invoice of the platform.
import { platformAgencyId } from '#core/kernel/platform.ts';
import { type Context, nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';

export const platformContext: Context = { ...nobody, agency: platformAgencyId };

const put = (db: Db, values: readonly (string | null)[]): Promise<unknown> =>
  db.query({
    name: 'payments-context',
    text: `select set_config('app.agency', $1, true), set_config('app.agent', $2, true), set_config('app.customer', $3, true)`,
    values: values.map((value) => value ?? ''),
  });

/** The context is the agency's again afterwards. If the work fails, the transaction fails with it. */
export async function asPlatform<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const [before] = await db.query<{ agency: string | null; agent: string | null; customer: string | null }>({
    name: 'payments-context-before',
    text: `select current_setting('app.agency', true) as agency, current_setting('app.agent', true) as agent, current_setting('app.customer', true) as customer`,
  });
  if (before?.agency === platformAgencyId) return work();
  await put(db, [platformAgencyId, null, null]);
  const made = await work();
  await put(db, [before?.agency ?? null, before?.agent ?? null, before?.customer ?? null]);
  return made;
}
