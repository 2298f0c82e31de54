import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { rightSet } from '#core/grants.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import type { Row } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { messages } from '#core/kernel/problem.ts';
import { saveSitesEventTypes } from '#core/logbook/calls.ts';
import { writableTypes } from '#core/logbook/types.ts';
import { missingRight } from '#core/rights.ts';
import { searchRecords } from '#core/search/search.ts';
import { readBarredSites } from '#core/sites/barred.ts';
import { siteCode } from '#core/sites/code.ts';
import { Site } from '#core/sites/site.ts';
import { type Answer, type CallOptions, type Client, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, customer, people } = here;
const call = (operation: Operation): Endpoint =>
  entityEndpoints(Site).find((endpoint) => endpoint.entity?.operation === operation) as Endpoint;

const owner = as('owner');
let serial = 0;
const draft = (more: object = {}): object => {
  serial += 1;
  return { name: `Site ${serial}`, customer: { id: customer.id }, ...more };
};
const save = (who: Client, input: object, options: CallOptions = {}): Promise<Answer> =>
  who.answer(call('save'), { input, ...options });
const create = async (more: object = {}): Promise<{ id: string; slug: string; version: number }> =>
  (await save(owner, draft(more))).body.site;
const read = async (who: Client, id: string): Promise<Record<string, unknown>> =>
  (await who.answer(call('read'), { params: { id } })).body.site;

test('a site is created active, or inactive with willActivate false', async () => {
  expect((await save(owner, draft())).body.site.status).toBe(100);
  expect((await save(owner, draft({ willActivate: true }))).body.site.status).toBe(100);
  expect((await save(owner, draft({ willActivate: false }))).body.site.status).toBe(200);
});

test('a new site has a radius of 100 by default', async () => {
  expect((await save(owner, draft())).body.site.radius).toBe(100);
  expect((await save(owner, draft({ radius: 250 }))).body.site.radius).toBe(250);
});

test('willActivate true on an edit activates an inactive or archived site, with the right', async () => {
  const editor = as(await here.hire('redacteur', { of: 'azur', rights: ['listSites', 'editSite'] }));
  const archivist = as(await here.hire('archiviste', { of: 'azur', rights: ['listSites', 'editSite', 'archiveSite'] }));
  for (const status of [200, 300]) {
    const { id } = await create();
    await here.sql('update sites set status = $2 where id = $1', [id, status]);
    expect((await save(editor, { id, name: 'Autre nom' })).body.site.status).toBe(status);
    expect(await save(editor, { id, willActivate: true })).toMatchObject({
      status: 403,
      body: { right: 'archiveSite', message: missingRight('archiveSite') },
    });
    expect((await save(archivist, { id, willActivate: true })).body.site).toMatchObject({ status: 100 });
  }
  const { id } = await create();
  expect((await save(editor, { id, willActivate: true })).body.site.status).toBe(100);
});

test('the short identifier is derived or chosen, kept, and unique in an agency', async () => {
  const first = await create({ name: 'Résidence Bellevue' });
  const second = await create({ name: 'Résidence Bellevue' });
  expect([first.slug, second.slug]).toEqual(['residence-bellevue', 'residence-bellevue-2']);
  expect((await save(owner, { id: first.id, name: 'Résidence Bel Air' })).body.site.slug).toBe('residence-bellevue');
  expect((await save(owner, { id: first.id, slug: 'bel-air' })).body.site.slug).toBe('bel-air');
  expect(await save(owner, { id: second.id, slug: 'bel-air' })).toMatchObject({
    status: 400,
    body: { message: 'Valeur déjà utilisée', violations: [{ path: 'slug', message: 'Déjà utilisé' }] },
  });
  expect(await save(owner, { id: second.id, slug: 'Bel Air' })).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'slug', message: 'Lettres minuscules, chiffres et tirets uniquement' }] },
  });
  expect((await save(owner, { id: second.id, slug: null })).body.site.slug).toBe('residence-bellevue');
});

test('a list returns as many sites as requested, even 4000', async () => {
  const { status, body } = await owner.answer(call('list'), { input: { limit: 4_000 } });
  expect(status).toBe(200);
  expect(body.sites).toHaveLength(body.filtered);
  expect((await owner.answer(call('list'), { input: { limit: 5_001 } })).status).toBe(400);
});

test('I-020: the types of a site are those of the daily log; without its own it has none', async () => {
  const { id } = await create({});
  expect((await read(owner, id)).serviceEventTypes).toEqual([]);
  const own = { id: 30, enabled: false, customerShow: true, notifyAgency: true, notifyCustomer: false };
  await owner.call(saveSitesEventTypes, { input: { sites: [{ id }], types: [own] } });
  const site = (await read(owner, id)) as Row<typeof Site>;
  expect(site.siteSettingsFeature).toEqual({ useAgencyServiceEventTypes: false });
  const { id: _, ...flags } = own;
  expect(site.serviceEventTypes.find(({ type }) => type === 30)).toMatchObject({ label: 'Intrusion', ...flags });
  expect(site.serviceEventTypes).toHaveLength(writableTypes.length);
  await owner.call(endpointOf(Site, 'save'), {
    input: { id, siteSettingsFeature: { useAgencyServiceEventTypes: true } },
  });
  const [{ changes } = { changes: {} }] = await here.sql<{ changes: object }>(
    'select changes from audit where entity_id = $1 order by at desc, id desc limit 1',
    [id],
  );
  expect(Object.keys(changes)).toEqual(['siteSettingsFeature.useAgencyServiceEventTypes']);
  // AB-010: an agency that chose nothing has those of the product.
  const { agency } = (await owner.call(endpointOf(Agency, 'read'), { params: { id: here.agency.id } })) as {
    agency: Row<typeof Agency>;
  };
  expect(agency.serviceEventTypes.find(({ type }) => type === 30)).toMatchObject({ label: 'Intrusion', enabled: true });
});

