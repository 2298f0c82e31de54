import { expect, test } from 'vitest';
import { coverDays, coverStep, readCover } from '#core/home/cover.ts';
import { readSupervision } from '#core/home/supervision.ts';
import { instantAt, wallClock } from '#core/kernel/clock.ts';
import { Service } from '#core/planning/service.ts';
import { selectableStatuses } from '#core/planning/status.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const owner = as('owner');
const { day: today } = wallClock(new Date(), 'Europe/Paris');
const dayIn = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const at = (days: number, time: string): string => instantAt(dayIn(days), time, 'Europe/Paris');

const place = (
  await owner.answer(endpointOf(Site, 'save'), { input: { name: 'Gare', customer: { id: here.customer.id } } })
).body.site.id as string;
const agent = here.people.agent.profile?.id as string;

const relief = here.people.staff.profile?.id as string;

const assign = (service: string, who: string): Promise<unknown> =>
  sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
    here.agency.id,
    service,
    who,
  ]);

const plan = async (start: string, end: string, wanted: number, held: boolean, status = 100): Promise<string> => {
  const [made] = await sql<{ id: string }>(
    `insert into services (agency_id, id, reference, site_id, start_at, end_at, nb_agents, status)
      values ($1, gen_random_uuid(), gen_random_uuid()::text, $2, $3, $4, $5, $6) returning id`,
    [here.agency.id, place, start, end, wanted, status],
  );
  const { id } = made as { id: string };
  if (held) await assign(id, agent);
  return id;
};

/** Somebody who came, and went; null: he is still there. */
const live = (service: string, startedAt: string, endedAt: string | null = null, who = agent): Promise<unknown> =>
  sql(
    `insert into service_times (agency_id, service_id, agent_id, state, started_at, ended_at) values ($1, $2, $3, $4, $5, $6)`,
    [here.agency.id, service, who, endedAt ? 300 : 200, startedAt, endedAt],
  );

// Tomorrow: the hour of the test does not matter.
const night = await plan(at(1, '02:00'), at(1, '07:00'), 2, true);
await live(await plan(at(-1, '20:00'), at(0, '06:00'), 1, true, 300), at(-1, '20:00'), at(0, '06:00'));
await plan(at(0, '08:00'), at(0, '12:00'), 1, true, 120);
await plan(at(0, '08:00'), at(0, '12:00'), 1, true, 700);
await plan(at(coverDays - 1, '23:00'), at(coverDays, '07:00'), 1, false);
await plan(at(coverDays, '08:00'), at(coverDays, '12:00'), 5, false);

test('the cover counts the posts wanted and held, every half hour and by day', async () => {
  const { cover, tonight } = await owner.call(readCover, { mount: 'agency' });
  expect(tonight).toBeNull();
  const on = (days: number, time: string): number[] => {
    const step = cover?.steps.find((one) => one.at === at(days, time));
    return [step?.wanted ?? -1, step?.held ?? -1];
  };
  // The step of now counts who is there, whatever the plan: it has its own test below.
  const isNow = (time: string): boolean => {
    const since = Date.now() - Date.parse(at(0, time));
    return since > -5_000 && since < (coverStep + 1) * 60_000;
  };
  const lived: [time: string, posts: number[]][] = [
    ['00:00', [1, 1]],
    ['05:30', [1, 1]],
    ['06:00', [0, 0]],
    // Nobody came, and an unscheduled service wants nobody.
    ['08:00', [1, 0]],
  ];
  for (const [time, posts] of lived) if (!isNow(time)) expect(on(0, time), time).toEqual(posts);
  expect([on(1, '02:00'), on(1, '06:30'), on(1, '07:00')]).toEqual([
    [2, 1],
    [2, 1],
    [0, 0],
  ]);
  expect(cover?.days).toHaveLength(coverDays);
  expect(cover?.days[0]).toMatchObject({ day: today, wanted: 1, held: 0 });
  expect(cover?.days[1]).toMatchObject({ wanted: 2, held: 1 });
  // As many services as the list that each day opens.
  const listedOn = async (day: number): Promise<number> => {
    const filters = { startAt: { from: at(day, '00:00'), to: at(day, '23:59') }, status: selectableStatuses };
    const reply = await owner.call(endpointOf(Service, 'list'), { mount: 'agency', input: { filters } });
    return (reply as { filtered: number }).filtered;
  };
  expect([await listedOn(0), await listedOn(1)]).toEqual([cover?.days[0]?.services, cover?.days[1]?.services]);
  expect(cover?.days[1]?.services).toBe(1);
  expect(cover?.days.at(-1)).toMatchObject({ wanted: 1, held: 0 });
});

