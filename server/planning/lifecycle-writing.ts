// The writes of a lifecycle step: its event, its interruption, the missed stops.

import { Problem } from '#core/kernel/problem.ts';
import { breakEnded } from '#core/planning/break.ts';
import { type LifecycleEvent, lifecycleEvents } from '#core/planning/lifecycle.ts';
import type { StepEvent } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { activeStatuses, finished, late, missed, waiting } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { doerOf, writeAudits } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

/**
 * A step on the agent's own path changes records of the agency that he cannot write himself. After the check of his
 * rights, the work runs as the agency. A failure rolls back the transaction, or to the savepoint of a field event: both
 * also undo set_config(…, true).
 */
export async function asAgency<T>(call: Pick<Call, 'context' | 'db'>, work: (call: Call) => Promise<T>): Promise<T> {
  const { agent } = call.context;
  const be = (value: string) =>
    call.db.query({ name: 'be-agent', text: `select set_config('app.agent', $1, true)`, values: [value] });
  if (agent === null) return work(call as Call);
  await be('');
  const done = await work(call as Call);
  await be(agent);
  return done;
}

/** Agents of a service, and the agent who started it while his replacement was not published yet. */
export const isAt = (service: string, agent: string): string =>
  `(exists (select from service_agents h where h.agency_id = ${service}.agency_id and h.service_id = ${service}.id and h.agent_id = ${agent})
    or exists (select from service_events e join published_service_agents t on t.agency_id = e.agency_id and t.service_id = e.service_id and t.agent_id = e.agent_id
      where e.agency_id = ${service}.agency_id and e.service_id = ${service}.id and e.agent_id = ${agent}))`;

/**
 * The agent is at work on the service: colleagues who began before him, or work longer, do not count. A stop has no times of
 * its people: those of its circuit count.
 */
export const isWorkingAt = (service: string, agent: string): string =>
  `(${isAt(service, agent)} and coalesce((select bool_or(t.agent_id = ${agent} and t.state in (${activeStatuses})) from service_times t
    where t.agency_id = ${service}.agency_id and t.service_id = coalesce(${service}.circuit_id, ${service}.id)), true))`;

/** Events of a service in their order: by their moments, then as they were written. `e`: rows of service_events. */
export const eventOrder = (e: string, way: 'asc' | 'desc' = 'asc'): string => `${e}.at ${way}, ${e}.position ${way}`;

/**
 * The clock said that nobody had begun, and a phone without network reports an earlier start: what the clock said is in
 * the history of the agency alone. `e`: rows of service_events.
 */
export const isDisproved = (e: string): string =>
  `(${e}.type = ${lifecycleEvents.serviceNotStarted.id} and exists (select from service_events o where o.agency_id = app_agency() and o.service_id = ${e}.service_id
    and o.at <= ${e}.at and o.status_after in (${activeStatuses})))`;

/** A phone's clock may be slightly ahead. */
export const ahead = 5 * 60_000;
/** How long a phone without network may keep an event. */
const keptFor = 7 * 86_400_000;

/** The time of the event: not in the future, not too old, and not before the last event. */
export function momentOf({ createdAt }: StepEvent, now: Date, last: Date | null): Date {
  const reported = createdAt === undefined ? now.getTime() : Date.parse(createdAt);
  if (reported > now.getTime() + ahead || reported < now.getTime() - keptFor) {
    const message = 'L’heure de l’événement est à venir, ou date de plus de sept jours';
    throw new Problem('invalid', message, { violations: [{ path: 'event.createdAt', message }] });
  }
  return new Date(Math.max(Math.min(reported, now.getTime()), last?.getTime() ?? 0));
}

export function refuseAhead(at: Date, now: Date): void {
  if (at.getTime() > now.getTime() + ahead) throw new Problem('conflict', 'L’heure du téléphone est à venir');
}

/** The time that a phone reports, however old. A few minutes ahead are its inaccuracy: nobody works in the future. */
export function reportedMoment(at: Date, now: Date): Date {
  refuseAhead(at, now);
  return at < now ? at : now;
}

