import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { enrolDevice, sendEvent, sendEvents } from '#core/field/calls.ts';
import { fetchDevices, fetchKeptEvents, settleKeptEvent } from '#core/field/desk-calls.ts';
import { mostAtOnce } from '#core/field/queue.ts';
import { moveService } from '#core/planning/lifecycle-calls.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { ago, sendingOf } from '#server/testing/sending.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const { site, guard } = await plannerOf(here);
const { service, keys, row, agent } = livingOf(here, site);
const { device, event, enrol, send, batch, typed, kept, afresh } = sendingOf(here);
const minute = 60_000;

beforeEach(afresh);

test('an event of the field moves the service, and keeps its own time and place', async () => {
  const id = await service({ from: -180 });
  const location = { latitude: 43.7, longitude: 7.26, accuracy: 12 };
  const start = event(id, { status: 200 }, { createdAt: ago(175), location });
  expect((await send(start)).body).toMatchObject({ uuid: start.uuid, outcome: 'applied', reason: null });
  expect(await row(id)).toMatchObject({ status: 200, began: new Date(start.createdAt) });
  expect(await sql('select id, at, latitude, accuracy from service_events')).toEqual([
    { id: start.uuid, at: new Date(start.createdAt), latitude: 43.7, accuracy: 12 },
  ]);
  // The position is kept once.
  expect(await sql('select outcome, latitude, payload from field_events')).toEqual([
    { outcome: 'applied', latitude: null, payload: null },
  ]);
});

test('the clock of the phone is corrected; both times are stored', async () => {
  const id = await service({ from: -180 });
  const start = event(id, { status: 200 }, { createdAt: ago(175 + 90), clockOffset: 90 * minute });
  await send(start);
  const corrected = new Date(Date.parse(start.createdAt) + 90 * minute);
  expect((await row(id))?.began).toEqual(corrected);
  expect(await sql('select device_at, at from field_events')).toEqual([
    { device_at: new Date(start.createdAt), at: corrected },
  ]);
});

test('the same event again gets the same answer and changes nothing, alone and in a batch, at once or later', async () => {
  const id = await service();
  const start = event(id, { status: 200 });
  const answers = await Promise.all([send(start), send(start), batch([typed(start)])]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await keys(id)).toEqual(['serviceStart']);
  await send(event(id, { status: 300, content: 'Relevé' }));
  expect((await send(start)).body).toMatchObject({ outcome: 'applied' });
  expect((await row(id))?.status).toBe(300);
});

test('a night without a network arrives in one batch, weeks late, in its order', async () => {
  const id = await service({ from: -20 * 1440, to: -20 * 1440 + 480 });
  const at = (minutes: number): string => ago(20 * 1440 - minutes);
  const events = [
    event(id, { status: 200 }, { createdAt: at(1) }),
    event(id, { status: 500 }, { createdAt: at(120) }),
    event(id, { status: 200 }, { createdAt: at(140) }),
    event(id, { status: 300 }, { createdAt: at(481) }),
  ];
  const { body } = await batch(events.map(typed));
  expect(body.taken.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(4).fill('applied'));
  expect(await keys(id)).toEqual(['serviceStart', 'breakStart', 'breakFinish', 'serviceFinish']);
  expect((await row(id))?.ended).toEqual(new Date(events[3]?.createdAt as string));
});

test('what today’s state does not allow is kept, and the events after it are applied', async () => {
  const [gone, next] = [await service({ from: -300, to: -10 }), await service({ from: -5 })];
  await sql('delete from services where id = $1', [gone]);
  await sql('delete from published_services where id = $1', [gone]);
  const lost = event(gone, { status: 200 }, { createdAt: ago(299), location: { latitude: 43.7, longitude: 7.26 } });
  const { body } = await batch([typed(lost), typed(event(next, { status: 200 }))]);
  expect(body).toMatchObject({
    taken: [{ outcome: 'kept', reason: 'Service introuvable' }, { outcome: 'applied' }],
    refused: null,
  });
  expect((await row(next))?.status).toBe(200);
  expect(await kept()).toMatchObject([
    {
      uuid: lost.uuid,
      label: 'Étape du service',
      words: 'Prise ou reprise de service',
      agent: { id: agent },
      service: null,
      reason: 'Service introuvable',
      settlement: null,
    },
  ]);
});

