// Sign-ups are counted by network and by address, beside wrong passwords.
import type { Db } from '#server/db/database.ts';

const hour = 60 * 60;
/** Many people share one network, but few open agencies from it. */
export const perNetwork = { most: 10, within: hour };
export const perAddress = { most: 5, within: 24 * hour };

/** Counts one more; the seconds to wait if there were too many, else null. */
export async function tooOften(
  db: Db,
  source: string,
  { most, within }: typeof perNetwork,
  now: Date,
): Promise<number | null> {
  const [counted] = await db.query<{ failures: number; since: Date }>({
    name: 'count-sign-ups',
    text: `insert into sign_in_failures as f (source, failures, since, last_at) values ('sign-up:' || $1, 1, $2, $2)
      on conflict (source) do update set last_at = $2,
        failures = case when f.since > $3 then least(f.failures + 1, $4::integer + 1) else 1 end,
        since = case when f.since > $3 then f.since else $2 end
      returning failures, since`,
    values: [source, now, new Date(now.getTime() - within * 1_000), most],
  });
  if (!counted || counted.failures <= most) return null;
  return within - (now.getTime() - counted.since.getTime()) / 1_000;
}
