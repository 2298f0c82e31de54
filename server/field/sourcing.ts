// Receives the events of devices (decision 87): each once, in the order of its device, applied or kept.
import { enrolDevice, type Sourced, sendEvent, sendEvents, sourced, type Taken } from '#core/field/calls.ts';
import { fetchDevices } from '#core/field/desk-calls.ts';
import { correctedTime } from '#core/field/event.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { messages as messagesOf, Problem } from '#core/kernel/problem.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';
import { utc } from '#server/kernel/kinds.ts';
import { holdLives, seenIds } from '#server/planning/life.ts';
import { asAgency } from '#server/planning/lifecycle-writing.ts';
import { derive } from '#server/secret.ts';
import type { Receivers } from './applying.ts';
import { handOverKey, standingKey } from './hand-over-key.ts';
import { refuseUnsynchronised } from './synchronised.ts';
import { takeAll } from './taking.ts';

export const fieldMessages = {
  unknownDevice: 'Ce téléphone n’est pas inscrit pour le mode terrain',
  revoked: 'Ce téléphone a été révoqué par votre agence : il s’efface, puis s’inscrit de nouveau.',
  // P-015
  unknownType: 'Type de message non supporté',
} as const;

/**
 * One device at a time: two attempts to send the same event wait for each other. An unknown device is a conflict: a 404
 * would mean that the event is wrong (decision 87), and the agent would pass over it.
 */
async function lockDevice(id: string, { db, caller }: Call): Promise<void> {
  const [device] = await db.query<{ user: string }>({
    name: 'lock-device',
    text: 'select user_id as user from field_devices where id = $1 for update',
    values: [id],
  });
  if (!device || device.user !== caller?.userId) throw new Problem('conflict', fieldMessages.unknownDevice);
}

async function greetDevice(id: string, rank: number, waiting: number, { db, now }: Call): Promise<void> {
  await db.query({
    name: 'greet-device',
    text: `update field_devices set seen_at = $2, waiting = $3, last_rank = greatest(last_rank, $4) where id = $1`,
    values: [id, now, waiting, rank],
  });
}

