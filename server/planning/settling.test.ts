// The lived times reach the hours and the checks (decisions 83 and 97).
import { beforeEach, describe, expect, test } from 'vitest';
import { listNotifications } from '#core/notifications/calls.ts';
import { checkServices, fetchPlanning, saveServices } from '#core/planning/calls.ts';
import { hourDetail, sitesHours } from '#core/planning/hours-calls.ts';
import { Service } from '#core/planning/service.ts';
import { ServiceTime } from '#core/planning/service-time.ts';
import { settleTimes } from '#core/planning/settle-calls.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { livingOf, type ServiceOptions } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { moveByClock } from './clock.ts';

const here = await world();
const { agency, as, sql } = here;
const { site, guard, clear } = await plannerOf(here);
const { agent, service: serviceAt, input, step } = livingOf(here, site);
const other = await guard();
await clear(agent);

/** Of one test: a minute that begins between two of its acts would be counted. */
let now = new Date();
const service = (options: ServiceOptions) => serviceAt({ now, ...options });

beforeEach(async () => {
  now = new Date();
  await sql('delete from services');
  await sql('delete from published_services');
  await sql(`update agencies set planning_regulation = 'OWN', gap_rounding_way = 'NEAREST' where id = $1`, [agency.id]);
});

const ago = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();
const dayOf = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const around = { start: dayOf(-3), end: dayOf(2) };

/** A service of these minutes from now, lived from `began` to `ended` minutes ago. */
async function lived(from: number, to: number, began: number, ended: number): Promise<string> {
  const id = await service({ from, to });
  expect((await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(began) }))).status).toBe(200);
  expect((await step(id, 300, 'agent', input(id, undefined, { createdAt: ago(ended) }))).status).toBe(200);
  return id;
}

const hoursOf = async (who = agent) =>
  (await as('owner').call(hourDetail, { mount: 'agency', input: { ...around, agent: who } })).hours;
const waiting = async (): Promise<AnyRow[]> =>
  (
    (await as('owner').call(endpointOf(ServiceTime, 'list'), {
      mount: 'agency',
      input: { filters: { status: [200] } },
    })) as { serviceTimes: AnyRow[] }
  ).serviceTimes;
const decide = (id: string, type: string, who: 'owner' | 'agent' = 'owner') =>
  as(who).answer(endpointOf(ServiceTime, 'act'), { mount: 'agency', params: { id, type } });

describe('a service that ended seven hours early', () => {
  test('counts as planned until it is settled, then as lived; the hours tell how many wait', async () => {
    await lived(-720, 0, 720, 420);
    expect(await hoursOf()).toMatchObject({ planned: 720, effective: 720, gaps: 0, unsettled: 1 });
    const [row] = await waiting();
    expect(row).toMatchObject({ difference: -420, state: 'Terminé', status: 200 });
    expect((await decide(row?.id as string, 'accept')).body.serviceTime).toMatchObject({ status: 300 });
    expect(await hoursOf()).toMatchObject({ planned: 720, effective: 300, gaps: 420, unsettled: 0 });
    expect((await decide(row?.id as string, 'refuse')).status).toBe(200);
    expect(await hoursOf()).toMatchObject({ effective: 720, unsettled: 0 });
    expect((await decide(row?.id as string, 'reopen')).status).toBe(200);
    expect(await hoursOf()).toMatchObject({ effective: 720, unsettled: 1 });
    const lines = await sql('select action from audit where entity_id = $1 order by at', [row?.id]);
    expect(lines.map(({ action }) => action)).toEqual(['accept', 'refuse', 'reopen']);
  });

  test('tells the agent each decision about his hours, and no colleague’s', async () => {
    await sql('delete from notifications');
    await lived(-720, 0, 720, 420);
    const [row] = await waiting();
    const id = row?.id as string;
    await decide(id, 'accept');
    await decide(id, 'refuse');
    await decide(id, 'reopen');
    const shared = await service({ from: -480, to: 0, agents: [agent, other] });
    await step(shared, 200, 'agent', input(shared, undefined, { createdAt: ago(480) }));
    await step(shared, 300);
    const absent = (await waiting()).find((one) => one.state === 'Absent');
    expect((await decide(absent?.id as string, 'accept')).status).toBe(200);
    const { notifications } = await as('agent').call(listNotifications, { input: {} });
    const [day, month] = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris' })
      .format(Date.parse(row?.startAt as string))
      .split('/');
    expect(notifications.map(({ text, link }) => [text, link])).toEqual([
      [`Vos heures réelles du ${day}/${month} n’ont pas été retenues : 12h00 comptent, comme planifié.`, '/hoursAgent'],
      [`Vos heures du ${day}/${month} ont été validées : 5h00 au lieu de 12h00.`, '/hoursAgent'],
    ]);
    expect(await sql(`select 1 from emails where reason = 'settledHours'`)).toEqual([]);
  });

  test('is told once to each person, with others of the same decision', async () => {
    await sql('delete from notifications');
    await lived(-720, -600, 720, 660);
    await lived(-480, -360, 480, 420);
    const times = (await waiting()).map(({ id }) => id);
    expect(times).toHaveLength(2);
    const settle = (type: 'accept' | 'reopen', who: 'owner' | 'agent' = 'owner') =>
      as(who).answer(settleTimes, { mount: 'agency', params: { type }, input: { times } });
    expect((await settle('accept', 'agent')).status).toBe(403);
    expect(new Set((await settle('accept')).body.times)).toEqual(new Set(times));
    expect(await waiting()).toEqual([]);
    const { notifications } = await as('agent').call(listNotifications, { input: {} });
    expect(notifications.map(({ title, text }) => [title, text.split('\n').length])).toEqual([
      ['2 décisions sur vos heures', 2],
    ]);
    expect((await settle('reopen')).status).toBe(200);
    expect(await waiting()).toHaveLength(2);
  });

  test('is counted on its site as on the agent', async () => {
    await lived(-720, 0, 720, 420);
    const [row] = await waiting();
    await decide(row?.id as string, 'accept');
    const { hours } = await as('owner').call(sitesHours, { mount: 'agency', input: around });
    expect(hours.find(({ id }) => id === site)).toMatchObject({ planned: 720, effective: 300 });
  });
});

