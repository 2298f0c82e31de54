// The calls of the specification under the agent's prefix (routes.tsv), of the modules that exist: who is answered, and
// with which rows. Own: what is his (decision 30). Agency: what the right says (decision 069).
import { describe, expect, test } from 'vitest';
import { allEndpoints } from '#core/endpoints.ts';
import { rightSet, withNeeds } from '#core/grants.ts';
import { type Endpoint, prefixes } from '#core/kernel/endpoint.ts';
import { messages } from '#core/kernel/problem.ts';
import { missingRight, type Right } from '#core/rights.ts';
import type { Client } from '#server/testing/client.ts';
import { actsOf } from '#server/testing/requests.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, otherAgency, people } = here;

type Rows = 'own' | 'agency';
/** The right that it asks for; null: none, it is his own. */
type Line = [route: string, right: Right | null, rows: Rows];

const table: readonly Line[] = [
  ['GET /dashboard', null, 'own'],
  ['POST /fetch/agents', 'listAgents', 'agency'],
  ['POST /fetch/agents/availables', 'listAvailableAgents', 'agency'],
  ['POST /fetch/agents/with-services-unavailabilities', 'readOwnPlanning', 'own'],
  ['POST /fetch/agents/working-times', 'readOwnPlanning', 'own'],
  ['POST /fetch/hours', 'listOwnHours', 'own'],
  ['POST /fetch/hour-detail', 'listOwnHours', 'own'],
  ['GET /badge/agent/{id}', 'downloadOwnBadge', 'own'],
  ['GET /badge/agentIndividualNumber/{id}', 'downloadOwnBadge', 'own'],
  ['POST /customer', 'createCustomer', 'agency'],
  ['GET /customer/{id}', 'listCustomers', 'agency'],
  ['DELETE /agencyCustomer/{id}/{type}', 'archiveCustomer', 'agency'],
  ['GET /agencyCustomer/{id}/pricing', 'listCustomers', 'agency'],
  ['POST /fetch/customers', 'listCustomers', 'agency'],
  ['POST /site', 'createSite', 'agency'],
  ['GET /site/{id}', 'listOwnSites', 'own'],
  ['GET /site/{id}/items', 'listOwnSites', 'own'],
  ['POST /site/{id}/items', 'editSiteItem', 'agency'],
  ['DELETE /site/{id}/{type}', 'archiveSite', 'agency'],
  ['POST /fetch/sites', 'listOwnSites', 'own'],
  ['POST /fetch/sites/with-services', 'readOwnPlanning', 'own'],
  ['POST /fetch/sites/missions', 'readOwnPlanning', 'own'],
  ['POST /email', 'sendOwnEmail', 'own'],
  ['POST /unavailability', 'createOwnUnavailability', 'own'],
  ['DELETE /unavailability/{id}', 'deleteOwnUnavailability', 'own'],
  ['POST /fetch/unavailabilities', 'listOwnUnavailabilities', 'own'],
  ['GET /circuit/{id}', 'listOwnServices', 'own'],
  ['GET /circuit/{id}/rounds', 'listOwnServices', 'own'],
  ['GET /circuit/{id}/shared-services', 'listOwnServices', 'own'],
  ['POST /circuit', 'editService', 'agency'],
  ['POST /circuit/{status}', 'executeOwnService', 'own'],
  ['PATCH /circuit', 'executeOwnService', 'own'],
  ['PATCH /circuit/{status}', 'executeOwnService', 'own'],
  ['POST /fetch/circuits', 'listOwnServices', 'own'],
  ['POST /fetch/circuits-planning', 'readOwnPlanning', 'own'],
  ['POST /circuit/{id}/fetch/events', 'listOwnServices', 'own'],
  ['POST /fetch/count-circuits', 'listOwnServices', 'own'],
  ['POST /fetch/planned-services', 'readOwnPlanning', 'own'],
  ['POST /fetch/services-unavailabilities', 'readOwnPlanning', 'own'],
  ['GET /event/{id}', 'listOwnDailyLogs', 'own'],
  ['POST /event', 'createOwnServiceEvent', 'own'],
  ['POST /event-pti', null, 'own'],
  ['DELETE /event/{id}', 'deleteServiceEvent', 'own'],
  ['POST /fetch/allEvents', 'listOwnDailyLogs', 'own'],
  ['POST /fetch/allSiteInstructions', 'readOwnSiteInstructionBook', 'own'],
  ['POST /sourcing/{messageType}', null, 'own'],
  ['POST /fetch/rounds', 'listRounds', 'own'],
  ['POST /round', 'createRound', 'own'],
  ['GET /service-round/{id}', 'listOwnServices', 'own'],
  ['DELETE /round/{id}', 'deleteRound', 'own'],
  ['GET /service-round/{id}/pdf', 'listOwnServices', 'own'],
  ['GET /checkpoints', 'listCheckpoints', 'own'],
  ['POST /checkpoint', 'createCheckpoint', 'own'],
  ['DELETE /checkpoint/{id}', 'deleteCheckpoint', 'own'],
  ['POST /fetch/informationNotes', 'listOwnInformationNotes', 'own'],
  ['PATCH /informationNoteUserCompany/{id}', 'listOwnInformationNotes', 'own'],
];