test.each([
  ['a second start', { status: 200 }, {}, 'Le service est terminé'],
  ['an extension without a reason', { status: 250 }, {}, 'Un motif de prolongation est attendu'],
  ['an hour to come', { status: 300 }, { createdAt: ago(-30) }, 'L’heure du téléphone est à venir'],
])('%s is kept with its reason', async (_, payload, more, reason) => {
  const id = await service();
  await send(event(id, { status: 200 }));
  if (reason === 'Le service est terminé') await send(event(id, { status: 300 }));
  expect((await send(event(id, payload, more))).body).toMatchObject({ outcome: 'kept', reason });
});

test('a colleague’s service, and one of another agency, are kept as not found', async () => {
  const other = await service({ agents: [await guard()] });
  for (const id of [other, randomUUID()])
    expect((await send(event(id, { status: 200 }))).body).toMatchObject({
      outcome: 'kept',
      reason: 'Service introuvable',
    });
  expect((await row(other))?.status).toBe(100);
});

test.each([
  ['an unknown type', {}, 'service-jump', 400, 'Type de message non supporté'],
  ['an unknown status', { payload: { status: 100 } }, 'service-step', 400, 'Statut inconnu'],
  ['a payload with more', { payload: { status: 200, admin: true } }, 'service-step', 400, 'Champ inconnu'],
  [
    'an unknown device',
    { device: randomUUID() },
    'service-step',
    409,
    'Ce téléphone n’est pas inscrit pour le mode terrain',
  ],
])('%s is refused and stored nowhere', async (_, more, type, status, message) => {
  const id = await service();
  const answer = await send(event(id, { status: 200 }, more), type);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(message);
  expect(await sql('select from field_events')).toHaveLength(0);
});

test('a batch stops at a malformed event: those before it are taken, those after it wait', async () => {
  const id = await service();
  const events = [
    typed(event(id, { status: 200 })),
    { type: 'service-step', uuid: 'x' },
    typed(event(id, { status: 300 })),
  ];
  expect((await batch(events, 2)).body).toMatchObject({ taken: [{ outcome: 'applied' }], refused: { status: 400 } });
  expect((await row(id))?.status).toBe(200);
  expect((await batch(Array(mostAtOnce + 1).fill(events[0]))).status).toBe(400);
});

test('what a refused batch leaves on the phone still counts as waiting', async () => {
  const id = await service();
  await batch([typed(event(id, { status: 200 })), { type: 'service-step', uuid: 'x' }, {}], 4);
  expect(await sql('select waiting from field_devices where id = $1', [device])).toEqual([{ waiting: 6 }]);
});

test('an event before the one before it is kept: nobody ends before he began', async () => {
  const id = await service({ from: -180 });
  await send(event(id, { status: 200 }, { createdAt: ago(170) }));
  expect((await send(event(id, { status: 300 }, { createdAt: ago(400) }))).body).toMatchObject({
    outcome: 'kept',
    reason: 'Les heures de cet événement contredisent ce qui est enregistré',
  });
  expect(await row(id)).toMatchObject({ status: 200, ended: null });
});

test('a clock a few minutes ahead does not write hours to come', async () => {
  const id = await service({ from: -180 });
  expect((await send(event(id, { status: 200 }, { createdAt: ago(-3) }))).body.outcome).toBe('applied');
  expect((await row(id))?.began?.getTime()).toBeLessThanOrEqual(Date.now());
});

test('an event that the agency received on its own path does not block the phone', async () => {
  const [id, next] = [await service(), await service({ from: -1 })];
  const [start, end] = [event(id, { status: 200 }), event(next, { status: 300 })];
  await send(start);
  await sql('update field_events set agent_id = null');
  expect((await batch([typed(start), typed(end)])).body).toMatchObject({
    taken: [{}, { outcome: 'kept' }],
    refused: null,
  });
});

