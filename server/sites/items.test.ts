import { describe, expect, test } from 'vitest';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { messages } from '#core/kernel/problem.ts';
import { missingRight } from '#core/rights.ts';
import { readSiteItems, saveSiteItems } from '#core/sites/items.ts';
import { Site } from '#core/sites/site.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, customer } = here;
const [saveSite, history] = (['save', 'history'] as const).map((name) =>
  entityEndpoints(Site).find((endpoint) => endpoint.entity?.operation === name),
);

async function siteWith(more: object = {}): Promise<string> {
  const input = { name: 'Dépôt', customer: { id: customer.id }, ...more };
  return (await as('owner').answer(saveSite as never, { input })).body.site.id;
}

const extinguisher = { name: 'Extincteur', quantity: 2, reference: 'EX-12', expiry: '2027-05-31', comment: 'Hall' };

test('the new list replaces the old one, in its order, with one audit line of the site', async () => {
  const id = await siteWith();
  const first = await as('owner').call(saveSiteItems, {
    params: { id },
    input: { id, items: [{ name: 'Radio' }, extinguisher] },
  });
  const items = first.site.items as { id: string }[];
  expect(items).toMatchObject([
    { name: 'Radio', quantity: 1, reference: null, expiry: null, comment: null, position: 0 },
    { ...extinguisher, position: 1 },
  ]);
  const kept = { ...items[1], quantity: 3 };
  const second = await as('owner').call(saveSiteItems, {
    params: { id },
    input: { items: [kept, { name: 'Registre' }] },
  });
  expect(second.site.items).toMatchObject([
    { id: items[1]?.id, name: 'Extincteur', quantity: 3, position: 0 },
    { name: 'Registre', position: 1 },
  ]);
  const read = await as('owner').call(readSiteItems, { params: { id }, query: { orderBy: 'position' } });
  expect(read).toEqual(second);
  const lines = (await as('owner').answer(history as never, { params: { id } })).body.history;
  expect(lines.map(({ action }: { action: string }) => action)).toEqual(['edit', 'edit', 'create']);
  expect(Object.keys(lines[0].changes)).toEqual(['items']);
  expect(lines[0].changes.items.after).toMatchObject(second.site.items as object[]);
});

test('the site is still found by its name and address once its equipment is saved', async () => {
  const id = await siteWith({ name: 'Hangar Zoulou', address: { city: 'Grasse' } });
  await as('owner').call(saveSiteItems, { params: { id }, input: { items: [extinguisher] } });
  const list = entityEndpoints(Site).find((endpoint) => endpoint.entity?.operation === 'list');
  const { body } = await as('owner').answer(list as never, { input: { query: 'zoulou grasse' } });
  expect(body.sites.map((row: { id: string }) => row.id)).toEqual([id]);
});

test('faults are reported on the line and the field, and nothing is saved', async () => {
  const id = await siteWith();
  const items = [{ name: 'Radio' }, { name: '  ', quantity: -1, expiry: '2027-02-31' }];
  const answer = await as('owner').answer(saveSiteItems, { params: { id }, input: { items } });
  expect(answer.status).toBe(400);
  expect(
    Object.fromEntries(answer.body.violations.map((one: { path: string; message: string }) => [one.path, one.message])),
  ).toEqual({
    'items.1.name': messages.required,
    'items.1.quantity': expect.any(String),
    'items.1.expiry': "La date n'existe pas",
  });
  expect((await as('owner').call(readSiteItems, { params: { id } })).site.items).toEqual([]);
});

test('a stale version is a conflict with the current list; an id other than the path’s is refused', async () => {
  const id = await siteWith();
  const { site } = await as('owner').call(saveSiteItems, { params: { id }, input: { items: [{ name: 'Radio' }] } });
  const stale = await as('owner').answer(saveSiteItems, {
    params: { id },
    input: { items: [], version: (site.version as number) - 1 },
  });
  expect(stale).toMatchObject({
    status: 409,
    body: { message: messages.conflict, current: { items: [{ name: 'Radio' }] } },
  });
  const other = await as('owner').answer(saveSiteItems, { params: { id }, input: { id: await siteWith(), items: [] } });
  expect(other).toMatchObject({ status: 400, body: { violations: [{ path: 'id' }] } });
});

describe('rights', () => {
  test('reading and saving are two rights of the agency', async () => {
    const reader = as(await here.hire('magasinier', { of: 'azur', rights: ['listSites', 'listSiteItems'] }));
    const id = await siteWith();
    expect((await reader.answer(readSiteItems, { params: { id } })).status).toBe(200);
    expect(await reader.answer(saveSiteItems, { params: { id }, input: { items: [] } })).toMatchObject({
      status: 403,
      body: { right: 'editSiteItem', message: missingRight('editSiteItem') },
    });
    const visitor = as(await here.hire('visiteur', { of: 'azur', rights: ['listSites'] }));
    expect((await visitor.answer(readSiteItems, { params: { id } })).body.right).toBe('listSiteItems');
  });

  test('without the right to list equipment, the history hides it', async () => {
    const visitor = as(await here.hire('curieux', { of: 'azur', rights: ['listSites'] }));
    const id = await siteWith();
    await as('owner').call(saveSiteItems, { params: { id }, input: { items: [extinguisher] } });
    const lines = (await visitor.answer(history as never, { params: { id } })).body.history;
    expect(lines.map(({ action }: { action: string }) => action)).toEqual(['create']);
    expect(lines[0].changes).not.toHaveProperty('items');
  });

  test('a customer reads the equipment only of sites that open it', async () => {
    const [open, closed] = [await siteWith({ rightsCustomer: { readItems: true } }), await siteWith()];
    for (const id of [open, closed])
      await as('owner').call(saveSiteItems, { params: { id }, input: { items: [extinguisher] } });
    const items = async (id: string) => (await as('customer').call(readSiteItems, { params: { id } })).site.items;
    expect(await items(open)).toMatchObject([{ name: 'Extincteur' }]);
    expect(await items(closed)).toEqual([]);
    expect((await as('customer').answer(saveSiteItems, { params: { id: open }, input: { items: [] } })).status).toBe(
      403,
    );
  });

  test('a customer with the right to edit equipment edits only what is open to him', async () => {
    const rights = ['listSites', 'listSiteItems', 'editSiteItem'] as const;
    const contact = as(await here.hire('logisticien', { of: 'azur', customer: true, rights: [...rights] }));
    const [open, closed] = [await siteWith({ rightsCustomer: { readItems: true } }), await siteWith()];
    const put = async (id: string) =>
      contact.answer(saveSiteItems, { params: { id }, input: { items: [{ name: 'Radio' }] } });
    expect((await put(open)).body.site.items).toMatchObject([{ name: 'Radio' }]);
    expect((await put(closed)).status).toBe(403);
    expect((await as('owner').call(readSiteItems, { params: { id: closed } })).site.items).toEqual([]);
  });
});
