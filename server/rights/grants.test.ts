import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { rightSet } from '#core/grants.ts';
import { allRights, missingRight, type Right } from '#core/rights.ts';
import { readRights, saveRights } from '#core/session/session.ts';
import { nobody } from '#server/db/context.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { rightsAfter } from './grants.ts';

const { as, agency, customer, database, hire, people, sql } = await world();
const idOf = (person: keyof typeof people): string => people[person].profile?.id as string;
const agentId = idOf('agent');

const save = (person: keyof typeof people, id: string, rights: Partial<Record<Right, boolean>>, version?: number) =>
  as(person).answer(saveRights, { params: { id }, input: { rights, ...(version === undefined ? {} : { version }) } });
const held = async (id: string): Promise<string[]> =>
  ((await sql<{ rights: string[] }>('select rights from user_companies where id = $1', [id]))[0]?.rights ?? []).sort();
const give = (id: string, rights: readonly string[]) =>
  sql('update agents set rights = $2 where id = $1', [id, rights]);

beforeEach(async () => {
  await give(agentId, rightSet('collaborator'));
  await give(idOf('staff'), rightSet('admin'));
});

describe('applying a map to the current rights', () => {
  test.each<[string, Right[], Partial<Record<Right, boolean>>, Right[]]>([
    ['an absent key is unchanged', ['listSites'], {}, ['listSites']],
    ['ticking edit ticks view', [], { editSite: true }, ['editSite', 'listSites']],
    ['unticking view unticks what needs it', ['deleteSite', 'editSite', 'listSites'], { listSites: false }, []],
    ['a delete right implies edit and list', [], { deleteSite: true }, ['deleteSite', 'editSite', 'listSites']],
    ['a need wins over its own refusal', [], { listSites: false, editSite: true }, ['editSite', 'listSites']],
    [
      'what only the owner or the platform may do is not the editor’s',
      ['readEmail', 'listEmailEvents'],
      { readEmail: false, manageSubscription: true },
      ['listEmailEvents', 'readEmail'],
    ],
    ['it goes with what it needs all the same', ['readEmail', 'listEmailEvents'], { listEmailEvents: false }, []],
  ])('%s', (_fact, before, map, after) => {
    expect([...rightsAfter(before, map)].sort()).toEqual(after);
  });
});

test('the owner reads and changes the rights of an agent, with an audit line', async () => {
  await sql('delete from audit');
  const { userCompany } = await as('owner').call(readRights, { params: { id: agentId } });
  expect(userCompany).toMatchObject({
    id: agentId,
    fullname: 'Agent Test',
    type: 'AGENCY',
    isOwner: false,
    hasAccount: true,
    email: people.agent.email,
    invitedAt: null,
  });
  expect(Object.keys(userCompany.rights).sort()).toEqual(rightSet('collaborator').sort());
  const saved = await as('owner').call(saveRights, {
    params: { id: agentId },
    input: { rights: { editSite: true, downloadOwnBadge: false }, version: userCompany.version },
  });
  expect(saved.userCompany).toMatchObject({
    version: userCompany.version + 1,
    rights: { editSite: true, listSites: true },
  });
  expect(await held(agentId)).toEqual(
    [...rightSet('collaborator').filter((right) => right !== 'downloadOwnBadge'), 'editSite', 'listSites'].sort(),
  );
  expect(await sql('select author, entity, entity_id, action, changes from audit')).toEqual([
    {
      author: people.owner.fullname,
      entity: 'agent',
      entity_id: agentId,
      action: 'editRights',
      changes: {
        'rights.downloadOwnBadge': { before: true, after: false },
        'rights.editSite': { before: false, after: true },
        'rights.listSites': { before: false, after: true },
      },
    },
  ]);
});

test("a contact's rights are changed the same way", async () => {
  const saved = await as('owner').call(saveRights, {
    params: { id: idOf('customer') },
    input: { rights: { listStockReferences: true } },
  });
  expect(saved.userCompany).toMatchObject({ type: 'CUSTOMER', rights: { listStockReferences: true, listSites: true } });
  expect(await held(idOf('customer'))).toContain('listStockReferences');
});

test('nobody grants or revokes a right that he does not have, also not as a needed right', async () => {
  await give(idOf('staff'), ['editAgentRight', 'listAgents', 'readAgent', 'editSite']);
  const refused = async (map: Partial<Record<Right, boolean>>, right: Right) => {
    const before = await held(agentId);
    expect(await save('staff', agentId, map)).toMatchObject({
      status: 403,
      body: { right, message: missingRight(right) },
    });
    expect(await held(agentId)).toEqual(before);
  };
  await refused({ listMargins: true }, 'listMargins');
  await refused({ downloadOwnBadge: false }, 'downloadOwnBadge');
  await refused({ editSite: true }, 'listSites');
  expect((await save('staff', agentId, { listAgents: true })).status).toBe(200);
  // A whole map of the editor; rights that he does not have stay unchanged.
  const whole = Object.fromEntries(
    allRights.filter(({ only }) => only === null).map(({ key }) => [key, rightSet('collaborator').includes(key)]),
  );
  expect((await save('staff', agentId, { ...whole, listAgents: false })).status).toBe(200);
  expect(await held(agentId)).toEqual(rightSet('collaborator').sort());
});

