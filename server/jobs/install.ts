// Creates and upgrades the tables of pg-boss in their own schema, as the database owner, like migrations.
import { PgBoss } from 'pg-boss';

export const jobSchema = 'jobs';

interface Asking {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Run under the migration lock: of two processes that start together, one installs. */
export async function installJobs(owner: Asking): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schema: jobSchema,
    migrate: true,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}
