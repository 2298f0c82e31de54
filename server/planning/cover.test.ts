import { beforeAll, describe, expect, test } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { consentOf, publishServices, saveServices } from '#core/planning/calls.ts';
import {
  faultyServices,
  findAvailable,
  findCandidates,
  findNewCandidates,
  type OfferedCandidate,
  proposeCover,
  restErrors,
  workingTimeErrors,
} from '#core/planning/cover-calls.ts';
import { fetchServiceEvents } from '#core/planning/lifecycle-calls.ts';
import { Unavailability, UnavailabilityType } from '#core/planning/unavailability.ts';
import { Site } from '#core/sites/site.ts';
import { cardsOf } from '#server/testing/cards.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const card = await cardsOf(here);
const { as, agency, customer, sql } = here;

const saved = async (of: Parameters<typeof endpointOf>[0], draft: object): Promise<AnyRow> =>
  ((await as('owner').call(endpointOf(of, 'save'), { mount: 'agency', input: draft })) as Record<string, AnyRow>)[
    of.name
  ] as AnyRow;

let serial = 0;
const guard = async (more: object = {}, location?: object): Promise<string> => {
  serial += 1;
  const { id } = await saved(Agent, {
    firstname: 'Garde',
    lastname: `Numéro ${serial}`,
    ...(location ? { address: { street: '1 rue Haute', city: 'Nice', location } } : {}),
    agentInfos: {
      ...card(serial),
      contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK', hourlyPay: 13.5 }],
      ...more,
    },
  });
  return id;
};

const at = (day: string, time: string): string => new Date(`${day}T${time}:00+01:00`).toISOString();
const give = async (site: string, day: string, from: string, to: string, agents: string[], more: object = {}) => {
  const { services } = await as('owner').call(saveServices, {
    input: {
      services: [
        {
          site: { id: site },
          startAt: at(day, from),
          endAt: at(day, to),
          agents: agents.map((id) => ({ id })),
          ...more,
        },
      ],
      confirmed: true,
    },
  });
  return services[0]?.id as string;
};
const offer = async (service: string, agent?: string): Promise<OfferedCandidate[]> =>
  (await as('owner').call(findCandidates, { input: { service, ...(agent ? { agent } : {}) } })).candidates;
const of = (list: readonly OfferedCandidate[], agent: string): OfferedCandidate | undefined =>
  list.find((one) => one.agent.id === agent);

let site: string;

beforeAll(async () => {
  site = (
    await saved(Site, {
      name: 'Port',
      customer: { id: customer.id },
      address: { street: 'Quai', city: 'Nice', location: { latitude: 43.7, longitude: 7.28 } },
    })
  ).id;
});

