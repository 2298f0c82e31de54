import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Row } from '#core/kernel/entity.ts';
import { messages } from '#core/kernel/problem.ts';
import {
  fetchEventTypes,
  fetchEventVersions,
  logbookMessages,
  printLogbook,
  removeEvent,
  saveEvent,
  saveEventTypes,
  saveSitesEventTypes,
  verifyLogbook,
  withdrawEvent,
} from '#core/logbook/calls.ts';
import { LogEvent } from '#core/logbook/event.ts';
import type { Right } from '#core/rights.ts';
import { endpointOf } from '#server/testing/client.ts';
import { smallPng, uploader } from '#server/testing/files.ts';
import { daysAgo, logOf } from '#server/testing/logbook.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, people } = here;
const { agentId, newSite, site, service, draft, log, readAs, chainOf } = await logOf(here);
const owner = as('owner');
const list = endpointOf(LogEvent, 'list');
const verified = (of = site) => owner.call(verifyLogbook, { params: { id: of } });

test('an entry keeps its type, its place and the time of the fact', async () => {
  const createdAt = daysAgo(16);
  const location = { latitude: 43.7, longitude: 7.25, accuracy: 8 };
  const event = await log({ createdAt, location, service: { id: service }, subType: 'Effraction' });
  expect(event).toMatchObject({
    ...{ type: { id: 30, typeKey: 'incident' }, label: 'Intrusion', subType: 'Effraction', createdAt },
    ...{
      state: 'RECORDED',
      customerShow: true,
      author: people.owner.fullname,
      location: { ...location, altitude: null },
    },
  });
  expect(event.site).toMatchObject({ id: site });
  expect(event.service).toMatchObject({ id: service });
});

test('the same event sent again is stored once; with other values it is a correction, which keeps the first text', async () => {
  const input = draft();
  await owner.call(saveEvent, { input });
  await owner.call(saveEvent, { input });
  expect(await chainOf(input.uuid)).toHaveLength(1);
  const { event } = await owner.call(saveEvent, {
    input: { ...input, description: 'Clôture intacte', reason: 'Erreur de lieu' },
  });
  expect(event).toMatchObject({ state: 'CORRECTED', description: 'Clôture intacte' });
  const { versions } = await owner.call(fetchEventVersions, { params: { id: input.uuid } });
  expect(versions.map(({ kind, reason, content }) => [kind, reason, content?.description])).toEqual([
    ['entry', null, 'Clôture découpée côté quai'],
    ['correction', 'Erreur de lieu', 'Clôture intacte'],
  ]);
});

test('a withdrawal is an entry; what is withdrawn can no longer be corrected, and customers no longer see it', async () => {
  const event = await log();
  const seen = () =>
    as('customer').answer(endpointOf(LogEvent, 'read'), { mount: 'customer', params: { id: event.id } });
  expect((await seen()).status).toBe(200);
  const announced = () => sql('select from notifications where event = $1 and read_at is null', [event.id]);
  expect((await announced()).length).toBeGreaterThan(0);
  await owner.call(withdrawEvent, { params: { id: event.id }, input: { reason: 'Saisie sur le mauvais site' } });
  await owner.call(removeEvent, { params: { id: event.id } });
  const { versions } = await owner.call(fetchEventVersions, { params: { id: event.id } });
  expect(versions.find(({ kind }) => kind === 'withdrawal')).toMatchObject({ reason: 'Saisie sur le mauvais site' });
  expect(await chainOf(event.id)).toMatchObject([{ kind: 'entry' }, { kind: 'withdrawal', target_id: event.id }]);
  expect((await seen()).status).toBe(404);
  // P-027: nobody is still asked to look at it.
  expect(await announced()).toEqual([]);
  const refused = await owner.answer(saveEvent, { input: draft({ uuid: event.id, description: 'Autre' }) });
  expect(refused.status).toBe(409);
});

