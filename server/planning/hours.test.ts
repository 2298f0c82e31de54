import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { Agent } from '#core/agents/agent.ts';
import { saveServices } from '#core/planning/calls.ts';
import { agentsHours, hourDetail, ownHours, siteHourDetail, sitesHours } from '#core/planning/hours-calls.ts';
import { Site } from '#core/sites/site.ts';
import { cardsOf } from '#server/testing/cards.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const card = await cardsOf(here);
const { as, customer, people, sql } = here;

const saved = async (of: Parameters<typeof endpointOf>[0], draft: object): Promise<AnyRow> =>
  ((await as('owner').call(endpointOf(of, 'save'), { mount: 'agency', input: draft })) as Record<string, AnyRow>)[
    of.name
  ] as AnyRow;

const at = (day: string, time: string): string => new Date(`${day}T${time}:00+01:00`).toISOString();
const give = async (day: string, from: string, until: [string, string], agents: string[], more: object = {}) => {
  const { services } = await as('owner').call(saveServices, {
    input: {
      services: [
        {
          site: { id: site },
          startAt: at(day, from),
          endAt: at(...until),
          agents: agents.map((id) => ({ id })),
          ...more,
        },
      ],
      confirmed: true,
    },
  });
  return services[0]?.id as string;
};

const january = { start: '2027-01-01', end: '2027-01-31' };
const own = people.agent.profile?.id as string;
let site: string;
let agent: string;

beforeAll(async () => {
  site = (await saved(Site, { name: 'Digue', customer: { id: customer.id } })).id;
  agent = (
    await saved(Agent, {
      firstname: 'Zoé',
      lastname: 'Éclair',
      agentInfos: {
        ...card(1),
        contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }],
      },
    })
  ).id;
  // Monday to Thursday, 12 hours each with a break; a Saturday night into Sunday; an unscheduled one.
  for (const day of ['04', '05', '06', '07'])
    await give(`2027-01-${day}`, '07:00', [`2027-01-${day}`, '19:00'], [agent], {
      breaks: [{ type: 0, startAt: at(`2027-01-${day}`, '12:00'), endAt: at(`2027-01-${day}`, '12:30') }],
    });
  await give('2027-01-16', '21:00', ['2027-01-17', '06:00'], [agent], { nbAgents: 2 });
  const gone = await give('2027-01-20', '07:00', ['2027-01-20', '19:00'], [agent]);
  await sql('update services set status = 700 where id = $1', [gone]);
  const late = await give('2027-01-25', '08:00', ['2027-01-25', '12:00'], [agent]);
  await sql(
    `insert into service_breaks (agency_id, id, service_id, agent_id, type, start_at, end_at)
     select agency_id, gen_random_uuid(), id, $2, 1, start_at, start_at + interval '15 minutes' from services where id = $1`,
    [late, agent],
  );
});

