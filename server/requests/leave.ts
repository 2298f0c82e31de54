// An accepted leave is the unavailability: one absence, the services it touches, and what the planning says of them.
import { agentStatus } from '#core/agents/status.ts';
import { entityNamed } from '#core/entities.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { Problem } from '#core/kernel/problem.ts';
import { calendarOf, minuteOf } from '#core/planning/calendar.ts';
import { rulesOf } from '#core/planning/checks.ts';
import { type ComingService, type Freed, mostComing } from '#core/planning/leaving.ts';
import { activeStatuses, late, waiting } from '#core/planning/status.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import type { LeaveChecks } from '#core/requests/calls.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { activeStatus, can, inactiveStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { moveMany } from '#server/kernel/move.ts';
import { planOf } from '#server/kernel/plan.ts';
import { saveMany } from '#server/kernel/save.ts';
import { factsFor, loadedOf } from '#server/planning/checking.ts';
import { checkedPlace, holdPeople, shiftsOf } from '#server/planning/facts.ts';
import { errorsFrom } from '#server/planning/findings.ts';
import { holidaysOf } from '#server/planning/holidays.ts';
import { freedOf } from '#server/planning/leaving.ts';
import { overlapOf, unavailabilityExtension } from '#server/planning/unavailabilities.ts';
import { lockServices, prepare, writeServices } from '#server/planning/writing.ts';
import type { AgentRequestRow } from './rows.ts';

const plan = planOf(Unavailability, unavailabilityExtension, entityNamed);

export function require({ asker }: Pick<Call, 'asker'>, right: Right): void {
  if (!can(asker, [right])) throw new Problem('forbidden', missingRight(right), { right });
}

interface Leave {
  agent: string;
  startAt: string;
  endAt: string;
}

const leaveOf = ({ agent, startAt, endAt }: AgentRequestRow): Leave => ({
  ...{ agent: agent.id, startAt: startAt ?? '', endAt: endAt ?? '' },
});

/** K-024, and what becomes of a request once its agent has left. Null: he is here. */
export async function goneAgent(db: Db, agent: string): Promise<string | null> {
  const [row] = await db.query<{ status: number; name: string }>({
    name: 'status-of-requester',
    text: 'select status, fullname as name from agents where agency_id = app_agency() and id = $1 for key share',
    values: [agent],
  });
  if (!row || row.status === agentStatus.moves.delete.to) return 'Collaborateur introuvable';
  if (row.status === activeStatus || row.status === inactiveStatus) return null;
  return `${row.name} est archivé : sa demande ne s’accepte plus. Refusez-la ou supprimez-la.`;
}

interface Existing extends Record<string, unknown> {
  id: string;
  type: { id: string; name: string };
  startAt: string;
  endAt: string;
  request: string | null;
}

/** An absence of his that covers the whole period. */
async function existingOf(db: Db, { agent, startAt, endAt }: Leave): Promise<Existing | null> {
  const [row] = await db.query<Existing>({
    name: 'absence-over-leave',
    text: `select u.id, (select json_build_object('id', y.id, 'name', y.name) from agency_unavailability_types y where y.agency_id = u.agency_id and y.id = u.type_id) as type,
        ${utc('u.start_at')} as "startAt", ${utc('u.end_at')} as "endAt", (select r.subject from agent_requests r
        where r.agency_id = u.agency_id and r.unavailability_id = u.id) as request
      from unavailabilities u where u.agency_id = app_agency() and u.agent_id = $1 and u.start_at <= $2 and u.end_at >= $3 limit 1`,
    values: [agent, startAt, endAt],
  });
  return row ?? null;
}

/** A sick leave is no paid leave: the absence keeps its nature, and somebody corrects one or the other first. */
const otherNature = (existing: Existing | null, { reason }: AgentRequestRow): string | null =>
  existing && reason && existing.type.id !== reason.id
    ? `Une absence « ${existing.type.name} » couvre déjà ces jours, et la demande est « ${reason.name} » : corrigez d’abord l’absence dans « Indisponibilités ».`
    : null;

/** Over a part of another absence, no second one can be written. */
async function partlyAbsent(leave: Leave, call: Pick<Call, 'db' | 'services'>): Promise<string | null> {
  const { zone } = await checkedPlace(call);
  const found = await overlapOf(call.db, { id: null, ...leave }, zone, true);
  return found && `${found} : la demande empiète sur cette absence. Corrigez-la d’abord dans « Indisponibilités ».`;
}

/** Why the leave cannot be accepted beside this absence; null: it can. */
async function refusedBeside(
  existing: Existing | null,
  row: AgentRequestRow,
  call: Pick<Call, 'db' | 'services'>,
): Promise<string | null> {
  if (!existing) return partlyAbsent(leaveOf(row), call);
  if (existing.request) return `Cette absence est déjà accordée par la demande « ${existing.request} ».`;
  return otherNature(existing, row);
}

