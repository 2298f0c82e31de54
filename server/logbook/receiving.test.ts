import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrolDevice, sendEvent } from '#core/field/calls.ts';
import { settleKeptEvent } from '#core/field/desk-calls.ts';
import { fetchEventVersions, logbookMessages, saveEvent, saveEventTypes } from '#core/logbook/calls.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { endpointOf } from '#server/testing/client.ts';
import { logOf } from '#server/testing/logbook.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, people } = here;
const { agentId, site, service, log, readAs, chainOf } = await logOf(here);
const owner = as('owner');
const moment = new Date(Date.now() - 600_000).toISOString();

/** A new phone of the agent, that sends messages of the service. */
async function phone() {
  const device = randomUUID();
  const agent = as('agent');
  await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone', lost: phones } });
  phones.push(device);
  let rank = 0;
  return (messageType: string, uuid: string, payload: object, more: object = {}) => {
    rank += 1;
    const event = {
      uuid,
      device,
      rank,
      createdAt: moment,
      clockOffset: 0,
      service,
      payload,
      ...more,
    };
    return agent.call(sendEvent, { mount: 'agent', params: { messageType }, input: { event, waiting: 0 } });
  };
}
const phones: string[] = [];
test('a phone reports an entry and its finding, once each and at their own time; what cannot be written is kept', async () => {
  const send = await phone();
  const [entry, found] = [randomUUID(), randomUUID()];
  const said = { type: 123, description: 'Lampadaire éteint', site };
  expect(await send('logbook-entry', entry, said)).toMatchObject({ outcome: 'applied' });
  expect(await send('logbook-entry', entry, said)).toMatchObject({ outcome: 'applied' });
  const finding = { event: entry, uuid: found, content: 'Numéro 5' };
  expect(await send('finding', randomUUID(), finding)).toMatchObject({ outcome: 'applied' });
  expect((await chainOf(entry)).map(({ kind }) => kind)).toEqual(['entry', 'finding']);
  const event = await readAs('owner', entry);
  expect(event).toMatchObject({ createdAt: moment, eventMessages: [{ content: 'Numéro 5' }] });
  // The customer reads too that it came late.
  expect((await readAs('customer', entry)).receivedAt).toBe(event.receivedAt);
  // A correction that keeps this time, however old it is.
  await log({ uuid: entry, type: { id: 123 }, createdAt: event.createdAt });
  expect(await readAs('owner', entry)).toMatchObject({ state: 'CORRECTED', createdAt: event.createdAt });
  const lost = { ...finding, event: randomUUID() };
  expect(await send('finding', randomUUID(), lost)).toMatchObject({
    outcome: 'kept',
    reason: logbookMessages.unknownEvent,
  });
  expect(await send('logbook-entry', randomUUID(), { ...said, type: 1 })).toMatchObject({
    outcome: 'kept',
    reason: logbookMessages.reservedType,
  });
});

test('entries of one moment are in the order of their arrival', async () => {
  const send = await phone();
  const [first, second] = ['f', '0'].map((digit) => digit.repeat(8) + randomUUID().slice(8)) as [string, string];
  for (const uuid of [first, second]) await send('logbook-entry', uuid, { type: 123, description: 'Ronde', site });
  const input = { orderBy: 'createdAt', ascending: true, filters: { service: [service] } };
  const { data } = (await owner.call(endpointOf(LogEvent, 'list'), { mount: 'agency', input })) as {
    data: { id: string }[];
  };
  expect(data.map((one) => one.id).filter((one) => [first, second].includes(one))).toEqual([first, second]);
});

test('photos without a finding are attached; a sub-type is one of its type, on the phone and at the desk', async () => {
  const send = await phone();
  const entry = randomUUID();
  const photos = [{ id: randomUUID(), sha256: 'a'.repeat(64), size: 10 }];
  const said = { type: 30, subType: 'Effraction', description: 'Clôture', site };
  expect(await send('logbook-entry', entry, said, { photos })).toMatchObject({ outcome: 'applied' });
  expect((await chainOf(entry)).map(({ kind }) => kind)).toEqual(['entry', 'finding']);
  const wrong = { ...said, subType: 'Inconnue' };
  expect(await send('logbook-entry', randomUUID(), wrong)).toMatchObject({
    outcome: 'kept',
    reason: logbookMessages.noSubType,
  });
  const input = { uuid: randomUUID(), type: { id: 30 }, site: { id: site }, subType: 'Inconnue' };
  expect(await owner.answer(saveEvent, { input })).toMatchObject({
    status: 400,
    body: { message: logbookMessages.noSubType },
  });
});

