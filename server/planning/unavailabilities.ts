// Unavailabilities: their agent, no overlaps for one agent, their hours.
import { agentStatus } from '#core/agents/status.ts';
import { entityNamed } from '#core/entities.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { shortestDay } from '#core/kernel/duration.ts';
import type { Row } from '#core/kernel/entity.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import {
  agencyAbsenceRefused,
  agencyReason,
  agencyReasonRefused,
  deleteUnavailability,
  hoursByDay,
  isAgencyReason,
  Unavailability,
  type UnavailabilityType,
} from '#core/planning/unavailability.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import type { Pending } from '#server/kernel/extension.ts';
import { mayList } from '#server/kernel/listing.ts';
import { moveMany } from '#server/kernel/move.ts';
import { type Extension, type Plan, planOf } from '#server/kernel/plan.ts';
import { lockRows, save } from '#server/kernel/save.ts';
import { requestOfRow } from '#server/requests/became.ts';
import { notifyAbsences } from './absence-notice.ts';
import { holdPeople } from './facts.ts';
import { refuseOtherAgent, tellChangedAbsences, tellRemovedAbsences } from './granted.ts';

const removedStatus = agentStatus.moves.delete.to;

interface Period {
  id: string | null;
  agent: string;
  startAt: string;
  endAt: string;
}

export const unavailabilityExtension: Extension<typeof Unavailability> = {
  computed: {
    request: requestOfRow('unavailability_id'),
    agentName: (t) => `(select a.fullname from agents a where a.agency_id = ${t}.agency_id and a.id = ${t}.agent_id)`,
  },
  beside: {
    totals: {
      of: 'duration',
      // Whole days, and the hours of the others.
      sql: (from) =>
        `select json_build_object('hours', coalesce(sum(hours_total(t.duration)), 0),
          'days', coalesce(sum((select count(*) from jsonb_each_text(t.duration) e where e.value::numeric >= ${shortestDay})), 0),
          'rest', coalesce(sum((select sum(e.value::numeric) from jsonb_each_text(t.duration) e where e.value::numeric < ${shortestDay})), 0)) ${from}`,
    },
  },
  operations: { save: async (plan, call) => save(plan, { ...call, input: await ownOnly(plan, call) }) },
  async beforeSave(rows, call) {
    const { db, context } = call;
    refuseAgencyAbsences(
      rows.flatMap(({ current }) => current ?? []),
      call,
    );
    if (context.agent !== null) await refuseAgencyReasons(rows, db);
    const [agency] = await db.query<{ zone: string }>({
      name: 'agency-zone',
      text: 'select time_zone as zone from agencies where id = $1',
      values: [context.agency],
    });
    const zone = agency?.zone ?? 'Europe/Paris';
    await refuseRemoved(rows, db);
    refuseOtherAgent(rows);
    for (const { draft, current } of rows) {
      const { agent, startAt, endAt } = { ...current, ...draft } as Row<typeof Unavailability>;
      await refuseOverlap(call, { id: current?.id ?? null, agent: agent.id, startAt, endAt }, zone);
      draft.duration = hoursByDay(startAt, endAt, zone);
    }
  },
  async afterSave(rows, call) {
    await notifyAbsences(rows, call);
    await tellChangedAbsences(rows, call);
  },
  async beforeMove(_, rows, call) {
    refuseAgencyAbsences(rows, call);
  },
  afterMove: (_, rows, call) => tellRemovedAbsences(rows, call),
};

/** On his own path the agent leaves alone what only the agency says of him. */
function refuseAgencyAbsences(rows: readonly Row<typeof Unavailability>[], { context }: Call): void {
  if (context.agent !== null && rows.some(({ type }) => isAgencyReason(type.name)))
    throw new Problem('conflict', agencyAbsenceRefused);
}

