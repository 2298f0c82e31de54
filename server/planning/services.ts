// The extension of services: computed fields, checks before a save, and the stops of a circuit.
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import type { Consent } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import {
  late,
  missed,
  overStatuses,
  paused,
  plannedStatuses,
  running,
  serviceStatus,
  unscheduled,
  waiting,
} from '#core/planning/status.ts';
import { refuseBilledServices } from '#server/billing/billed.ts';
import type { Db } from '#server/db/database.ts';
import { changesBetween, groupsOf, writeAudits } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Correction } from '#server/kernel/extension.ts';
import { utc } from '#server/kernel/kinds.ts';
import { type Extension, planOf } from '#server/kernel/plan.ts';
import { readWhole } from '#server/kernel/save.ts';
import { checkBeforeSave, refuseStops } from './checking.ts';
import { keepConsents } from './consents.ts';
import { listed } from './facts.ts';
import type { Back, Changed } from './seen.ts';

const local = (column: string, format: string) => (t: string) =>
  `to_char(${t}.${column} at time zone app_zone(), '${format}')`;

/** An absence of this person during this service; its end is included (U-010). */
export const isAway = (t: string, agent: string): string =>
  `exists (select from unavailabilities u where u.agency_id = ${t}.agency_id and u.agent_id = ${agent} and u.start_at < ${t}.end_at and u.end_at >= ${t}.start_at)`;

const absentOf = (t: string): string =>
  `case when ${t}.status in (${plannedStatuses}) then (select count(*)::integer from service_agents h
    where h.agency_id = ${t}.agency_id and h.service_id = ${t}.id and ${isAway(t, 'h.agent_id')}) else 0 end`;

const held = (t: string): string =>
  `(select count(*)::integer from service_agents h where h.agency_id = ${t}.agency_id and h.service_id = ${t}.id)`;

/** The publication state of the service; agents and customers only see published services. */
const publicationOf = (t: string): string =>
  `case when (select app_whole()) then ${t}.publication else 'PUBLISHED' end`;

const publishedJson = (t: string): string =>
  `case when (select app_whole()) and ${t}.publication = 'CHANGED' then json_build_object(
    'startAt', ${utc(`(${t}.published->>'startAt')::timestamptz`)}, 'endAt', ${utc(`(${t}.published->>'endAt')::timestamptz`)},
    'site', (select s.name from sites s where s.agency_id = ${t}.agency_id and s.id = (${t}.published->>'site')::uuid),
    'postTitle', ${t}.published->>'postTitle',
    'agents', (select string_agg(a.fullname, ', ' order by a.lastname collate "fr-x-icu", a.id) from agents a
      where a.agency_id = ${t}.agency_id and a.id in (select jsonb_array_elements_text(${t}.published->'agents')::uuid))) end`;

/** Breaks are hidden from customers, as their events are: to a customer a paused service is running. */
export const shownStatus = (t: string): string =>
  `case when ${t}.status = ${paused} and app_customer() is not null then ${running} else ${t}.status end`;

/** Decision 83: an agent's own state on a service with colleagues. A stop has one state for all. */
export const ownStatus = (t: string): string =>
  `case when ${t}.circuit_id is not null then ${shownStatus(t)} else app_own_status(${t}.id, ${shownStatus(t)}, ${t}.real_start_at is not null) end`;

const circuitStatusOf =
  (status: (t: string) => string) =>
  (t: string): string =>
    `case when ${t}.circuit_id is not null then (select ${status('c')} from seen_services c where c.agency_id = ${t}.agency_id and c.id = ${t}.circuit_id) end`;

/** An agent reads his own hours, a customer those of the service; everybody those of a stop. */
const ownTime = (column: string, ofAgent: string) => (t: string) =>
  utc(
    `case when app_agent() is null or ${t}.circuit_id is not null then ${t}.${column} else (select o.${ofAgent} from service_times o where o.agency_id = ${t}.agency_id and o.service_id = ${t}.id and o.agent_id = app_agent()) end`,
  );

/** N-002: the last edition of its report that the caller sees. */
const reportJson = (t: string): string =>
  `(select json_build_object('id', r.id, 'reference', r.reference, 'discr', r.type, 'status', r.status,
      'signature', case when r.customer_signature_id is not null then app_file_url(r.customer_signature_id) end)
    from agency_reports r where r.agency_id = ${t}.agency_id and r.service_id = ${t}.id order by r.edition desc limit 1)`;