const everything = {
  siteKeys: [{ label: 'Portail' }],
  siteAlarms: [{ label: 'Centrale', code: '1234' }],
  // 1 §7 sends the site in each line; it is the site itself.
  siteUsers: [{ agent: { id: people.agent.profile?.id as string }, site: { id: randomUUID() } }],
  comments: 'Entre nous.',
  eventReportEnabled: true,
};

test('a customer sees only the parts of a site that it opens to him, and nothing reserved for the agency', async () => {
  const { id } = await create({ ...everything, rightsCustomer: { readKeys: false, readAlarms: false } });
  const reserved = { siteUsers: null, comments: null, eventReportEnabled: null, serviceEventTypes: null, items: null };
  expect(await read(as('customer'), id)).toMatchObject({ siteKeys: null, siteAlarms: null, ...reserved });
  await save(owner, { id, rightsCustomer: { readKeys: true } });
  expect(await read(as('customer'), id)).toMatchObject({
    siteKeys: [{ label: 'Portail' }],
    siteAlarms: null,
    ...reserved,
  });
  const { body } = await as('customer').answer(call('list'), { input: { filters: {}, limit: 5_000 } });
  expect(body.sites.find((row: { id: string }) => row.id === id).comments).toBeNull();
  expect(await read(owner, id)).toMatchObject({
    comments: 'Entre nous.',
    siteUsers: [{ agent: { name: 'Agent Test' }, site: { id } }],
  });
});

test('a customer with the right to edit sites cannot open more parts to himself', async () => {
  const rights = [...rightSet('customer'), 'editSite' as const];
  const contact = as(await here.hire('gerant', { of: 'azur', customer: true, rights }));
  const { id } = await create({ siteKeys: [{ label: 'Portail' }] });
  for (const forbidden of [
    { rightsCustomer: { readKeys: true } },
    { rightsAgent: {} },
    { comments: 'x' },
    { siteUsers: [] },
    { siteKeys: [] },
  ]) {
    expect(await save(contact, { id, ...forbidden })).toMatchObject({
      status: 403,
      body: { message: messages.notYours },
    });
  }
  expect((await save(contact, { id, name: 'Nouveau nom' })).body.site.name).toBe('Nouveau nom');
  expect(await read(owner, id)).toMatchObject({
    name: 'Nouveau nom',
    siteKeys: [{ label: 'Portail' }],
    rightsCustomer: { readKeys: false },
  });
});

test('the sheet of an agent names the sites where he may not work; agents of other agencies are missing', async () => {
  const { id: agent } = await here
    .hire('interdit', { of: 'azur', rights: [] })
    .then(({ profile }) => profile as { id: string });
  const names = async (): Promise<string[]> =>
    (await owner.call(readBarredSites, { params: { id: agent } })).sites.map(({ name }) => name);
  expect(await names()).toEqual([]);
  for (const name of ['Zénith', 'Arène']) await create({ name, siteUsers: [{ agent: { id: agent } }] });
  await create({ name: 'Ouvert' });
  expect(await names()).toEqual(['Arène', 'Zénith']);
  expect((await as('foreignOwner').answer(readBarredSites, { params: { id: agent } })).status).toBe(404);
  expect((await owner.answer(readBarredSites, { params: { id: 'x' } })).status).toBe(404);
  const reader = as(await here.hire('lecteur', { of: 'azur', rights: ['listAgents', 'readAgent'] }));
  expect(await reader.call(readBarredSites, { params: { id: agent } })).toEqual({ sites: [] });
  // On a sheet or a site, it takes the right to see agents and sites.
  for (const [right, siteUsers] of [
    ['listSites', null],
    ['listAgents', undefined],
  ] as const) {
    const clerk = as(await here.hire(`guichet-${right}`, { of: 'azur', rights: [right] }));
    expect((await clerk.answer(readBarredSites, { params: { id: agent } })).status).toBe(403);
    const { body } = await clerk.answer(call('list'), { mount: 'agency', input: { query: 'Zénith' } });
    const [found] = (body.sites ?? []) as { id: string }[];
    if (!found) continue;
    const sheet = await clerk.answer(call('read'), { mount: 'agency', params: { id: found.id } });
    expect(sheet.body.site.siteUsers).toBe(siteUsers);
  }
});

test('the database computes the code of a site as the planning does; the list and the palette find it', async () => {
  const names = [
    'Hôtel Miramarine Croisette',
    'Usine Verdier',
    'Dépôt',
    'Centre de données NT1',
    'Résidence de l’Œuvre',
  ];
  const others = [
    'ZI des Trois Moulins',
    'Parking 12',
    'Le',
    'A',
    'Entrepôt Nord Quai Ouest Bâtiment C Aile',
    '東京',
    '—',
  ];
  const all = [...names, ...others];
  const rows = await here.sql<{ code: string }>('select site_code(n) as code from unnest($1::text[]) n', [all]);
  expect(rows.map(({ code }) => code)).toEqual(all.map(siteCode));
  const { id } = await create({ name: 'Usine Verdier' });
  const listed = await owner.answer(call('list'), { input: { query: 'usve' } });
  expect(listed.body.sites.map((site: { id: string }) => site.id)).toEqual([id]);
  const { results } = await owner.call(searchRecords, { input: { query: 'USVE' } });
  expect(results).toMatchObject([{ id, name: 'Usine Verdier' }]);
});
