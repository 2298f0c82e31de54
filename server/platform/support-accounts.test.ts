import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import {
  createSupportAccount,
  editSupportAccount,
  inviteSupportAccount,
  listSupportAccounts,
  removeSupportAccount,
  type StaffRole,
  supportMessages,
} from '#core/platform/support-calls.ts';
import { AdminUser } from '#core/platform/user.ts';
import { invite, readUser, resetPassword, saveRights, signIn } from '#core/session/session.ts';
import { notYourself } from '#server/rights/own-address.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { anonymous, agency, people, outbox, sql } = here;
const superAdmin = here.as('superAdmin');
const password = 'Chemin-de-ronde-42';

const create = (role: StaffRole, email = `${randomUUID()}@plateforme.example`) =>
  superAdmin.call(createSupportAccount, { input: { firstname: 'Sam', lastname: 'Support', email, role } });
const linkOf = async (email: string, mails = 1): Promise<string> => {
  const mail = await outbox.lastTo(email, mails);
  return /#\/mot-de-passe\/([\w-]+)/.exec(`${mail.text} ${mail.html}`)?.[1] as string;
};
const opened = async (role: StaffRole) => {
  const { supportAccount } = await create(role);
  const { id, email } = supportAccount;
  await anonymous.call(resetPassword, { params: { token: await linkOf(email) }, input: { password } });
  const { token } = await anonymous.call(signIn, { input: { username: email, password } });
  return { id, email, client: anonymous.with(token) };
};

test('a member of staff is invited by mail, chooses a password and has the role', async () => {
  const { id, client } = await opened('ADMIN');
  expect((await client.call(readUser)).user).toMatchObject({ id, admin: true, superAdmin: false, userCompanies: [] });
  const { supportAccounts } = await superAdmin.call(listSupportAccounts);
  expect(supportAccounts.find((one) => one.id === id)).toMatchObject({ role: 'ADMIN', isInvited: false });
  expect(supportAccounts.map((one) => one.id)).toContain(people.support.id);
  expect(supportAccounts.map((one) => one.id)).not.toContain(people.owner.id);
});

test('an invitation is sent again until it is used; the link before it is over', async () => {
  const { supportAccount } = await create('SUPPORT');
  const first = await linkOf(supportAccount.email);
  await superAdmin.call(inviteSupportAccount, { params: { id: supportAccount.id } });
  const second = await linkOf(supportAccount.email, 2);
  expect((await anonymous.answer(resetPassword, { params: { token: first }, input: { password } })).status).toBe(404);
  await anonymous.call(resetPassword, { params: { token: second }, input: { password } });
  const again = await superAdmin.answer(inviteSupportAccount, { params: { id: supportAccount.id } });
  expect([again.status, again.body.message]).toEqual([409, supportMessages.active]);
});

test('whose access is taken away is refused at his next call, and may be invited again', async () => {
  const { id, email, client } = await opened('SUPPORT');
  await superAdmin.call(removeSupportAccount, { params: { id } });
  expect((await client.answer(readUser)).status).toBe(401);
  expect((await anonymous.answer(signIn, { input: { username: email, password } })).status).toBe(401);
  expect((await superAdmin.answer(removeSupportAccount, { params: { id } })).status).toBe(404);
  const { supportAccount } = await create('ADMIN', email);
  expect(supportAccount).toMatchObject({ id, role: 'ADMIN', isInvited: true });
});

test('a colleague whose access is taken away comes back by no invitation, and nobody of the staff invites himself', async () => {
  const { id, email, client } = await opened('SUPPORT');
  const params = { agencyId: agency.id };
  const sheet = (address: string) =>
    client.answer(endpointOf(Agent, 'save'), {
      ...{ mount: 'agency', params },
      input: { firstname: 'Sam', lastname: 'Support', email: address },
    });
  expect(await sheet(email.toUpperCase())).toMatchObject({ status: 409, body: { message: notYourself } });
  const { status, body } = await sheet('sam@ailleurs.example');
  expect(status).toBe(200);
  // As before this rule: his address, given by somebody else.
  await sql('update agents set email = $2 where id = $1', [body.agent.id, email]);
  const of = { mount: 'agency', params: { ...params, id: body.agent.id } } as const;
  expect(await client.answer(invite, of)).toMatchObject({ status: 409, body: { message: notYourself } });
  expect(await client.answer(saveRights, { ...of, input: { rights: { listAgents: true } } })).toMatchObject({
    status: 409,
    body: { message: notYourself },
  });
  await here.as('owner').call(invite, { mount: 'agency', params: { id: body.agent.id } });
  const open = () =>
    sql('select from invitations where agency_id = $1 and email = $2 and accepted_at is null', [agency.id, email]);
  expect(await open()).toHaveLength(1);
  await superAdmin.call(removeSupportAccount, { params: { id } });
  expect(await open()).toEqual([]);
});

