// The specification's calls of services and circuits that no other test covers (2 §7).
import { expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { cloneServices, fetchCounters, fetchPlanning } from '#core/planning/calls.ts';
import {
  countServices,
  fetchAgentsWithServices,
  fetchServicesUnavailabilities,
  fetchSitesMissions,
  moveCircuits,
  readSharedServices,
} from '#core/planning/fetch-calls.ts';
import { Service } from '#core/planning/service.ts';
import { Unavailability, UnavailabilityType, wholeDays } from '#core/planning/unavailability.ts';
import { Round } from '#core/rounds/round.ts';
import { readServiceRounds } from '#core/rounds/service-round.ts';
import { Site } from '#core/sites/site.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { at, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, people, sql } = here;
const { site, card, saved, read, guard, service, created } = await plannerOf(here);

const listed = async (filters: object): Promise<string[]> => {
  const input = { filters, limit: 100 };
  const { services } = (await as('owner').call(endpointOf(Service, 'list'), { mount: 'agency', input })) as unknown as {
    services: AnyRow[];
  };
  return services.map(({ id }) => id);
};

test('circuits are filtered by agent, by whether they were planned, and by invoice (N-037)', async () => {
  const [held, open] = [
    await created(service('2027-11-02', '08:00', '12:00', [await guard()])),
    await created(service('2027-11-02', '13:00', '17:00')),
  ];
  const unforeseen = await created(service('2027-11-02', '18:00', '20:00'));
  await sql('update services set unplanned = true where id = $1', [unforeseen]);
  const span = { start: at('2027-11-02', '00:00'), end: at('2027-11-02', '23:59') };
  const found = async (filters: object): Promise<string[]> => (await listed({ ...span, ...filters })).toSorted();
  expect(await found({ isAgent: 1 })).toEqual([held]);
  expect(await found({ isAgent: 0 })).toEqual([open, unforeseen].toSorted());
  expect(await found({ isPlanned: 0 })).toEqual([unforeseen]);
  expect(await found({ isPlanned: 1, isAgent: 0 })).toEqual([open]);
  expect(await found({ isInvoice: 1 })).toEqual([]);
  expect(await found({ isInvoice: 0, isAgent: -1, isPlanned: -1, status: 100 })).toHaveLength(3);
  const wrong = await as('owner').answer(endpointOf(Service, 'list'), {
    mount: 'agency',
    input: { filters: { isPlanned: 'oui' } },
  });
  expect(wrong).toMatchObject({ status: 400, body: { violations: [{ path: 'filters.isPlanned' }] } });
});

test('several services are unscheduled, rescheduled and archived at once, or none of them (N-031)', async () => {
  const ids = [
    await created(service('2027-11-03', '08:00', '12:00')),
    await created(service('2027-11-03', '13:00', '17:00')),
  ];
  const move = (status: string, services = ids) =>
    as('owner').answer(moveCircuits, { params: { status }, input: { services: services.map((id) => ({ id })) } });
  const states = async () => (await Promise.all(ids.map(read))).map(({ status }) => status);
  expect((await move('700')).body.services).toMatchObject(ids.map((id) => ({ id, status: 700 })));
  await sql('update services set status = 300 where id = $1', [ids[0]]);
  // One of them is finished: none is rescheduled.
  expect((await move('100')).status).toBe(409);
  expect(await states()).toEqual([300, 700]);
  expect((await move('600', [ids[0] as string])).status).toBe(200);
  expect((await move('100', [ids[1] as string])).status).toBe(200);
  expect(await states()).toEqual([600, 100]);
  expect((await move('300')).status).toBe(400);
});

test('a service lists its rounds and how often each is made (N-027)', async () => {
  const { round } = (await as('owner').call(endpointOf(Round, 'save'), {
    mount: 'agency',
    input: { name: 'Périmètre', site: { id: site } },
  })) as unknown as { round: AnyRow };
  const rounds = [{ round: { id: round.id }, numberOfExecutions: 3 }];
  const id = await created(service('2027-11-04', '08:00', '12:00', [], { rounds }));
  expect(await as('owner').call(readServiceRounds, { params: { id } })).toMatchObject({
    rounds: [{ round: { id: round.id, name: 'Périmètre' }, numberOfExecutions: 3 }],
  });
});

test('a period returns services and absences together; agents with the requested days (M-011, M-021)', async () => {
  const agent = await guard();
  const id = await created(service('2027-11-08', '08:00', '12:00', [agent]));
  const { unavailabilityTypes } = (await as('owner').call(endpointOf(UnavailabilityType, 'list'), {
    mount: 'agency',
    input: { limit: 5 },
  })) as unknown as { unavailabilityTypes: AnyRow[] };
  const { unavailability } = (await as('owner').call(endpointOf(Unavailability, 'save'), {
    mount: 'agency',
    input: {
      agent: { id: agent },
      type: { id: unavailabilityTypes[0]?.id },
      ...wholeDays('2027-11-09', '2027-11-09', 'Europe/Paris'),
    },
  })) as unknown as { unavailability: AnyRow };
  const input = { start: '2027-11-08', end: '2027-11-09', agents: [agent] };
  const both = {
    services: [{ id, agents: [agent], start: Date.parse(at('2027-11-08', '08:00')) / 60_000 }],
    unavailabilities: [{ id: unavailability.id, agent }],
  };
  expect(await as('owner').call(fetchServicesUnavailabilities, { mount: 'agency', input })).toMatchObject(both);
  expect(await as('owner').call(fetchAgentsWithServices, { mount: 'agency', input })).toMatchObject({
    agents: [{ id: agent, dates: { start: '2027-11-08', end: '2027-11-09' }, ...both }],
  });
});

test('an agent without the right to list services counts his own, on his own path (N-036)', async () => {
  const agent = people.agent.profile?.id as string;
  await saved(Agent, { id: agent, agentInfos: card() });
  const id = await created(service('2027-11-15', '08:00', '12:00', [agent]));
  await created(service('2027-11-15', '13:00', '17:00'));
  const input = { start: '2027-11-15', end: '2027-11-15' };
  const counted = (mount: 'agency' | 'agent') => as('agent').answer(countServices, { mount, input });
  expect(await counted('agency')).toMatchObject({ status: 403 });
  expect((await counted('agent')).body.count).toBe(0);
  await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [id]);
  expect((await counted('agent')).body).toEqual({ count: 1, statuses: { 100: 1 } });
});