describe('the hours of the agents', () => {
  test('are counted by slot, compared with the contract, with overtime, night rest and meals', async () => {
    const { hours, filtered } = await as('owner').call(agentsHours, { input: { ...january, query: 'eclair zoe' } });
    expect(filtered).toBe(1);
    // 4 × 11 h 30, 9 h of night, 4 h less a quarter.
    expect(hours).toMatchObject([
      {
        id: agent,
        planned: 4 * 690 + 540 + 240,
        effective: 4 * 690 + 540 + 225,
        breaks: 120,
        gaps: 15,
        contract: Math.round((35 * 52 * 60) / 12),
        night: 540,
        nightRest: 5,
        meals: 5,
        overtime: [
          { percent: 25, minutes: 8 * 60 },
          { percent: 50, minutes: 3 * 60 },
        ],
      },
    ]);
    const [{ slots, effective, contract, difference }] = hours as [(typeof hours)[number]];
    expect(slots).toMatchObject({ day: 4 * 690 + 225, saturdayNight: 180, sundayNight: 360 });
    expect(Object.values(slots).reduce((sum, one) => sum + one, 0)).toBe(effective);
    expect(difference).toBe(effective - Number(contract));
  });

  test('without dates are for the current pay period; a single date is refused', async () => {
    const { period } = await as('owner').call(agentsHours, { input: {} });
    expect(period.payPeriodStart).toBe(1);
    expect(period.start.endsWith('-01')).toBe(true);
    const { id } = here.agency;
    const begins = (payPeriodStart: number) =>
      as('owner').call(endpointOf(Agency, 'save'), { input: { id, hours: { payPeriodStart } } });
    await begins(21);
    const own = (await as('agent').call(ownHours, { input: {} })).period;
    await begins(1);
    expect([own.start.slice(8), own.end.slice(8), own.payPeriodStart]).toEqual(['21', '20', 21]);
    expect((await as('owner').answer(agentsHours, { input: { start: '2027-01-01' } })).status).toBe(400);
  });

  test('of a pay month are compared with the contract’s month', async () => {
    const { id } = here.agency;
    const input = { start: '2026-12-21', end: '2027-01-20', agent };
    const contractOf = async () => (await as('owner').call(hourDetail, { mount: 'agency', input })).hours.contract;
    const share = await contractOf();
    await sql('update agencies set pay_period_start = 21 where id = $1', [id]);
    const whole = await contractOf();
    await sql('update agencies set pay_period_start = 1 where id = $1', [id]);
    expect([share, whole]).toEqual([31 * 5 * 60, Math.round(151.67 * 60)]);
  });

  test('of an agent of another company have neither contract nor overtime', async () => {
    const lent = (
      await saved(Agent, {
        firstname: 'Luc',
        lastname: 'Prêté',
        agentInfos: { type: 'EXTERNAL', ...card(2) },
      })
    ).id;
    for (const day of ['01', '02', '03', '04'])
      await give(`2027-03-${day}`, '07:00', [`2027-03-${day}`, '18:00'], [lent]);
    const { hours } = await as('owner').call(hourDetail, {
      mount: 'agency',
      input: { start: '2027-03-01', end: '2027-03-07', agent: lent },
    });
    expect(hours).toMatchObject({ effective: 44 * 60, contract: null, difference: null, overtime: [] });
  });

  test('are paged and sorted; totals cover all pages', async () => {
    const all = await as('owner').call(agentsHours, { input: { ...january, limit: 500 } });
    const first = await as('owner').call(agentsHours, {
      input: { ...january, orderBy: 'effective', ascending: false, limit: 1 },
    });
    expect(first.hours.map(({ id }) => id)).toEqual([agent]);
    expect(first.filtered).toBe(all.hours.length);
    expect(first.totals).toEqual(all.totals);
    const second = await as('owner').call(agentsHours, { input: { ...january, limit: 1, offset: 1 } });
    expect(second.hours[0]?.id).toBe(all.hours[1]?.id);
  });

  test('have a detail by service that adds up to the total', async () => {
    const { hours, services } = await as('owner').call(hourDetail, { input: { ...january, agent } });
    expect(services.map(({ effective }) => effective)).toEqual([690, 690, 690, 690, 540, 225]);
    expect(services.reduce((sum, { effective }) => sum + effective, 0)).toBe(hours.effective);
    expect(services.reduce((sum, { planned }) => sum + planned, 0)).toBe(hours.planned);
    expect(services[4]).toMatchObject({ site: 'Digue', slots: { saturdayNight: 180, sundayNight: 360 } });
    expect(hours.weeks.find(({ monday }) => monday === '2027-01-04')).toMatchObject({ minutes: 46 * 60 });
  });

  test('of a service across the edge of the period count only inside it', async () => {
    const before = await as('owner').call(hourDetail, { input: { start: '2027-01-11', end: '2027-01-16', agent } });
    expect(before.services).toMatchObject([{ effective: 180 }]);
    const after = await as('owner').call(hourDetail, { input: { start: '2027-01-17', end: '2027-01-23', agent } });
    expect(after.services).toMatchObject([{ effective: 360 }]);
  });

  test('of a period too long or reversed, or of an unknown agent, are refused in French', async () => {
    const long = await as('owner').answer(agentsHours, { input: { start: '2027-01-01', end: '2027-12-31' } });
    expect(long).toMatchObject({ status: 400, body: { violations: [{ path: 'end', message: '93 jours au plus' }] } });
    const back = await as('owner').answer(agentsHours, { input: { start: '2027-01-02', end: '2027-01-01' } });
    expect(back.body.violations[0].message).toBe('La fin précède le début');
    const nobody = await as('owner').answer(hourDetail, { mount: 'agency', input: january });
    expect(nobody).toMatchObject({ status: 400, body: { message: 'Merci de sélectionner un collaborateur' } });
  });
});