test('nobody edits his own rights or those of the owner', async () => {
  const before = await held(idOf('staff'));
  expect(await save('staff', idOf('staff'), { readEmail: true, listSites: false })).toMatchObject({
    status: 400,
    body: { message: 'Vous ne pouvez pas modifier vos propres droits.' },
  });
  expect(await held(idOf('staff'))).toEqual(before);
  for (const person of ['staff', 'owner'] as const) {
    expect(await save(person, idOf('owner'), { listSites: true })).toMatchObject({
      status: 400,
      body: { message: "Le responsable de l'agence a tous les droits : ils ne se modifient pas." },
    });
  }
  expect((await as('staff').call(readRights, { params: { id: idOf('owner') } })).userCompany).toMatchObject({
    isOwner: true,
    rights: { deleteSite: true },
  });
});

test('platform staff who act for nobody change any rights of an agency', async () => {
  const params = { id: agentId, agencyId: people.agent.profile?.agencyId as string };
  expect(
    (await as('support').answer(saveRights, { params, input: { rights: { listMargins: true } }, mount: 'agency' }))
      .status,
  ).toBe(200);
  expect(await held(agentId)).toContain('listMargins');
});

test.each(['powerless', 'agent', 'customer', 'foreignOwner'] as const)('%s is refused', async (person) => {
  const answer = await as(person).answer(saveRights, {
    params: { id: agentId, agencyId: people.agent.profile?.agencyId as string },
    input: { rights: {} },
    mount: 'agency',
  });
  expect(answer.status).toBe(403);
  if (person === 'powerless') expect(answer.body.right).toBe('editAgentRight');
});

test('a stale version is a conflict with the current rights', async () => {
  const { version } = (await as('owner').call(readRights, { params: { id: agentId } })).userCompany;
  await save('owner', agentId, { listMargins: true }, version);
  const stale = await save('owner', agentId, { listSites: true }, version);
  expect(stale).toMatchObject({
    status: 409,
    body: {
      message: 'Cette fiche a été modifiée entre-temps.',
      current: { version: version + 1, rights: { listMargins: true } },
    },
  });
  expect(await held(agentId)).not.toContain('listSites');
});

test('an empty change changes nothing', async () => {
  const { version } = (await as('owner').call(readRights, { params: { id: agentId } })).userCompany;
  await sql('delete from audit');
  expect(
    (await save('owner', agentId, { readOwnPlanning: true, listSites: false }, version)).body.userCompany.version,
  ).toBe(version);
  expect(await sql('select from audit')).toEqual([]);
});

test.each([
  ["another agency's", idOf('foreignAgent')],
  ['unknown', randomUUID()],
  ['unreadable', "'; drop table agents"],
])('an id that is %s answers 404', async (_what, id) => {
  expect((await as('owner').answer(readRights, { params: { id } })).status).toBe(404);
  expect((await save('owner', id, { listSites: true })).status).toBe(404);
});

test('an unknown right is refused by name', async () => {
  const answer = await as('owner').answer(saveRights, {
    params: { id: agentId },
    input: { rights: { becomeKing: true } },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'rights.becomeKing', message: 'Autorisation inconnue' }] },
  });
});

test('the view of the profiles shows each context the same rows as its tables', async () => {
  const seen = async (context: Partial<typeof nobody>) =>
    (await database.read<{ id: string }>({ ...nobody, ...context }, { text: 'select id from user_companies' }))
      .map(({ id }) => id)
      .sort();
  const ours = (['owner', 'staff', 'powerless', 'agent', 'customer'] as const).map(idOf).sort();
  expect(await seen({ agency: agency.id })).toEqual(ours);
  expect(await seen({ agency: agency.id, customer: customer.id })).toEqual([idOf('customer')]);
  expect(await seen({ agency: agency.id, agent: agentId })).toEqual([agentId]);
  expect(await seen({ user: people.owner.id })).toEqual([]);
  expect(await seen({})).toEqual([]);
});

test('the history of a collaborator tells which rights changed only to those who may read rights', async () => {
  const he = await hire('promu', { of: 'azur', rights: [] });
  const id = he.profile?.id as string;
  await as('owner').call(saveRights, { params: { id }, input: { rights: { listSites: true } } });
  const toldTo = async (rights: Right[]) => {
    const reader = await hire(`lecteur ${rights.length}`, {
      of: 'azur',
      rights: ['listAgents', 'readAgent', ...rights],
    });
    const { history } = (await as(reader).call(endpointOf(Agent, 'history'), { params: { id } })) as AnyRow;
    return history;
  };
  const line = { action: 'editRights', author: people.owner.fullname };
  expect(await toldTo(['editAgentRight'])).toMatchObject([
    { ...line, changes: { 'rights.listSites': { before: false, after: true } } },
  ]);
  const [told] = await toldTo([]);
  expect(told).toMatchObject(line);
  expect(told.changes).toEqual({});
});