export const serviceExtension: Extension<typeof Service> = {
  computed: {
    startAtDate: local('start_at', 'YYYY-MM-DD'),
    startAtTime: local('start_at', 'HH24:MI'),
    endAtTime: local('end_at', 'HH24:MI'),
    minutes: (t) => `(extract(epoch from ${t}.end_at - ${t}.start_at) / 60)::integer`,
    missingAgents: (t) => `greatest(0, ${t}.nb_agents - ${held(t)})`,
    absentAgents: absentOf,
    seriesId: (t) => `${t}.series_id::text`,
    circuitStatus: circuitStatusOf(shownStatus),
    lateMargin: () => '(select g.late_margin from agencies g where g.id = app_agency())',
    publication: publicationOf,
    published: publishedJson,
    agencyReport: reportJson,
    missingSignatures: (t) => `to_json(app_missing_signatures(${t}.id, ${t}.activity_type))`,
  },
  // Agents and customers read the published copy.
  own: {
    table: 'published_services',
    computed: {
      publication: () => `'PUBLISHED'::text`,
      published: () => 'null::json',
      status: ownStatus,
      circuitStatus: circuitStatusOf(ownStatus),
      // The table of the reference is the agency's. A customer learns nothing of a tour.
      circuit: (t) =>
        `(select json_build_object('id', c.id, 'name', c.reference) from seen_services c where c.agency_id = ${t}.agency_id and c.id = ${t}.circuit_id and app_customer() is null)`,
      realStartAt: ownTime('real_start_at', 'started_at'),
      realEndAt: ownTime('real_end_at', 'ended_at'),
    },
    bare: { circuit: (t) => `case when app_customer() is null then ${t}.circuit_id end` },
  },
  // « Hôtel Miramarine · lun. 16/11/2026, 19:00–07:00 »; those around today come first.
  found: {
    name: (t) =>
      `concat((select s.name from sites s where s.agency_id = ${t}.agency_id and s.id = ${t}.site_id), ' · ',
        ('{dim.,lun.,mar.,mer.,jeu.,ven.,sam.}'::text[])[extract(dow from ${t}.start_at at time zone app_zone())::integer + 1], ' ',
        ${local('start_at', 'DD/MM/YYYY, ')(t)}, case when ${t}.open_ended then 'dès ' || ${local('start_at', 'HH24:MI')(t)}
        else ${local('start_at', 'HH24:MI')(t)} || '–' || ${local('end_at', 'HH24:MI')(t)} end)`,
    order: (t) => `abs(extract(epoch from ${t}.start_at - now()))`,
  },
  // N-037. There are no invoices yet, so no service is on one.
  flags: {
    isAgent: {
      of: 'agents',
      sql: 'exists (select from seen_service_agents h where h.agency_id = t.agency_id and h.service_id = t.id)',
    },
    isPlanned: { sql: 'not t.unplanned' },
    // Of a circuit: one of its stops.
    isInvoice: {
      sql: 'exists (select from billed_services b join services u on u.agency_id = b.agency_id and u.id = b.service_id where b.agency_id = t.agency_id and b.freed_at is null and (u.id = t.id or u.circuit_id = t.id))',
    },
  },
  always: listed('t'),
  // Calls that take a consent check before (`writeServices`).
  async beforeSave(rows, call, correction) {
    await checkBeforeSave(rows, call, correction);
  },
  async afterSave(rows, call, correction) {
    const circuits = rows.filter(
      ({ after, before }) => (after.isCircuit || before?.isCircuit) && stopFactsOf(after) !== stopFactsOf(before),
    );
    if (circuits.length > 0)
      await writeStops(
        circuits.map(({ after }) => after.id),
        call,
        correction,
      );
  },
  async beforeMove(move, rows, { db }) {
    if (move === 'delete')
      await refuseBilledServices(
        db,
        rows.map(({ id }) => id),
      );
  },
  async afterMove(move, rows, call) {
    refuseStops(rows);
    if (move === 'reschedule') await checkRescheduled(rows, call);
    await moveStops(
      rows.flatMap(({ id, isCircuit }) => (isCircuit ? [id] : [])),
      move,
      call,
    );
  },
};

export const plan = planOf(Service, serviceExtension, entityNamed);