const malformed = (message: string, path: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

/** A photo that is named twice is one photo. */
const onceEach = <P extends { id: string }>(photos: readonly P[]): P[] =>
  photos.filter((photo, index) => photos.findIndex(({ id }) => id === photo.id) === index);

/** Checks the payload; a wrong one is malformed, so that the agent may pass over it. */
function arrivedOf(type: unknown, event: Sourced, agent: string | null, receivers: Receivers): Arrived {
  const receiver = receivers.get(String(type));
  if (!receiver) throw malformed(fieldMessages.unknownType, 'type');
  const payload = receiver.message.payload.safeParse(event.payload);
  if (!payload.success) {
    const [issue] = payload.error.issues;
    throw malformed(issue?.message ?? '', ['payload', ...(issue?.path ?? [])].join('.'));
  }
  const deviceAt = new Date(event.createdAt);
  const at = new Date(correctedTime({ at: deviceAt.getTime(), clockOffset: event.clockOffset }));
  const { uuid, device, rank, clockOffset, service } = event;
  return {
    uuid: uuid.toLowerCase(),
    device: device.toLowerCase(),
    rank,
    type: receiver.message.type,
    deviceAt,
    at,
    clockOffset,
    location: event.location ?? null,
    service: service?.toLowerCase() ?? null,
    agent,
    photos: onceEach((event.photos ?? []).map(({ id, ...photo }) => ({ id: id.toLowerCase(), ...photo }))),
    payload: payload.data,
  };
}

type AuditLine = Parameters<typeof writeAudits>[2][number];
const deviceAct = (id: string, action: string, changes: NonNullable<AuditLine['changes']>): AuditLine => ({
  entity: 'fieldDevice',
  id,
  action,
  changes,
});

/** Decision 93: it is out of use for good. The telephone empties itself, and comes back as another device. */
export async function refuseRevoked(device: string, { db, caller }: Pick<Call, 'db' | 'caller'>): Promise<void> {
  const [gone] = await db.query({
    name: 'is-device-revoked',
    text: 'select id from field_devices where id = $1 and user_id = $2 and lost_at is not null',
    values: [device, caller?.userId],
  });
  if (gone) throw new Problem('conflict', fieldMessages.revoked);
}

/** Devices of one person: who enrols one more no longer uses the one that was heard longest ago. */
const mostDevices = 5;

/** Nothing waits on them: `refuseUnsynchronised` refused before. What they still send is taken. */
const dropSpare = ({ db, caller, now }: Call): Promise<{ id: string; waiting: number }[]> =>
  db.query<{ id: string; waiting: number }>({
    name: 'drop-spare-devices',
    text: `update field_devices set lost_at = $2 where user_id = $1 and id in (select id from field_devices
        where agency_id = app_agency() and user_id = $1 and lost_at is null order by enrolled_at = $2 desc, seen_at desc, id offset ${mostDevices}) returning id, waiting`,
    values: [caller?.userId, now],
  });

/** All services of a batch at once: two batches that name them in another order would wait for each other. */
async function lockNamed(events: readonly Record<string, unknown>[], call: Call): Promise<void> {
  const named = new Set(events.flatMap(({ service }) => (typeof service === 'string' ? service : [])));
  const seen = await seenIds(call, [...named]);
  if (seen.length > 0) await asAgency(call, ({ db }) => holdLives(db, seen, call.context.agent));
}

export const sourcingHandlers = (receivers: Receivers): Handler[] => [
  handle(enrolDevice, async (call) => {
    const { db, context, caller, input, now, services } = call;
    const id = input.id.toLowerCase();
    const lost = (input.lost ?? []).map((one) => one.toLowerCase()).filter((one) => one !== id);
    await refuseRevoked(id, call);
    const declared =
      lost.length === 0
        ? []
        : await db.query<{ id: string; waiting: number }>({
            name: 'lose-devices',
            text: 'update field_devices set lost_at = $3 where id = any ($1::uuid[]) and user_id = $2 and lost_at is null returning id, waiting',
            values: [lost, caller?.userId, now],
          });
    await refuseUnsynchronised(call, id);
    const [device] = await db.query<{ rank: number; isNew: boolean }>({
      name: 'enrol-device',
      text: `insert into field_devices (agency_id, id, user_id, agent_id, name, enrolled_at, seen_at) values ($1, $2, $3, $4, $5, $6, $6)
        on conflict (agency_id, id) do update set name = excluded.name, seen_at = excluded.seen_at
          where field_devices.lost_at is null and field_devices.user_id = excluded.user_id and field_devices.agent_id is not distinct from excluded.agent_id
        returning last_rank as rank, xmax = 0 as "isNew"`,
      values: [context.agency, id, caller?.userId, context.agent, input.name, now],
    });
    if (!device) throw new Problem('conflict', 'Ce téléphone est inscrit pour une autre personne');
    const spare = device.isNew ? await dropSpare(call) : [];
    await writeAudits(db, call, [
      ...[...declared, ...spare].map(({ id: gone, waiting }) =>
        deviceAct(gone, 'lose', { waiting: { before: waiting, after: null } }),
      ),
      ...(device.isNew ? [deviceAct(id, 'enrol', { name: { before: null, after: input.name } })] : []),
    ]);
    const { secret } = services.environment;
    const key = derive(secret, `field-device ${caller?.userId} ${id}`).toString('base64');
    const handOver = handOverKey(secret, context.agency ?? '', id);
    const standing = standingKey(secret, context.agency ?? '', id);
    return { rank: device.rank, key, handOver, standing, now: now.toISOString() };
  }),

  handle(fetchDevices, async ({ db }) => {
    const devices = await db.query<Output<typeof fetchDevices>['devices'][number]>({
      name: 'field-devices',
      text: `select d.id, d.name, case when a.id is not null then json_build_object('id', a.id, 'name', a.fullname) end as agent, d.waiting, ${utc('d.seen_at')} as "seenAt", ${utc('d.lost_at')} as "lostAt"
        from field_devices d left join agents a on a.agency_id = d.agency_id and a.id = d.agent_id where d.agency_id = app_agency() order by d.seen_at desc limit 1000`,
    });
    return { devices };
  }),

  handle(sendEvent, async (call) => {
    const { context, input, params, now } = call;
    const event = arrivedOf(params.messageType, input.event, context.agent, receivers);
    await lockDevice(event.device, call);
    const answers = new Map<string, Taken>();
    await takeAll([event], answers, call, receivers);
    await greetDevice(event.device, event.rank, input.waiting, call);
    return { ...(answers.get(event.uuid) as Taken), now: now.toISOString() };
  }),

  handle(sendEvents, async (call) => {
    const device = call.input.device.toLowerCase();
    // Before anything else: a malformed first event refuses the call.
    eventOf(call.input.events[0], device, call.context.agent, receivers);
    await lockDevice(device, call);
    await lockNamed(call.input.events, call);
    return takeBatch({ ...call.input, device }, call, receivers);
  }),
];

interface Batch {
  device: string;
  events: readonly Record<string, unknown>[];
  waiting: number;
}

/** Of a device that is locked. `because`: nothing is applied, for this reason. */
export async function takeBatch(
  { device, events, waiting }: Batch,
  call: Call,
  receivers: Receivers,
  because: string | null = null,
): Promise<Output<typeof sendEvents>> {
  const { context, now, services } = call;
  const arrived: Arrived[] = [];
  const answers = new Map<string, Taken>();
  let refused: { status: number; message: string } | null = null;
  const refuse = (error: unknown): void => {
    if (!(error instanceof Problem)) services.log.failed('field', error);
    refused =
      error instanceof Problem
        ? { status: error.status, message: error.message }
        : { status: 500, message: messagesOf.unexpected };
  };
  try {
    for (const raw of events) arrived.push(eventOf(raw, device, context.agent, receivers));
  } catch (error) {
    refuse(error);
  }
  try {
    await takeAll(arrived, answers, call, receivers, because);
  } catch (error) {
    refuse(error);
  }
  const failed = arrived.findIndex(({ uuid }) => !answers.has(uuid));
  const done = failed === -1 ? arrived : arrived.slice(0, failed);
  const taken = done.map(({ uuid }) => answers.get(uuid) as Taken);
  const rank = Math.max(0, ...done.map((event) => event.rank));
  // What was not taken still waits.
  await greetDevice(device, rank, waiting + events.length - taken.length, call);
  return { taken, refused, now: now.toISOString() };
}

/** One event of a batch, with its type. */
function eventOf(raw: unknown, device: string, agent: string | null, receivers: Receivers): Arrived {
  const { type, ...rest } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  const event = sourced.safeParse(rest);
  if (!event.success) {
    const [issue] = event.error.issues;
    throw malformed(issue?.message ?? '', (issue?.path ?? []).join('.'));
  }
  if (event.data.device.toLowerCase() !== device) throw malformed(fieldMessages.unknownDevice, 'device');
  return arrivedOf(type, event.data, agent, receivers);
}