/** On his own path. */
async function refuseAgencyReasons(rows: readonly Pending<typeof Unavailability>[], db: Db): Promise<void> {
  const chosen = rows.flatMap(({ draft, current }) =>
    draft.type && draft.type.id !== current?.type.id ? [draft.type.id] : [],
  );
  if (chosen.length === 0) return;
  const types = await db.query<{ name: string }>({
    name: 'chosen-reasons',
    text: 'select name from agency_unavailability_types where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [chosen],
  });
  if (types.some(({ name }) => isAgencyReason(name)))
    throw new Problem('invalid', agencyReasonRefused, { violations: [{ path: 'type', message: agencyReasonRefused }] });
}

/** Not offered to agents on their own paths. */
export const reasonExtension: Extension<typeof UnavailabilityType> = {
  always: `(app_agent() is null or t.name not ilike '%${agencyReason}%')`,
};

/** A deleted agent, erased or not, gets no absence and keeps those he has as they are. */
async function refuseRemoved(rows: readonly Pending<typeof Unavailability>[], db: Db): Promise<void> {
  const people = rows.flatMap(({ draft, current }) => [draft.agent?.id, current?.agent.id]).filter((id) => id != null);
  const [removed] = await db.query({
    name: 'removed-agents',
    text: `select 1 from agents where id = any ($1::uuid[]) and status = ${removedStatus} limit 1`,
    values: [people],
  });
  if (!removed) return;
  const message = 'Ce collaborateur est supprimé : ses absences ne se saisissent plus';
  throw new Problem('invalid', message, { violations: [{ path: 'agent', message }] });
}

/** U-008: on his own path an agent writes only his own. */
async function ownOnly(plan: Plan, { input, db, context: { agent } }: Call): Promise<unknown> {
  if (agent === null || typeof input !== 'object' || input === null) return input;
  const body = input as { id?: unknown; agent?: unknown };
  if (body.agent == null) return body.id == null ? { ...body, agent: { id: agent } } : body;
  const { id } = body.agent as { id?: unknown };
  // The generic save reports an invalid reference.
  if (typeof id !== 'string' || id.toLowerCase() === agent) return body;
  // A missing record is reported first.
  if (body.id != null) await lockRows(plan, db, [String(body.id)]);
  throw new Problem('forbidden', messages.notYours, {
    violations: [{ path: 'agent', message: 'Vous ne pouvez saisir que vos propres indisponibilités' }],
  });
}

const wallTime = (moment: Date, zone: string): string => {
  const { day, time } = wallClock(moment, zone);
  return `${frenchDay(day)} ${time}`;
};

/** The first absence of his that touches the period, in words; null: none. `isTyped`: the reader may know its type. */
export async function overlapOf(
  db: Db,
  { id, agent, startAt, endAt }: Period,
  zone: string,
  isTyped: boolean,
): Promise<string | null> {
  const [other] = await db.query<{ start: Date; end: Date; type: string }>({
    name: 'unavailability-overlap',
    text: `select u.start_at as start, u.end_at as end, t.name as type
      from unavailabilities u join agency_unavailability_types t on t.agency_id = u.agency_id and t.id = u.type_id
      where u.agent_id = $1 and u.start_at <= $3 and u.end_at >= $2 and u.id is distinct from $4 order by u.start_at limit 1`,
    values: [agent, startAt, endAt, id],
  });
  if (!other) return null;
  const type = isTyped ? ` (${other.type})` : '';
  return `Déjà indisponible du ${wallTime(other.start, zone)} au ${wallTime(other.end, zone)}${type}`;
}

async function refuseOverlap(call: Call, period: Period, zone: string): Promise<void> {
  await holdPeople(call.db, [period.agent.toLowerCase()]);
  // Decision 036: the type of an absence is for whoever may list absences.
  const message = await overlapOf(call.db, period, zone, mayList(call, Unavailability));
  if (message === null) return;
  throw new Problem('invalid', message, { violations: [{ path: 'startAt', message }] });
}

const plan = planOf(Unavailability, unavailabilityExtension, entityNamed);

export const unavailabilityHandlers: Handler[] = [
  handle(deleteUnavailability, async (call) => {
    await moveMany(plan, [call.params.id], 'delete', call);
  }),
];
