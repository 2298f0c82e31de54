// Receives the events of devices (decision 87): each once, in the order of its device, applied or kept.
import {
  enrolDevice,
  fetchDevices,
  type Sourced,
  sendEvent,
  sendEvents,
  sourced,
  type Taken,
} from '#core/field/calls.ts';
import { correctedTime } from '#core/field/event.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { messages as messagesOf, Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { awaitPhotos } from '#server/files/awaited.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { type Arrived, contradiction } from '#server/kernel/field-message.ts';
import { utc } from '#server/kernel/kinds.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { lockLives } from '#server/planning/life.ts';
import { asAgency } from '#server/planning/lifecycle-writing.ts';
import { derive } from '#server/secret.ts';
import { announceKept } from './announcing.ts';
import { applyEvent, type Receivers } from './applying.ts';

export const fieldMessages = {
  unknownDevice: 'Ce téléphone n’est pas inscrit pour le mode terrain',
  //
  otherDevice: 'Le service doit être synchronisé avec le serveur',
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
    photos: (event.photos ?? []).map(({ id, ...photo }) => ({ id: id.toLowerCase(), ...photo })),
    payload: payload.data,
  };
}

/** A constraint of the database refused it: the same event would be refused again. */
const isContradiction = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));

/** All of it or nothing, without ending the transaction. */
async function attempt<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await db.query({ text: 'savepoint field_event' });
  try {
    const done = await work();
    await db.query({ text: 'release savepoint field_event' });
    return done;
  } catch (error) {
    await db.query({ text: 'rollback to savepoint field_event' });
    throw error;
  }
}

/** Why the event cannot be applied now. Throws what a retry may mend. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (isContradiction(error)) return contradiction;
  throw error;
}

async function take(event: Arrived, call: Call, receivers: Receivers): Promise<Taken> {
  const { db } = call;
  const [known] = await db.query<Taken>({
    name: 'known-field-event',
    text: 'select id as uuid, outcome, reason from field_events where id = $1',
    values: [event.uuid],
  });
  if (known) return known;
  await awaitPhotos(event.photos, call);
  try {
    await attempt(db, async () => {
      await applyEvent(event, call, receivers);
      await record(event, null, call);
    });
    return { uuid: event.uuid, outcome: 'applied', reason: null };
  } catch (error) {
    const reason = reasonOf(error);
    await attempt(db, async () => {
      await record(event, reason, call);
      await announceKept(event, reason, call, receivers);
    });
    return { uuid: event.uuid, outcome: 'kept', reason };
  }
}

async function record(event: Arrived, reason: string | null, { db, context, now }: Call): Promise<void> {
  const kept = reason === null ? null : event;
  await db.query({
    name: 'record-field-event',
    text: `insert into field_events (agency_id, id, device_id, rank, agent_id, type, service_id, device_at, at, clock_offset, received_at, outcome, reason, payload, latitude, longitude, accuracy)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      -- Received meanwhile on another path, where this caller does not see it.
      on conflict (agency_id, id) do nothing`,
    values: [
      context.agency,
      event.uuid,
      event.device,
      event.rank,
      event.agent,
      event.type,
      event.service,
      event.deviceAt,
      event.at,
      event.clockOffset,
      now,
      kept ? 'kept' : 'applied',
      reason,
      kept ? JSON.stringify(kept.payload) : null,
      kept?.location?.latitude ?? null,
      kept?.location?.longitude ?? null,
      kept?.location?.accuracy ?? null,
    ],
  });
  if (event.photos.length === 0) return;
  await db.query({
    name: 'hold-field-photos',
    // Another person's file with this id is not his photo.
    text: `insert into field_event_files (agency_id, event_id, file_id, rank)
      select $1, $2, f.id, p.rank from unnest($3::uuid[]) with ordinality p (id, rank) join files f on f.agency_id = $1 and f.id = p.id and f.uploaded_by = app_user()
      on conflict do nothing`,
    values: [context.agency, event.uuid, event.photos.map(({ id }) => id)],
  });
}

type AuditLine = Parameters<typeof writeAudits>[2][number];
const deviceAct = (id: string, action: string, changes: NonNullable<AuditLine['changes']>): AuditLine => ({
  entity: 'fieldDevice',
  id,
  action,
  changes,
});

/** Decision 77: another device of the person still has something to send. */
async function hasWaiting(db: Db, user: string | undefined, but: string): Promise<boolean> {
  const found = await db.query({
    name: 'waiting-devices',
    text: 'select from field_devices where user_id = $1 and id <> $2 and waiting > 0 and lost_at is null limit 1',
    values: [user, but],
  });
  return found.length > 0;
}