test('an account that becomes staff keeps no session and no link from before', async () => {
  const { id, email, client } = await opened('SUPPORT');
  await sql('update users set is_support = false where id = $1', [id]);
  await sql(
    `insert into user_tokens (hash, purpose, user_id, expires_at) values ($1, 'email', $2, now() + interval '1 day')`,
    [randomUUID(), id],
  );
  await create('ADMIN', email);
  expect((await client.answer(readUser)).status).toBe(401);
  expect(await sql('select purpose from user_tokens where user_id = $1 and used_at is null', [id])).toEqual([
    { purpose: 'password' },
  ]);
});

test('another role ends the sessions; the same role changes nothing', async () => {
  const { id, client } = await opened('ADMIN');
  await superAdmin.call(editSupportAccount, { params: { id }, input: { role: 'ADMIN' } });
  expect((await client.answer(readUser)).status).toBe(200);
  await superAdmin.call(editSupportAccount, { params: { id }, input: { role: 'SUPPORT' } });
  expect((await client.answer(readUser)).status).toBe(401);
});

test('the last super-administrator who can sign in stays, also when two remove each other', async () => {
  await sql('update users set super_admin = false where super_admin and id <> $1', [people.superAdmin.id]);
  await create('SUPER_ADMIN');
  const params = { id: people.superAdmin.id };
  for (const refused of [
    await superAdmin.answer(removeSupportAccount, { params }),
    await superAdmin.answer(editSupportAccount, { params, input: { role: 'ADMIN' } }),
  ])
    expect([refused.status, refused.body.message]).toEqual([409, supportMessages.last]);
  const other = await opened('SUPER_ADMIN');
  const answers = await Promise.all([
    superAdmin.answer(removeSupportAccount, { params: { id: other.id } }),
    other.client.answer(removeSupportAccount, { params }),
  ]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  const left = await sql('select id from users where super_admin and password_hash is not null');
  expect(left).toHaveLength(1);
  await sql('update users set super_admin = true where id = $1', [people.superAdmin.id]);
});

test('an account of an agency does not become staff of the platform; neither does one twice', async () => {
  const [owner] = await sql<{ email: string }>('select email from users where id = $1', [people.owner.id]);
  const [support] = await sql<{ email: string }>('select email from users where id = $1', [people.support.id]);
  const tries = [
    [owner, supportMessages.taken],
    [support, supportMessages.known],
  ] as const;
  for (const [known, message] of tries) {
    const input = { firstname: 'Sam', lastname: 'Support', email: known?.email as string, role: 'SUPPORT' as const };
    const refused = await superAdmin.answer(createSupportAccount, { input });
    expect([refused.status, refused.body.message]).toEqual([409, message]);
  }
});

test.each(['admin', 'support', 'owner'] as const)('%s has no support accounts', async (person) => {
  expect((await here.as(person).answer(listSupportAccounts)).status).toBe(403);
});

test('the users of all agencies are listed with the companies and the role of each; support does not read them', async () => {
  const list = { mount: 'platform' as const, input: { query: 'owner test', limit: 100 } };
  const { adminUsers } = (await here.as('admin').call(endpointOf(AdminUser, 'list'), list)) as unknown as {
    adminUsers: { id: string; fullname: string; userCompanies: { company: string; role: string }[] }[];
  };
  expect(adminUsers.find(({ id }) => id === people.owner.id)).toMatchObject({
    fullname: 'Owner Test',
    userCompanies: [{ company: agency.name, role: 'Administrateur' }],
  });
  expect(JSON.stringify(adminUsers)).not.toContain('password');
  const ofCustomer = { mount: 'platform' as const, params: { id: people.customer.id } };
  expect(await here.as('admin').call(endpointOf(AdminUser, 'read'), ofCustomer)).toMatchObject({
    adminUser: { userCompanies: [{ role: 'Client' }] },
  });
  expect((await here.as('support').answer(endpointOf(AdminUser, 'list'), list)).status).toBe(403);
});
