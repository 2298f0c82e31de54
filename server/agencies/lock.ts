// A locked agency (C-020): its people are refused, its calendar feeds too, and no job mails for it.
import type { Db } from '#server/db/database.ts';

const isLock = `(e ->> 'lock')::boolean`;
/** SQL: the platform's own lock. Those of subscriptions and payments say `by` (decision 106). */
export const byHand = `${isLock} and e ->> 'by' is null`;

/** SQL: the reason, null while it is not locked. */
export const lockOf = (t: string, which: string = isLock): string =>
  `(select e ->> 'message' from jsonb_array_elements(${t}.errors) e where ${which} limit 1)`;

/** For work without a caller. */
export async function isLocked(db: Db, agency: string): Promise<boolean> {
  const [row] = await db.query<{ locked: boolean }>({
    name: 'agency-locked',
    text: `select ${lockOf('g')} is not null as locked from agencies g where g.id = $1`,
    values: [agency],
  });
  return row?.locked ?? false;
}