/** All services of a batch at once: two batches that name them in another order would wait for each other. */
async function lockNamed(events: readonly Record<string, unknown>[], call: Call): Promise<void> {
  const named = new Set(
    events.flatMap(({ service }) => (typeof service === 'string' && isUuid(service) ? service : [])),
  );
  const seen = await call.db.query<{ id: string }>({
    name: 'named-services',
    text: 'select id from seen_services where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [[...named]],
  });
  if (seen.length > 0)
    await asAgency(call, ({ db }) =>
      lockLives(
        db,
        seen.map(({ id }) => id),
        call.context.agent,
      ),
    );
}

export const sourcingHandlers = (receivers: Receivers): Handler[] => [
  handle(enrolDevice, async (call) => {
    const { db, context, caller, input, now, services } = call;
    const id = input.id.toLowerCase();
    const lost = (input.lost ?? []).map((one) => one.toLowerCase());
    const declared =
      lost.length === 0
        ? []
        : await db.query<{ id: string; waiting: number }>({
            name: 'lose-devices',
            text: 'update field_devices set lost_at = $3 where id = any ($1::uuid[]) and user_id = $2 and lost_at is null returning id, waiting',
            values: [lost, caller?.userId, now],
          });
    if (await hasWaiting(db, caller?.userId, id)) throw new Problem('conflict', fieldMessages.otherDevice);
    const [device] = await db.query<{ rank: number; isNew: boolean }>({
      name: 'enrol-device',
      text: `insert into field_devices (agency_id, id, user_id, agent_id, name, enrolled_at, seen_at) values ($1, $2, $3, $4, $5, $6, $6)
        on conflict (agency_id, id) do update set name = excluded.name, seen_at = excluded.seen_at, lost_at = null
          where field_devices.user_id = excluded.user_id and field_devices.agent_id is not distinct from excluded.agent_id
        returning last_rank as rank, xmax = 0 as "isNew"`,
      values: [context.agency, id, caller?.userId, context.agent, input.name, now],
    });
    if (!device) throw new Problem('conflict', 'Ce téléphone est inscrit pour une autre personne');
    await writeAudits(db, call, [
      ...declared.map(({ id: gone, waiting }) =>
        deviceAct(gone, 'lose', { waiting: { before: waiting, after: null } }),
      ),
      ...(device.isNew ? [deviceAct(id, 'enrol', { name: { before: null, after: input.name } })] : []),
    ]);
    const key = derive(services.environment.secret, `field-device ${caller?.userId} ${id}`).toString('base64');
    return { rank: device.rank, key, now: now.toISOString() };
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
    const taken = await take(event, call, receivers);
    await greetDevice(event.device, event.rank, input.waiting, call);
    return { ...taken, now: now.toISOString() };
  }),

  handle(sendEvents, async (call) => {
    const { context, input, now, services } = call;
    const device = input.device.toLowerCase();
    // Before anything else: a malformed first event refuses the call.
    eventOf(input.events[0], device, context.agent, receivers);
    await lockDevice(device, call);
    await lockNamed(input.events, call);
    const taken: Taken[] = [];
    let rank = 0;
    let refused: { status: number; message: string } | null = null;
    for (const raw of input.events) {
      try {
        const event = eventOf(raw, device, context.agent, receivers);
        taken.push(await take(event, call, receivers));
        rank = Math.max(rank, event.rank);
      } catch (error) {
        if (!(error instanceof Problem)) services.log.failed('field', error);
        refused =
          error instanceof Problem
            ? { status: error.status, message: error.message }
            : { status: 500, message: messagesOf.unexpected };
        break;
      }
    }
    // What was not taken still waits.
    const waiting = input.waiting + input.events.length - taken.length;
    await greetDevice(device, rank, waiting, call);
    return { taken, refused, now: now.toISOString() };
  }),
];

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
