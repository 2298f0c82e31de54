import { expect, test } from 'vitest';
import { messages } from '#core/kernel/problem.ts';
import { customerRequestCalls } from '#core/requests/calls.ts';
import { CustomerRequest } from '#core/requests/request.ts';
import { CustomerRequestType } from '#core/requests/types.ts';
import { requestsIn } from '#server/testing/asked.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { namesOf, told, mails } = requestsIn(here);
const { as, customer, people, sql } = here;
type Who = PersonName | Person;

const clerk = await here.hire('Accueil', { of: 'azur', rights: ['listAgentRequests', 'editAgentRequest'] });
const contact = await here.hire('Contact', {
  ...{ of: 'azur', customer: true, rights: ['readOwnCustomerRequest', 'createOwnCustomerRequest'] },
});
const lister = await here.hire('Gérante', {
  ...{ of: 'azur', customer: true, rights: ['listCustomerRequests', 'createOwnCustomerRequest'] },
});

const customerTypes = await namesOf(CustomerRequestType);

let serial = 0;
const asks = async (draft: object = {}, who: Who = contact): Promise<AnyRow> => {
  serial += 1;
  const input = { requestType: { id: customerTypes.Autre }, subject: `Demande ${serial}`, ...draft };
  const { status, body } = await as(who).answer(endpointOf(CustomerRequest, 'save'), { input });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.customerRequest;
};
const seenBy = async (who: Who): Promise<string[]> =>
  ((await as(who).call(endpointOf(CustomerRequest, 'list'), { input: {} })) as AnyRow).customerRequests.map(
    ({ id }: AnyRow) => id,
  );
const reply = (id: string, status: number, input: object = {}, who: Who = 'owner') =>
  as(who).answer(customerRequestCalls.answer, {
    mount: 'agency',
    params: { status: String(status) },
    input: { id, ...input },
  });

test('a request of a customer is attached with its creator; only those who list see those of others (K-022, decision 14)', async () => {
  const made = await asks();
  expect(made).toMatchObject({
    customer: { id: customer.id },
    createdBy: { name: contact.fullname, email: contact.email },
    agent: null,
  });
  const hers = await asks({}, lister);
  expect([await seenBy(contact), new Set(await seenBy(lister))]).toEqual([[made.id], new Set([made.id, hers.id])]);
  for (const endpoint of [endpointOf(CustomerRequest, 'read'), customerRequestCalls.markRead])
    expect((await as(contact).answer(endpoint, { params: { id: hers.id } })).status).toBe(404);
  expect(
    (await as(contact).answer(customerRequestCalls.write, { params: { id: hers.id }, input: { content: 'Lu' } }))
      .status,
  ).toBe(404);
  expect((await as('customer').answer(endpointOf(CustomerRequest, 'read'), { params: { id: hers.id } })).status).toBe(
    404,
  );
  expect(
    (await as('foreignCustomer').answer(endpointOf(CustomerRequest, 'list'), { input: {} })).body.customerRequests,
  ).toEqual([]);
  expect((await as(clerk).answer(endpointOf(CustomerRequest, 'list'), { mount: 'agency', input: {} })).status).toBe(
    403,
  );
  expect((await reply(made.id, 200, {}, contact)).status).toBe(403);
  // Even a ticked right does not let him answer himself.
  await sql(`update contacts set rights = rights || '{editCustomerRequest}' where user_id = $1`, [lister.id]);
  expect(await reply(hers.id, 200, {}, lister)).toMatchObject({
    status: 403,
    body: { message: messages.notYours },
  });
  expect(await told(lister)).toEqual([]);
  expect((await reply(made.id, 200)).body.message).toBeUndefined();
  expect((await told(contact))[0]).toMatchObject({ title: 'Demande acceptée', link: '/home' });
  expect((await told(lister))[0]).toMatchObject({ link: `/customerRequests?open=${made.id}` });
  expect(await told('customer')).toEqual([]);
});

test('an answer is mailed: to its creator, else to the customer, else to the customer’s users (K-011)', async () => {
  const made = await asks();
  await reply(made.id, 200, { sendMail: true });
  expect((await mails()).at(-1)?.recipients).toEqual([contact.email]);
  await sql(`update customers set email = 'societe@client.example' where id = $1`, [customer.id]);
  const [entered] = [
    (await as('owner').call(endpointOf(CustomerRequest, 'save'), {
      ...{
        mount: 'agency',
        input: { requestType: { id: customerTypes.Autre }, subject: 'Au téléphone', customer: { id: customer.id } },
      },
    })) as AnyRow,
  ];
  expect(entered?.customerRequest.createdBy).toEqual({ name: null, email: null });
  await reply(entered?.customerRequest.id, 300, { sendMail: true });
  expect((await mails()).at(-1)?.recipients).toEqual(['societe@client.example']);
  await sql('update customers set email = null where id = $1', [customer.id]);
  await reply(entered?.customerRequest.id, 400, { sendMail: true });
  const users = (await mails()).slice(2).flatMap(({ recipients }) => recipients);
  expect(new Set(users)).toEqual(new Set([contact.email, lister.email, people.customer.email]));
});

test('a customer counts what it has not read', async () => {
  const count = async (who: Who) => (await as(who).call(customerRequestCalls.unread, {})).unread;
  const before = await count('owner');
  const { id } = await asks();
  expect(await count('owner')).toBe(before + 1);
  await as('owner').call(customerRequestCalls.markRead, { mount: 'agency', params: { id } });
  expect(await count('owner')).toBe(before);
  const own = await count(contact);
  await reply(id, 300);
  expect(await count(contact)).toBe(own + 1);
});
