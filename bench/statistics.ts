import pg from 'pg';

/** Autovacuum would do this within a minute; without statistics the planner chooses slow plans. */
export async function gatherStatistics(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('vacuum analyze');
  await owner.end();
}