test('the planners are told once per service, until nothing of it waits, and again of what comes then', async () => {
  await sql('delete from notifications');
  await sql('delete from emails');
  const id = await service();
  await sql('update services set status = 700 where id = $1', [id]);
  const [start, end] = [event(id, { status: 200 }), event(id, { status: 300 })];
  await batch([typed(start), typed(end)]);
  const told = () =>
    sql<{ text: string; read: boolean }>(
      `select content as text, read_at is not null as read from notifications where kind = 'keptEventReceived'`,
    );
  const text = expect.stringContaining('Étape du service. Le service est déprogrammé');
  const first = await told();
  expect(first.length).toBeGreaterThan(0);
  expect(first.every(({ read }) => !read)).toBe(true);
  expect(first[0]).toMatchObject({ text });
  const close = (uuid: string) =>
    as('owner').answer(settleKeptEvent, { mount: 'agency', params: { uuid }, input: { how: 'closed', comment: 'Vu' } });
  await close(start.uuid);
  expect((await told()).some(({ read }) => read)).toBe(false);
  await close(end.uuid);
  expect((await told()).every(({ read }) => read)).toBe(true);
  const mails = () => sql(`select from emails where reason = 'keptEventReceived'`);
  expect(await mails()).toHaveLength(first.length);
  await batch([typed(event(id, { status: 200 }))]);
  expect((await told()).filter(({ read }) => !read)).toHaveLength(first.length);
  expect(await mails()).toHaveLength(2 * first.length);
});

test('events without a service tell the planners once per telephone, in their order', async () => {
  await sql('delete from notifications');
  const events = Array.from({ length: 5 }, () => event(null, { status: 200 }));
  await batch(events.map(typed));
  const [told] = await sql<{ count: number }>(
    `select max(count)::integer as count from (select count(*) from notifications where kind = 'keptEventReceived' group by user_id) n`,
  );
  expect(told?.count).toBe(1);
  expect((await kept()).map(({ uuid }) => uuid)).toEqual(events.map(({ uuid }) => uuid));
});

test('a kept event whose content is erased can only be closed', async () => {
  const lost = event(randomUUID(), { status: 200 });
  await send(lost);
  await sql('update field_events set payload = null');
  const settle = (how: 'applied' | 'closed') =>
    as('owner').answer(settleKeptEvent, {
      mount: 'agency',
      params: { uuid: lost.uuid },
      input: { how, comment: 'Effacé' },
    });
  expect([(await settle('applied')).status, (await settle('closed')).status]).toEqual([409, 204]);
  expect((await as('agent').call(fetchKeptEvents, { mount: 'agent', input: { settled: true } })).events).toMatchObject([
    { settlement: 'closed', comment: null, settledBy: null },
  ]);
});

test('a skipped message is in the agency’s list, with what it said', async () => {
  const passed = { uuid: randomUUID(), rank: 1, type: 'service-step', at: 0, why: 'Contenu inattendu.', content: '{}' };
  expect((await send(event(null, passed), 'skipped')).body).toMatchObject({ outcome: 'kept' });
  expect(await kept()).toMatchObject([
    {
      label: 'Message passé',
      words: 'Étape du service, refusé puis passé par le collaborateur : Contenu inattendu. Contenu : {}',
    },
  ]);
});

test('the agency applies a kept event once the obstacle is gone, or closes it with a comment; both leave a trace', async () => {
  const id = await service();
  await sql('update services set status = 700 where id = $1', [id]);
  const [start, end] = [event(id, { status: 200 }), event(id, { status: 300 })];
  await batch([typed(start), typed(end)]);
  const settle = (uuid: string, input: object) =>
    as('owner').answer(settleKeptEvent, { mount: 'agency', params: { uuid }, input: input as never });
  expect(await settle(start.uuid, { how: 'applied' })).toMatchObject({
    status: 409,
    body: { message: 'Le service est déprogrammé' },
  });
  await sql('update services set status = 100 where id = $1', [id]);
  expect((await settle(start.uuid, { how: 'applied' })).status).toBe(204);
  expect((await row(id))?.status).toBe(200);
  expect((await settle(end.uuid, { how: 'closed' })).status).toBe(400);
  expect((await settle(end.uuid, { how: 'closed', comment: 'Vu avec lui' })).status).toBe(204);
  expect((await settle(end.uuid, { how: 'applied' })).status).toBe(409);
  expect(await kept()).toEqual([]);
  expect((await kept(true)).map(({ settlement, comment }) => [settlement, comment])).toEqual(
    expect.arrayContaining([
      ['applied', null],
      ['closed', 'Vu avec lui'],
    ]),
  );
  expect(await sql(`select action from audit where entity = 'fieldEvent' order by at, id`)).toEqual([
    { action: 'applied' },
    { action: 'closed' },
  ]);
});

