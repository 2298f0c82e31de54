// The queue's own tables (pg-boss), in a schema of their own: made and brought up to date by the owner, as migrations are.
import { PgBoss } from 'pg-boss';

export const jobSchema = 'jobs';

interface Asking {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** To be run under the migrations' lock: of two processes that start together one installs, the other finds it done. */
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