const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');
const endpointAt = (route: string): Endpoint => {
  const found = allEndpoints.find(
    ({ method, path, mounts }) => mounts.agent && shapeOf(`${method} ${path}`) === shapeOf(route),
  );
  if (!found) throw new Error(`${route} is not answered under ${prefixes.agent}`);
  return found;
};

const bare = await here.hire('sans-droit', { of: 'azur', rights: [], plannable: true });
const holders = new Map<Right, Promise<Awaited<ReturnType<typeof here.hire>>>>();
const holderOf = (right: Right) => {
  const known =
    holders.get(right) ?? here.hire(`avec-${right}`, { of: 'azur', rights: [...withNeeds([right])], plannable: true });
  holders.set(right, known);
  return known;
};

describe('each call of the agent’s prefix asks for its right, on the caller’s own path:', () => {
  test.each(table)('%s %s %s', async (route, right, rows) => {
    const endpoint = endpointAt(route);
    expect(endpoint.agencyRows ?? false).toBe(rows === 'agency');
    const act = actsOf(endpoint).find(({ mount }) => mount === 'agent');
    if (!act) throw new Error(`${route} has no request`);
    const asked = async (person: typeof bare, params: Record<string, string> = {}) => {
      const own = await act.request({ world: here, mount: 'agent', person, where: 'own', fresh: true });
      return as(person).answer(endpoint, { mount: 'agent', ...own, params: { ...own.params, ...params } });
    };
    const holder = right === null ? bare : await holderOf(right);
    if (right !== null)
      expect(await asked(bare)).toMatchObject({ status: 403, body: { message: missingRight(right), right } });
    // Some of the rows made here are nobody's own.
    expect((await asked(holder)).status).toBe(act.sees === 'none' ? 404 : act.status);
    const elsewhere = [
      { agencyId: otherAgency.id, agentId: people.foreignAgent.profile?.id as string },
      { agencyId: agency.id, agentId: people.agent.profile?.id as string },
    ];
    for (const params of elsewhere)
      expect(await asked(holder, params)).toMatchObject({ status: 403, body: { message: messages.notYours } });
  });
});

const rowsOf = async (who: Client, route: string): Promise<string[]> => {
  const plural = endpointAt(route).entity?.of.plural as string;
  const { status, body } = await who.answer(endpointAt(route), { mount: 'agent', input: { limit: 1_000 } });
  return status === 200 ? body[plural].map(({ id }: { id: string }) => id).toSorted() : [`${status}`];
};
const inTable = async (name: string, of: string): Promise<string[]> =>
  (await here.sql<{ id: string }>(`select id from ${name} where agency_id = $1 and status <> 300`, [of]))
    .map(({ id }) => id)
    .toSorted();

describe('the rows are', () => {
  test.each([
    ['POST /fetch/customers', 'customers', 'listCustomers'],
    ['POST /fetch/agents', 'agents', 'listAgents'],
  ] as const)('all of the agency, and none of another: %s', async (route, name, right) => {
    const holder = as(await holderOf(right));
    const listed = await rowsOf(holder, route);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed).toEqual(await inTable(name, agency.id));
    const foreign = await inTable(name, otherAgency.id);
    expect(listed.filter((id) => foreign.includes(id))).toEqual([]);
    expect(await rowsOf(as(bare), route)).toEqual(['403']);
  });

  test('his own where he has some: the agency’s right adds nothing under his prefix, it opens the agency’s', async () => {
    const rights: Right[] = [...rightSet('collaborator'), 'listSites', 'listRounds', 'listCheckpoints'];
    const supervisor = await here.hire('superviseur', { of: 'azur', rights, plannable: true });
    const site = await inTable('sites', agency.id);
    expect(site.length).toBeGreaterThan(0);
    for (const route of ['POST /fetch/sites', 'POST /fetch/rounds', 'POST /fetch/circuits'])
      expect(await rowsOf(as(supervisor), route)).toEqual([]);
    const { body } = await as(supervisor).answer(endpointAt('POST /fetch/sites'), {
      mount: 'agency',
      input: { limit: 1_000 },
    });
    expect(body.sites.map(({ id }: { id: string }) => id).toSorted()).toEqual(site);
  });

  test('never those of another agency, by their id', async () => {
    const [other] = await inTable('customers', otherAgency.id);
    const reader = as(await holderOf('listCustomers'));
    const read = endpointAt('GET /customer/{id}');
    expect((await reader.answer(read, { mount: 'agent', params: { id: other as string } })).status).toBe(404);
    const editor = as(await holderOf('editCustomer'));
    const save = endpointAt('POST /customer');
    const saved = await editor.answer(save, { mount: 'agent', input: { id: other, name: 'Pris' } });
    expect(saved.status).toBe(404);
  });
});