export const contentOf = ({ eventMessages }: StepEvent): string | null =>
  eventMessages && eventMessages.length > 0 ? eventMessages.map(({ content }) => content).join('\n') : null;

interface Noted {
  id: string;
  service: string;
  agent: string | null;
  event: LifecycleEvent;
  at: Date;
  content: string | null;
  before: number | null;
  after: number;
  location?: StepEvent['location'];
}

export async function noteEvents(noted: readonly Noted[], call: Call): Promise<void> {
  const { db, context, now } = call;
  if (noted.length === 0) return;
  const rows = noted.map(({ event, location, ...one }) => {
    const { id: type, customerShow: shown } = lifecycleEvents[event];
    return { ...one, ...location, type, shown };
  });
  await db.query({
    name: 'note-events',
    text: `insert into service_events (agency_id, created_at, author, id, service_id, agent_id, type, at, content, latitude, longitude, accuracy, status_before, status_after, customer_show)
      select $1, $2, $3, e.* from json_to_recordset($4) e (id uuid, service uuid, agent uuid, type integer, at timestamptz, content text,
        latitude double precision, longitude double precision, accuracy double precision, before integer, after integer, shown boolean)`,
    values: [context.agency, now, doerOf(call), JSON.stringify(rows)],
  });
}

interface Interruption {
  agency: string | null;
  service: string;
  agent: string;
  from: Date;
  to: Date;
  now: Date;
}

/** An interruption that ended, as a gap of the person. */
export async function noteInterruption(db: Db, { agency, service, agent, from, to, now }: Interruption): Promise<void> {
  await db.query({
    name: 'note-interruption',
    text: `insert into service_breaks (agency_id, id, service_id, agent_id, type, unplanned, start_at, end_at, real_start_at, real_end_at, status, comment, created_at)
      values ($1, $2, $3, $4, 4, true, $5::timestamptz, greatest($6, $5::timestamptz + interval '1 minute'), $5, $6, ${breakEnded}, 'Service interrompu, puis repris', $7)`,
    values: [agency, uuidv7(now.getTime()), service, agent, from, to, now],
  });
}

interface Closing {
  from: readonly number[];
  to: number;
  /** The event of each stop. */
  event: LifecycleEvent;
}

/** Stops of a circuit that nobody will move any more. */
async function closeStops(circuit: string, at: Date, { from, to, event }: Closing, call: Call): Promise<string[]> {
  const closed = await call.db.query<{ id: string; before: number }>({
    name: 'close-stops',
    text: `with open as (select id, status as before from services where circuit_id = $1 and status = any ($2) for update)
      update services s set status = $3, updated_at = $4, real_end_at = case when s.real_start_at is not null then greatest($5, s.real_start_at) end
      from open o where s.id = o.id returning s.id, o.before`,
    values: [circuit, from, to, call.now, at],
  });
  const noted = { agent: null, event, at, content: null, after: to };
  await noteEvents(
    closed.map(({ id, before }) => ({ ...noted, id: uuidv7(), service: id, before })),
    call,
  );
  if (closed.length > 0)
    await writeAudits(
      call.db,
      call,
      closed.map(({ id, before }) => ({
        entity: Service.name,
        id,
        action: 'finish',
        changes: { status: { before, after: to } },
      })),
    );
  return closed.map(({ id }) => id);
}

/** At the end of a circuit, marks its remaining stops as missed. */
export const missWaitingStops = (circuit: string, at: Date, call: Call): Promise<string[]> =>
  closeStops(circuit, at, { from: [waiting, late], to: missed, event: 'serviceNotStarted' }, call);

/** Whoever breaks a circuit off leaves the site where he was: its stop would keep him from any other service. */
export const leaveActiveStop = (circuit: string, at: Date, call: Call): Promise<string[]> =>
  closeStops(circuit, at, { from: activeStatuses, to: finished, event: 'serviceFinish' }, call);
