import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { fetchDirectory } from '#core/agents/directory.ts';
import { enrolDevice, sendEvents } from '#core/field/calls.ts';
import { fetchPack } from '#core/field/pack.ts';
import { handoverType } from '#core/logbook/types.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { livingOf } from '#server/testing/living.ts';
import { writerOf } from '#server/testing/notes.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, people } = here;
const { site, card, saved } = await plannerOf(here);
const { service, row, agent } = livingOf(here, site);
const { published } = writerOf(here);
const [owner, phone] = [as('owner'), as('agent')];
const device = randomUUID();
await phone.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone' } });
const contracts = [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }];
await saved(Agent, { id: agent, agentInfos: { ...card(), contracts } });
await sql(`update agencies set planning_regulation = 'OWN' where id = $1`, [here.agency.id]);
let rank = 0;
const event = (type: string, of: string | null, payload: object, minutesAgo = 0) => {
  rank += 1;
  const createdAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  return { type, uuid: randomUUID(), device, rank, createdAt, clockOffset: 0, service: of, payload };
};
const send = async (...events: object[]) =>
  (await phone.call(sendEvents, { mount: 'agent', input: { device, waiting: 0, events: events as never } })).taken;
const pack = () => phone.call(fetchPack, { mount: 'agent', input: {} });

test('N-067: a service begun without a plan has the id of the phone, and its steps in the same batch', async () => {
  // He works there on another day.
  await service({ from: 3 * 1_440, to: 3 * 1_440 + 480 });
  const id = uuidv7();
  const begin = event('unplanned-service', id, { site, activityType: 2, content: 'Appel du client' }, 30);
  const taken = await send(
    begin,
    event('service-step', id, { status: 500 }, 20),
    event('service-step', id, { status: 200 }, 10),
  );
  expect(taken).toEqual(taken.map(({ uuid }) => ({ uuid, outcome: 'applied', reason: null })));
  expect(await row(id)).toMatchObject({ status: 200, began: new Date(begin.createdAt) });
  expect(await send(begin)).toMatchObject([{ outcome: 'applied' }]);
  expect(
    await sql('select activity_type as activity from services where id = $1 and unplanned and open_ended', [id]),
  ).toEqual([{ activity: 2 }]);
  // A second one beside it is kept: nobody is at two places.
  expect(await send(event('unplanned-service', uuidv7(), { site }))).toMatchObject([{ outcome: 'kept' }]);
  await sql('delete from published_services');
  await sql('delete from services');
});

test('the message to the relief reaches whoever comes next on the site, whoever wrote it', async () => {
  await service({ from: 60 });
  const said = 'Badge cassé au poste 2';
  await sql(
    `insert into logbook_entries (agency_id, id, site_id, kind, event_id, agent_id, content)
      select $1, u, $2, 'entry', u, $3, $4 from gen_random_uuid() u`,
    [
      here.agency.id,
      site,
      people.staff.profile?.id,
      JSON.stringify({
        ...{ type: handoverType, category: 'observations', label: 'Relève', description: said },
        ...{ at: new Date().toISOString(), customerShow: false },
      }),
    ],
  );
  expect((await pack()).handovers[site]).toMatchObject([{ text: said, author: expect.stringMatching(/./) }]);
  await sql('delete from published_services');
  await sql('delete from services');
});

test('a note is read and confirmed on a phone, once, at its own time', async () => {
  await published({
    title: 'Port du badge',
    content: '<p>Obligatoire</p>',
    mandatory: true,
    recipients: 'CHOSEN',
    agents: [{ id: agent }],
  });
  const [note] = (await pack()).changed.informationNotes.map(({ row: one }) => one as { receiptId: string });
  expect(note).toMatchObject({ title: 'Port du badge', acknowledgedAt: null });
  const read = event('note-read', null, { receipt: note?.receiptId, acknowledged: true }, 15);
  expect(await send(read, event('note-read', null, { receipt: note?.receiptId }))).toMatchObject([
    { outcome: 'applied' },
    { outcome: 'applied' },
  ]);
  const [receipt] = await sql(
    'select read_at, acknowledged_at from information_note_user_companies where agent_id = $1',
    [agent],
  );
  expect(receipt).toEqual({ read_at: new Date(read.createdAt), acknowledged_at: new Date(read.createdAt) });
});

test('the directory names everybody in activity; phones need their own right, the directory too', async () => {
  await sql(`update agents set phone = '{0611223344}' where id = $1`, [people.staff.profile?.id]);
  const { people: seen } = await phone.call(fetchDirectory, { mount: 'agent' });
  expect(seen.length).toBeGreaterThan(2);
  expect(seen.every(({ phones }) => phones.length === 0)).toBe(true);
  expect((await pack()).changed.people).toHaveLength(seen.length);
  const desk = (await owner.call(fetchDirectory, { mount: 'agency' })).people;
  expect(desk.find(({ id }) => id === people.staff.profile?.id)?.phones).toEqual(['0611223344']);
  // Nobody hired him yet (F-056).
  await sql(`update agents set type = 'NOMINEE' where id = $1`, [people.staff.profile?.id]);
  const hired = (await owner.call(fetchDirectory, { mount: 'agency' })).people;
  expect(hired.map(({ id }) => id)).not.toContain(people.staff.profile?.id);
  await sql(`update agents set type = 'EMPLOYEE' where id = $1`, [people.staff.profile?.id]);
  const stranger = as(await here.hire('sans-annuaire', { of: 'azur', rights: [] }));
  expect((await stranger.answer(fetchDirectory, { mount: 'agency' })).status).toBe(403);
});

test('the pack has the last entries of a service, to read them back without a network', async () => {
  const id = await service({ from: -60, status: 200 });
  await sql('update services set real_start_at = start_at where id = $1', [id]);
  const said = event('logbook-entry', id, { type: 122, description: 'Lampe cassée', site }, 5);
  expect(await send(said)).toMatchObject([{ outcome: 'applied' }]);
  expect((await pack()).entries?.[id]).toMatchObject([
    {
      id: said.uuid,
      label: 'Remarque générale',
      text: 'Lampe cassée',
      at: said.createdAt,
      type: 122,
      subType: null,
      isHis: true,
    },
  ]);
});