test('an agent reads his own published hours and nobody else’s', async () => {
  await give('2027-01-12', '08:00', ['2027-01-12', '16:00'], [own]);
  const published = await give('2027-01-13', '08:00', ['2027-01-13', '12:00'], [own]);
  await sql('update services set published_at = now(), published = service_facts(services) where id = $1', [published]);
  const { hours } = await as('agent').call(ownHours, { input: january });
  expect(hours).toMatchObject({ id: own, effective: 240 });
  const { services } = await as('agent').call(hourDetail, { mount: 'agent', input: january });
  expect(services.map(({ service }) => service)).toEqual([published]);
  const other = await as('agent').answer(hourDetail, { mount: 'agent', input: { ...january, agent } });
  expect(other.status).toBe(404);
});

describe('the hours of the sites', () => {
  const ofSite = <R extends { id: string }>(rows: readonly R[]): R | undefined => rows.find(({ id }) => id === site);

  test('are the wanted hours, the worked hours and the missing hours', async () => {
    const { hours, totals } = await as('owner').call(sitesHours, {
      mount: 'agency',
      input: { start: '2027-01-16', end: '2027-01-17', limit: 500 },
    });
    expect(ofSite(hours)).toMatchObject({
      services: 1,
      wanted: 1_080,
      planned: 540,
      effective: 540,
      missing: 540,
      slots: { saturdayNight: 360, sundayNight: 720 },
    });
    expect(totals.wanted).toBe(hours.reduce((sum, { wanted }) => sum + wanted, 0));
    const of = (customer: string) =>
      as('owner').call(sitesHours, { mount: 'agency', input: { start: '2027-01-16', end: '2027-01-17', customer } });
    const [{ customer_id: customer } = { customer_id: '' }] = await sql<{ customer_id: string }>(
      'select customer_id from sites where id = $1',
      [site],
    );
    expect((await of(customer)).totals).toMatchObject({ services: 1, wanted: 1_080 });
    expect(await of(randomUUID())).toMatchObject({ hours: [], totals: { services: 0 } });
  });

  test('are shown to the customer for his own sites, without the agents', async () => {
    await sql('update services set published_at = now(), published = service_facts(services) where site_id = $1', [
      site,
    ]);
    const { hours } = await as('customer').call(sitesHours, { mount: 'customer', input: { ...january, limit: 500 } });
    expect(ofSite(hours)).toMatchObject({ planned: null, effective: null, missing: null });
    expect(ofSite(hours)?.wanted).toBeGreaterThan(0);
    const { services } = await as('customer').call(siteHourDetail, { mount: 'customer', input: { ...january, site } });
    expect(services.length).toBeGreaterThan(4);
    expect(services.every(({ agents, effective }) => agents.length === 0 && effective === null)).toBe(true);
  });

  test('have a detail with the agents of each post', async () => {
    const { services } = await as('owner').call(siteHourDetail, {
      mount: 'agency',
      input: { start: '2027-01-16', end: '2027-01-17', site },
    });
    expect(services).toMatchObject([{ wanted: 1_080, planned: 540, agents: [expect.stringContaining('Éclair')] }]);
  });

  test('count what somebody worked before he was replaced, whose post is not missing', async () => {
    const id = await give('2026-03-09', '08:00', ['2026-03-09', '12:00'], [agent]);
    await sql('update services set status = 300 where id = $1', [id]);
    await sql(
      `insert into service_times (agency_id, service_id, agent_id, state, started_at, ended_at, status, counted_start_at, counted_end_at)
        select agency_id, id, $2, 300, start_at, start_at + interval '1 hour', 300, start_at, start_at + interval '1 hour' from services where id = $1`,
      [id, own],
    );
    const input = { start: '2026-03-09', end: '2026-03-09' };
    const { hours } = await as('owner').call(sitesHours, { mount: 'agency', input: { ...input, limit: 500 } });
    expect(ofSite(hours)).toMatchObject({ wanted: 240, planned: 240, effective: 300, missing: 0 });
    const { services } = await as('owner').call(siteHourDetail, { mount: 'agency', input: { ...input, site } });
    expect(services[0]?.agents).toHaveLength(2);
  });
});
