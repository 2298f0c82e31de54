// The writes of a lifecycle step: its event, its break, the missed stops.

import { Problem } from '#core/kernel/problem.ts';
import { breakEnded, breakPlanned, breakRunning } from '#core/planning/break.ts';
import { type LifecycleEvent, lifecycleEvents } from '#core/planning/lifecycle.ts';
import type { StepEvent } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { late, missed, waiting } from '#core/planning/status.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

/**
 * A step on the agent's own path changes records of the agency that he cannot write himself. After the check of his
 * rights, the work runs as the agency. A failure rolls back the whole transaction.
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

/** A phone's clock may be slightly ahead. */
const ahead = 5 * 60_000;
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

export async function noteEvent(noted: Noted, { db, context, caller, now }: Call): Promise<void> {
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
      caller?.acting?.name ?? caller?.name ?? null,
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
  /** The status before the break. */
  from: number;
  at: Date;
}

/** starts the next planned break, or an unplanned one. */
export async function turnBreak(
  to: 'start' | 'end',
  { service, agent, from, at }: Paused,
  { db, context, now }: Call,
): Promise<void> {
  if (to === 'end') {
    await db.query({
      name: 'end-break',
      // An unplanned break ends now; a planned one keeps its planned hours.
      text: `update service_breaks set status = ${breakEnded}, real_end_at = greatest($2, real_start_at), updated_at = $3, version = version + 1,
          end_at = case when unplanned then greatest($2, end_at) else end_at end
        where service_id = $1 and status = ${breakRunning} and paused_from is not null`,
      values: [service, at, now],
    });
    return;
  }
  const begun = await db.query({
    name: 'begin-break',
    text: `update service_breaks set status = ${breakRunning}, real_start_at = $2, paused_from = $3, updated_at = $5, version = version + 1
      where id = (select b.id from service_breaks b where b.service_id = $1 and b.type = 0 and b.status = ${breakPlanned} and (b.agent_id is null or b.agent_id = $4)
        order by b.start_at, b.id limit 1) returning id`,
    values: [service, at, from, agent, now],
  });
  if (begun.length > 0) return;
  await db.query({
    name: 'add-break',
    text: `insert into service_breaks (agency_id, id, service_id, agent_id, type, unplanned, start_at, end_at, real_start_at, status, paused_from, created_at)
      values ($1, $2, $3, $4, 0, true, $5::timestamptz, $5::timestamptz + interval '1 minute', $5, ${breakRunning}, $6, $7)`,
    values: [context.agency, uuidv7(now.getTime()), service, agent, at, from, now],
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
