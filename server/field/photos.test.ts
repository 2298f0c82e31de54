import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrolDevice, sendEvent } from '#core/field/calls.ts';
import { fetchKeptEvents, settleKeptEvent } from '#core/field/desk-calls.ts';
import { sendFilePiece } from '#core/files/awaited.ts';
import { downloadFile, fileMessages, uploadFiles } from '#core/files/files.ts';
import { multipart } from '#server/testing/files.ts';
import { logOf } from '#server/testing/logbook.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const { site, service, readAs } = await logOf(here);
const [owner, agent] = [as('owner'), as('agent')];
const device = randomUUID();
await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone' } });

/** A JPEG to every reader: its first bytes, then noise. */
const jpeg = (size: number): Buffer =>
  Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), randomBytes(size - 20)]);
const refOf = (content: Buffer, id: string = randomUUID()) => ({
  id,
  sha256: createHash('sha256').update(content).digest('hex'),
  size: content.length,
});
let rank = 0;
const report = (payload: object, photos: object[], uuid: string = randomUUID()) => {
  rank += 1;
  const event = {
    uuid,
    device,
    rank,
    createdAt: new Date(Date.now() - 600_000).toISOString(),
    clockOffset: 0,
    service,
    payload,
    photos,
  };
  return agent.answer(sendEvent, {
    mount: 'agent',
    params: { messageType: 'logbook-entry' },
    input: { event: event as never, waiting: 0 },
  });
};
const piece = (id: string, content: Buffer, from: number, who = agent, length = 60_000) =>
  who.answer(sendFilePiece, {
    mount: 'agent',
    params: { id },
    input: { from, bytes: content.subarray(from, from + length).toString('base64') },
  });
const open = (id: string, who = owner) => who.answer(downloadFile, { mount: 'agency', params: { id } });

test('an entry names its photo before it arrives; pieces sent twice or out of order change nothing, and the whole is shown', async () => {
  const content = jpeg(150_000);
  const photo = refOf(content);
  const [entry, finding] = [randomUUID(), randomUUID()];
  expect((await report({ type: 123, site, finding }, [photo], entry)).body).toMatchObject({ outcome: 'applied' });
  const attached = async () =>
    ((await readAs('owner', entry)).eventMessages as { attachments: unknown[] }[])[0]?.attachments;
  expect(await attached()).toMatchObject([{ id: photo.id, size: 150_000, awaited: true }]);
  expect((await open(photo.id)).body).toMatchObject({ message: fileMessages.awaited });

  expect((await piece(photo.id, content, 0)).body).toMatchObject({ received: 60_000, isComplete: false });
  expect((await piece(photo.id, content, 0)).body).toMatchObject({ received: 60_000 });
  expect((await piece(photo.id, content, 120_000)).body).toMatchObject({ received: 60_000 });
  await piece(photo.id, content, 60_000);
  expect((await piece(photo.id, content, 120_000)).body).toMatchObject({ received: 150_000, isComplete: true });
  // The answer was lost: the same again.
  expect((await piece(photo.id, content, 120_000)).body).toMatchObject({ received: 150_000, isComplete: true });
  expect((await open(photo.id)).status).toBe(200);
  expect(await attached()).toEqual([expect.not.objectContaining({ awaited: true })]);
  expect(await sql('select from file_pieces')).toEqual([]);
});

test('another content than the announced one, or no picture, is refused and unseen; the right one may follow', async () => {
  const text = Buffer.from('no picture at all');
  const right = jpeg(600);
  const [photo, script] = [refOf(right), refOf(text)];
  await report({ type: 123, site, finding: randomUUID() }, [photo, script]);
  const refused = { isComplete: false, received: 0, refused: fileMessages.invalid };
  expect((await piece(photo.id, jpeg(600), 0)).body).toMatchObject(refused);
  expect((await piece(script.id, text, 0)).body).toMatchObject(refused);
  expect((await piece(photo.id, jpeg(900), 0)).status).toBe(400);
  expect((await open(photo.id)).body).toMatchObject({ message: fileMessages.awaited });
  expect((await piece(photo.id, right, 0)).body).toMatchObject({ isComplete: true, refused: null });
  expect((await open(photo.id)).status).toBe(200);
});

test('a photo is completed by its sender alone', async () => {
  const content = jpeg(400);
  const photo = refOf(content);
  await report({ type: 123, site, finding: randomUUID() }, [photo]);
  const other = as(await here.hire('autre', { of: 'azur', rights: [], plannable: true }));
  expect((await piece(photo.id, content, 0, other)).status).toBe(404);
  expect((await piece(randomUUID(), content, 0)).status).toBe(404);
});

test('somebody else’s file cannot be named as a photo', async () => {
  const mine = randomUUID();
  await sql(
    `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by) values ($1, $2, 'contrat.jpg', 'image/jpeg', 3, $3, $4)`,
    [here.agency.id, mine, 'a'.repeat(64), here.people.owner.id],
  );
  const taken = await report({ type: 123, site, finding: randomUUID() }, [refOf(jpeg(300), mine)]);
  expect(taken.body).toMatchObject({ outcome: 'kept' });
  expect(await sql('select from field_event_files where file_id = $1', [mine])).toEqual([]);
});

test('the photos of a kept event are shown to who settles it, and stay with it', async () => {
  const content = jpeg(700);
  const photo = refOf(content);
  const entry = randomUUID();
  expect((await report({ type: 1, site, finding: randomUUID() }, [photo], entry)).body).toMatchObject({
    outcome: 'kept',
  });
  await piece(photo.id, content, 0);
  const { events } = await owner.call(fetchKeptEvents, { mount: 'agency', input: {} });
  expect(events.find(({ uuid }) => uuid === entry)?.photos).toMatchObject([{ id: photo.id }]);
  expect((await open(photo.id)).status).toBe(200);
  await owner.call(settleKeptEvent, {
    params: { uuid: entry },
    input: { how: 'closed', comment: 'Doublon' },
  });
  expect((await open(photo.id)).status).toBe(200);
});

test('a photo is completed though its sender uploaded the same bytes under its very name before', async () => {
  const content = jpeg(4_000);
  const photo = refOf(content);
  const sent = multipart({ name: `photo-${photo.id}.jpg`, content });
  const { file } = await agent.call(uploadFiles, { mount: 'agent', ...sent });
  await report({ type: 123, site, finding: randomUUID() }, [photo]);
  expect((await piece(photo.id, content, 0)).body).toMatchObject({ isComplete: true, refused: null });
  expect((await open(photo.id)).status).toBe(200);
  // The same upload again is the same file as before, and not the photo.
  const again = await agent.call(uploadFiles, { mount: 'agent', ...sent });
  expect([again.file.id, file.id === photo.id]).toEqual([file.id, false]);
});
