// The platform's own tables, asked directly as the application role: an agency writes none, and reads what it may.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { type Context, nobody } from '#server/db/context.ts';
import { platformTables, seenByAgencies, seenByPeople, settlePlatform } from '#server/testing/platform-rows.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { agency, otherAgency, customer, database, people } = here;
const rows = await settlePlatform(here, agency.id);
const tables = await platformTables(here);

const inAgency: Context = { ...nobody, agency: agency.id, user: people.owner.id };
const agent: Context = { ...inAgency, agent: people.agent.profile?.id ?? null };
const contact: Context = { ...inAgency, customer: customer.id };
const platform: Context = { ...nobody, agency: platformAgencyId, user: people.superAdmin.id };

const idsIn = async (context: Context, table: string): Promise<unknown[]> =>
  (await database.read<{ id: string }>(context, { text: `select id from ${table} order by id` })).map(({ id }) => id);

test('every table of the platform has a row', () => {
  expect(Object.keys(rows).toSorted()).toEqual(tables);
  for (const table of tables) expect(rows[table]?.length, table).toBeGreaterThan(0);
});

test.each(tables)(
  '%s: the platform sees its rows; agents and customers what is for them, nobody none',
  async (table) => {
    const all = await idsIn(platform, table);
    for (const { id } of rows[table] ?? []) expect(all).toContain(id);
    const open = (rows[table] ?? []).flatMap((row) => (seenByPeople[table]?.(row) ? [row.id] : []));
    for (const context of [agent, contact]) expect(new Set(await idsIn(context, table))).toEqual(new Set(open));
    expect(await idsIn(nobody, table)).toEqual([]);
  },
);

test.each(tables)('%s: an agency sees what is for it', async (table) => {
  const own = rows[table] ?? [];
  const seen = (context: Context) => (row: (typeof own)[number]) =>
    (seenByAgencies[table]?.(row) ?? false) && (row.buyer_id === undefined || row.buyer_id === context.agency);
  for (const context of [inAgency, { ...inAgency, agency: otherAgency.id }]) {
    const ids = await idsIn(context, table);
    for (const row of own) expect(ids.includes(row.id), `${table} ${String(row.id)}`).toBe(seen(context)(row));
  }
});

test.each(tables)('%s: an agency writes nothing', async (table) => {
  const [row] = rows[table] ?? [];
  const before = await here.sql(`select * from ${table} order by id`);
  const refused = async (text: string, values: unknown[]): Promise<void> => {
    const done = await database
      .transaction(inAgency, (db) => db.query({ text: `${text} returning 1`, values }))
      .catch(() => []);
    expect(done, text).toEqual([]);
  };
  const all = { ...row, id: randomUUID() };
  for (const owner of [platformAgencyId, agency.id]) {
    const values = Object.values({ ...all, agency_id: owner });
    const names = Object.keys(all).join(', ');
    await refused(`insert into ${table} (${names}) values (${values.map((_, n) => `$${n + 1}`).join(', ')})`, values);
  }
  await refused(`update ${table} set agency_id = agency_id where id = $1`, [row?.id]);
  await refused(`delete from ${table} where id = $1`, [row?.id]);
  expect(await here.sql(`select * from ${table} order by id`)).toEqual(before);
});