test('a finding has photos, can be corrected and withdrawn, and stays in the chain', async () => {
  const photo = await uploader(here)('owner', 'quai.png', smallPng);
  const finding = randomUUID();
  const input = draft({
    eventMessages: [{ uuid: finding, content: 'Trou de 40 cm', attachments: [{ id: photo.id }] }],
  });
  const event = (await owner.call(saveEvent, { input })).event as Row<typeof LogEvent>;
  expect(event.eventMessages).toMatchObject([
    { content: 'Trou de 40 cm', attachments: [{ name: 'quai.png' }], state: 'RECORDED' },
  ]);
  expect(event.photoCount).toBe(1);
  await owner.call(saveEvent, { input });
  expect(await chainOf(event.id)).toHaveLength(2);
  await owner.call(saveEvent, { input: { ...input, eventMessages: [{ uuid: finding, content: 'Trou de 60 cm' }] } });
  const gone = await owner.call(saveEvent, {
    input: { ...input, eventMessages: [{ uuid: finding, withdrawn: true }] },
  });
  expect(gone.event.eventMessages).toMatchObject([{ content: 'Trou de 60 cm', state: 'WITHDRAWN' }]);
  expect((await chainOf(event.id)).map(({ kind }) => kind)).toEqual(['entry', 'finding', 'correction', 'withdrawal']);
});

test.each([
  ['no type', { type: undefined }, 400, 'Obligatoire'],
  ['an unknown type', { type: { id: 999 } }, 400, logbookMessages.noType],
  ['a restricted type', { type: { id: 1 } }, 409, logbookMessages.reservedType],
  ['an unknown site', { site: { id: randomUUID() } }, 400, 'Site introuvable'],
  ['a service elsewhere', { service: { id: randomUUID() } }, 400, 'Ce service n’a pas lieu sur ce site'],
  ['the future', { createdAt: '2099-01-01T00:00:00.000Z' }, 400, 'La date est à venir'],
  ['a fact of long ago', { createdAt: '1950-01-01T00:00:00.000Z' }, 400, logbookMessages.tooOld],
  [
    'a finding of long ago',
    { eventMessages: [{ uuid: randomUUID(), content: 'Vu', createdAt: '1950-01-01T00:00:00.000Z' }] },
    400,
    logbookMessages.tooOld,
  ],
  [
    'a file that is not his',
    { eventMessages: [{ uuid: randomUUID(), attachments: [{ id: randomUUID() }] }] },
    400,
    'Le fichier est invalide',
  ],
])('%s is refused', async (_, more, status, message) => {
  const { status: given, body } = await owner.answer(saveEvent, { input: draft(more) });
  expect(given).toBe(status);
  expect(JSON.stringify(body)).toContain(message);
});

test('an agent writes on the sites of his services, reads what he wrote there, and corrects only his own', async () => {
  const own = await log({ service: { id: service } }, 'agent');
  const desk = await log({ service: { id: service } });
  const rows = (await as('agent').call(list, { mount: 'agent', input: { limit: 100 } })) as { data: { id: string }[] };
  expect(rows.data.map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, desk.id]));
  const correct = (uuid: string) =>
    as('agent').answer(saveEvent, {
      mount: 'agent',
      input: draft({ uuid, description: 'Corrigé', service: { id: service } }),
    });
  expect((await correct(own.id)).status).toBe(200);
  expect((await correct(desk.id)).status).toBe(404);
  // Nor what the desk found about his entry.
  const uuid = randomUUID();
  const about = (content: string) => draft({ uuid: own.id, eventMessages: [{ uuid, content }] });
  await owner.call(saveEvent, { input: about('La police est prévenue') });
  const rewritten = await as('agent').answer(saveEvent, { mount: 'agent', input: about('Rien') });
  expect(rewritten.status).toBe(404);
  const elsewhere = await newSite();
  const refused = await as('agent').answer(saveEvent, { mount: 'agent', input: draft({ site: { id: elsewhere } }) });
  expect(refused.status).toBe(400);
});