test('a second phone waits until the first has sent everything, or is declared lost (decision 77)', async () => {
  const second = randomUUID();
  const id = await service();
  await send(event(id, { status: 200 }), 'service-step', 3);
  expect(await enrol(second)).toMatchObject({
    status: 409,
    body: { message: 'Le service doit être synchronisé avec le serveur' },
  });
  expect(await as('agent').call(fetchDevices, { mount: 'agent' })).toMatchObject({
    devices: [{ id: device, name: 'Pixel 8a', waiting: 3, agent: { id: agent } }],
  });
  expect((await enrol(second, { lost: [device] })).status).toBe(200);
  expect(await sql(`select action, entity_id from audit where entity = 'fieldDevice' and action = 'lose'`)).toEqual([
    { action: 'lose', entity_id: device },
  ]);
  expect(await sql(`select count(*)::integer as count from audit where entity_id = $1`, [second])).toEqual([
    { count: 1 },
  ]);
  // The first one reappears: what it has is not refused, and it stays lost.
  expect((await send(event(id, { status: 300 }), 'service-step', 2)).body).toMatchObject({ outcome: 'applied' });
  expect((await enrol(second)).status).toBe(200);
});

test('in a browser nobody begins or ends a service of his while a phone of his still has something to send (R-002)', async () => {
  const [id, other] = [await service(), await service()];
  const begin = () =>
    as('agent').answer(moveService, {
      mount: 'agent',
      params: { status: '200' },
      input: { service: { id: other }, event: { uuid: randomUUID() } },
    });
  await send(event(id, { status: 200 }), 'service-step', 3);
  expect(await begin()).toMatchObject({
    status: 409,
    body: { message: 'Le service doit être synchronisé avec le serveur' },
  });
  await send(event(id, { status: 300 }));
  expect((await begin()).status).toBe(200);
});

test('the key of a device is the same at each sign-in, and that of no other device', async () => {
  const keyOf = async (id: string): Promise<string> => (await enrol(id)).body.key;
  const key = await keyOf(device);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(await keyOf(device)).toBe(key);
  expect(await keyOf(randomUUID())).not.toBe(key);
});

test('a device belongs to one person: nobody else enrols it, sends for it or sees it', async () => {
  expect(
    (await as('owner').answer(enrolDevice, { mount: 'agency', input: { id: device, name: 'Autre' } })).status,
  ).toBe(409);
  const id = await service();
  const sent = await as('owner').answer(sendEvent, {
    mount: 'agency',
    params: { messageType: 'service-step' },
    input: { event: event(id, { status: 200 }) as never, waiting: 0 },
  });
  expect(sent.status).toBe(409);
  expect((await as('customer').answer(fetchDevices, { mount: 'agent' })).status).toBe(403);
});

test('two batches at once that name the same services in opposite order are both taken', async () => {
  const devices = await Promise.all(
    (['owner', 'staff'] as const).map(async (who) => {
      const id = randomUUID();
      await as(who).call(enrolDevice, { mount: 'agency', input: { id, name: 'Poste' } });
      return [who, id] as const;
    }),
  );
  for (let round = 0; round < 5; round += 1) {
    const places = [await service({ from: -60 }), await service({ from: -60 }), await service({ from: -60 })];
    const answers = await Promise.all(
      devices.map(([who, id], turn) =>
        as(who).answer(sendEvents, {
          mount: 'agency',
          input: {
            device: id,
            waiting: 0,
            events: (turn === 0 ? places : places.toReversed()).map((place) =>
              typed(event(place, { status: 200 }, { device: id })),
            ),
          },
        }),
      ),
    );
    for (const { status, body } of answers) expect([status, body.refused, body.taken?.length]).toEqual([200, null, 3]);
  }
});
