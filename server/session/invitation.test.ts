import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { rightSet } from '#core/grants.ts';
import { listNotifications } from '#core/notifications/calls.ts';
import {
  acceptInvitation,
  invite,
  inviteAll,
  readInvitation,
  readRights,
  readUser,
  saveRights,
  signIn,
} from '#core/session/session.ts';
import { endpointOf } from '#server/testing/client.ts';
import { tokenIn } from '#server/testing/outbox.ts';
import { password, world } from '#server/testing/world.ts';

const { anonymous, as, agency, customer, otherAgency, people, jobsDone, outbox, sql } = await world();

const granted = (rights: readonly string[]) => Object.fromEntries(rights.map((right) => [right, true]));

let newcomers = 0;
/** A profile without an account. */
async function newcomer(
  kind: 'agent' | 'contact',
  more: { email?: string | null; status?: number; agencyId?: string } = {},
) {
  newcomers += 1;
  const id = randomUUID();
  const email = more.email === undefined ? `Nouveau${newcomers}@vigie.example` : more.email;
  const values = [more.agencyId ?? agency.id, id, `Jean${newcomers}`, email, more.status ?? 100];
  if (kind === 'agent')
    await sql(
      `insert into agents (agency_id, id, firstname, lastname, email, status, rights) values ($1, $2, $3, 'Neuf', $4, $5, $6)`,
      [...values, rightSet('collaborator')],
    );
  else
    await sql(
      `insert into contacts (agency_id, id, firstname, lastname, email, status, rights, customer_id) values ($1, $2, $3, 'Neuf', $4, $5, $6, $7)`,
      [...values, rightSet('customer'), customer.id],
    );
  return { id, email: email?.toLowerCase() ?? '', fullname: `Jean${newcomers} Neuf` };
}
const send = async ({ id, email }: { id: string; email: string }, count = 1): Promise<string> => {
  await as('owner').call(invite, { params: { id } });
  return tokenIn(await outbox.lastTo(email, count), 'invitation');
};
const accept = (token: string, typed: string) =>
  anonymous.answer(acceptInvitation, { params: { token }, input: { password: typed } });
const expired = { status: 404, body: { message: "Ce lien n'est plus valable." } };

test('an agent without an account chooses a password, is signed in and receives the Collaborator set', async () => {
  const agent = await newcomer('agent');
  const token = await send(agent);
  expect(await anonymous.call(readInvitation, { params: { token } })).toEqual({
    invitation: {
      email: agent.email,
      fullname: agent.fullname,
      company: agency.name,
      hasAccount: false,
      passwordLength: 6,
    },
  });
  expect(await accept(token, 'faible')).toMatchObject({
    status: 400,
    body: {
      violations: [
        { path: 'password', message: '1 chiffre min.' },
        { path: 'password', message: '1 majuscule min.' },
      ],
    },
  });
  const { body } = await accept(token, 'Correct1');
  const { user } = await anonymous.with(body.token).call(readUser);
  expect(user).toMatchObject({ email: agent.email, firstLogin: true });
  expect(user.userCompanies.map(({ id }) => id)).toEqual([agent.id]);
  expect(Object.keys(user.userCompanies[0]?.rights ?? {}).sort()).toEqual(rightSet('collaborator').sort());
  expect((await anonymous.answer(signIn, { input: { username: agent.email, password: 'Correct1' } })).status).toBe(200);
  expect(await accept(token, 'Correct1')).toMatchObject(expired);
  // The person who invited him is told.
  expect((await as('owner').call(listNotifications, { input: {} })).notifications).toMatchObject([
    { title: `${agent.fullname} a ouvert son compte`, link: '/agents' },
  ]);
});

test('several are invited at once; those who cannot be are named with the reason, and the list shows the state', async () => {
  const able = [await newcomer('agent'), await newcomer('agent')];
  const [silent, inactive] = [await newcomer('agent', { email: null }), await newcomer('agent', { status: 200 })];
  const held = people.staff.profile?.id as string;
  const ids = [...able, silent, inactive].map(({ id }) => id);
  const states = async (state: string): Promise<string[]> =>
    (
      (await as('owner').call(endpointOf(Agent, 'list'), {
        mount: 'agency',
        input: { limit: 500, filters: { accountState: [state] } },
      })) as { agents: { id: string }[] }
    ).agents.map(({ id }) => id);
  expect(await states('NONE')).toEqual(expect.arrayContaining(ids));
  const { invited, refused } = await as('owner').call(inviteAll, { input: { ids: [...ids, held] } });
  expect(invited.toSorted()).toEqual(able.map(({ id }) => id).toSorted());
  expect(Object.fromEntries(refused.map(({ id, reason }) => [id, reason]))).toEqual({
    [silent.id]: 'Renseignez d’abord l’adresse e-mail de cette personne.',
    [inactive.id]: expect.stringContaining('activez-le'),
    [held]: 'Cette personne a déjà un compte.',
  });
  const tokens = await Promise.all(able.map(async ({ email }) => tokenIn(await outbox.lastTo(email), 'invitation')));
  expect((await states('INVITED')).toSorted()).toEqual(expect.arrayContaining(able.map(({ id }) => id)));
  expect((await accept(tokens[0] as string, 'Correct1')).status).toBe(200);
  expect(await states('OPEN')).toContain(able[0]?.id);
  await sql("update invitations set expires_at = now() - interval '1 minute' where profile_id = $1", [able[1]?.id]);
  expect(await states('EXPIRED')).toEqual([able[1]?.id]);
  expect((await as('owner').answer(inviteAll, { input: { ids: [able[1]?.id, randomUUID()] } })).status).toBe(404);
});

