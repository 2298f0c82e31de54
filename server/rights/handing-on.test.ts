// Nobody gains rights through an address or an invitation.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { rightSet } from '#core/grants.ts';
import { unplanAgent } from '#core/planning/leaving.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { disconnectAgent, invite, saveRights } from '#core/session/session.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { ownersOnly, permitOnOwner } from './handing-on.ts';

const here = await world();
const { as, agency, customer, people, sql } = here;
const ownerId = people.owner.profile?.id as string;

// Staff who may edit sheets and rights, and little else.
const assistant = await here.hire('assistante', {
  of: 'azur',
  rights: [
    'listAgents',
    'readAgent',
    'editAgent',
    'archiveAgent',
    'editAgentRight',
    'listCustomers',
    'editCustomer',
    'listSites',
  ],
});
const powers: Right = 'deleteSite';
let count = 0;
async function profile(kind: 'agents' | 'contacts', rights: readonly Right[]): Promise<string> {
  count += 1;
  const id = randomUUID();
  await sql(
    `insert into ${kind} (agency_id, id, firstname, lastname, email, rights${kind === 'contacts' ? ', customer_id' : ''})
      values ($1, $2, 'Sans', 'Compte', $3, $4${kind === 'contacts' ? ', $5' : ''})`,
    [agency.id, id, `sans${count}@vigie.example`, rights, ...(kind === 'contacts' ? [customer.id] : [])],
  );
  return id;
}
const saveAgent = (who: Parameters<typeof as>[0], input: object) =>
  as(who).answer(endpointOf(Agent, 'save'), { mount: 'agency', input });
const refused = { status: 403, body: { message: missingRight(powers), right: powers } };

describe.each(['agents', 'contacts'] as const)('an invitation of one of the %s', (kind) => {
  test('is refused to somebody who lacks a right of the profile', async () => {
    const id = await profile(kind, ['listSites', powers]);
    expect(await as(assistant).answer(invite, { params: { id } })).toMatchObject(refused);
    expect(await sql('select from invitations where profile_id = $1', [id])).toEqual([]);
    expect((await as('owner').answer(invite, { params: { id } })).status).toBe(200);
  });

  test('with the usual rights of a newcomer is open to everybody who may invite', async () => {
    for (const rights of [[], rightSet(kind === 'agents' ? 'collaborator' : 'customer')]) {
      const id = await profile(kind, rights);
      expect((await as(assistant).answer(invite, { params: { id } })).status).toBe(200);
    }
  });
});

test('the address of an agent with more rights stays, with or without an account', async () => {
  const strong = await here.hire('chef', { of: 'azur', rights: ['listSites', powers] });
  for (const id of [await profile('agents', [powers]), strong.profile?.id as string]) {
    expect(await saveAgent(assistant, { id, email: 'a-moi@vigie.example' })).toMatchObject(refused);
    // Other fields, and the same address in other letters, are an ordinary edit.
    const { body } = await as(assistant).answer(endpointOf(Agent, 'read'), { params: { id } });
    const { email } = body.agent as AnyRow;
    expect((await saveAgent(assistant, { id, position: 'Chef', email: email.toUpperCase() })).status).toBe(200);
    expect((await saveAgent('owner', { id, email: `ok-${id}@vigie.example` })).status).toBe(200);
  }
  const plain = await profile('agents', rightSet('collaborator'));
  expect((await saveAgent(assistant, { id: plain, email: 'nouvelle@vigie.example' })).status).toBe(200);
});

test('the address of a contact with more rights stays', async () => {
  const id = await profile('contacts', ['listSites', powers]);
  const save = async (who: Parameters<typeof as>[0]) => {
    const { body } = await as('owner').answer(endpointOf(Customer, 'read'), {
      mount: 'agency',
      params: { id: customer.id },
    });
    const contacts = (body.customer as AnyRow).userCompanies as AnyRow[];
    return as(who).answer(endpointOf(Customer, 'save'), {
      mount: 'agency',
      input: {
        id: customer.id,
        userCompanies: contacts.map(({ status: _status, lastLogin: _last, ...line }) =>
          line.id === id ? { ...line, email: 'a-moi@vigie.example' } : line,
        ),
      },
    });
  };
  expect(await save(assistant)).toMatchObject(refused);
  expect((await save('owner')).status).toBe(200);
});

describe("the owner's account is his own", () => {
  test('an administrator of the agency changes neither his address, his rights nor his status, and does not disconnect him', async () => {
    const own = { status: 409, body: { message: ownersOnly } };
    expect(await saveAgent('staff', { id: ownerId, email: 'a-moi@vigie.example' })).toMatchObject(own);
    expect(await saveAgent('staff', { id: ownerId, lastname: 'Pirate' })).toMatchObject(own);
    expect(
      await as('staff').answer(unplanAgent, { params: { id: ownerId }, input: { services: 'keep' } }),
    ).toMatchObject(own);
    expect((await saveAgent('owner', { id: ownerId, lastname: 'Test' })).status).toBe(200);
    expect(await as('staff').answer(disconnectAgent, { params: { id: ownerId } })).toMatchObject(own);
    for (const type of ['deactivate', 'archive'])
      expect(
        (await as('staff').answer(endpointOf(Agent, 'act'), { mount: 'agency', params: { id: ownerId, type } })).status,
      ).toBe(409);
    const rights = await as('staff').answer(saveRights, {
      params: { id: ownerId },
      input: { rights: { listSites: false } },
    });
    expect(rights.status).toBe(400);
    const [row] = await sql('select email, status from agents where id = $1', [ownerId]);
    expect(row).toEqual({ email: people.owner.email, status: 100 });
  });

  const staff = { rights: new Set(rightSet('admin')), isOwner: false, kind: 'AGENCY' as const };
  test.each([
    ['himself', { platform: null, profile: { ...staff, isOwner: true } }, true],
    ['platform staff', { platform: 'support' as const, profile: null }, true],
    ['an administrator of the agency', { platform: null, profile: staff }, false],
    ['an import, which runs without rights', { platform: null, profile: null }, false],
  ])('%s: %j may change it: %s', (_who, asker, may) => {
    const change = (): void => permitOnOwner({ asker }, { is_owner: true });
    if (may) expect(change).not.toThrow();
    else expect(change).toThrow(ownersOnly);
  });

  test('he changes his address himself', async () => {
    expect((await saveAgent('owner', { id: ownerId, email: 'patron@vigie.example' })).status).toBe(200);
  });
});