test('a new entry needs the right to create alone, a correction the right to edit alone (C-021)', async () => {
  const clerk = async (rights: Right[]) => as(await here.hire(`Avec ${rights.join()}`, { of: 'azur', rights }));
  const [creator, editor] = [await clerk(['createServiceEvent']), await clerk(['editServiceEvent'])];
  const input = draft();
  const corrected = { ...input, description: 'Clôture intacte' };
  expect(await editor.answer(saveEvent, { input })).toMatchObject({
    ...{ status: 403, body: { right: 'createServiceEvent' } },
  });
  expect((await creator.answer(saveEvent, { input })).status).toBe(200);
  expect(await creator.answer(saveEvent, { input: corrected })).toMatchObject({
    ...{ status: 403, body: { right: 'editServiceEvent' } },
  });
  expect((await editor.answer(saveEvent, { input: corrected })).status).toBe(200);
});

test('what a correction does not name stays; an agent reads his name and his service', async () => {
  const input = draft({ service: { id: service }, subType: 'Effraction' });
  await as('agent').call(saveEvent, { mount: 'agent', input });
  const { uuid, type, site: of } = input;
  const corrected = { uuid, type, site: of, description: 'Clôture intacte' };
  await as('agent').call(saveEvent, { mount: 'agent', input: corrected });
  const event = await readAs('agent', uuid);
  expect(event).toMatchObject({
    ...{ state: 'CORRECTED', description: 'Clôture intacte', subType: 'Effraction', author: people.agent.fullname },
    ...{ service: { id: service, name: 'S-1' }, agent: { id: agentId } },
  });
  expect(event.receivedAt).toBeTruthy();
  const removed = await as('agent').call(saveEvent, { mount: 'agent', input: { ...corrected, service: null } });
  expect(removed.event.service).toBeNull();
  const ofDesk = await log({ service: { id: service } });
  expect(await readAs('agent', ofDesk.id)).toMatchObject({ author: null, agent: null, service: { id: service } });
});

test('an identifier that is already used is refused at its place', async () => {
  const [finding, twice] = [randomUUID(), randomUUID()];
  const { id: event } = await log({ eventMessages: [{ uuid: finding, content: 'Trou' }] });
  const found = (...uuids: string[]) => uuids.map((uuid) => ({ uuid, content: 'Vu' }));
  const refused = async (more: object) => {
    const { status, body } = await owner.answer(saveEvent, { input: draft(more) });
    return [status, ...(body as { violations: { path: string; message: string }[] }).violations.flatMap(Object.values)];
  };
  const { usedId, twice: again } = logbookMessages;
  expect(await refused({ eventMessages: found(randomUUID(), finding) })).toEqual([400, 'eventMessages.1.uuid', usedId]);
  expect(await refused({ eventMessages: found(twice, twice) })).toEqual([400, 'eventMessages.1.uuid', again]);
  expect(await refused({ uuid: event, eventMessages: found(event) })).toEqual([400, 'eventMessages.0.uuid', usedId]);
  expect(await refused({ uuid: finding })).toEqual([400, 'uuid', usedId]);
});

test('a customer sees only types that are for him, without authors', async () => {
  const shown = await log();
  const hidden = await log({ type: { id: 134 } });
  const { data } = (await as('customer').call(list, { mount: 'customer', input: { limit: 100 } })) as {
    data: { id: string; author: string | null }[];
  };
  expect(data.map(({ id }) => id)).toContain(shown.id);
  expect(data.map(({ id }) => id)).not.toContain(hidden.id);
  expect(data.every(({ author }) => author === null)).toBe(true);
});

test('the list tells its sites, services and types, and the entries per day and category', async () => {
  const elsewhere = await newSite();
  const [first, second] = [daysAgo(21).slice(0, 10), daysAgo(20).slice(0, 10)] as const;
  for (const day of [first, first, second]) await log({ site: { id: elsewhere }, createdAt: `${day}T10:00:00.000Z` });
  await log({ site: { id: elsewhere }, createdAt: `${second}T10:00:00.000Z`, type: { id: 121 } });
  const reply = (await owner.call(list, { input: { filters: { site: [elsewhere] } } })) as Record<string, unknown>;
  expect(reply).toMatchObject({
    ...{ filtered: 4, services: [], types: [30, 121], sites: [{ id: elsewhere, name: 'Entrepôt' }] },
    graph: [
      { day: first, typeKey: 'incident', count: 2 },
      { day: second, typeKey: 'incident', count: 1 },
      { day: second, typeKey: 'observations', count: 1 },
    ],
  });
});