describe('the candidates for a service', () => {
  test('are all agents of the planning except its own; near, free and rested agents come first', async () => {
    const [sick, near, tired] = [
      await guard(),
      await guard({}, { latitude: 43.71, longitude: 7.27 }),
      await guard({}, { latitude: 43.71, longitude: 7.27 }),
    ];
    const service = await give(site, '2027-03-09', '08:00', '18:00', [sick]);
    await give(site, '2027-03-08', '20:00', '23:59', [tired]);
    const list = await offer(service, sick);
    expect(of(list, sick)).toBeUndefined();
    expect(of(list, near)).toMatchObject({
      allowed: true,
      qualified: true,
      rested: true,
      hoursLeft: 2_100,
      cost: 13.5,
      errors: [],
    });
    expect(of(list, near)?.distance).toBeGreaterThan(500);
    expect(of(list, near)?.distance).toBeLessThan(2_500);
    expect(of(list, tired)).toMatchObject({ rested: false });
    expect(of(list, tired)?.errors.map(({ code }) => code)).toContain('11-hour space');
    expect(list.findIndex((one) => one.agent.id === near)).toBeLessThan(
      list.findIndex((one) => one.agent.id === tired),
    );
  });

  test('who cannot take it have a reason: card, qualification, work elsewhere', async () => {
    await sql('update agencies set check_card = 2, check_qualification = 2 where id = $1', [agency.id]);
    const specialty = (await saved(Specialty, { name: 'SSIAP 1' })).id;
    const [sick, without] = [await guard(), (await saved(Agent, { firstname: 'Sans', lastname: 'Carte' })).id];
    const service = await give(site, '2027-03-16', '08:00', '12:00', [], { specialty: { id: specialty } });
    const barred = of(await offer(service, sick), without);
    expect(barred).toMatchObject({ allowed: false, qualified: false, score: 0 });
    expect(barred?.errors.filter(({ level }) => level === 2).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['expired', 'unqualified']),
    );
    expect(barred?.errors.every(({ message }) => message.length > 10)).toBe(true);
    await sql('update agencies set check_card = 1, check_qualification = 1 where id = $1', [agency.id]);
  });

  test('of a tour are barred by a stop on a forbidden site', async () => {
    const [agent, stop] = [await guard(), (await saved(Site, { name: 'Étape', customer: { id: customer.id } })).id];
    await saved(Site, { id: stop, siteUsers: [{ agent: { id: agent } }] } as object);
    const stops = [{ site: { id: stop }, arrival: '09:00', minutes: 15, activityType: 6 }];
    const tour = await give(site, '2027-03-17', '08:00', '12:00', [], {
      isCircuit: true,
      activityType: 6,
      services: stops,
    });
    const barred = of(await offer(tour), agent);
    expect(barred).toMatchObject({ free: false });
    expect(barred?.errors.map(({ code }) => code)).toContain('site forbidden');
    // Before it exists too.
    const input = { startAt: at('2027-03-17', '08:00'), endAt: at('2027-03-17', '12:00'), site, stops: [stop] };
    const { candidates } = await as('owner').call(findNewCandidates, { input });
    expect(of(candidates, agent)?.errors.map(({ code }) => code)).toContain('site forbidden');
  });

  test('of a service that does not exist yet are the same as of an existing one, without those already chosen', async () => {
    const [agent, chosen] = [await guard(), await guard()];
    const day = '2027-05-11';
    const input = { startAt: at(day, '08:00'), endAt: at(day, '18:00'), site, without: [chosen] };
    const { candidates } = await as('owner').call(findNewCandidates, { input });
    const existing = await offer(await give(site, day, '08:00', '18:00', []));
    expect(of(candidates, chosen)).toBeUndefined();
    expect(of(candidates, agent)).toEqual(of(existing, agent));
    const unknown = await as('owner').answer(findNewCandidates, { input: { ...input, site: crypto.randomUUID() } });
    expect(unknown.status).toBe(404);
    const { id: closed } = await saved(Site, { name: 'Quai fermé', customer: { id: here.customer.id } });
    await sql('update sites set status = 300 where id = $1', [closed]);
    for (const [path, value, message] of [
      ['site', closed, 'Quai fermé est archivé : ce site ne reçoit plus de service'],
      ['specialty', crypto.randomUUID(), Specialty.missing],
    ] as const)
      expect(await as('owner').answer(findNewCandidates, { input: { ...input, [path]: value } })).toMatchObject({
        status: 400,
        body: { violations: [{ path, message }] },
      });
    const reversed = { ...input, startAt: input.endAt, endAt: input.startAt };
    expect((await as('owner').answer(findNewCandidates, { input: reversed })).status).toBe(400);
  });

  test('have no cost, no phone and no distance from home for a caller who may not read them', async () => {
    const agent = await guard();
    await sql(
      `update agents a set phone = '{06 12 34 56 78}', latitude = s.latitude, longitude = s.longitude from sites s where a.id = $1 and s.id = $2`,
      [agent, site],
    );
    const service = await give(site, '2027-03-23', '08:00', '12:00', []);
    const planner = as(await here.hire('planificateur', { of: 'azur', rights: ['editService', 'listServices'] }));
    const { candidates } = await planner.call(findCandidates, { input: { service } });
    expect(of(candidates, agent)).toMatchObject({ cost: null, phones: [], distance: null });
    expect(of(await offer(service), agent)).toMatchObject({
      cost: 13.5,
      phones: ['06 12 34 56 78'],
      distance: 0,
    });
    expect(of(candidates, agent)?.why.join(' ')).not.toMatch(/€|km/);
  });

  test('of a service within 48 hours need consent under the branch agreement, and nobody else does', async () => {
    const soon = new Date(Date.now() + 24 * 3_600_000);
    const id = await give(site, '2027-03-30', '08:00', '12:00', []);
    await sql(`update services set start_at = $2, end_at = $2::timestamptz + interval '4 hours' where id = $1`, [
      id,
      soon,
    ]);
    const { service: own } = await as('owner').call(findCandidates, { input: { service: id } });
    expect(own).toMatchObject({ shortNotice: false, site: 'Port' });
    const [colleague, comer] = [await guard(), await guard()];
    const give2 = (agents: string[], more: object) =>
      as('owner').answer(saveServices, {
        input: { services: [{ id, agents: agents.map((one) => ({ id: one })) }], confirmed: true, ...more },
      });
    await give2([colleague], {});
    await as('owner').call(publishServices, { input: { services: [id] } });
    await sql(`update agencies set planning_regulation = 'IDCC1351' where id = $1`, [agency.id]);
    const { service } = await as('owner').call(findCandidates, { input: { service: id } });
    expect(service).toMatchObject({ shortNotice: true });
    expect((await give2([colleague, comer], { consent: { means: 'SMS' } })).status).toBe(200);
    const { consents } = await as('owner').call(consentOf, { params: { id } });
    // Nothing changes for the colleague, so his consent is not needed.
    expect(consents).toHaveLength(1);
    expect(consents[0]?.agent).toMatch(/Numéro/);
    const [kept] = await sql<{ agent_id: string }>('select agent_id from service_consents where service_id = $1', [id]);
    expect(kept?.agent_id).toBe(comer);
    await sql(`update agencies set planning_regulation = 'OWN' where id = $1`, [agency.id]);
  });

  test('of an unscheduled service are refused', async () => {
    const id = await give(site, '2027-04-06', '08:00', '12:00', []);
    await sql('update services set status = 700 where id = $1', [id]);
    const answer = await as('owner').answer(findCandidates, { input: { service: id } });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'Ce service est déprogrammé, archivé ou non réalisé.' },
    });
  });
});