test('a service that lasted longer is rounded by the rule of the agency', async () => {
  await lived(-500, -20, 500, 0);
  const [row] = await waiting();
  await decide(row?.id as string, 'round');
  const { effective } = await hoursOf();
  expect(Math.abs(effective - 500)).toBeLessThanOrEqual(15);
  const [stored] = await sql<{ even: boolean }>(
    `select extract(epoch from counted_start_at)::bigint % 900 = 0 and extract(epoch from counted_end_at)::bigint % 900 = 0 as even from service_times where id = $1`,
    [row?.id],
  );
  expect(stored?.even).toBe(true);
});

test('who did not come while a colleague did is asked about, and counts nothing once accepted', async () => {
  const id = await service({ from: -480, to: 0, agents: [agent, other] });
  await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(480) }));
  await step(id, 300);
  const [row] = await waiting();
  expect(row).toMatchObject({ agent: { id: other }, state: 'Absent', difference: -480 });
  expect(await hoursOf(other)).toMatchObject({ effective: 480, unsettled: 1 });
  expect((await decide(row?.id as string, 'round')).body.message).toBe(
    'Aucune heure n’a été pointée : rien à arrondir.',
  );
  await decide(row?.id as string, 'accept');
  expect(await hoursOf(other)).toMatchObject({ planned: 480, effective: 0, unsettled: 0 });
});

test('a service that nobody ended is asked about', async () => {
  const id = await service({ from: -2_000, to: -1_500 });
  await sql(`update services set status = 200, real_start_at = start_at where id = $1`, [id]);
  await sql(
    `insert into service_times (agency_id, service_id, agent_id, state, started_at) select agency_id, id, $2, 200, start_at from services where id = $1`,
    [id, agent],
  );
  await moveByClock(servicesOf(here.app), new Date());
  expect(await waiting()).toMatchObject([{ status: 200, endedAt: null }]);
});

test('hours that ended on another day than planned show that day; the list finds them by their agent', async () => {
  const id = await service({ from: -2_000, to: -1_500 });
  await sql('update services set status = 300, real_start_at = start_at, real_end_at = now() where id = $1', [id]);
  await sql(
    `insert into service_times (agency_id, service_id, agent_id, state, started_at, ended_at, status)
      select agency_id, id, $2, 300, start_at, now(), 200 from services where id = $1`,
    [id, agent],
  );
  const found = async (query: string): Promise<AnyRow[]> =>
    (
      (await as('owner').call(endpointOf(ServiceTime, 'list'), { mount: 'agency', input: { query } })) as {
        serviceTimes: AnyRow[];
      }
    ).serviceTimes;
  const [row] = await waiting();
  expect(row?.lived).toMatch(/^\d\d:\d\d–\d\d\/\d\d \d\d:\d\d$/);
  expect((await found(String(row?.agentName))).map((one) => one.id)).toEqual([row?.id]);
  expect(await found('personne de ce nom')).toEqual([]);
});

test('a late event of the telephone withdraws an earlier decision', async () => {
  const id = await service({ from: -720, to: 0 });
  await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(720) }));
  await step(id, 400, 'agent', input(id, undefined, { createdAt: ago(600) }));
  const [row] = await waiting();
  await decide(row?.id as string, 'accept');
  expect((await hoursOf()).effective).toBe(120);
  await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(540) }));
  await step(id, 300, 'agent', input(id, undefined, { createdAt: ago(0) }));
  expect(await hoursOf()).toMatchObject({ effective: 720, unsettled: 1 });
  await decide(row?.id as string, 'accept');
  expect((await hoursOf()).effective).toBe(660);
});

