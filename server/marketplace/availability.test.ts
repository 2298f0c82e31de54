// How many of one's own people could take a mission: by the checks of the planning, seen by nobody else.
import { expect, test } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { prepareAnswer } from '#core/marketplace/calls.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, otherAgency } = here;
const { guard, saved, created, service } = await plannerOf(here);
await sql(`update agencies set approval_number = 'AUT-' || id`);

/** A Monday at least two weeks ahead. */
const monday = ((): string => {
  const day = new Date(Date.now() + 14 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
})();
const later = (days: number): string => new Date(Date.parse(monday) + days * 86_400_000).toISOString().slice(0, 10);

async function mission(more: Record<string, unknown> = {}): Promise<string> {
  const row = {
    ...{ agency_id: otherAgency.id, title: 'Renfort', type: 1, departments: ['06'], description: 'x' },
    ...{ subcontract_rank: 1, share: 'Une part', starts_on: monday, ends_on: monday },
    ...{ start_time: '08:00', end_time: '18:00', people: 2, ...more },
  };
  const [made] = await sql<{ id: string }>(
    `insert into market_offers (id, ${Object.keys(row).join(', ')})
      values (gen_random_uuid(), ${Object.keys(row)
        .map((_, at) => `$${at + 1}`)
        .join(', ')}) returning id`,
    Object.values(row),
  );
  return made?.id as string;
}
const prepared = async (id: string, input: object = {}, who: Parameters<typeof as>[0] = 'owner') =>
  (await as(who).call(prepareAnswer, { mount: 'agency', params: { id }, input })).availability;

const ssiap = (await saved(Specialty, { name: 'SSIAP 1' })).id as string;
// The people of the world have no papers: no rule lets them work.
const ada = await guard();
const bob = await guard({ specialties: [{ id: ssiap }] });
const cyd = await guard();

test('those whom no rule of the planning bars are counted', async () => {
  const id = await mission();
  expect(await prepared(id)).toMatchObject({ wanted: 2, days: 1, covered: 1, fewest: 3 });
  await created(service(monday, '10:00', '16:00', [ada]));
  expect(await prepared(id)).toMatchObject({ covered: 1, fewest: 2 });
  await sql(
    `insert into unavailabilities (agency_id, id, agent_id, type_id, start_at, end_at)
      select $1, gen_random_uuid(), $2, id, $3::date, $3::date + interval '1 day' from agency_unavailability_types where agency_id = $1 limit 1`,
    [agency.id, cyd, monday],
  );
  expect(await prepared(id)).toMatchObject({ covered: 0, fewest: 1, staff: [{ days: 1 }] });
});

test('a specialty of the same name is required; another may be chosen; an unknown one is said', async () => {
  const day = { starts_on: later(1), ends_on: later(1), people: 1 };
  expect(await prepared(await mission({ ...day, specialty: 'ssiap 1' }))).toMatchObject({
    ...{ specialty: { id: ssiap }, isUnknown: false, fewest: 1, covered: 1 },
  });
  const unknown = await mission({ ...day, specialty: 'Plongeur' });
  expect(await prepared(unknown)).toMatchObject({ specialty: null, isUnknown: true, fewest: 3 });
  expect(await prepared(unknown, { specialty: ssiap })).toMatchObject({ specialty: { id: ssiap }, fewest: 1 });
});

test('a long mission is taken in turns: rests and weekly hours hold', async () => {
  const id = await mission({
    starts_on: later(7),
    ends_on: later(13),
    people: 1,
    start_time: '07:00',
    end_time: '17:00',
  });
  const found = await prepared(id);
  expect(found).toMatchObject({ days: 7, covered: 7, fewest: 3 });
  // 35 hours a week are three such days.
  expect(Math.max(...(found?.staff ?? []).map(({ days }) => days))).toBeLessThanOrEqual(3);
});

test('one person alone keeps the weekly rest and the hours of the contract', async () => {
  const id = await mission({
    ...{ starts_on: later(14), ends_on: later(27), people: 1, specialty: 'SSIAP 1' },
    ...{ start_time: '16:00', end_time: '22:00' },
  });
  // Five evenings of six hours in each of two weeks.
  expect(await prepared(id)).toMatchObject({ days: 14, covered: 10, staff: [{ days: 10 }] });
});

test('without days or hours, or of another type, nothing is counted; names only for those who list collaborators', async () => {
  expect(await prepared(await mission({ start_time: null, end_time: null }))).toBeNull();
  expect(await prepared(await mission({ type: 3 }))).toBeNull();
  const clerk = await here.hire('annonces', { of: 'azur', rights: ['listOffers', 'createOfferAnswer'] });
  const id = await mission({ starts_on: later(2), ends_on: later(2) });
  expect(await prepared(id, {}, clerk)).toMatchObject({ covered: 1, staff: [] });
  expect(bob).toBeTruthy();
});

test('neither the inactive nor those without a contract are counted', async () => {
  const id = await mission({ starts_on: later(28), ends_on: later(28) });
  expect(await prepared(id)).toMatchObject({ fewest: 3 });
  await sql('update agents set status = 200 where id = $1', [ada]);
  expect(await prepared(id)).toMatchObject({ fewest: 2 });
  await sql('delete from agent_contracts where agent_id = $1', [cyd]);
  expect(await prepared(id)).toMatchObject({ fewest: 1 });
});
