import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { missingRight } from '#core/rights.ts';
import { switchProfile } from '#core/session/session.ts';
import type { Answer } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { openText, sealText } from './sealed.ts';

const here = await world();
const owner = here.as('owner');
const call = (operation: Operation): Endpoint =>
  entityEndpoints(Agent).find((endpoint) => endpoint.entity?.operation === operation) as Endpoint;
const [number, iban] = ['185057800608491', 'FR7630006000011234567890189'];
const field = 'agentInfos.socialSecurityNumber';

const save = (input: object, who = owner): Promise<Answer> => who.answer(call('save'), { mount: 'agency', input });
const engaged = async (agentInfos: object): Promise<string> =>
  (await save({ lastname: 'Faure', firstname: 'Inès', agentInfos })).body.agent.id;
const reveal = (id: string, path = field, who = owner): Promise<Answer> =>
  who.answer(call('reveal'), { mount: 'agency', params: { id, field: path } });
const history = async (id: string, who = owner): Promise<{ action: string; changes: object; actingFor: string }[]> =>
  (await who.answer(call('history'), { mount: 'agency', params: { id } })).body.history;

test('a sealed value is stored encrypted, read as a mask, and revealed on demand', async () => {
  const id = await engaged({ socialSecurityNumber: number, bankDetails: iban });
  const [kept] = await here.sql('select social_security_number, bank_details from agents where id = $1', [id]);
  expect(JSON.stringify(kept)).not.toMatch(/1850578|30006000/);
  const { agent } = (await owner.answer(call('read'), { mount: 'agency', params: { id } })).body;
  expect(agent.agentInfos).toMatchObject({ socialSecurityNumber: '•••• 491', bankDetails: '•••• 0189' });
  expect((await reveal(id)).body).toEqual({ value: number });
  expect((await reveal(id, 'agentInfos.bankDetails')).body).toEqual({ value: iban });
});

test('lists, search, audit and stored replies never contain the value', async () => {
  const id = await engaged({ socialSecurityNumber: number });
  await owner.answer(call('save'), {
    mount: 'agency',
    key: randomUUID(),
    input: { id, agentInfos: { bankDetails: iban } },
  });
  await reveal(id);
  const listed = await owner.answer(call('list'), { mount: 'agency', input: { limit: 5_000 } });
  expect(JSON.stringify(listed.body)).not.toMatch(/••••|1850578|30006000/);
  const kept = async (table: string): Promise<string> => JSON.stringify(await here.sql(`select * from ${table}`));
  for (const table of ['audit', 'search']) expect(await kept(table)).not.toMatch(/1850578|30006000|•••• \d/);
  // Stored replies contain the mask.
  expect(await kept('idempotency_keys')).toMatch(/•••• 0189/);
  expect(await kept('idempotency_keys')).not.toMatch(/1850578|30006000/);
});

test('revealing a value adds a line to the history, with who acted for whom; an empty value adds none', async () => {
  const id = await engaged({ socialSecurityNumber: number });
  expect((await reveal(id, 'agentInfos.bankDetails')).body).toEqual({ value: null });
  expect((await history(id)).map(({ action }) => action)).toEqual(['create']);
  await reveal(id);
  expect(await history(id)).toMatchObject([
    { action: 'reveal', author: here.people.owner.fullname, changes: { [field]: { before: null, after: null } } },
    { action: 'create' },
  ]);
  const support = here.as('support');
  const { token } = (
    await support.answer(switchProfile, { input: { userCompany: { id: here.people.owner.profile?.id } } })
  ).body;
  const acting = here.as('owner').with(token);
  expect((await reveal(id, field, acting)).body).toEqual({ value: number });
  expect((await history(id))[0]).toMatchObject({ action: 'reveal', actingFor: here.people.owner.fullname });
});

test('the history shows that it was set, changed and cleared, and nothing more', async () => {
  const id = await engaged({ socialSecurityNumber: number });
  // Same last digits: the mask is the same, the value differs.
  await save({ id, agentInfos: { socialSecurityNumber: '2850578006084' } });
  await save({ id, agentInfos: { socialSecurityNumber: null } });
  const changes = (await history(id)).map((line) => (line.changes as Record<string, unknown>)[field]);
  expect(changes).toEqual([
    { before: '••••', after: null },
    { before: '••••', after: '••••' },
    { before: null, after: '••••' },
  ]);
});

test('a row sent back unchanged keeps its sealed values', async () => {
  const id = await engaged({ socialSecurityNumber: number });
  const { agent } = (await owner.answer(call('read'), { mount: 'agency', params: { id } })).body;
  expect((await save({ ...agent, position: 'Chef de poste' })).status).toBe(200);
  expect((await reveal(id)).body).toEqual({ value: number });
});

test('without the right it is null, and cannot be revealed, written or read in the history', async () => {
  const id = await engaged({ socialSecurityNumber: number });
  const clerk = here.as(
    await here.hire('secretaire', { of: 'azur', rights: ['listAgents', 'readAgent', 'editAgent'] }),
  );
  const refused = {
    status: 403,
    body: { right: 'readAgentSecrets', message: missingRight('readAgentSecrets') },
  };
  const { agent } = (await clerk.answer(call('read'), { mount: 'agency', params: { id } })).body;
  expect(agent.agentInfos).toMatchObject({ socialSecurityNumber: null, bankDetails: null });
  expect(await reveal(id, field, clerk)).toMatchObject(refused);
  expect(await save({ id, agentInfos: { socialSecurityNumber: number } }, clerk)).toMatchObject(refused);
  expect(JSON.stringify(await history(id, clerk))).not.toContain('socialSecurityNumber');
  expect((await save({ id, position: 'Rondier' }, clerk)).status).toBe(200);
});

test("another agency's record and a field that is not sealed cannot be revealed", async () => {
  const theirs = here.as('foreignOwner');
  const id = await engaged({ socialSecurityNumber: number });
  expect(await reveal(id, field, theirs)).toMatchObject({
    status: 404,
    body: { message: 'Collaborateur introuvable' },
  });
  for (const path of ['lastname', 'agentInfos.rating', '__proto__', "x' or 1=1"])
    expect((await reveal(id, path)).status).toBe(400);
});

test('a value copied to another record, field or agency, or under an unknown secret, cannot be opened', () => {
  const place = { agency: 'a', entity: 'agent', id: 'i', path: 'p' };
  const secrets = { secret: 'a secret of sixteen', previousSecret: null };
  const kept = sealText(secrets, place, number);
  expect(openText(secrets, place, kept)).toBe(number);
  for (const other of [{ agency: 'b' }, { entity: 'x' }, { id: 'j' }, { path: 'q' }])
    expect(() => openText(secrets, { ...place, ...other }, kept)).toThrow();
  const rotated = { secret: 'another secret of more', previousSecret: secrets.secret };
  expect(openText(rotated, place, kept)).toBe(number);
  expect(() => openText({ ...rotated, previousSecret: null }, place, kept)).toThrow('not known');
});