/** Why a leave cannot be accepted; null: it can. */
export const refusedLeave = async (row: AgentRequestRow, call: Pick<Call, 'db' | 'services'>): Promise<string | null> =>
  refusedBeside(await existingOf(call.db, leaveOf(row)), row, call);

const within = `from services s where s.agency_id = app_agency() and s.circuit_id is null and s.start_at <= $3 and s.end_at > $2
  and exists (select from service_agents h where h.agency_id = s.agency_id and h.service_id = s.id and h.agent_id = $1)`;
const notBegun = `s.status in (${waiting}, ${late}) and s.end_at > $4`;

const shown = `s.id, s.reference, ${utc('s.start_at')} as "startAt", ${utc('s.end_at')} as "endAt",
  (select t.name from sites t where t.agency_id = s.agency_id and t.id = s.site_id) as site, s.post_title as "postTitle",
  (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.fullname) order by a.fullname), '[]') from service_agents h
    join agents a on a.agency_id = h.agency_id and a.id = h.agent_id where h.agency_id = s.agency_id and h.service_id = s.id) as agents`;

/** The coming services that its acceptance freed, without him still; `was`: their version since. */
export const freedBy = (request: string, { db, now }: Pick<Call, 'db' | 'now'>) =>
  db.query<ComingService & { was: number } & Record<string, unknown>>({
    name: 'freed-by-leave',
    text: `select ${shown}, f.value::integer as was from agent_requests r, jsonb_each_text(r.freed) f
        join services s on s.agency_id = app_agency() and s.id = f.key::uuid
      where r.agency_id = app_agency() and r.id = $1 and s.status in (${waiting}, ${late}) and s.start_at > $2 and not exists (select from service_agents h
        where h.agency_id = s.agency_id and h.service_id = s.id and h.agent_id = r.agent_id) order by s.start_at, s.id`,
    values: [request, now],
  });

/** What the planner sees before he answers. */
export async function leaveChecks(row: AgentRequestRow, call: Call): Promise<LeaveChecks> {
  const { db, now } = call;
  const leave = leaveOf(row);
  const { agent, startAt, endAt } = leave;
  const services = await db.query<LeaveChecks['services'][number] & { count: number } & Record<string, unknown>>({
    name: 'services-of-leave',
    text: `select count(*) over ()::integer as count, ${shown}, s.publication <> 'DRAFT' as published ${within} and ${notBegun} order by s.start_at, s.id limit ${mostComing}`,
    values: [agent, startAt, endAt, now],
  });
  const [others] = await db.query<{ underWay: number; absent: number }>({
    name: 'around-leave',
    text: `select (select count(*)::integer ${within} and s.status in (${activeStatuses})) as "underWay",
      coalesce((select max(n) from (select count(distinct u.agent_id)::integer as n
        from generate_series(($2::timestamptz at time zone app_zone())::date, least(($3::timestamptz at time zone app_zone())::date, ($2::timestamptz at time zone app_zone())::date + 366), interval '1 day') d
        join unavailabilities u on u.agency_id = app_agency() and u.agent_id <> $1
          and u.start_at < (d + interval '1 day') at time zone app_zone() and u.end_at >= d at time zone app_zone() group by d) w), 0) as absent`,
    values: [agent, startAt, endAt],
  });
  const existing = await existingOf(db, leave);
  return {
    services: services.map(({ count: _count, ...one }) => one),
    filtered: services[0]?.count ?? 0,
    underWay: others?.underWay ?? 0,
    absent: others?.absent ?? 0,
    breaches: services.length === 0 ? [] : await breachesOf(row, services, call),
    existing: existing && {
      ...{ id: existing.id, type: existing.type.name, startAt: existing.startAt, endAt: existing.endAt },
    },
  };
}

