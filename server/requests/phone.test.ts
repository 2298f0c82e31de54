// A request from a telephone, with the photo of a paper: the request comes first, the content of its photo follows.
import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrolDevice, sendEvent } from '#core/field/calls.ts';
import { sendFilePiece } from '#core/files/awaited.ts';
import { downloadFile, fileMessages, uploadFiles } from '#core/files/files.ts';
import { AgentRequest } from '#core/requests/request.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { endpointOf } from '#server/testing/client.ts';
import { multipart, smallPng } from '#server/testing/files.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency } = here;
const [owner, agent] = [as('owner'), as('agent')];
const device = randomUUID();
let rank = 0;
await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Téléphone' } });

const newRequest = async (photos: object[]) => {
  const [type] = await sql<{ id: string }>(
    `select id from agency_request_types where agency_id = $1 and nature = 'OTHER' limit 1`,
    [agency.id],
  );
  const request = uuidv7();
  rank += 1;
  const event = {
    ...{ uuid: randomUUID(), device, rank, createdAt: new Date(Date.now() - 60_000).toISOString(), clockOffset: 0 },
    ...{ service: null, photos },
    payload: {
      ...{ request, requestType: { id: type?.id }, subject: 'Reçu', content: null, startAt: null, endAt: null },
      ...{ reason: null, amount: null },
    },
  };
  const send = () =>
    agent.answer(sendEvent, {
      ...{ mount: 'agent', params: { messageType: 'request-create' }, input: { event: event as never, waiting: 0 } },
    });
  return { request, send };
};

test('the photos of a request are its attachments, read by the agency once their content has come', async () => {
  const content = Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.alloc(2_000, 7),
  ]);
  const photo = {
    ...{ id: randomUUID(), size: content.length },
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  const { request, send } = await newRequest([photo]);

  expect((await send()).body).toMatchObject({ outcome: 'applied' });
  await send();
  const read = async () =>
    (await owner.answer(endpointOf(AgentRequest, 'read'), { params: { id: request } })).body.agentRequest.attachments;
  expect(await read()).toMatchObject([{ id: photo.id, awaited: true }]);
  await agent.answer(sendFilePiece, {
    ...{ mount: 'agent', params: { id: photo.id }, input: { from: 0, bytes: content.toString('base64') } },
  });
  expect(await read()).toEqual([expect.not.objectContaining({ awaited: true })]);
  expect((await owner.answer(downloadFile, { mount: 'agency', params: { id: photo.id } })).status).toBe(200);
});

test('somebody else’s file is no photo of a request: the request waits for the agency, and the file stays closed', async () => {
  const { file } = await owner.call(uploadFiles, {
    ...{ mount: 'agency', ...multipart({ name: 'bulletin.png', content: smallPng }) },
  });
  const { send } = await newRequest([{ id: file.id, sha256: 'a'.repeat(64), size: 1_000 }]);
  expect((await send()).body).toMatchObject({ outcome: 'kept', reason: fileMessages.invalid });
  expect((await agent.answer(downloadFile, { mount: 'agent', params: { id: file.id } })).status).toBe(404);
});
