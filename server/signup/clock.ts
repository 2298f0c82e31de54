// Sign-ups that nobody confirmed leave nothing behind.
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';

export async function forgetPending({ database }: Pick<Services, 'database'>, now: Date): Promise<void> {
  await database.platform.query('delete from sign_ups where confirmed_at is null and expires_at < $1', [now]);
}

export const forgetSignUps = job(
  'forgetSignUps',
  byClock,
  { label: 'Inscriptions non confirmées', cron: { at: '50 3 * * *', of: 'platform' } },
  (_, services) => forgetPending(services, new Date()),
);