/** As the planning would report them, if he were absent and kept his services. */
async function breachesOf(
  { agent, reason, startAt, endAt }: AgentRequestRow,
  services: readonly { id: string; startAt: string; endAt: string }[],
  call: Call,
): Promise<LeaveChecks['breaches']> {
  const { db } = call;
  const { zone, holidayLocale, settings } = await checkedPlace(call);
  const days = services.flatMap((one) => [one.startAt, one.endAt]).toSorted((one, other) => (one < other ? -1 : 1));
  const [from, to] = [days[0], days.at(-1)].map((moment) => wallClock(moment as string, zone).day) as [string, string];
  const calendar = calendarOf({ zone, from, to, holidays: holidaysOf(holidayLocale, from, to) });
  const known = (await factsFor(db, [agent.id], calendar, settings, true)).get(agent.id);
  if (!known) return [];
  const absence = { id: '', start: minuteOf(startAt ?? ''), end: minuteOf(endAt ?? ''), type: reason?.name ?? '' };
  const shifts = (await shiftsOf(db, [agent.id], ...loadedOf(calendar), [])).get(agent.id) ?? [];
  const asked = new Set(services.map(({ id }) => id));
  const found = rulesOf(settings, calendar)
    .checkAgent({ ...known, absences: [...known.absences, absence] }, shifts)
    .filter(({ service }) => service !== null && asked.has(service));
  const errors = await errorsFrom(
    found.map((finding) => ({ finding, known, index: 0 })),
    zone,
    db,
  );
  // One sentence may stand for several services.
  const said = new Map(errors.map(({ level, message }) => [message, { level, message }]));
  return [...said.values()].slice(0, mostComing);
}

/** The services stay and become unfilled; published ones are changed until somebody publishes them. */
async function takeOff({ agent, startAt, endAt }: Leave, call: Call): Promise<Freed> {
  require(call, 'editService');
  const ids = (
    await call.db.query<{ id: string }>({
      name: 'services-to-free',
      text: `select s.id ${within} and ${notBegun} order by s.id`,
      values: [agent, startAt, endAt, call.now],
    })
  ).map(({ id }) => id);
  const drafts = (await lockServices(call.db, ids)).map(({ id, agents }) => ({
    id,
    agents: (agents as { id: string }[]).filter((one) => one.id !== agent).map((one) => ({ id: one.id })),
  }));
  return freedOf(await writeServices(await prepare(drafts, call, { byServer: true }), call));
}

/** Once: the request is locked and has none yet. Returns the services that were freed. */
export async function makeAbsence(row: AgentRequestRow, services: 'keep' | 'free', call: Call): Promise<Freed> {
  require(call, 'createUnavailability');
  const { db } = call;
  const gone = await goneAgent(db, row.agent.id);
  if (gone) throw new Problem('conflict', gone);
  const leave = leaveOf(row);
  // Whoever declares an absence of his, or plans him, waits.
  await holdPeople(db, [leave.agent]);
  const existing = await existingOf(db, leave);
  const refused = await refusedBeside(existing, row, call);
  if (refused) throw new Problem('conflict', refused);
  const draft = { agent: { id: leave.agent }, type: row.reason, startAt: leave.startAt, endAt: leave.endAt };
  const id = existing?.id ?? (await saveMany(plan, [draft], call, { byServer: true }))[0]?.after.id;
  const freed = services === 'free' ? await takeOff(leave, call) : freedOf([]);
  await db.query({
    name: 'tie-absence',
    text: 'update agent_requests set unavailability_id = $2, unavailability_made = $3, freed = $4 where agency_id = app_agency() and id = $1',
    values: [row.id, id, existing === null, JSON.stringify(freed.versions)],
  });
  return freed;
}

/**
 * What the request made goes with it, unless it has begun; what the agent declared himself stays. Returns the services to
 * give back.
 */
export async function dropAbsence(row: AgentRequestRow, call: Call): Promise<Freed> {
  const freed = freedOf((await freedBy(row.id, call)).map(({ id, was }) => ({ id, version: was })));
  if (row.unavailability) await removeAbsence({ ...row, unavailability: row.unavailability }, call);
  await call.db.query({
    name: 'forget-freed',
    text: `update agent_requests set freed = '{}' where agency_id = app_agency() and id = $1`,
    values: [row.id],
  });
  return freed;
}

type Granted = AgentRequestRow & { unavailability: NonNullable<AgentRequestRow['unavailability']> };

async function removeAbsence(row: Granted, call: Call): Promise<void> {
  const { db, now } = call;
  const [tied] = await db.query<{ made: boolean; begun: boolean }>({
    name: 'tied-absence',
    text: `select r.unavailability_made as made, u.start_at <= $2 as begun from agent_requests r
      join unavailabilities u on u.agency_id = r.agency_id and u.id = r.unavailability_id where r.agency_id = app_agency() and r.id = $1`,
    values: [row.id, now],
  });
  if (tied?.made) {
    if (tied.begun)
      throw new Problem('conflict', 'L’absence a commencé : corrigez-la d’abord dans « Indisponibilités ».');
    require(call, 'deleteUnavailability');
  }
  // First: the answer itself tells him.
  await db.query({
    name: 'untie-absence',
    text: 'update agent_requests set unavailability_id = null, unavailability_made = false where agency_id = app_agency() and id = $1',
    values: [row.id],
  });
  if (tied?.made) await moveMany(plan, [row.unavailability.id], 'delete', call);
}