/** What `reschedule` reads of a call's input, if it has it. */
export interface Rescheduling {
  confirmed?: boolean | undefined;
  consent?: Consent | undefined;
  /** By service; only the server gives it: the inputs of calls are strict. */
  backs?: ReadonlyMap<string, Back>;
}

/** A rescheduled service counts as a new one: its site, its people and its hours are checked as in a save. */
export const rescheduled = (rows: readonly Row<typeof Service>[], { confirmed, backs }: Rescheduling): Changed[] =>
  rows.map(({ agents, site, services, ...row }) => ({
    draft: { agents, site, services, status: waiting, ...(confirmed ? { confirmed } : {}) },
    current: { ...row, agents: [], site: null, services: [], confirmed: false },
    back: backs?.get(row.id),
  }));

async function checkRescheduled(rows: readonly Row<typeof Service>[], call: Call): Promise<void> {
  // Only the calls that declare them: the generic one takes no answer.
  const { confirmed, consent, backs } = (call.input ?? {}) as Rescheduling;
  const drawn = rescheduled(rows, { confirmed, ...(backs ? { backs } : {}) });
  const accepted = await checkBeforeSave(drawn, call, null, consent !== undefined);
  if (consent) await keepConsents(accepted, rows, consent, call);
  // Accepted anomalies are not asked about again; an acceptance of before the move counts only for what is given back.
  const isConfirmed = (index: number): boolean =>
    (confirmed === true && accepted.some((error) => error.index === index)) ||
    (rows[index]?.confirmed === true && Boolean(drawn[index]?.back?.since));
  const changed = rows.flatMap((row, index) => (row.confirmed === isConfirmed(index) ? [] : [row]));
  if (changed.length === 0) return;
  await call.db.query({
    name: 'confirm-rescheduled',
    text: 'update services set confirmed = not confirmed where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [changed.map(({ id }) => id)],
  });
  await writeAudits(
    call.db,
    call,
    changed.map(({ id, confirmed: before }) => ({
      entity: Service.name,
      id,
      action: 'edit',
      changes: { confirmed: { before, after: !before } },
    })),
  );
}

/** The fields of a circuit that its stops are derived from. */
const stopFactsOf = (row: Row<typeof Service> | null): string =>
  JSON.stringify([row?.isCircuit, row?.status, row?.startAt, row?.nbAgents, row?.services, row?.agents]);

/** Moves the stops with their circuits, as far as their status allows: a missed stop is not archived as work. */
async function moveStops(circuits: readonly string[], move: string, call: Call): Promise<void> {
  const { from, to }: { from: readonly number[]; to: number | null } =
    serviceStatus.moves[move as keyof typeof serviceStatus.moves];
  // Stops are deleted with their circuit.
  if (to === null || circuits.length === 0) return;
  const moved = await call.db.query<{ id: string; before: number }>({
    name: 'move-stops',
    text: `with moved as (select agency_id, id, status as before from services where circuit_id = any ($1::uuid[]) and status = any ($2::integer[]))
      update services s set status = $3, version = version + 1, updated_at = now() from moved m
      where s.agency_id = m.agency_id and s.id = m.id returning s.id, m.before`,
    values: [circuits, from, to],
  });
  await writeAudits(
    call.db,
    call,
    moved.map(({ id, before }) => ({
      entity: Service.name,
      id,
      action: move,
      changes: { status: { before, after: to } },
    })),
  );
}

/** Those that `drop-stops` would remove. */
async function refuseBilledStops(circuits: readonly string[], db: Db): Promise<void> {
  const gone = await db.query<{ id: string }>({
    name: 'stops-to-drop',
    text: `select c.id from services c where c.agency_id = app_agency() and c.circuit_id = any ($1::uuid[]) and (c.real_start_at is null or app_correction())
      and not exists (select from service_stops s where s.agency_id = c.agency_id and s.id = c.id)`,
    values: [circuits],
  });
  if (gone.length > 0)
    await refuseBilledServices(
      db,
      gone.map(({ id }) => id),
    );
}

const stopsOf = async (circuits: readonly string[], db: Db): Promise<Map<string, Row<typeof Service>>> => {
  const stops = await db.query<{ id: string }>({
    name: 'stops-of-circuits',
    text: 'select id from services where agency_id = app_agency() and circuit_id = any ($1::uuid[])',
    values: [circuits],
  });
  return readWhole(
    plan,
    db,
    stops.map(({ id }) => id),
  );
};

