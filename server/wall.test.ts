// Tests the row policies directly, as the application role, under every possible context.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { allEntities } from '#core/entities.ts';
import { registerDevice } from '#core/session/devices.ts';
import { type Context, nobody } from '#server/db/context.ts';
import { wallOf } from '#server/testing/wall.ts';
import { agencyLists } from '#server/testing/wall-rows.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, database, people } = here;
const { ours, theirs, rows, rules, tables, contexts, roles, may, attempt, breaches } = await wallOf(here, allEntities);

test('every agency table has rules and rows', () => {
  expect(Object.keys(rules).sort()).toEqual(tables);
  for (const table of tables) expect(rows.ours[table]?.length, table).toBeGreaterThan(0);
});

describe.each(roles)('%s', (role) => {
  test.each(tables)('%s: only rows of our agency', async (table) => {
    const context = contexts[role](ours);
    const own = await breaches(context, table, rows.ours[table] ?? [], (deed, row) => may(table, role, deed, row));
    const foreign = await breaches(context, table, rows.theirs[table] ?? [], () => false);
    expect([...own, ...foreign]).toEqual([]);
  });

  test('sees exactly the rows of the rules', async () => {
    for (const table of tables) {
      const wanted = (rows.ours[table] ?? []).filter((row) => may(table, role, 's', row)).length;
      const seen = await attempt(contexts[role](ours), { text: `select agency_id from ${table}` });
      expect(
        (seen ?? []).map(({ agency_id }) => agency_id),
        table,
      ).toEqual(Array(wanted).fill(ours.agency));
    }
  });

  test('cannot transfer a row to another agency', async () => {
    for (const table of tables) {
      const transferred = await attempt(contexts[role](ours), {
        text: `update ${table} set agency_id = $1 returning 1`,
        values: [theirs.agency],
      });
      expect(transferred ?? [], table).toEqual([]);
    }
  });
});

describe('an invalid context sees and writes nothing', () => {
  const strangers: [string, Context][] = [
    ['none', nobody],
    ['a person without an agency', { ...nobody, user: ours.user }],
    ['an agency that does not exist', { ...nobody, agency: randomUUID(), user: ours.user }],
    ['an agent of theirs in our agency', { ...nobody, agency: ours.agency, agent: theirs.agent }],
    ['a customer of theirs in our agency', { ...nobody, agency: ours.agency, customer: theirs.customer }],
    [
      'an agent who is a customer too',
      { ...nobody, agency: ours.agency, agent: ours.agent, customer: theirs.customer },
    ],
  ];
  /** Open to every path of the agency. */
  const open: Record<string, string> = {
    specialties: 's',
    expiration_types: 's',
    ...Object.fromEntries(agencyLists.map((table) => [table, 's'])),
    audit: 'i',
    counters: 'siu',
    emails: 'i',
    email_events: 'i',
  };
  test.each(strangers)('%s', async (_, context) => {
    const isOurs = context.agency === ours.agency;
    const found: string[] = [];
    // Without an agency that exists no row differs from another.
    const some = (of: typeof rows.ours, table: string) => (of[table] ?? []).slice(0, isOurs ? undefined : 1);
    for (const table of tables) {
      const may = (deed: string): boolean => isOurs && (open[table] ?? '').includes(deed);
      found.push(...(await breaches(context, table, some(rows.ours, table), may)));
      found.push(...(await breaches(context, table, some(rows.theirs, table), () => false)));
    }
    expect(found).toEqual([]);
  });
});

describe('a customer', () => {
  const context = contexts.customer(ours);
  test.each([
    ['a site', 'update sites set customer_id = $2 where id = $1', ours.openSite],
    ['a contact', 'update contacts set customer_id = $2 where customer_id = $1', ours.customer],
    ['himself', 'update customers set id = $2 where id = $1', ours.customer],
  ])('cannot transfer %s to another customer', async (_, text, id) => {
    expect(await attempt(context, { text: `${text} returning 1`, values: [id, ours.otherCustomer] })).toBeNull();
  });

  test('cannot transfer a key to a site of another customer', async () => {
    const text = 'update site_keys set site_id = $2 where site_id = $1 returning 1';
    expect(await attempt(context, { text, values: [ours.openSite, ours.otherSite] })).toBeNull();
  });
});

describe('the search', () => {
  const found = async (context: Context): Promise<unknown[]> =>
    (await database.read<{ id: string }>(context, { text: `select search_ids('site', 'mur') as id` })).map(
      ({ id }) => id,
    );

  test('finds only ids of the agency, and none without an agency', async () => {
    expect(await found(contexts.staff(ours))).toEqual([ours.openSite]);
    expect(await found(contexts.staff(theirs))).toEqual([theirs.openSite]);
    expect(await found(nobody)).toEqual([]);
  });

  test("cannot change or drop another agency's words", async () => {
    const context = contexts.staff(ours);
    await database.read(context, {
      text: `select search_put('site', $1, 'autre'), search_drop('site', $1)`,
      values: [theirs.openSite],
    });
    expect(await found(contexts.staff(theirs))).toEqual([theirs.openSite]);
  });
});

describe('tables without an agency', () => {
  const context: Context = { ...contexts.staff(ours), user: people.owner.id };
  test.each(['users', 'sessions', 'user_devices', 'idempotency_keys'])('%s: only one’s own rows', async (table) => {
    const column = table === 'users' ? 'id' : 'user_id';
    for (const person of ['owner', 'staff'] as const) {
      await here.sessionOf(person);
      await as(person).call(registerDevice, { input: { token: 'mur' }, key: 'mur' });
    }
    const seen = await attempt(context, { text: `select distinct ${column} as owner from ${table}` });
    expect(seen).toEqual([{ owner: people.owner.id }]);
  });

  test.each([
    ['user_tokens', 'select 1 from user_tokens'],
    ['sign_in_failures', 'select 1 from sign_in_failures'],
    ['sign_ups', 'select 1 from sign_ups'],
    ['platform_audit', 'select 1 from platform_audit'],
    ['migrations', 'select 1 from migrations'],
    ['a password', 'update users set password_hash = null'],
    ['a power', 'update users set super_admin = true'],
    ['an address', `update users set email = 'x@y.fr'`],
    ["a session's person", 'update sessions set user_id = user_id'],
    ['a session acting for somebody', `update sessions set acting_as = gen_random_uuid()`],
    ["an agency's manager", 'update agencies set manager_id = null'],
    ['a setting', `update platform_settings set value = '1'`],
    [
      "another's line of history",
      `insert into platform_audit (id, user_id, entity, action) values (gen_random_uuid(), '${people.staff.id}', 'user', 'x')`,
    ],
  ])('%s is out of reach', async (_, text) => {
    expect(await attempt(context, { text })).toBeNull();
  });

  test('agencies: only the one of the path', async () => {
    expect(await attempt(context, { text: 'select id from agencies' })).toEqual([{ id: ours.agency }]);
  });
});