test('who declared an absence does not hold his post', async () => {
  const held = async (): Promise<(number | undefined)[]> => {
    const { cover } = await owner.call(readCover, { mount: 'agency' });
    return [cover?.days[1]?.held, cover?.steps.find((one) => one.at === at(1, '02:00'))?.held];
  };
  expect(await held()).toEqual([1, 1]);
  const [made] = await sql<{ id: string }>(
    `insert into unavailabilities (agency_id, id, agent_id, type_id, start_at, end_at)
      select $1, gen_random_uuid(), $2, (select id from agency_unavailability_types where agency_id = $1 limit 1), $3, $4 returning id`,
    [here.agency.id, agent, at(1, '06:00'), at(1, '23:59')],
  );
  expect(await held()).toEqual([0, 0]);
  await sql('delete from unavailabilities where id = $1', [made?.id]);
});

test('absences are counted once per agent and day, for those who may list them', async () => {
  await sql(
    `insert into unavailabilities (agency_id, id, agent_id, type_id, start_at, end_at)
      select $1, gen_random_uuid(), $2, (select id from agency_unavailability_types where agency_id = $1 limit 1), $3::timestamptz, $4::timestamptz from generate_series(1, 2)`,
    [here.agency.id, agent, at(1, '00:00'), at(2, '23:59')],
  );
  const absent = async (who = owner): Promise<(number | null)[] | undefined> =>
    (await who.call(readCover, { mount: 'agency' })).cover?.days.slice(0, 4).map((one) => one.absent);
  expect(await absent()).toEqual([0, 1, 1, 0]);
  const clerk = as(await here.hire('planton', { of: 'azur', rights: ['listServices'] }));
  expect(await absent(clerk)).toEqual([null, null, null, null]);
});

test('a customer sees tonight’s published services of his sites only', async () => {
  const asCustomer = as('customer');
  const seen = async (): Promise<string[] | undefined> =>
    (await asCustomer.call(readCover, { mount: 'customer' })).tonight?.map(({ id }) => id);
  expect(await seen()).toEqual([]);
  await sql('insert into published_services select s.* from services s where s.id = $1', [night]);
  const { cover, tonight } = await asCustomer.call(readCover, { mount: 'customer' });
  expect(cover).toBeNull();
  // Until it ends tomorrow morning.
  expect(tonight).toMatchObject([{ id: night, site: { id: place, name: 'Gare' }, wanted: 2, lastEvent: null }]);
  expect(
    (await as('foreignOwner').call(readCover, { mount: 'agency' })).cover?.steps.every(({ wanted }) => wanted === 0),
  ).toBe(true);
});

test('a customer sees who stays longer than planned, and a post that was left before its time; it is held until then', async () => {
  await sql('delete from services where agency_id = $1', [here.agency.id]);
  await sql('delete from published_services');
  const from = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const longer = await plan(from(-600), from(-60), 1, true, 250);
  const left = await plan(from(-120), from(180), 1, true, 300);
  const over = await plan(from(-600), from(-60), 1, true, 300);
  await live(longer, from(-600));
  for (const one of [left, over]) await live(one, from(-120), from(-65));
  await sql(`update services set real_end_at = now() - interval '65 minutes' where id = any ($1)`, [[left, over]]);
  await sql('insert into published_services select s.* from services s');
  const { tonight } = await as('customer').call(readCover, { mount: 'customer' });
  expect(tonight?.map(({ id, realEndAt }) => [id, realEndAt !== null])).toEqual([
    [longer, false],
    [left, true],
  ]);
  const { cover } = await owner.call(readCover, { mount: 'agency' });
  const next = cover?.steps.find((step) => step.at > from(0));
  expect(next).toMatchObject({ wanted: 1, held: 0 });
});

