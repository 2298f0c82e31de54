// Applies the events of a device or keeps them for the agency, each once (decision 87).
import type { Taken } from '#core/field/calls.ts';
import { Problem } from '#core/kernel/problem.ts';
import { Service } from '#core/planning/service.ts';
import { paused } from '#core/planning/status.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import type { Db } from '#server/db/database.ts';
import { awaitPhotos, refuseOthersPhotos } from '#server/files/awaited.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Arrived, conflicting, contradiction, type Run, runsOf } from '#server/kernel/field-message.ts';
import { siteUnknown } from '#server/logbook/writing.ts';
import { asAgency } from '#server/planning/lifecycle-writing.ts';
import { workingLocation } from '#server/planning/working.ts';
import { announceKept } from './announcing.ts';
import { applyEvent, type Receivers, refuseImpossible } from './applying.ts';
import { isAlarm, storable } from './bounds.ts';

/** A constraint of the database refused it: the same event would be refused again. */
const isContradiction = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));

/** A check or an exclusion: in these tables they are of hours. Names and references have other codes. */
const isOfHours = (error: unknown): boolean =>
  ['23514', '23P01'].includes(String((error as { code?: unknown }).code ?? ''));

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
  if (isContradiction(error)) return isOfHours(error) ? contradiction : conflicting;
  throw error;
}

/** What his own path says of a service that he no longer sees. */
const unseen: readonly string[] = [Service.missing, siteUnknown];

/** The agency reads it: the service exists, and it is the person who is no longer on it. */
async function saidOf({ service, agent }: Arrived, reason: string, call: Call): Promise<string> {
  if (!unseen.includes(reason) || service === null || agent === null) return reason;
  return asAgency(call, async ({ db }) => {
    const [gone] = await db.query({
      name: 'gone-from-service',
      text: `select 1 from services s where s.agency_id = app_agency() and s.id = $1
        and not exists (select from service_agents h where h.agency_id = s.agency_id and h.service_id = s.id and h.agent_id = $2)
        -- He was on it: he began it, or its history names him.
        and (exists (select from service_times t where t.agency_id = s.agency_id and t.service_id = s.id and t.agent_id = $2)
          or exists (select from audit a where a.agency_id = s.agency_id and a.entity = '${Service.name}' and a.entity_id = s.id and a.changes::text like '%' || $2::text || '%'))`,
      values: [service, agent],
    });
    return gone ? 'Le collaborateur n’est plus sur ce service' : reason;
  });
}

/** An event and why it is kept; null: it is applied. */
interface Judged {
  event: Arrived;
  reason: string | null;
  /** Its alarm is raised, though it is kept. */
  isRaised?: boolean;
}

const takenOf = ({ event: { uuid }, reason, isRaised }: Judged): Taken => ({
  ...{ uuid, outcome: reason === null ? 'applied' : 'kept', reason },
  ...(isRaised ? { raised: true } : {}),
});

/** Fills `answers`, by uuid: what was taken before a failure stays. `because`: nothing is applied, for this reason. */
export async function takeAll(
  events: readonly Arrived[],
  answers: Map<string, Taken>,
  call: Call,
  receivers: Receivers,
  because: string | null = null,
): Promise<void> {
  const first = new Map(events.toReversed().map((event) => [event.uuid, event]));
  const known = await call.db.query<Taken>({
    name: 'known-field-events',
    text: 'select id as uuid, outcome, reason from field_events where id = any ($1::uuid[])',
    values: [[...first.keys()]],
  });
  for (const one of known) {
    const event = first.get(one.uuid);
    // Raised already by the answer that was lost; what it said is said again.
    const isRaised = because !== null && one.outcome === 'kept' && event && (await isRaisedBy(event, call, receivers));
    answers.set(one.uuid, isRaised ? { ...one, raised: true } : one);
  }
  const fresh = events.filter((event) => first.get(event.uuid) === event && !answers.has(event.uuid));
  const takeThese = async (wanted: readonly Arrived[]): Promise<void> => {
    for (const run of runsOf(wanted)) {
      const judged = await (because === null ? takeRun(run, call, receivers) : keepRun(run, because, call, receivers));
      for (const one of judged ?? []) answers.set(one.event.uuid, takenOf(one));
      if (!judged) for (const event of run) answers.set(event.uuid, takenOf(await take(event, call, receivers)));
    }
  };
  try {
    await takeThese(fresh);
  } catch (error) {
    // An alarm does not wait behind what is refused today. The device sends it again in its turn.
    if (error instanceof Problem && error.kind === 'tooMany')
      await takeThese(fresh.filter((event) => isAlarm(event) && !answers.has(event.uuid)));
    throw error;
  }
}

const inTurn = new Problem('conflict', 'Un par un');

