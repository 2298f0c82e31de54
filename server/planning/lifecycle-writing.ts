// The writes of a lifecycle step: its event, its break, the missed stops.

import { Problem } from '#core/kernel/problem.ts';
import { breakEnded, breakPlanned, breakRunning } from '#core/planning/break.ts';
import { type LifecycleEvent, lifecycleEvents } from '#core/planning/lifecycle.ts';
import type { StepEvent } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { activeStatuses, late, missed, waiting } from '#core/planning/status.ts';
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

/** The agent is at work on the service: colleagues who began before him, or work longer, do not count. */
export const isWorkingAt = (service: string, agent: string): string =>
  `(${isAt(service, agent)} and coalesce((select bool_or(t.agent_id = ${agent} and t.state in (${activeStatuses})) from service_times t
    where t.agency_id = ${service}.agency_id and t.service_id = ${service}.id), true))`;

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

export async function noteEvent(noted: Noted, call: Call): Promise<void> {
  const { db, context, now } = call;
  const { id, customerShow } = lifecycleEvents[noted.event];
  await db.query({
    name: 'note-event',
    text: `insert into service_events (agency_id, id, service_id, agent_id, type, at, created_at, author, content, latitude, longitude, accuracy, status_before, status_after, customer_show)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      context.agency,
      noted.id,
      noted.service,
      noted.agent,
      id,
      noted.at,
      now,
      doerOf(call),
      noted.content,
      noted.location?.latitude ?? null,
      noted.location?.longitude ?? null,
      noted.location?.accuracy ?? null,
      noted.before,
      noted.after,
      customerShow,
    ],
  });
}

interface Paused {
  service: string;
  agent: string | null;
  /** The service has several people: each has his own breaks. */
  isShared: boolean;
  /** The status before the break. */
  from: number;
  at: Date;
}

const beginBreak = `update service_breaks set status = ${breakRunning}, real_start_at = $2, paused_from = $3, updated_at = $5, version = version + 1
  where id = (select b.id from service_breaks b where b.service_id = $1 and b.type = 0 and b.status = ${breakPlanned} and (b.agent_id is null or b.agent_id = $4)
    order by b.start_at, b.id limit 1) returning id`;

/** The next break planned for him, or his own copy of the next one planned for everybody. */
const beginOwnBreak = `with next as (select b.* from service_breaks b where b.service_id = $1 and b.type = 0 and b.status = ${breakPlanned}
      and (b.agent_id = $4 or b.agent_id is null and not exists (select from service_breaks o where o.agency_id = b.agency_id and o.copy_of = b.id and o.agent_id = $4))
    order by b.start_at, b.agent_id nulls last, b.id limit 1),
  own as (update service_breaks b set status = ${breakRunning}, real_start_at = $2, paused_from = $3, updated_at = $5, version = b.version + 1
    from next n where b.agency_id = n.agency_id and b.id = n.id and n.agent_id is not null returning b.id),
  copied as (insert into service_breaks (agency_id, id, copy_of, service_id, agent_id, type, start_at, end_at, real_start_at, status, paused_from, created_at)
  select n.agency_id, $6::uuid, n.id, n.service_id, $4, 0, n.start_at, n.end_at, $2, ${breakRunning}, $3, $5 from next n where n.agent_id is null
    returning id)
  select id from own union all select id from copied`;

/** starts the next planned break, or an unplanned one. */
export async function turnBreak(
  to: 'start' | 'end',
  { service, agent, isShared, from, at }: Paused,
  { db, context, now }: Call,
): Promise<void> {
  if (to === 'end') {
    await db.query({
      name: 'end-break',
      // An unplanned break ends now; a planned one keeps its planned hours.
      text: `update service_breaks set status = ${breakEnded}, real_end_at = greatest($2, real_start_at), updated_at = $3, version = version + 1,
          end_at = case when unplanned then greatest($2, end_at) else end_at end
        where service_id = $1 and status = ${breakRunning} and paused_from is not null and ($4::uuid is null or agent_id is null or agent_id = $4)`,
      values: [service, at, now, agent],
    });
    return;
  }
  const isPersonal = isShared && agent !== null;
  const begun = await db.query({
    name: isPersonal ? 'begin-own-break' : 'begin-break',
    text: isPersonal ? beginOwnBreak : beginBreak,
    values: [service, at, from, agent, now, ...(isPersonal ? [uuidv7(now.getTime())] : [])],
  });
  if (begun.length > 0) return;
  await db.query({
    name: 'add-break',
    text: `insert into service_breaks (agency_id, id, service_id, agent_id, type, unplanned, start_at, end_at, real_start_at, status, paused_from, created_at)
      values ($1, $2, $3, $4, 0, true, $5::timestamptz, $5::timestamptz + interval '1 minute', $5, ${breakRunning}, $6, $7)`,
    values: [context.agency, uuidv7(now.getTime()), service, agent, at, from, now],
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

/** At the end of a circuit, marks its remaining stops as missed. */
export async function missWaitingStops(circuit: string, at: Date, call: Call): Promise<void> {
  const passed = await call.db.query<{ id: string; before: number }>({
    name: 'miss-stops',
    text: `with waiting as (select id, status as before from services where circuit_id = $1 and status in (${waiting}, ${late}) for update)
      update services s set status = ${missed}, updated_at = $2 from waiting w where s.id = w.id returning s.id, w.before`,
    values: [circuit, call.now],
  });
  for (const { id, before } of passed)
    await noteEvent(
      { id: uuidv7(), service: id, agent: null, event: 'serviceNotStarted', at, content: null, before, after: missed },
      call,
    );
  if (passed.length > 0)
    await writeAudits(
      call.db,
      call,
      passed.map(({ id, before }) => ({
        entity: Service.name,
        id,
        action: 'finish',
        changes: { status: { before, after: missed } },
      })),
    );
}
