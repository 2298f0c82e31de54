import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { Customer, customerTypes } from '#core/customers/customer.ts';
import { readCustomerPricing } from '#core/customers/pricing.ts';
import { rightSet } from '#core/grants.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { messages } from '#core/kernel/problem.ts';
import { Site } from '#core/sites/site.ts';
import { type Answer, type Client, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, customer, people } = here;
const owner = as('owner');

const call = (operation: Operation, of: Entity = Customer): Endpoint => endpointOf(of, operation);
let serial = 0;
const save = (who: Client, input: object): Promise<Answer> => who.answer(call('save'), { input });
const create = async (more: object = {}, who = owner): Promise<Record<string, unknown> & { id: string }> => {
  serial += 1;
  return (await save(who, { name: `Client ${serial}`, type: 100, ...more })).body.customer;
};
const read = async (who: Client, id: string): Promise<Record<string, unknown>> =>
  (await who.answer(call('read'), { params: { id } })).body.customer;

test('the four types have French names, and other codes are refused', async () => {
  expect(customerTypes).toEqual({
    100: 'Entreprise',
    200: 'Particulier',
    300: 'Association',
    400: 'Organisme public',
  });
  for (const type of [100, 200, 300, 400]) expect(await create({ type })).toMatchObject({ type });
  expect((await save(owner, { name: 'Client', type: 500 })).status).toBe(400);
});

test('an unknown customer answers « Client introuvable »', async () => {
  const missing = { status: 404, body: { code: 404, message: 'Client introuvable' } };
  expect(await owner.answer(call('read'), { params: { id: randomUUID() } })).toMatchObject(missing);
  expect(await save(owner, { id: randomUUID(), name: 'Personne' })).toMatchObject(missing);
});

test("a new address gets the agency's country unless it has its own", async () => {
  await here.sql(`update agencies set country = 'BE' where id = $1`, [agency.id]);
  const address = { street: '1 rue Haute', zipcode: '1000', city: 'Bruxelles' };
  expect(await create({ address })).toMatchObject({ address: { ...address, country: 'BE' } });
  expect(await create()).toMatchObject({ address: { country: 'BE' } });
  expect(await create({ address: { country: 'LU' } })).toMatchObject({ address: { country: 'LU' } });
  await here.sql(`update agencies set country = 'FR' where id = $1`, [agency.id]);
  expect(await create()).toMatchObject({ address: { country: 'FR' } });
});

test('specialties are in customerInfos, can be filtered, and stay when a save leaves them out', async () => {
  const named = async (name: string): Promise<{ id: string }> =>
    (await owner.answer(call('save', Specialty), { input: { name } })).body.specialty;
  const [dogs, fire] = [await named('Cynophile'), await named('Incendie')];
  const { id, customerInfos } = await create({ customerInfos: { specialties: [{ id: fire.id }, { id: dogs.id }] } });
  expect(customerInfos).toMatchObject({ specialties: [{ name: 'Cynophile' }, { name: 'Incendie' }] });
  await save(owner, { id, customerInfos: { prospect: true } });
  expect(await read(owner, id)).toMatchObject({ customerInfos: { specialties: [{}, {}], prospect: true } });
  await save(owner, { id, customerInfos: { specialties: [{ id: dogs.id }] } });
  const found = await owner.answer(call('list'), {
    input: { filters: { 'customerInfos.specialties': [dogs.id], 'isCustomerInfos.specialties': 1 } },
  });
  expect(found.body.customers.map((row: { id: string }) => row.id)).toEqual([id]);
  expect((await save(owner, { id, specialties: [] })).status).toBe(400);
  const unknown = await save(owner, { id, customerInfos: { specialties: [{ id: randomUUID() }] } });
  expect(unknown).toMatchObject({ status: 400, body: { violations: [{ path: 'customerInfos.specialties.0' }] } });
});

test('the number has the prefix of the agency; a typed number stays', async () => {
  await here.sql(`update agencies set customer_number_prefix = 'C-' where id = $1`, [agency.id]);
  expect(await create()).toMatchObject({ customerInfos: { customerNumberId: expect.stringMatching(/^C-\d{4}$/) } });
  await here.sql(`update agencies set customer_number_prefix = '411-' where id = $1`, [agency.id]);
  expect(await create()).toMatchObject({ customerInfos: { customerNumberId: expect.stringMatching(/^411-\d{4}$/) } });
  expect(await create({ customerInfos: { customerNumberId: 'ACME' } })).toMatchObject({
    customerInfos: { customerNumberId: 'ACME' },
  });
  expect(await create({ customerInfos: { generateCustomerNumberId: false } })).toMatchObject({
    customerInfos: { customerNumberId: null },
  });
});

