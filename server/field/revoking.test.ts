import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { enrolDevice, sendEvents } from '#core/field/calls.ts';
import { fetchKeptEvents, revokeDevice } from '#core/field/desk-calls.ts';
import { deviceStanding, handOver, handOverPiece } from '#core/field/hand-over-calls.ts';
import { fetchPack } from '#core/field/pack.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency } = here;
const { site } = await plannerOf(here);
const { service, row, agent } = livingOf(here, site);

let device: string;
let key: string;
let standing: string;
let rank = 0;

const event = (of: string, more: object = {}) => {
  rank += 1;
  const createdAt = new Date().toISOString();
  const payload = { status: 200 };
  return {
    type: 'service-step',
    uuid: randomUUID(),
    device,
    rank,
    createdAt,
    clockOffset: 0,
    service: of,
    payload,
    ...more,
  };
};
const hand = (events: object[], more: object = {}) =>
  here.anonymous.answer(handOver, {
    input: { agency: agency.id, device, key, events: events as never, waiting: 0, ...more },
  });
const revoke = () => as('owner').answer(revokeDevice, { params: { id: device } });
const kept = async () => (await as('owner').call(fetchKeptEvents, { mount: 'agency', input: {} })).events;

beforeEach(async () => {
  await sql('delete from field_devices');
  device = randomUUID();
  rank = 0;
  const enrolled = await as('agent').call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Pixel' } });
  ({ handOver: key, standing } = enrolled);
});

test('decision 93: a revoked phone hands over by its own key; each event is kept once, none applied', async () => {
  const id = await service({ from: -10 });
  const one = event(id);
  expect((await hand([one])).status).toBe(409);
  const phone = here.as('agent').with((await here.sessionOf('agent')).token);
  expect((await revoke()).status).toBe(204);
  const send = () => phone.answer(sendEvents, { mount: 'agent', input: { events: [one], device, waiting: 0 } });
  // Every process hears of it within a moment.
  await wait(100);
  expect((await send()).status).toBe(401);
  for (let turn = 0; turn < 2; turn += 1)
    expect((await hand([one])).body).toMatchObject({ taken: [{ uuid: one.uuid, outcome: 'kept' }], refused: null });
  expect((await row(id))?.status).toBe(100);
  expect(await kept()).toMatchObject([
    { uuid: one.uuid, agent: { id: agent }, reason: 'Transmis par un téléphone révoqué' },
  ]);
  expect(
    await sql(`select action from audit where entity = 'fieldDevice' and entity_id = $1 order by at`, [device]),
  ).toEqual([{ action: 'enrol' }, { action: 'revoke' }]);
});

