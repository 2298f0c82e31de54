// Scheduled jobs, by the clock of the platform or of each agency.
import type { PgBoss } from 'pg-boss';
import type { Database } from '#server/db/database.ts';
import type { Job } from './registry.ts';

const platformZone = 'Europe/Paris';

interface Wanted {
  name: string;
  key: string;
  at: string;
  zone: string;
}

async function wantedBy(database: Database, all: readonly Job[]): Promise<Wanted[]> {
  const { rows } = await database.platform.query<{ id: string; time_zone: string }>(
    'select id, time_zone from agencies where id <> platform_agency()',
  );
  return all.flatMap(({ name, options: { cron } }): Wanted[] => {
    if (!cron) return [];
    if (cron.of === 'platform') return [{ name, key: '', at: cron.at, zone: platformZone }];
    return rows.map(({ id, time_zone }) => ({ name, key: id, at: cron.at, zone: time_zone }));
  });
}

/** Updates the schedules: agencies are added, removed, or change their time zone. Two concurrent processes do the same. */
export async function scheduleAll(boss: PgBoss, database: Database, all: readonly Job[]): Promise<void> {
  const wanted = await wantedBy(database, all);
  const standing = await boss.getSchedules();
  const scheduled = new Set(standing.map((one) => JSON.stringify([one.name, one.key, one.cron, one.timezone])));
  const missing = wanted.filter(({ name, key, at, zone }) => !scheduled.has(JSON.stringify([name, key, at, zone])));
  const schedule = async ({ name, key, at, zone }: Wanted): Promise<void> => {
    // The job of an agency's schedule belongs to the agency.
    const group = key === '' ? {} : { group: { id: key } };
    const options = { key, missed: 'once' as const, ...group };
    // An unknown time zone must not prevent the start.
    await boss
      .schedule(name, at, {}, { ...options, tz: zone })
      .catch(() => boss.schedule(name, at, {}, { ...options, tz: platformZone }));
  };
  // A thousand new agencies are ten thousand schedules: as many at once as the pool has connections.
  const lane = async (): Promise<void> => {
    for (let one = missing.pop(); one; one = missing.pop()) await schedule(one);
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  const names = new Set(wanted.map(({ name, key }) => JSON.stringify([name, key])));
  for (const { name, key } of standing) if (!names.has(JSON.stringify([name, key]))) await boss.unschedule(name, key);
}