test('a position is stored only during the service of its agent', async () => {
  const send = await phone();
  const [before, during] = [randomUUID(), randomUUID()];
  const location = { location: { latitude: 43.7, longitude: 7.26, accuracy: 5 } };
  const said = { type: 123, description: 'Portail', site };
  await send('logbook-entry', before, said, location);
  await sql(`update services set real_start_at = now() - interval '30 minutes' where id = $1`, [service]);
  await send('logbook-entry', during, said, location);
  expect((await readAs('owner', before)).location).toBeNull();
  expect((await readAs('owner', during)).location).toMatchObject({ latitude: 43.7 });
  // Written by himself on the web too.
  const own = { ...location, service: { id: service } };
  const [early, now, nowhere] = [
    await log({ ...own, createdAt: new Date(Date.now() - 50 * 60_000).toISOString() }, 'agent'),
    await log(own, 'agent'),
    await log(location, 'agent'),
  ];
  for (const { id } of [early, nowhere]) expect((await readAs('owner', id)).location).toBeNull();
  expect((await readAs('owner', now.id)).location).toMatchObject({ latitude: 43.7 });
});

test('P-003: a finding has the position of its agent at work, and none of before; the agency alone reads it', async () => {
  const send = await phone();
  const entry = randomUUID();
  await send('logbook-entry', entry, { type: 123, description: 'Portail', site });
  const location = { location: { latitude: 43.7, longitude: 7.26, accuracy: 5 } };
  const add = (content: string, createdAt: string) =>
    send('finding', randomUUID(), { event: entry, uuid: randomUUID(), content }, { ...location, createdAt });
  await sql(`update services set real_start_at = now() - interval '30 minutes' where id = $1`, [service]);
  await add('Avant', new Date(Date.now() - 45 * 60_000).toISOString());
  await add('Pendant', moment);
  const read = async (who: 'owner' | 'agent') =>
    (await readAs(who, entry)).eventMessages.map((one) => [one.content, one.location?.latitude ?? null]);
  expect(await read('owner')).toEqual([
    ['Avant', null],
    ['Pendant', 43.7],
  ]);
  expect(await read('agent')).toEqual([
    ['Avant', null],
    ['Pendant', null],
  ]);
});

test('what the desk applies of a phone is signed by its agent, and tells the agency who applied it', async () => {
  const send = await phone();
  const [entry, finding] = [randomUUID(), randomUUID()];
  const off = { id: 124, enabled: false, customerShow: true, notifyAgency: false, notifyCustomer: false };
  await owner.call(saveEventTypes, { input: { types: [off] } });
  const said = { type: 124, description: 'Portail bloqué', site };
  expect(await send('logbook-entry', entry, said)).toMatchObject({ outcome: 'kept' });
  const about = { event: entry, uuid: randomUUID(), content: 'Moteur chaud' };
  expect(await send('finding', finding, about)).toMatchObject({ outcome: 'kept' });
  await owner.call(saveEventTypes, { input: { types: [] } });
  for (const uuid of [entry, finding])
    await owner.call(settleKeptEvent, { params: { uuid }, input: { how: 'applied' } });
  const name = people.agent.fullname;
  const author = `${name} (appliqué par ${people.owner.fullname})`;
  const agent = { id: agentId };
  expect(await readAs('owner', entry)).toMatchObject({ author, agent, eventMessages: [{ author }] });
  expect(await readAs('agent', entry)).toMatchObject({ author: name, agent, eventMessages: [{ author: name }] });
  const { versions } = await owner.call(fetchEventVersions, { params: { id: entry } });
  expect(versions.map((one) => one.author)).toEqual([author, author]);
  const chain = await sql<{ content: object; agent_id: string }>(
    'select content, agent_id from logbook_entries where event_id = $1',
    [entry],
  );
  const appliedBy = people.owner.profile?.id;
  for (const one of chain) expect(one).toMatchObject({ agent_id: agentId, content: { author: agentId, appliedBy } });
});

test('editOwnServiceEvent: an author corrects his own entry from his phone, and nobody else’s', async () => {
  const send = await phone();
  const entry = randomUUID();
  const said = { type: 30, subType: 'Effraction', description: 'Clôture sud', site };
  await send('logbook-entry', entry, said);
  const correction = {
    event: entry,
    type: 30,
    subType: 'Effraction',
    description: 'Clôture nord',
    reason: 'Erreur de côté',
  };
  const [rights] = await sql<{ rights: string[] }>('select rights from agents where id = $1', [agentId]);
  await sql(`update agents set rights = array_remove(rights, 'editOwnServiceEvent') where id = $1`, [agentId]);
  expect(await send('logbook-correction', randomUUID(), correction)).toMatchObject({ outcome: 'kept' });
  await sql(`update agents set rights = rights || '{editOwnServiceEvent}'::text[] where id = $1`, [agentId]);
  const uuid = randomUUID();
  for (const _twice of [1, 2])
    expect(await send('logbook-correction', uuid, correction)).toMatchObject({ outcome: 'applied' });
  expect((await chainOf(entry)).map(({ kind }) => kind)).toEqual(['entry', 'correction']);
  expect(await readAs('owner', entry)).toMatchObject({
    ...{ state: 'CORRECTED', description: 'Clôture nord', subType: 'Effraction', createdAt: moment },
  });
  const { id: other } = await log({ service: { id: service } });
  expect(await send('logbook-correction', randomUUID(), { ...correction, event: other })).toMatchObject({
    outcome: 'kept',
  });
  expect((await chainOf(other)).map(({ kind }) => kind)).toEqual(['entry']);
  await sql('update agents set rights = $2 where id = $1', [agentId, rights?.rights]);
});