test('its photos follow their event', async () => {
  const id = await service({ from: -10 });
  await revoke();
  // The smallest JPEG that is recognised.
  const bytes = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
  const photo = { id: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  expect((await hand([event(id, { photos: [photo] })])).body.taken).toHaveLength(1);
  const piece = await here.anonymous.answer(handOverPiece, {
    params: { id: photo.id },
    input: { agency: agency.id, device, key, from: 0, bytes: bytes.toString('base64') },
  });
  expect(piece.body).toMatchObject({ isComplete: true, refused: null });
  expect((await kept()).flatMap(({ photos }) => photos.map(({ id: file }) => file))).toContain(photo.id);
});

test('the key opens nothing of another phone, nothing with a letter changed, and nothing after seven days', async () => {
  await revoke();
  expect((await hand([])).status).toBe(200);
  expect((await hand([], { key: `A${key.slice(1)}` === key ? `B${key.slice(1)}` : `A${key.slice(1)}` })).status).toBe(
    403,
  );
  expect((await hand([], { device: randomUUID() })).status).toBe(403);
  await sql(`update field_devices set lost_at = now() - interval '169 hours'`);
  expect((await hand([])).status).toBe(403);
});

test('the phone of somebody who is archived, or deactivated, hands over too', async () => {
  const act = entityEndpoints(Agent).find(({ entity }) => entity?.operation === 'act') as never;
  for (const [gone, back] of [
    ['archive', 'reactivate'],
    ['deactivate', 'activate'],
  ]) {
    await as('owner').call(act, { mount: 'agency', params: { id: agent, type: gone } } as never);
    expect((await hand([])).status, gone).toBe(200);
    await as('owner').call(act, { mount: 'agency', params: { id: agent, type: back } } as never);
    expect((await hand([])).status, back).toBe(409);
  }
});

test('a locked phone learns by a key of its own that it is revoked, and when nothing is taken any more', async () => {
  const ask = (more: object = {}) =>
    here.anonymous.answer(deviceStanding, { input: { agency: agency.id, device, key: standing, ...more } });
  expect((await ask()).body).toMatchObject({ state: 'enrolled', until: null });
  await revoke();
  const { state, until } = (await ask()).body as { state: string; until: string };
  expect(state).toBe('revoked');
  expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(7);
  await sql(`update field_devices set lost_at = now() - interval '169 hours'`);
  expect((await ask()).body).toMatchObject({ state: 'over' });
  // A phone that the database does not know erases nothing.
  await sql('delete from field_devices');
  expect((await ask()).body).toMatchObject({ state: 'enrolled' });
  // Each key opens one call.
  for (const wrong of [{ key }, { key: '' }, { device: randomUUID() }, { agency: randomUUID() }])
    expect((await ask(wrong)).status).toBe(403);
  expect((await hand([], { key: standing })).status).toBe(403);
});

test('by its key, nothing of another agency or person is reached, and nothing is stored twice or beyond what was said', async () => {
  await revoke();
  const bytes = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
  const photo = { id: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  const same = event(randomUUID(), { photos: [photo] });
  const answers = await Promise.all(Array.from({ length: 8 }, () => hand([same])));
  expect(answers.map(({ status, body }) => [status, body.taken.length])).toEqual(answers.map(() => [200, 1]));
  expect(await sql('select from field_events where device_id = $1', [device])).toHaveLength(1);

  const piece = (id: string, from: number, content: Buffer, more: object = {}) =>
    here.anonymous.answer(handOverPiece, {
      params: { id },
      input: { agency: agency.id, device, key, from, bytes: content.toString('base64'), ...more },
    });
  expect((await piece(photo.id, 0, Buffer.alloc(500))).status).toBe(400);
  expect((await piece(photo.id, 5_000, bytes)).body).toMatchObject({ received: 0, isComplete: false });
  expect((await piece(photo.id, 0, Buffer.alloc(bytes.length, 1))).body).toMatchObject({ refused: expect.any(String) });
  expect((await piece(photo.id, 0, bytes, { key: standing })).status).toBe(403);
  const pieces = await Promise.all(Array.from({ length: 8 }, () => piece(photo.id, 0, bytes.subarray(0, 9))));
  expect(pieces.map(({ body }) => body.received)).toEqual(pieces.map(() => 9));
  expect((await piece(photo.id, 9, bytes.subarray(9))).body).toMatchObject({ isComplete: true });

  // A file of the owner, named as a photo, stays his.
  const [foreign] = await sql<{ id: string }>(
    `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by) values ($1, gen_random_uuid(), 'x.jpg', 'image/jpeg', 3, $2, $3) returning id`,
    [agency.id, 'b'.repeat(64), here.people.owner.id],
  );
  const id = foreign?.id as string;
  await hand([event(randomUUID(), { photos: [{ ...photo, id }] })]);
  expect((await piece(id, 0, bytes)).status).toBe(404);
  expect(await sql('select from field_event_files where file_id = $1', [id])).toEqual([]);
  const [boreal] = await sql<{ id: string }>('select id from agencies where id <> $1', [agency.id]);
  expect((await hand([], { agency: boreal?.id })).status).toBe(403);
});

test('a revoked phone stays revoked when its agent signs in again; the same phone is another device then, with its line', async () => {
  await revoke();
  const enrol = (id: string) => as('agent').answer(enrolDevice, { mount: 'agent', input: { id, name: 'Pixel' } });
  const pack = (id: string) => as('agent').answer(fetchPack, { mount: 'agent', input: { device: id } });
  const refused = { status: 409, body: { message: expect.stringContaining('révoqué') } };
  expect(await enrol(device)).toMatchObject(refused);
  // Nor by declaring itself lost.
  expect(
    await as('agent').answer(enrolDevice, { mount: 'agent', input: { id: device, name: 'Pixel', lost: [device] } }),
  ).toMatchObject(refused);
  expect(await pack(device)).toMatchObject(refused);
  const [{ lost } = { lost: null }] = await sql<{ lost: boolean | null }>(
    'select lost_at is not null as lost from field_devices where id = $1',
    [device],
  );
  expect(lost).toBe(true);
  const again = randomUUID();
  expect([(await enrol(again)).status, (await pack(again)).status]).toEqual([200, 200]);
  expect(
    await sql(
      `select entity_id as id, action from audit where entity = 'fieldDevice' and entity_id = any ($1) order by at`,
      [[device, again]],
    ),
  ).toEqual([
    { id: device, action: 'enrol' },
    { id: device, action: 'revoke' },
    { id: again, action: 'enrol' },
  ]);
});
