// A site whose work is done, logged or agreed keeps its customer.
import { expect, test } from 'vitest';
import { prepareInvoices } from '#core/commercial/calls.ts';
import { CommercialContract } from '#core/commercial/contract.ts';
import { Customer } from '#core/customers/customer.ts';
import { Site } from '#core/sites/site.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { monthOf } from '#server/testing/month.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, customer } = here;
const owner = as('owner');
const { site, guard, saved } = await plannerOf(here);
const { service } = monthOf(here);
const other: AnyRow = await saved(Customer as never, { name: 'Repreneur' });
const newSite = async (name: string): Promise<string> =>
  (await saved(Site, { name, customer: { id: customer.id } })).id as string;
const give = (id: string): Promise<Answer> =>
  owner.answer(endpointOf(Site, 'save'), { input: { id, customer: { id: other.id } } });
const refusal = (name: string, has: string) => ({
  status: 400,
  body: {
    violations: [
      {
        path: 'customer',
        message: `${name} garde son client : ce site a ${has}. Créez un site pour le nouveau client, et archivez celui-ci.`,
      },
    ],
  },
});

test('a site where a service began is not given to another customer, who would pay for it', async () => {
  await service({ site, from: '2020-10-05 08:00', to: '2020-10-05 18:00', agents: [await guard()] });
  expect(await give(site)).toMatchObject(refusal('Entrepôt', 'des services commencés'));
  const input = { start: '2020-10-01', end: '2020-10-31' };
  const { groups } = await owner.call(prepareInvoices, { mount: 'agency', input });
  expect(groups.map((group) => group.customer.id)).toEqual([customer.id]);
});

test('a site without a past, with services to come or unscheduled ones, may change its customer', async () => {
  const id = await newSite('Neuf');
  await service({ site: id, from: '2096-10-05 08:00', to: '2096-10-05 18:00', status: 100 });
  await service({ site: id, from: '2020-10-05 08:00', to: '2020-10-05 18:00', status: 700 });
  expect((await give(id)).status).toBe(200);
});

test('a site that a contract in force names keeps its customer, and the contract of a site that left is still saved', async () => {
  const id = await newSite('Convenu');
  const contract: AnyRow = await saved(CommercialContract as never, {
    ...{ title: 'Garde', customer: { id: customer.id }, startDate: '2026-01-01', sites: [{ id }] },
  });
  expect(await give(id)).toMatchObject(refusal('Convenu', 'un contrat commercial'));
  // As in a database of before this rule.
  await sql('update sites set customer_id = $1 where id = $2', [other.id, id]);
  const edit = (input: object): Promise<Answer> =>
    owner.answer(endpointOf(CommercialContract, 'save'), { input: { id: contract.id, ...input } });
  expect((await edit({ comment: 'Relu', sites: [{ id }] })).status).toBe(200);
  expect(await edit({ customer: { id: other.id }, sites: [{ id }, { id: site }] })).toMatchObject({
    body: { violations: [{ path: 'sites' }] },
  });
});