test('settling asks for the right to edit time gaps', async () => {
  await lived(-720, 0, 720, 420);
  const [row] = await waiting();
  expect((await decide(row?.id as string, 'accept', 'agent')).status).toBe(403);
});

describe('the checks', () => {
  test('see at once that a service was extended: the rest before the next one is too short', async () => {
    // Ended just now, planned to end three hours ago; the next one begins in nine hours.
    const id = await service({ from: -700, to: -180 });
    await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(700) }));
    const next = { site: { id: site }, startAt: ago(-9 * 60), endAt: ago(-13 * 60), agents: [{ id: agent }] };
    const codes = async () =>
      (await as('owner').call(checkServices, { input: { services: [next] } })).errors.map(({ code }) => code);
    // Twelve hours of rest after the planned end, nine after the real one.
    expect(await codes()).toContain('11-hour space');
    await step(id, 300, 'agent', input(id, undefined, { createdAt: ago(180) }));
    expect(await codes()).not.toContain('11-hour space');
  });

  test('show real hours and an early end to everybody who reads the grid or the list: an agent his own', async () => {
    const id = await service({ from: -720, to: 0, agents: [agent, other] });
    await step(id, 200, 'owner', { ...input(id, undefined, { createdAt: ago(720) }), agent: other });
    await step(id, 200, 'agent', input(id, undefined, { createdAt: ago(700) }));
    await step(id, 300, 'agent', input(id, undefined, { createdAt: ago(430) }));
    await step(id, 300, 'owner', { ...input(id, undefined, { createdAt: ago(420) }), agent: other });
    const minutes = async (who: 'owner' | 'agent' | 'customer') => {
      const mount = who === 'owner' ? 'agency' : who;
      const { services } = await as(who).call(fetchPlanning, { mount, input: around });
      const { real } = services.find((one) => one.id === id) ?? {};
      return real && [real[0], real[1] ?? 0].map((at) => Math.round(Date.now() / 60_000) - at).concat(Number(real[2]));
    };
    const near = (values: number[] | undefined, expected: number[]) =>
      expect(
        values?.map((value, at) => (Math.abs(value - (expected[at] as number)) <= 1 ? expected[at] : value)),
      ).toEqual(expected);
    near(await minutes('owner'), [720, 420, 1]);
    near(await minutes('customer'), [720, 420, 1]);
    near(await minutes('agent'), [700, 430, 1]);
    const { services } = (await as('agent').call(endpointOf(Service, 'list'), { mount: 'agent', input: {} })) as {
      services: AnyRow[];
    };
    expect(Math.abs(Date.parse(String(services[0]?.realStartAt)) - Date.parse(ago(700)))).toBeLessThan(60_000);
  });

  test('of the grid get the lived times of each person', async () => {
    const id = await lived(-720, 0, 720, 420);
    const { services } = await as('owner').call(fetchPlanning, { mount: 'agency', input: around });
    const [own] = services.find((one) => one.id === id)?.lived ?? [];
    expect(own?.[0]).toBe(agent);
    expect((own?.[2] as number) - (own?.[1] as number)).toBe(300);
  });
});

test('the official examples of art. 7.12 are paid 35 hours through the hours of the agent', async () => {
  await sql(`update agencies set planning_regulation = 'IDCC1351' where id = $1`, [agency.id]);
  const days: [string, string, string][] = [
    ['2027-01-04', '06:00', '08:00'],
    ['2027-01-05', '08:00', '10:00'],
    ['2027-01-05', '13:00', '17:00'],
    ['2027-01-06', '08:00', '09:00'],
    ['2027-01-06', '10:30', '11:30'],
    ['2027-01-07', '08:00', '12:00'],
    ['2027-01-07', '13:00', '17:00'],
    ['2027-01-08', '09:00', '10:00'],
    ['2027-01-08', '12:30', '14:00'],
  ];
  await as('owner').call(saveServices, {
    input: {
      services: days.map(([day, from, to]) => ({
        site: { id: site },
        startAt: `${day}T${from}:00+01:00`,
        endAt: `${day}T${to}:00+01:00`,
        agents: [{ id: other }],
      })),
      confirmed: true,
    },
  });
  const { hours } = await as('owner').call(hourDetail, {
    mount: 'agency',
    input: { start: '2027-01-04', end: '2027-01-08', agent: other },
  });
  expect(hours.paid).toBe(35 * 60);
  expect(hours.effective).toBe(20.5 * 60);
  expect(hours.paidDays.map(({ day, paid, by }) => [day, paid / 60, by])).toEqual([
    ['2027-01-04', 6, 'minimum'],
    ['2027-01-05', 9, 'amplitude'],
    ['2027-01-06', 6, 'minimum'],
    ['2027-01-08', 6, 'minimum'],
  ]);
});