test('held is who is there: nobody came, somebody is awaited, left or not assigned; first page and supervision agree', async () => {
  await sql('delete from services where agency_id = $1', [here.agency.id]);
  // The absence of tomorrow: late in the evening these services reach into it.
  await sql('delete from unavailabilities where agency_id = $1', [here.agency.id]);
  const from = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  await live(await plan(from(-90), from(180), 2, true, 200), from(-95));
  // The clock has not marked it late yet.
  await plan(from(-90), from(180), 1, true, 100);
  await plan(from(-90), from(180), 1, true, 110);
  await plan(from(-2), from(180), 1, true, 100);
  await live(await plan(from(-90), from(180), 1, true, 300), from(-90), from(-45));
  const posts = { wanted: 6, held: 1, expected: 1, absent: 2, left: 1, unfilled: 1 };
  const { cover } = await owner.call(readCover, { mount: 'agency' });
  expect(cover?.postsNow).toEqual(posts);
  expect((await owner.call(readSupervision)).postsNow).toEqual(posts);
  // Since somebody left, only one was there.
  const past = cover?.steps.filter((step) => step.at > from(-44) && step.at <= from(-30));
  expect(past?.every(({ wanted, held }) => wanted === 5 && held === 1)).toBe(true);
  // Who is expected is taken as there from now on, who did not come is not.
  const steps = cover?.steps ?? [];
  const next = steps.findIndex((step) => step.at > from(0));
  expect(steps.slice(next - 1, next + 1).map(({ wanted, held }) => [wanted, held])).toEqual([
    [6, 2],
    [6, 2],
  ]);
});

test('after a relief the post is held by who is there, now and on the time line', async () => {
  await sql('delete from services where agency_id = $1', [here.agency.id]);
  const from = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const service = await plan(from(-120), from(180), 1, true, 200);
  await assign(service, relief);
  await live(service, from(-120), from(-70));
  await live(service, from(-75), null, relief);
  const { cover } = await owner.call(readCover, { mount: 'agency' });
  expect(cover?.postsNow).toMatchObject({ wanted: 1, held: 1 });
  const steps = cover?.steps.filter((step) => step.at > from(-119) && step.at < from(179)) ?? [];
  expect(steps.length).toBeGreaterThan(4);
  expect(steps.every(({ wanted, held }) => wanted === 1 && held === 1)).toBe(true);
});

test('a customer is told how many agents are there, not how many were planned', async () => {
  await sql('delete from services where agency_id = $1', [here.agency.id]);
  await sql('delete from published_services');
  const from = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const service = await plan(from(-120), from(180), 2, true, 200);
  await assign(service, relief);
  await live(service, from(-120), from(-70));
  await live(service, from(-120), null, relief);
  await sql('insert into published_services select s.* from services s');
  const { tonight } = await as('customer').call(readCover, { mount: 'customer' });
  expect(tonight).toMatchObject([{ id: service, wanted: 2, held: 1 }]);
  // Unscheduled, which nobody published yet: a customer is not told that somebody is expected.
  await sql(`update services set status = 110, real_start_at = null where id = $1`, [service]);
  await sql('delete from service_times');
  expect((await as('customer').call(readCover, { mount: 'customer' })).tonight).toHaveLength(1);
  await sql('update services set status = 700 where id = $1', [service]);
  expect((await as('customer').call(readCover, { mount: 'customer' })).tonight).toEqual([]);
});