test('a contact receives the customer set, and the invitation names the customer', async () => {
  const contact = await newcomer('contact');
  const token = await send(contact);
  expect((await anonymous.call(readInvitation, { params: { token } })).invitation.company).toBe(customer.name);
  const { body } = await accept(token, 'Correct1');
  const [profile] = (await anonymous.with(body.token).call(readUser)).user.userCompanies;
  expect(profile).toMatchObject({ id: contact.id, isCustomer: true, company: { id: customer.id, agency } });
  expect(Object.keys(profile?.rights ?? {}).sort()).toEqual(rightSet('customer').sort());
});

test('the contacts of customers without an account are invited at once, and the list of customers shows the states', async () => {
  const { id } = (
    (await as('owner').call(endpointOf(Customer, 'save'), {
      mount: 'agency',
      input: {
        name: 'Deux contacts',
        type: 100,
        userCompanies: [
          { firstname: 'Iris', lastname: 'Un', email: 'iris@deux.example' },
          { firstname: 'Jean', lastname: 'Deux' },
        ],
      },
    })) as { customer: { id: string } }
  ).customer;
  const listed = async (state: string): Promise<{ id: string; contactAccess: string[] }[]> =>
    (
      (await as('owner').call(endpointOf(Customer, 'list'), {
        mount: 'agency',
        input: { limit: 500, filters: { contactAccess: [state] } },
      })) as { customers: { id: string; contactAccess: string[] }[] }
    ).customers;
  expect(await listed('INVITED')).not.toContainEqual(expect.objectContaining({ id }));
  const { invited, refused } = await as('owner').call(inviteAll, { input: { customers: [id] } });
  expect(invited).toHaveLength(1);
  expect(refused).toMatchObject([{ fullname: 'Jean Deux', reason: expect.stringContaining('adresse e-mail') }]);
  expect(await listed('INVITED')).toContainEqual(expect.objectContaining({ id, contactAccess: ['INVITED', 'NONE'] }));
  expect((await accept(tokenIn(await outbox.lastTo('iris@deux.example'), 'invitation'), 'Correct1')).status).toBe(200);
  // Who has an account is not invited again.
  expect(await as('owner').call(inviteAll, { input: { customers: [id] } })).toMatchObject({ invited: [] });
  expect((await listed('OPEN')).map((one) => one.id)).toContain(id);
  const foreign = await as('foreignOwner').answer(inviteAll, { input: { customers: [id] } });
  expect(foreign.status).toBe(404);
  expect((await as('owner').answer(inviteAll, { input: {} })).status).toBe(400);
});

test.each([['listServices'], []])('rights chosen before the account is opened are kept: %j', async (...chosen) => {
  for (const kind of ['agent', 'contact'] as const) {
    const person = await newcomer(kind);
    const token = await send(person);
    const held = (await as('owner').call(readRights, { params: { id: person.id } })).userCompany.rights;
    const rights = Object.fromEntries(Object.keys(held).map((right) => [right, chosen.includes(right as never)]));
    await as('owner').call(saveRights, {
      params: { id: person.id },
      input: { rights: { ...rights, ...granted(chosen) } },
    });
    const { body } = await accept(token, 'Correct1');
    const [profile] = (await anonymous.with(body.token).call(readUser)).user.userCompanies;
    expect(profile?.rights).toEqual(granted(chosen));
  }
});

test('a contact has the customer set from his creation, and what was chosen for the others stays (C-042)', async () => {
  const save = (input: object) =>
    as('owner').call(endpointOf(Customer, 'save'), { mount: 'agency', input }) as Promise<{
      customer: { id: string; userCompanies: { id: string }[] };
    }>;
  const rightsOf = async (id = '') =>
    Object.keys((await as('owner').call(readRights, { params: { id } })).userCompany.rights).toSorted();
  const first = { firstname: 'Lou', lastname: 'Un' };
  const { customer: made } = await save({ name: 'Droits', type: 100, userCompanies: [first] });
  const [lou] = made.userCompanies;
  expect(await rightsOf(lou?.id)).toEqual(rightSet('customer').toSorted());
  await sql(`update contacts set rights = '{listServices}' where id = $1`, [lou?.id]);
  const { customer: more } = await save({
    ...{
      id: made.id,
      userCompanies: [
        { ...first, id: lou?.id },
        { firstname: 'Max', lastname: 'Deux' },
      ],
    },
  });
  expect(await rightsOf(lou?.id)).toEqual(['listServices']);
  expect(await rightsOf(more.userCompanies[1]?.id)).toEqual(rightSet('customer').toSorted());
});