test('over a period each service of the absent agent has its own proposal, and nobody is proposed twice at the same time', async () => {
  const sick = await guard();
  const ids = [
    await give(site, '2027-05-04', '08:00', '18:00', [sick]),
    await give(site, '2027-05-04', '10:00', '16:00', [sick]),
    await give(site, '2027-05-06', '08:00', '18:00', [sick]),
  ];
  await give(site, '2027-05-20', '08:00', '18:00', [sick]);
  const { agent, services, filtered } = await as('owner').call(proposeCover, {
    input: { agent: sick, start: '2027-05-03', end: '2027-05-09' },
  });
  expect(agent.name).toMatch(/^Garde Numéro|Numéro/);
  expect(services.map(({ service }) => service.id)).toEqual(ids);
  expect(filtered).toBe(3);
  const best = services.map(({ candidates }) => candidates[0]?.agent.id);
  expect(best).not.toContain(sick);
  expect(best[0]).not.toBe(best[1]);
  for (const { candidates } of services) expect(candidates.every(({ allowed }) => allowed)).toBe(true);
});

test('an agent is available if he has neither a service nor an absence, and has the specialty', async () => {
  const specialty = (await saved(Specialty, { name: 'Cynophile' })).id;
  const [free, busy, absent] = [await guard(), await guard(), await guard()];
  await saved(Agent, { id: free, agentInfos: { specialties: [{ id: specialty }] } } as object);
  await give(site, '2027-06-01', '08:00', '18:00', [busy]);
  const types = (await as('owner').call(endpointOf(UnavailabilityType, 'list'), {
    mount: 'agency',
    input: { limit: 1 },
  })) as { unavailabilityTypes: AnyRow[] };
  await saved(Unavailability, {
    agent: { id: absent },
    type: { id: types.unavailabilityTypes[0]?.id },
    startAt: at('2027-06-01', '00:00'),
    endAt: at('2027-06-01', '23:59'),
  });
  const input = { startAt: at('2027-06-01', '12:00'), endAt: at('2027-06-01', '20:00') };
  const { agents, filtered } = await as('owner').call(findAvailable, { input });
  const ids = agents.map(({ id }) => id);
  expect(ids).toContain(free);
  expect(ids).not.toContain(busy);
  expect(ids).not.toContain(absent);
  expect(filtered).toBe(ids.length);
  const skilled = await as('owner').call(findAvailable, { input: { ...input, specialty } });
  expect(skilled.agents.map(({ id }) => id)).toEqual([free]);
  const caller = await here.hire('Standard', { of: 'azur', rights: ['listAvailableAgents'] });
  for (const mount of ['agency', 'agent'] as const) {
    const { body } = await as(caller).answer(findAvailable, { mount, input: { ...input, specialty } });
    expect(body.agents).toEqual(skilled.agents);
  }
  const backwards = await as('owner').answer(findAvailable, { input: { startAt: input.endAt, endAt: input.startAt } });
  expect(backwards.body.violations).toEqual([{ path: 'endAt', message: 'La fin précède le début' }]);
});