test('an agent reads his own working time only, of what is published, and no service of a colleague (2 §7)', async () => {
  const agent = people.agent.profile?.id as string;
  const colleague = await guard();
  const own = await created(service('2027-12-01', '08:00', '12:00', [agent]));
  await created(service('2027-12-01', '08:00', '12:00', [colleague]));
  const input = { start: '2027-12-20', end: '2027-12-20', agents: [colleague] };
  const times = async () =>
    JSON.stringify((await as('agent').call(fetchCounters, { mount: 'agent', input })).workingTimes);
  const before = await times();
  expect(Object.keys(JSON.parse(before))).toEqual([agent]);
  const shared = (who: 'agent' | 'owner') =>
    as(who).answer(readSharedServices, { mount: who === 'agent' ? 'agent' : 'agency', params: { id: own } });
  expect((await shared('agent')).status).toBe(404);
  await sql('update services s set published_at = now(), published = service_facts(s) where start_at::date = $1', [
    '2027-12-01',
  ]);
  expect(await times()).not.toBe(before);
  expect((await shared('owner')).body.services).toMatchObject([{ agents: [colleague] }]);
  expect((await shared('agent')).body.services).toEqual([]);
});

test('sites are listed with their missions: what is planned there, and specialties nobody is planned for (I-015)', async () => {
  const [guarding, dogs] = [
    (await saved(Specialty, { name: 'Surveillance' })).id,
    (await saved(Specialty, { name: 'Cynophile' })).id,
  ];
  await saved(Site, { id: site, specialties: [{ id: guarding }, { id: dogs }] });
  for (const start of ['08:00', '12:00'])
    await created(
      service('2027-12-06', start, '16:00', [], { specialty: { id: guarding }, postTitle: 'Accueil', activityType: 1 }),
    );
  const input = { start: '2027-12-06', end: '2027-12-06', sites: [site] };
  const { sites, filtered } = await as('owner').call(fetchSitesMissions, { mount: 'agency', input });
  expect(filtered).toBe(1);
  expect(sites[0]?.missions).toEqual([
    { activityType: 1, specialty: { id: guarding, name: 'Surveillance' }, postTitle: 'Accueil', services: 2 },
    { activityType: null, specialty: { id: dogs, name: 'Cynophile' }, postTitle: null, services: 0 },
  ]);
  // Nothing is published yet, and another customer has other sites.
  const seen = await as('customer').call(fetchSitesMissions, { mount: 'customer', input });
  expect(seen.sites.flatMap(({ missions }) => missions.map(({ services }) => services))).not.toContain(2);
});

test('tours and interventions have the specified colours until the agency chooses others (M-003)', async () => {
  const input = { start: '2027-11-22', end: '2027-11-22' };
  const colours = async (): Promise<string[]> => {
    const { tour, intervention } = (await as('owner').call(fetchPlanning, { mount: 'agency', input })).colours;
    return [tour, intervention].map((one) => one.toLowerCase());
  };
  expect(await colours()).toEqual(['#9c27b0', '#80deea']);
  await as('owner').call(endpointOf(Agency, 'save'), {
    mount: 'agency',
    input: { id: agency.id, agencySettingsFeature: { planningViewTourHexColor: '#112233' } },
  });
  expect(await colours()).toEqual(['#112233', '#80deea']);
});

test.each([
  ['startAt', { minutes: 60 }],
  ['minutes', { startAt: '2027-11-17T08:00:00.000Z' }],
])('a copy without %s is refused (N-064)', async (path, more) => {
  const id = await created(service('2027-11-16', '08:00', '12:00'));
  const { status, body } = await as('owner').answer(cloneServices, { input: { copies: [{ service: id, ...more }] } });
  expect(status).toBe(400);
  expect(body.violations.map((one: { path: string }) => one.path)).toContain(`copies.0.${path}`);
});