test('generated numbers skip those that somebody typed or imported', async () => {
  await here.sql(`update agencies set customer_number_prefix = '512-' where id = $1`, [agency.id]);
  const numberOf = ({ customerInfos }: Record<string, unknown>): string =>
    (customerInfos as { customerNumberId: string }).customerNumberId;
  const last = Number(numberOf(await create()).slice(4));
  const after = (more: number): string => `512-${String(last + more).padStart(4, '0')}`;
  for (const more of [1, 2, 4]) await create({ customerInfos: { customerNumberId: after(more) } });
  expect(numberOf(await create())).toBe(after(3));
  expect(numberOf(await create())).toBe(after(5));
});

test('a customer is created active, or inactive with willActivate false', async () => {
  expect(await create()).toMatchObject({ status: 100 });
  expect(await create({ willActivate: false })).toMatchObject({ status: 200 });
});

test('a customer reads and edits his own record, without the fields reserved for the agency', async () => {
  const own = customer.id;
  await save(owner, { id: own, comments: 'Paie en retard.' });
  expect(await read(owner, own)).toMatchObject({ comments: 'Paie en retard.' });
  expect(await read(as('customer'), own)).toMatchObject({
    id: own,
    comments: null,
    customerInfos: { prospect: null, generateCustomerNumberId: null, settlementPeriod: 1 },
  });
  const rights = [...rightSet('customer'), 'editCustomer' as const];
  const manager = as(await here.hire('gestionnaire', { of: 'azur', customer: true, rights }));
  for (const reserved of [
    { comments: 'x' },
    { customerInfos: { prospect: true } },
    { customerInfos: { settlementPeriodDays: 60 } },
    { companyDiscounts: [{ label: 'Amis', rate: 100 }] },
  ]) {
    expect(await save(manager, { id: own, ...reserved })).toMatchObject({
      status: 403,
      body: { message: messages.notYours },
    });
  }
  expect((await save(manager, { id: own, email: 'accueil@client.example' })).body.customer).toMatchObject({
    email: 'accueil@client.example',
    comments: null,
  });
  expect(await read(owner, own)).toMatchObject({ comments: 'Paie en retard.' });
  expect((await save(as('customer'), { id: own, email: null })).status).toBe(403);
});

test('the prices of a customer are the agency’s while it has none of its own; a customer does not read them', async () => {
  const { id } = await create();
  const { pricing } = await owner.call(readCustomerPricing, { mount: 'agency', params: { id } });
  expect(pricing).toMatchObject({ source: 'agency', pricesBySlot: { dayAmount: 21, holidayNightFactor: 2.2 } });
  expect(
    (await owner.answer(readCustomerPricing, { mount: 'agency', params: { id: randomUUID() } })).body.message,
  ).toBe('Client introuvable');
  expect((await as('customer').answer(readCustomerPricing, { mount: 'agency', params: { id } })).status).toBe(403);
});

test('a customer with sites is not deleted, and the reason is said; one without is', async () => {
  const act = (id: string, type: string) => owner.answer(call('act'), { params: { id, type } });
  const [kept, gone] = [await create(), await create()];
  await owner.answer(call('save', Site), { input: { name: 'Immeuble', customer: { id: kept.id } } });
  expect(await act(kept.id, 'delete')).toMatchObject({
    status: 409,
    body: { message: 'Cet élément est utilisé ailleurs : archivez-le plutôt que de le supprimer.' },
  });
  expect(await read(owner, kept.id)).toMatchObject({ id: kept.id });
  expect((await act(gone.id, 'delete')).status).toBe(204);
  expect((await owner.answer(call('read'), { params: { id: gone.id } })).status).toBe(404);
});

test('the history of a customer says who created, archived and restored it', async () => {
  const { id } = await create();
  for (const type of ['archive', 'reactivate']) await as('staff').answer(call('act'), { params: { id, type } });
  const { history } = (await owner.answer(call('history'), { params: { id } })).body;
  expect(history).toMatchObject([
    { action: 'reactivate', author: people.staff.fullname, changes: { status: { before: 300, after: 100 } } },
    { action: 'archive', author: people.staff.fullname, changes: { status: { before: 100, after: 300 } } },
    { action: 'create', author: people.owner.fullname },
  ]);
});
