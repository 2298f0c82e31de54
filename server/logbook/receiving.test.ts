import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrolDevice, sendEvent, settleKeptEvent } from '#core/field/calls.ts';
import { fetchEventVersions, logbookMessages, saveEventTypes } from '#core/logbook/calls.ts';
import { logOf } from '#server/testing/logbook.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, people } = here;
const { agentId, site, service, log, readAs, chainOf } = await logOf(here);
const owner = as('owner');

/** A new phone of the agent, that sends messages of the service. */
async function phone() {
  const device = randomUUID();
  const agent = as('agent');
  await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone', lost: phones } });
  phones.push(device);
  let rank = 0;
  return (messageType: string, uuid: string, payload: object) => {
    rank += 1;
    const event = { uuid, device, rank, createdAt: '2026-01-02T22:10:00.000Z', clockOffset: 0, service, payload };
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
  expect(event).toMatchObject({ createdAt: '2026-01-02T22:10:00.000Z', eventMessages: [{ content: 'Numéro 5' }] });
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