test('the chain of a site verifies; a changed, removed or moved entry is found, and an erased one is told as erased', async () => {
  const elsewhere = await newSite();
  const events: string[] = [];
  for (const _ of [1, 2, 3, 4])
    events.push((await log({ site: { id: elsewhere }, location: { latitude: 43, longitude: 7 } })).id);
  expect(await verified(elsewhere)).toMatchObject({ verdict: 'valid', entries: 4, erased: 0 });
  // As the platform role, inside a transaction that is undone.
  const after = async (text: string): Promise<unknown> => {
    const undo = new Error('undo');
    let found: unknown;
    await here.database
      .platformTransaction(async (db) => {
        await db.query({ text, values: [events[1]] });
        [found] = await db.query({
          text: `select altered::integer, erased::integer from logbook_verified($1, $2, 100)`,
          values: [agency.id, elsewhere],
        });
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return found;
  };
  const change = (set: string) => after(`update logbook_entries set ${set} where id = $1`);
  expect(await change(`content = jsonb_set(content, '{description}', '"Rien"')`)).toMatchObject({ altered: 2 });
  expect(await change(`received_at = received_at - interval '1 hour'`)).toMatchObject({ altered: 2 });
  expect(await change('latitude = 44')).toMatchObject({ altered: 2 });
  expect(await after('delete from logbook_entries where id = $1')).toMatchObject({ altered: 3 });
  expect(await change('content = null, content_salt = null')).toEqual({ altered: null, erased: 1 });
  expect(await change('latitude = null, longitude = null, position_salt = null')).toEqual({ altered: null, erased: 0 });
});

test('entries of one site written at once make one chain', async () => {
  const elsewhere = await newSite();
  await Promise.all(Array.from({ length: 12 }, () => log({ site: { id: elsewhere } })));
  expect(await verified(elsewhere)).toMatchObject({ verdict: 'valid', entries: 12 });
});

test('an agency chooses what is offered, shown and told of a type; a site may choose otherwise, and follow again', async () => {
  const [one, other] = [await newSite(), await newSite()];
  const quiet = { enabled: true, customerShow: false, notifyAgency: false, notifyCustomer: false };
  const shows = async (of: string) => (await log({ site: { id: of }, type: { id: 121 } })).customerShow;
  expect(await shows(one)).toBe(true);
  await owner.call(saveEventTypes, { input: { types: [{ id: 121, ...quiet }] } });
  expect(await shows(one)).toBe(false);
  const chosen = [
    { id: 121, ...quiet, customerShow: true },
    { id: 122, ...quiet, enabled: false },
  ];
  await owner.call(saveSitesEventTypes, { input: { sites: [{ id: one }], types: chosen } });
  expect([await shows(one), await shows(other)]).toEqual([true, false]);
  const refused = await owner.answer(saveEvent, { input: draft({ site: { id: one }, type: { id: 122 } }) });
  expect(JSON.stringify(refused.body)).toContain('Ce type d’événement n’est pas proposé sur ce site');
  const { agency: own, sites } = await owner.call(fetchEventTypes);
  expect(own).toEqual([{ id: 121, ...quiet }]);
  expect(sites).toEqual([{ site: one, types: chosen }]);
  await owner.call(saveSitesEventTypes, { input: { sites: [{ id: one }], types: null } });
  expect(await shows(one)).toBe(false);
  await owner.call(saveEventTypes, { input: { types: [] } });
  const unknown = await owner.answer(saveSitesEventTypes, { input: { sites: [{ id: randomUUID() }], types: null } });
  expect(unknown.status).toBe(404);
  const restricted = await owner.answer(saveEventTypes, { input: { types: [{ id: 1, ...quiet }] } });
  expect(restricted.status).toBe(400);
});

test('of two people who choose the types of the agency at once, the second is told, and overwrites nothing', async () => {
  const { version } = await owner.call(fetchEventTypes);
  const off = (id: number) => ({
    id,
    ...{ enabled: false, customerShow: false, notifyAgency: false },
    notifyCustomer: false,
  });
  const asked = (id: number) => owner.answer(saveEventTypes, { input: { types: [off(id)], version } });
  expect((await asked(121)).status).toBe(204);
  expect(await asked(122)).toMatchObject({ status: 409, body: { message: messages.settingsConflict } });
  const now = await owner.call(fetchEventTypes);
  expect(now).toMatchObject({ agency: [off(121)], version: version + 1 });
  await owner.call(saveEventTypes, { input: { types: [], version: now.version } });
});

test('a printed log has a reference that anybody can verify, and that tells nothing of its content', async () => {
  const elsewhere = await newSite();
  await log({ site: { id: elsewhere }, createdAt: daysAgo(10), description: 'Porte forcée' });
  const input = { site: { id: elsewhere }, from: daysAgo(12).slice(0, 10), to: daysAgo(8).slice(0, 10) };
  const { status, headers } = await owner.answer(printLogbook, { input });
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  const [print] = await sql<{ code: string; entries: number }>(
    'select code, entries from logbook_prints where site_id = $1',
    [elsewhere],
  );
  expect(print?.entries).toBe(1);
  const page = async (code = print?.code) => {
    const { statusCode, body } = await here.app.inject({ url: `/main-courante/${code}` });
    return { statusCode, body };
  };
  const valid = await page();
  expect(valid.statusCode).toBe(200);
  expect(valid.body).toContain('Intègre');
  expect(valid.body).not.toMatch(/Porte forcée|Intrusion/);
  // As printed: somebody compares them.
  const [proof] = await sql<{ name: string; hash: string }>(
    `select s.name, encode(p.hash, 'hex') as hash from logbook_prints p join sites s on s.id = p.site_id where p.code = $1`,
    [print?.code],
  );
  expect(valid.body).toContain(`<dd>${proof?.name}</dd>`);
  expect(valid.body).toContain(proof?.hash);
  // Later entries do not matter.
  await log({ site: { id: elsewhere } });
  expect((await page()).body).toContain('Intègre<small>');
  await sql(`update logbook_entries set content = null, content_salt = null where site_id = $1 and position = 1`, [
    elsewhere,
  ]);
  expect((await page()).body).toContain('Intègre, en partie effacée');
  await sql(`update logbook_entries set received_at = now() where site_id = $1 and position = 1`, [elsewhere]);
  await sql(`update logbook_entries set hash = sha256('x') where site_id = $1 and position = 1`, [elsewhere]);
  expect((await page()).body).toContain('Altérée');
  expect((await page('0'.repeat(32))).statusCode).toBe(404);
  expect((await page('..%2f')).statusCode).toBe(404);
});

test('a customer prints and verifies the log of a site that opens it to him, and no other', async () => {
  const open = await newSite();
  await log({ site: { id: open }, createdAt: daysAgo(10) });
  const customer = as('customer');
  const input = { site: { id: open }, from: daysAgo(12).slice(0, 10), to: daysAgo(8).slice(0, 10) };
  const params = { id: open };
  const answers = async () => [
    (await customer.answer(printLogbook, { mount: 'customer', input })).status,
    (await customer.answer(verifyLogbook, { mount: 'customer', params })).status,
  ];
  expect(await answers()).toEqual([200, 200]);
  expect(await customer.call(verifyLogbook, { mount: 'customer', params })).toMatchObject({ verdict: 'valid' });
  await sql(`update sites set rights_customer = '{}' where id = $1`, [open]);
  expect(await answers()).toEqual([404, 404]);
});
