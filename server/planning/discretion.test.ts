// What the planning tells about people: contract facts and findings to planners only, the type of an absence only to those
// who may list absences.
import { beforeAll, describe, expect, test } from 'vitest';
import { checkServices, fetchPlanning, saveServices } from '#core/planning/calls.ts';
import { faultyServices, restErrors, workingTimeErrors } from '#core/planning/cover-calls.ts';
import { fetchAgentsWithServices, fetchServicesUnavailabilities } from '#core/planning/fetch-calls.ts';
import { Service } from '#core/planning/service.ts';
import { Unavailability, wholeDays } from '#core/planning/unavailability.ts';
import type { Right } from '#core/rights.ts';
import { type AnyRow, type Client, endpointOf } from '#server/testing/client.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency } = here;
const { guard, service, created } = await plannerOf(here);
const week = { start: '2027-01-11', end: '2027-01-17' };
const reading: Right[] = ['readAgentPlanning', 'readSitePlanning', 'listServices'];
const planning: Right[] = [...reading, 'createService', 'editService'];
let agent = '';
let id = '';
const clients = {} as Record<'reader' | 'planner' | 'whole', Client>;

beforeAll(async () => {
  await sql('update agencies set check_unavailabilities = 1, check_overtime = 1 where id = $1', [agency.id]);
  agent = await guard();
  const [type] = await sql<{ id: string }>(
    `select id from agency_unavailability_types where agency_id = $1 and name = 'Maladie'`,
    [agency.id],
  );
  await as('owner').call(endpointOf(Unavailability, 'save'), {
    mount: 'agency',
    input: { agent: { id: agent }, type: { id: type?.id }, ...wholeDays('2027-01-12', '2027-01-12', 'Europe/Paris') },
  });
  id = await created(service('2027-01-12', '08:00', '16:00', [agent]));
  const hire = async (name: string, rights: Right[]): Promise<Client> =>
    as(await here.hire(name, { of: 'azur', rights }));
  clients.reader = await hire('lecteur', reading);
  clients.planner = await hire('planificateur', planning);
  clients.whole = await hire('responsable', [...planning, 'listUnavailabilities']);
});

const planningOf = (client: Client) =>
  client.call(fetchPlanning, { mount: 'agency', input: { ...week, agents: [agent] } });

describe('contract facts', () => {
  test('are not in the planning of somebody who only reads it, and he has no rule to check with', async () => {
    const { agents, settings, services } = await planningOf(clients.reader);
    expect(services.map((one) => one.id)).toEqual([id]);
    expect(agents).toMatchObject([{ id: agent, contracts: [], papers: [], restrictions: [], forbiddenSites: [] }]);
    expect(settings).toBeNull();
  });

  test('of a planner are hours, period and dates, without type, coefficient or pay', async () => {
    const { agents, settings } = await planningOf(clients.planner);
    expect(settings).not.toBeNull();
    expect(agents[0]?.contracts).toEqual([
      { startDate: '2020-01-01', endDate: null, period: 'WEEK', hoursLimit: 35, cycleWeeks: null, partTime: false },
    ]);
  });

  test('are not in the findings of somebody who only reads: he may not ask for them', async () => {
    const draft = service('2027-01-13', '08:00', '16:00', [agent]);
    expect((await clients.reader.answer(checkServices, { input: { services: [draft] } })).status).toBe(403);
    for (const call of [restErrors, workingTimeErrors, faultyServices])
      expect((await clients.reader.answer(call, { mount: 'agency', input: week })).status).toBe(403);
  });
});

describe('the type of an absence', () => {
  const asked: [string, (client: Client) => Promise<unknown>][] = [
    ['the planning', planningOf],
    ['the absences', (client) => client.call(fetchServicesUnavailabilities, { mount: 'agency', input: week })],
    ['the agents', (client) => client.call(fetchAgentsWithServices, { mount: 'agency', input: week })],
    [
      'a check',
      (client) =>
        client.call(checkServices, { input: { services: [service('2027-01-12', '17:00', '19:00', [agent])] } }),
    ],
    ['the faults', (client) => client.call(faultyServices, { mount: 'agency', input: week })],
    [
      'a refused save',
      async (client) =>
        (await client.answer(saveServices, { input: { services: [service('2027-01-12', '17:00', '19:00', [agent])] } }))
          .body,
    ],
  ];

  test.each(asked)('in %s is shown with the right to list absences, and neutral without it', async (_, ask) => {
    expect(JSON.stringify(await ask(clients.whole))).toContain('Maladie');
    const told = JSON.stringify(await ask(clients.planner));
    expect(told).not.toContain('Maladie');
    expect(told.toLowerCase()).toContain('indisponible');
  });

  test('is not in the history of a service', async () => {
    const { history } = (await as('owner').call(endpointOf(Service, 'history'), {
      mount: 'agency',
      params: { id },
    })) as AnyRow;
    expect(history.length).toBeGreaterThan(0);
    expect(JSON.stringify(history)).not.toContain('Maladie');
  });
});
