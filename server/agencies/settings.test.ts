import { expect, test } from 'vitest';
import { readAgency, saveAgency } from '#core/agencies/settings.ts';
import { Customer } from '#core/customers/customer.ts';
import { type Endpoint, entityEndpoints } from '#core/kernel/endpoint.ts';
import { messages } from '#core/kernel/problem.ts';
import { nobody } from '#server/db/context.ts';
import { world } from '#server/testing/world.ts';

const { as, agency, customer, database, hire, otherAgency, people, sql } = await world();
const saveCustomer = entityEndpoints(Customer).find(({ entity }) => entity?.operation === 'save') as Endpoint;
const lines = () => sql(`select author, action, changes from audit where entity = 'agency' order by at`);

test('the prefix is changed once, with its line of history, and new customers bear it', async () => {
  const before = (await as('owner').call(readAgency)).agency;
  expect(before).toEqual({ id: agency.id, version: 1, customerNumberPrefix: '411-' });
  const input = { customerNumberPrefix: ' AZ-', version: before.version };
  const saved = await as('owner').call(saveAgency, { input });
  expect(saved.agency).toEqual({ id: agency.id, version: 2, customerNumberPrefix: 'AZ-' });
  expect(await lines()).toEqual([
    {
      author: people.owner.fullname,
      action: 'edit',
      changes: { customerNumberPrefix: { before: '411-', after: 'AZ-' } },
    },
  ]);
  const made = await as('owner').answer(saveCustomer, { input: { name: 'Client', type: 100 } });
  expect(made.body.customer.customerInfos.customerNumberId).toMatch(/^AZ-\d{4}$/);

  // The same again, and nothing at all: no version, no line.
  for (const same of [{ customerNumberPrefix: 'AZ-' }, {}])
    expect((await as('owner').call(saveAgency, { input: same })).agency.version).toBe(2);
  expect(await lines()).toHaveLength(1);
  expect((await as('foreignOwner').call(readAgency)).agency).toMatchObject({
    id: otherAgency.id,
    customerNumberPrefix: '411-',
  });
});

test('who has changed it meanwhile is not overwritten: the answer shows what stands', async () => {
  const { version } = (await as('owner').call(readAgency)).agency;
  await as('owner').call(saveAgency, { input: { customerNumberPrefix: 'B-', version } });
  const refused = await as('owner').answer(saveAgency, { input: { customerNumberPrefix: 'C-', version } });
  expect(refused).toMatchObject({
    status: 409,
    body: { message: messages.conflict, current: { agency: { version: version + 1, customerNumberPrefix: 'B-' } } },
  });
});

test.each([
  ['long', { customerNumberPrefix: 'X'.repeat(21) }, 'Maximum 20 caractères'],
  ['with a line break', { customerNumberPrefix: 'A\nB' }, 'Caractère interdit'],
  ['a number', { customerNumberPrefix: 411 }, 'Texte attendu'],
])('a prefix that is %s is refused with its reason', async (_what, input, message) => {
  const answer = await as('owner').answer(saveAgency, { input });
  expect(answer).toMatchObject({ status: 400, body: { violations: [{ path: 'customerNumberPrefix', message }] } });
});

test('an unknown field is refused', async () => {
  expect((await as('owner').answer(saveAgency, { input: { name: 'Autre' } })).status).toBe(400);
});

test('reading and changing each need their right', async () => {
  const reader = await hire('lectrice', { of: 'azur', rights: ['readAgencySetting'] });
  expect((await as(reader).answer(readAgency)).status).toBe(200);
  expect(await as(reader).answer(saveAgency, { input: {} })).toMatchObject({
    status: 403,
    body: { right: 'editAgencySetting' },
  });
  expect((await as('powerless').answer(readAgency)).status).toBe(403);
});

test('the database itself refuses an agent, a customer, another agency and any other column', async () => {
  const whole = { ...nobody, agency: agency.id, user: people.staff.id };
  const change = (context: typeof whole, text: string) =>
    database.transaction(context, (db) => db.query({ text: `${text} returning id` })).catch(() => null);
  const prefix = `update agencies set customer_number_prefix = 'Z-'`;
  expect(await change({ ...whole, agent: people.agent.profile?.id as string }, prefix)).toEqual([]);
  expect(await change({ ...whole, customer: customer.id }, prefix)).toEqual([]);
  expect(await change(whole, `${prefix} where id = '${otherAgency.id}'`)).toEqual([]);
  expect(await change(whole, `update agencies set name = 'Z'`)).toBeNull();
  expect(await change(whole, prefix)).toEqual([{ id: agency.id }]);
});
