import { expect, test, vi } from 'vitest';
import { createAgency } from '#core/agencies/creation.ts';
import { Agent } from '#core/agents/agent.ts';
import { contractCalls } from '#core/contracts/calls.ts';
import { AgentContract } from '#core/contracts/contract.ts';
import { readyTemplates } from '#core/contracts/ready.ts';
import { readSignature } from '#core/signing/calls.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { followSignatures } from './following.ts';

const here = await world();
const { as, sql, outbox, agency, anonymous } = here;
const owner = as('owner');
const services = servicesOf(here.app);
const day = 86_400_000;
const now = Date.now();

const agent = (await owner.answer(endpointOf(Agent, 'save'), { input: { firstname: 'Inès', lastname: 'Roy' } })).body
  .agent.id;
const input = {
  ...{ title: 'CDI', agent: { id: agent }, content: '<p>Texte</p>', signingOrder: 'ORDER' },
  signatures: [
    { fullname: 'Inès Roy', email: 'ines@agents.example' },
    { fullname: 'Camille Martin', email: 'camille@azur.example' },
  ],
};
const id = (await owner.answer(endpointOf(AgentContract, 'save'), { input: input as never })).body.agentContract.id;
await owner.answer(contractCalls.agent.act, { params: { id, type: 'send' } });
const links = async (): Promise<string[]> =>
  (await outbox.to('ines@agents.example')).flatMap(
    ({ text }) => /signature\/agent\/[0-9a-f-]+\/([\w-]+)/.exec(text ?? '')?.[1] ?? [],
  );
const acts = async (): Promise<string[]> =>
  (await owner.answer(contractCalls.agent.steps, { params: { id } })).body.steps.map(({ act }: { act: string }) => act);

test('who keeps the agency waiting is reminded after its delay, once, by a new link', async () => {
  await followSignatures(agency.id, services, new Date(now + 6 * day));
  expect(await acts()).toEqual(['ASKED', 'SENT']);
  const later = new Date(now + 8 * day);
  await followSignatures(agency.id, services, later);
  await followSignatures(agency.id, services, later);
  expect(await acts()).toEqual(['ASKED', 'SENT', 'REMINDED']);
  await vi.waitFor(async () => expect(await links()).toHaveLength(2), { timeout: 10_000 });
  const states = [];
  for (const token of await links())
    states.push((await anonymous.answer(readSignature, { params: { kind: 'agent', id, token } })).status);
  expect(states.toSorted((one, other) => one - other)).toEqual([200, 404]);
  expect(await outbox.to('camille@azur.example')).toEqual([]);
});

test('of somebody who was archived nobody is reminded, and the sheet says why', async () => {
  const stopped = async (): Promise<string | null> =>
    (await owner.answer(endpointOf(AgentContract, 'read'), { params: { id } })).body.agentContract.stopped;
  expect(await stopped()).toBeNull();
  await sql('update agents set status = 300 where id = $1', [agent]);
  const before = await acts();
  await followSignatures(agency.id, services, new Date(now + 20 * day));
  expect(await acts()).toEqual(before);
  expect(await stopped()).toBe('Le collaborateur est archivé');
  await sql('update agents set status = 100 where id = $1', [agent]);
});

test('what nobody signed in time is not signed, and its link is dead', async () => {
  await followSignatures(agency.id, services, new Date(now + 31 * day));
  const { body } = await owner.answer(endpointOf(AgentContract, 'read'), { params: { id } });
  expect(body.agentContract.status).toBe(150);
  expect((await acts()).at(-1)).toBe('EXPIRED');
  for (const token of await links())
    expect((await anonymous.answer(readSignature, { params: { kind: 'agent', id, token } })).status).toBe(404);
});

test('a new agency starts with the ready templates', async () => {
  const { body } = await as('superAdmin').answer(createAgency, { input: { name: 'Agence neuve' } });
  const rows = await sql<{ title: string }>(
    `select title from agent_contract_templates where agency_id = $1 union all select title from customer_contract_templates where agency_id = $1`,
    [body.agency.id],
  );
  expect(rows.map(({ title }) => title).toSorted()).toEqual(readyTemplates.map(({ title }) => title).toSorted());
});
