import type { Db } from '#server/db/database.ts';

/** The day in the time zone of the transaction's agency. */
export async function agencyToday(db: Db): Promise<string> {
  const [row] = await db.query<{ day: string }>({ name: 'today', text: 'select app_today()::text as day' });
  return row?.day as string;
}
