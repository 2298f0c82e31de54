// Rows of the platform's own tables, and what agencies see of them.
import { allEntities } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { inOrder, rowsOfEntity } from './derived-rows.ts';
import { guideFile, guideRows, guidesSeen, guidesSeenByPeople } from './guide-rows.ts';
import { paymentRows, paymentsSeen } from './payment-rows.ts';
import { subscriptionRows, subscriptionsSeen } from './subscription-rows.ts';
import type { Row } from './walls.ts';
import type { World } from './world.ts';

/** Only the platform writes them. */
export const isOfPlatform = ({ grants }: Pick<Entity, 'grants'>): boolean => grants.create.platform !== undefined;

/** Rows of its entities without a save, and of its other tables, by table. `buyer`: an agency, `user`: somebody of it. */
const written = (buyer: string, user: string): Record<string, Row[]> => ({
  ...paymentRows(buyer),
  ...subscriptionRows(buyer),
  ...guideRows(buyer, user),
});

/** The rows that an agency reads, by table; absent: none. The agency is the buyer of the rows that have one. */
export const seenByAgencies: Record<string, (row: Row) => boolean> = {
  subscription_offers: ({ status }) => status === 100,
  ...paymentsSeen,
  ...subscriptionsSeen,
  ...guidesSeen,
};

/** Those that agents and customers on their own paths read as well. */
export const seenByPeople: Record<string, (row: Row) => boolean> = guidesSeenByPeople;

/** Inserts without policies; returns the rows as stored. */
export async function settlePlatform({ sql }: Pick<World, 'sql'>, buyer: string): Promise<Record<string, Row[]>> {
  const settled: Record<string, Row[]> = {};
  const write = async (table: string, rows: readonly Row[]): Promise<void> => {
    const stored: Row[] = [];
    for (const row of rows) {
      const all: Row = { agency_id: platformAgencyId, ...row };
      const names = Object.keys(all);
      const [made] = await sql<Row>(
        `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
        Object.values(all),
      );
      stored.push(made as Row);
    }
    settled[table] = [...(settled[table] ?? []), ...stored];
  };
  const refer = (target: string): string => {
    const table = allEntities.find(({ name }) => name === target)?.table ?? target;
    return target === 'agency' ? buyer : (settled[table]?.[0]?.id as string);
  };
  // Each agency has one from its creation on.
  await sql('delete from agency_subscriptions where buyer_id = $1', [buyer]);
  for (const of of inOrder(allEntities.filter(isOfPlatform)))
    for (const [table, rows] of Object.entries(rowsOfEntity(of, refer))) await write(table, rows);
  const [user] = await sql<{ id: string }>('select id from users order by id limit 1');
  await sql(
    `insert into files (agency_id, id, name, mime_type, size, hash) values ($1, $2, 'guide.pdf', 'application/pdf', 1, 'wall')`,
    [platformAgencyId, guideFile],
  );
  for (const [table, rows] of Object.entries(written(buyer, user?.id as string))) await write(table, rows);
  return settled;
}

/** The tables made by platform_records(). */
export const platformTables = async ({ sql }: Pick<World, 'sql'>): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      `select c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
        where k.contype = 'c' and k.conname = c.relname || '_platform' order by 1`,
    )
  ).map(({ name }) => name);