test('rule violations of a period are listed by kind and by service, by the rules of the save', async () => {
  const agent = await guard();
  const first = await give(site, '2027-07-05', '08:00', '20:00', [agent]);
  const second = await give(site, '2027-07-06', '02:00', '16:00', [agent]);
  const input = { start: '2027-07-05', end: '2027-07-11', agents: [agent] };
  const codes = (errors: readonly { code: string }[]): string[] => [...new Set(errors.map(({ code }) => code))];
  const rest = await as('owner').call(restErrors, { input });
  expect(codes(rest.errors)).toContain('11-hour space');
  expect(codes(rest.errors)).not.toContain('service max duration');
  const time = await as('owner').call(workingTimeErrors, { input });
  expect(codes(time.errors)).toContain('service max duration');
  expect(codes(time.errors)).not.toContain('11-hour space');
  const { services } = await as('owner').call(faultyServices, { input });
  expect(services.map(({ id }) => id)).toEqual([first, second]);
  expect(services[1]?.errors.length).toBeGreaterThan(1);
});

test('a replacement has its line in « Déroulé », for the agency only; other changes of people have none', async () => {
  const [first, second, third] = [await guard(), await guard(), await guard()];
  const id = await give(site, '2027-05-04', '08:00', '12:00', [first]);
  const set = (...agents: string[]) =>
    as('owner').call(saveServices, {
      input: { services: [{ id, agents: agents.map((agent) => ({ id: agent })) }], confirmed: true },
    });
  await set(second);
  await set(second, third);
  await set(third);
  const names = new Map(
    (await sql<{ id: string; name: string }>('select id, fullname as name from agents')).map((one) => [
      one.id,
      one.name,
    ]),
  );
  const [user] = await sql<{ name: string }>(`select firstname || ' ' || lastname as name from users where id = $1`, [
    here.people.owner.id,
  ]);
  const { events, filtered } = await as('owner').call(fetchServiceEvents, { params: { id }, input: {} });
  expect(filtered).toBe(1);
  expect(events).toMatchObject([
    {
      type: { label: 'Remplacement', typeKey: null },
      content: `${names.get(second)} remplace ${names.get(first)}`,
      author: user?.name,
    },
  ]);
});