/**
 * Each stop is a service on its site with the same id. A started stop stays, except in a correction, where new stops have
 * the state of their circuit.
 */
async function writeStops(circuits: readonly string[], call: Call, correction: Correction | null): Promise<void> {
  const { db, now } = call;
  const before = await stopsOf(circuits, db);
  await refuseBilledStops(circuits, db);
  await db.query({
    name: 'drop-stops',
    text: `delete from services c where c.circuit_id = any ($1::uuid[]) and (c.real_start_at is null or app_correction())
      and not exists (select from service_stops s where s.agency_id = c.agency_id and s.id = c.id)`,
    values: [circuits],
  });
  await db.query({
    name: 'write-stops',
    // An arrival before the departure time is on the next day, by wall clock. The stop waits, whatever the circuit's status.
    text: `with stop as (
        select s.*, case when p.status = ${unscheduled} or app_correction() then p.status else ${waiting} end as status, p.nb_agents,
          (departs::date + case when departs::date + s.arrival < departs then 1 else 0 end + s.arrival) at time zone app_zone() as starts
        from service_stops s join services p on p.agency_id = s.agency_id and p.id = s.service_id
          cross join lateral (select p.start_at at time zone app_zone() as departs) d
        where s.service_id = any ($1::uuid[]))
      insert into services (agency_id, id, circuit_id, site_id, status, start_at, end_at, activity_type, nb_agents, comment, created_at)
      select agency_id, id, service_id, site_id, status, starts, starts + make_interval(mins => minutes), activity_type, nb_agents, comment, $2 from stop
      on conflict (agency_id, id) do update set site_id = excluded.site_id, start_at = excluded.start_at, end_at = excluded.end_at, nb_agents = excluded.nb_agents,
        activity_type = excluded.activity_type, comment = excluded.comment,
        version = services.version + 1, updated_at = now() where (services.real_start_at is null or app_correction())
          and (services.site_id, services.start_at, services.end_at, services.nb_agents, services.activity_type, services.comment)
            is distinct from (excluded.site_id, excluded.start_at, excluded.end_at, excluded.nb_agents, excluded.activity_type, excluded.comment)`,
    values: [circuits, now],
  });
  // A circuit that got new hours is awaited again, with the stops that nobody has begun.
  await db.query({
    name: 'await-stops',
    text: `update services c set status = p.status, version = c.version + 1, updated_at = now() from services p
      where p.agency_id = app_agency() and p.id = any ($1::uuid[]) and c.agency_id = p.agency_id and c.circuit_id = p.id
        and c.status in (${late}, ${missed}) and p.status in (${waiting}, ${late}) and c.status > p.status`,
    values: [circuits],
  });
  await db.query({
    name: 'agents-of-stops',
    // A finished stop keeps its agents, except in a correction.
    text: `with child as (select c.agency_id, c.id, c.circuit_id from services c
          where c.circuit_id = any ($1::uuid[]) and (c.status not in (${overStatuses}) or app_correction())), gone as (
        delete from service_agents a using child where a.agency_id = child.agency_id and a.service_id = child.id
          and not exists (select from service_agents p where p.agency_id = a.agency_id and p.service_id = child.circuit_id and p.agent_id = a.agent_id))
      insert into service_agents (agency_id, service_id, agent_id) select c.agency_id, c.id, p.agent_id
        from child c join service_agents p on p.agency_id = c.agency_id and p.service_id = c.circuit_id on conflict do nothing`,
    values: [circuits],
  });
  await noteStops(before, await stopsOf(circuits, db), call, correction);
}

async function noteStops(
  before: ReadonlyMap<string, Row<typeof Service>>,
  after: ReadonlyMap<string, Row<typeof Service>>,
  call: Call,
  correction: Correction | null,
): Promise<void> {
  const groups = groupsOf(Service.fields);
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const changes = changesBetween(before.get(id) ?? {}, after.get(id) ?? {}, groups);
    const action = !after.has(id) ? 'delete' : !before.has(id) ? 'create' : correction ? 'correct' : 'edit';
    return Object.keys(changes).length === 0 ? [] : [{ entity: Service.name, id, action, changes, ...correction }];
  });
  await writeAudits(call.db, call, lines);
}
