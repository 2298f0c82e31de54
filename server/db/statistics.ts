import pg from 'pg';

/** After many rows were written at once: without statistics the query planner chooses slow plans. */
export async function gatherStatistics(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('vacuum analyze');
  await owner.end();
}