test('an existing account must give its password, and then has both profiles', async () => {
  const agent = await newcomer('agent', { email: people.foreignAgent.email });
  const token = await send(agent);
  expect((await anonymous.call(readInvitation, { params: { token } })).invitation.hasAccount).toBe(true);
  expect(await accept(token, 'Faux1234')).toMatchObject({ status: 401, body: { message: 'Invalid credentials.' } });
  const { status, body } = await accept(token, password);
  expect(status).toBe(200);
  const { user } = await anonymous.with(body.token).call(readUser);
  expect(user.userCompanies.map(({ company }) => company.id).sort()).toEqual([agency.id, otherAgency.id].sort());
  expect(user.id).toBe(people.foreignAgent.id);
});

test('the password of an account cannot be guessed through an invitation', async () => {
  const agent = await newcomer('agent', { email: people.foreignCustomer.email });
  const token = await send(agent);
  const statuses: number[] = [];
  for (let guess = 0; guess < 7; guess += 1) statuses.push((await accept(token, 'Faux1234')).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

test('an account has at most one profile in an agency', async () => {
  const agent = await newcomer('agent', { email: people.powerless.email });
  expect(await accept(await send(agent), password)).toMatchObject({
    status: 409,
    body: { message: `Votre compte est déjà rattaché à ${agency.name}.` },
  });
});

test('ten concurrent answers create one account', async () => {
  const agent = await newcomer('agent');
  const token = await send(agent);
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token, 'Correct1')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  expect(await sql('select from users where email = $1', [agent.email])).toHaveLength(1);
});

test('a new invitation replaces the earlier one, and each is valid for 7 days', async () => {
  const agent = await newcomer('agent');
  const first = await send(agent);
  const second = await send(agent, 2);
  expect(await anonymous.answer(readInvitation, { params: { token: first } })).toMatchObject(expired);
  expect((await anonymous.answer(readInvitation, { params: { token: second } })).status).toBe(200);
  await sql(`update invitations set expires_at = expires_at - interval '7 days' where profile_id = $1`, [agent.id]);
  expect(await accept(second, 'Correct1')).toMatchObject(expired);
});

test('an invitation ends with its profile', async () => {
  const agent = await newcomer('agent');
  const token = await send(agent);
  await sql('update agents set status = 300 where id = $1', [agent.id]);
  expect(await accept(token, 'Correct1')).toMatchObject(expired);
  expect(await sql('select from users where email = $1', [agent.email])).toEqual([]);
});

test('an invitation ends with the address that it was sent to', async () => {
  const agent = await newcomer('agent');
  const token = await send(agent);
  await sql('update agents set email = $2 where id = $1', [agent.id, `corrige.${agent.email}`]);
  expect(await anonymous.answer(readInvitation, { params: { token } })).toMatchObject(expired);
  expect(await accept(token, 'Correct1')).toMatchObject(expired);
  expect(await sql('select from users where email = $1', [agent.email])).toEqual([]);
  expect((await as('owner').call(readRights, { params: { id: agent.id } })).userCompany.invitedAt).toBe(null);
});

test('a pending invitation is visible, and inviting and accepting write audit lines', async () => {
  const agent = await newcomer('agent');
  const read = async () => (await as('owner').call(readRights, { params: { id: agent.id } })).userCompany;
  expect(await read()).toMatchObject({ hasAccount: false, invitedAt: null });
  const token = await send(agent);
  expect((await read()).invitedAt).toMatch(/^\d{4}-.*Z$/);
  await accept(token, 'Correct1');
  expect(await read()).toMatchObject({ hasAccount: true, invitedAt: null });
  expect(await sql('select author, entity, action from audit where entity_id = $1 order by at', [agent.id])).toEqual([
    { author: people.owner.fullname, entity: 'agent', action: 'invite' },
    { author: agent.fullname, entity: 'agent', action: 'acceptInvitation' },
  ]);
});

test('a refused invitation gives the reason', async () => {
  const why = async (id: string) => (await as('owner').answer(invite, { params: { id } })).body.message;
  expect(await why((await newcomer('agent', { email: null })).id)).toBe(
    'Renseignez d’abord l’adresse e-mail de cette personne.',
  );
  expect(await why((await newcomer('agent', { status: 200 })).id)).toBe(
    'Son compte n’est pas actif : activez-le avant de l’inviter.',
  );
  expect(await why(people.staff.profile?.id ?? '')).toBe('Cette personne a déjà un compte.');
  expect(
    (await as('owner').answer(invite, { params: { id: (await newcomer('agent', { agencyId: otherAgency.id })).id } }))
      .status,
  ).toBe(404);
});

test('the same request sent twice sends one mail', async () => {
  const agent = await newcomer('agent');
  const key = randomUUID();
  for (let again = 0; again < 3; again += 1)
    expect((await as('owner').answer(invite, { params: { id: agent.id }, key })).status).toBe(200);
  await jobsDone();
  expect(await outbox.to(agent.email)).toHaveLength(1);
});