/** All at once; null: they must be taken one by one. */
async function takeRun(run: Run, call: Call, receivers: Receivers): Promise<Judged[] | null> {
  const receiver = receivers.get(run[0].type);
  if (!receiver?.applyMany || run.length === 1) return null;
  try {
    return await attempt(call.db, async () => {
      const photos = run.flatMap((event) => event.photos);
      await awaitPhotos(photos, call);
      await refuseOthersPhotos(photos, call);
      for (const event of run) await refuseImpossible(event, call);
      const refused = await receiver.applyMany?.(run, call);
      const judged: Judged[] = [];
      for (const [index, event] of run.entries()) {
        const reason = refused?.[index]?.message ?? null;
        judged.push({ event, reason: reason && (await saidOf(event, reason, call)) });
      }
      // Whether he was at work is known in its turn, not after the whole run.
      if (judged.some(({ event, reason }) => reason !== null && event.location !== null)) throw inTurn;
      await record(judged, call);
      for (const { event, reason } of judged) if (reason !== null) await announceKept(event, reason, call, receivers);
      return judged;
    });
  } catch (error) {
    // One by one, what is wrong with one event does not hold up the others.
    if (!(error instanceof Problem || isContradiction(error))) call.services.log.failed('field', error);
    return null;
  }
}

async function keepRun(run: Run, reason: string, call: Call, receivers: Receivers): Promise<Judged[]> {
  await awaitPhotos(
    run.flatMap(({ photos }) => photos),
    call,
  );
  const judged: Judged[] = run.map((event) => ({ event, reason }));
  await record(judged, call);
  for (const event of run) await announceKept(event, reason, call, receivers);
  // Somebody may be in danger, whoever holds the telephone: the alarm is raised too.
  for (const one of judged) one.isRaised = await isRaisedBy(one.event, call, receivers);
  return judged;
}

/** Raises its alarm, if it is one. What the business refuses stays kept; what a retry may mend is thrown. */
async function isRaisedBy(event: Arrived, call: Call, receivers: Receivers): Promise<boolean> {
  if (!isAlarm(event)) return false;
  try {
    await attempt(call.db, () => applyEvent(event, call, receivers));
    return true;
  } catch (error) {
    reasonOf(error);
    return false;
  }
}

async function take(event: Arrived, call: Call, receivers: Receivers): Promise<Judged> {
  const { db } = call;
  await awaitPhotos(event.photos, call);
  const applied = { event, reason: null };
  try {
    await attempt(db, async () => {
      await refuseOthersPhotos(event.photos, call);
      await applyEvent(event, call, receivers);
      await record([applied], call);
    });
    return applied;
  } catch (error) {
    const reason = await saidOf(event, reasonOf(error), call);
    await attempt(db, async () => {
      await record([{ event, reason }], call);
      await announceKept(event, reason, call, receivers);
    });
    return { event, reason };
  }
}

/** What waits for the agency keeps its position only if what is applied would: at work, and not at the edge of a break. */
async function placeOf(event: Arrived, call: Call): Promise<Arrived['location']> {
  const step = event.type === serviceStep.type ? serviceStep.payload.safeParse(event.payload) : null;
  return step?.data?.status === paused ? null : workingLocation(event, call);
}

async function rowOf({ event, reason }: Judged, call: Call): Promise<Record<string, unknown>> {
  const { uuid, device, rank, agent, type, service, deviceAt, at, clockOffset } = event;
  const known = { uuid, device, rank, agent, type, service, deviceAt, at, clockOffset };
  return reason === null
    ? { ...known, outcome: 'applied' }
    : { ...known, outcome: 'kept', reason, payload: event.payload, ...(await placeOf(event, call)) };
}

async function record(judged: readonly Judged[], call: Call): Promise<void> {
  const { db, context, now } = call;
  const kept = await storable(
    judged.filter(({ reason }) => reason !== null).map(({ event }) => event),
    call,
  );
  const stored = judged.filter(({ event, reason }) => reason === null || kept.includes(event));
  if (stored.length === 0) return;
  const rows: Record<string, unknown>[] = [];
  for (const one of stored) rows.push(await rowOf(one, call));
  await db.query({
    name: 'record-field-events',
    text: `insert into field_events (agency_id, received_at, id, device_id, rank, agent_id, type, service_id, device_at, at, clock_offset, outcome, reason, payload, latitude, longitude, accuracy)
      select $1, $2, e.* from json_to_recordset($3) e (uuid uuid, device uuid, rank integer, agent uuid, type text, service uuid, "deviceAt" timestamptz, at timestamptz,
        "clockOffset" bigint, outcome text, reason text, payload jsonb, latitude double precision, longitude double precision, accuracy double precision)
      -- Received meanwhile on another path, where this caller does not see it.
      on conflict (agency_id, id) do nothing`,
    values: [context.agency, now, JSON.stringify(rows)],
  });
  const photos = stored.flatMap(({ event }) =>
    event.photos.map(({ id }, index) => ({ event: event.uuid, id, rank: index + 1 })),
  );
  if (photos.length === 0) return;
  await db.query({
    name: 'hold-field-photos',
    // Another person's file with this id is not his photo.
    text: `insert into field_event_files (agency_id, event_id, file_id, rank)
      select $1, p.event, f.id, p.rank from json_to_recordset($2) p (event uuid, id uuid, rank integer) join files f on f.agency_id = $1 and f.id = p.id and f.uploaded_by = app_user()
      on conflict do nothing`,
    values: [context.agency, JSON.stringify(photos)],
  });
}
