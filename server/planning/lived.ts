// The times of each person on a service: what the steps write, and their difference from the plan (core/planning/lived.ts).
import type { Gap } from '#core/planning/hours.ts';
import { differenceOf, isToSettle, type LivedFacts, type Settlement, type TakenBreak } from '#core/planning/lived.ts';
import type { Minute } from '#core/planning/model.ts';
import { decisionOf, timesAsPlanned, timesOpen, timesToSettle } from '#core/planning/service-time.ts';
import { activeStatuses, finished, missed, unfinished } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { minuteSql } from './facts.ts';

const breaksOf = (service: string, agent: string): string =>
  `from service_breaks b where b.agency_id = ${service}.agency_id and b.service_id = ${service}.id and (b.agent_id is null or b.agent_id = ${agent})`;

/** Planned breaks, and the gaps that the agency entered: without what was only recorded in the field. */
const gapsJson = (service: string, agent: string): string =>
  `(select coalesce(json_agg(json_build_object('type', b.type, 'start', ${minuteSql('b.start_at')}, 'end', ${minuteSql('b.end_at')})), '[]')
    ${breaksOf(service, agent)} and not b.unplanned)`;

/** Breaks and interruptions as they took place. */
const takenJson = (service: string, agent: string): string =>
  `(select coalesce(json_agg(json_build_object('start', ${minuteSql('b.real_start_at')}, 'end', ${minuteSql('b.real_end_at')},
      'planned', case when not b.unplanned then ${minuteSql('b.start_at')} end)), '[]')
    ${breaksOf(service, agent)} and b.real_start_at is not null)`;

/**
 * The columns of `LivedFacts` without the breaks: `s` is a service, `t` the times of the agent, if any. Somebody who is no
 * longer planned has a plan without duration.
 */
export const timeColumns = (s: string, t: string, planned: string): string =>
  `case when ${planned} then ${minuteSql(`${s}.start_at`)} else ${minuteSql(`${t}.started_at`)} end as start,
  case when ${planned} then ${minuteSql(`${s}.end_at`)} else ${minuteSql(`${t}.started_at`)} end as "end",
  case when ${s}.status = ${unfinished} and ${t}.state in (${activeStatuses}) then ${unfinished} else ${t}.state end as status,
  ${minuteSql(`${t}.started_at`)} as "startedAt", ${minuteSql(`${t}.ended_at`)} as "endedAt"`;

/** All columns of `LivedFacts`, for few rows: the breaks are looked up for each. */
export const livedColumns = (s: string, t: string, agent: string, planned: string): string =>
  `${timeColumns(s, t, planned)}, ${gapsJson(s, agent)} as gaps, ${takenJson(s, agent)} as taken`;

/** The rest of `LivedFacts`. */
export type LivedBreaks = Pick<LivedRow, 'gaps' | 'taken'>;

interface BreakRow extends Record<string, unknown> {
  service: string;
  agent: string | null;
  type: Gap['type'];
  start: Minute;
  end: Minute;
  realStart: Minute | null;
  realEnd: Minute | null;
  unplanned: boolean;
}

const noBreaks: LivedBreaks = { gaps: [], taken: [] };

/** For many rows: the breaks of all services in one query. */
export async function readBreaks(
  db: Db,
  services: readonly string[],
): Promise<(service: string, agent: string) => LivedBreaks> {
  const rows = await db.query<BreakRow>({
    name: 'lived-breaks',
    text: `select b.service_id as service, b.agent_id as agent, b.type, ${minuteSql('b.start_at')} as start, ${minuteSql('b.end_at')} as "end",
        ${minuteSql('b.real_start_at')} as "realStart", ${minuteSql('b.real_end_at')} as "realEnd", b.unplanned
      from service_breaks b where b.agency_id = app_agency() and b.service_id = any ($1::uuid[])`,
    values: [services],
  });
  const known = Map.groupBy(rows, ({ service }) => service);
  return (service, agent) => {
    const own = known.get(service)?.filter((one) => one.agent === null || one.agent === agent);
    if (!own) return noBreaks;
    return {
      gaps: own.flatMap(({ type, start, end, unplanned }) => (unplanned ? [] : [{ type, start, end }])),
      taken: own.flatMap(({ start, realStart, realEnd, unplanned }) =>
        realStart === null ? [] : [{ start: realStart, end: realEnd, planned: unplanned ? null : start }],
      ),
    };
  };
}

export const isPlannedFor = (t: string): string =>
  `exists (select from service_agents h where h.agency_id = ${t}.agency_id and h.service_id = ${t}.service_id and h.agent_id = ${t}.agent_id)`;

export interface LivedRow extends LivedFacts, Record<string, unknown> {
  gaps: Gap[];
  taken: TakenBreak[];
}

/** What the agency decided about times `t`. */
export const settlementColumns = (t: string): string =>
  `${t}.status as settlement, ${minuteSql(`${t}.counted_start_at`)} as "countedStart", ${minuteSql(`${t}.counted_end_at`)} as "countedEnd"`;

export interface SettlementRow {
  /** Null: he has not begun. */
  settlement: number | null;
  countedStart: number | null;
  countedEnd: number | null;
}

export const settlementOf = ({ settlement, countedStart, countedEnd }: SettlementRow): Settlement | null => {
  const decision = settlement === null ? undefined : decisionOf[settlement];
  return decision ? { decision, start: countedStart, end: countedEnd } : null;
};

/** He did not come, or nobody reported his end. */
export const isMissing = ({ status }: Pick<LivedFacts, 'status'>): boolean =>
  status === missed || status === unfinished;

/** Compares what is over and not yet decided with the plan, and asks the agency where they differ. */
export async function measureTimes(db: Db, services: readonly string[], now: Date): Promise<void> {
  if (services.length === 0) return;
  const rows = await db.query<LivedRow & { id: string; tolerance: number }>({
    name: 'lived-times',
    text: `select t.id, g.gap_tolerance as tolerance, ${livedColumns('s', 't', 't.agent_id', isPlannedFor('t'))}
      from service_times t join services s on s.agency_id = t.agency_id and s.id = t.service_id join agencies g on g.id = t.agency_id
      where t.agency_id = app_agency() and t.service_id = any ($1::uuid[]) and t.status in (${[timesOpen, timesAsPlanned, timesToSettle]})
        and (t.state not in (${activeStatuses}) or s.status = ${unfinished})`,
    values: [services],
  });
  if (rows.length === 0) return;
  const minute = Math.floor(now.getTime() / 60_000);
  const measured = rows.map((row) => {
    const difference = differenceOf(row, minute);
    const isAsked = isToSettle(difference, row.tolerance, isMissing(row));
    return { difference: difference.effective, status: isAsked ? timesToSettle : timesAsPlanned };
  });
  await db.query({
    name: 'measure-times',
    text: `update service_times t set difference = m.difference, status = m.status, updated_at = $4
      from unnest($1::uuid[], $2::integer[], $3::integer[]) m (id, difference, status)
      where t.agency_id = app_agency() and t.id = m.id and (t.difference, t.status) is distinct from (m.difference, m.status)`,
    values: [
      rows.map(({ id }) => id),
      measured.map(({ difference }) => difference),
      measured.map(({ status }) => status),
      now,
    ],
  });
}

interface Moved {
  service: string;
  people: readonly string[];
  status: number;
  /** For people whose start is unknown. */
  began: Date;
  ended: Date | null;
  /** How many steps they took. */
  steps: number;
  now: Date;
}

/** Writes what steps of these people come to. Their times changed, so an earlier decision about them no longer holds. */
export async function writeTimes(db: Db, { service, people, status, began, ended, steps, now }: Moved): Promise<void> {
  await db.query({
    name: 'write-times',
    text: `insert into service_times as t (agency_id, service_id, agent_id, state, started_at, ended_at, created_at, updated_at, version)
      select app_agency(), $1, p.id, $3, $4::timestamptz, case when $5::timestamptz is not null then greatest($5, $4) end, $7::timestamptz, $7, $6::integer
        from unnest($2::uuid[]) p (id)
      on conflict (agency_id, service_id, agent_id) do update set state = $3, started_at = coalesce(t.started_at, excluded.started_at),
        ended_at = case when $5::timestamptz is not null then greatest($5, t.started_at, excluded.started_at) end,
        status = ${timesOpen}, difference = null, counted_start_at = null, counted_end_at = null, updated_at = $7, version = t.version + $6`,
    values: [service, people, status, began, ended, steps, now],
  });
}

/** When somebody who was replaced stopped: his replacement was announced to him when it was published; until then he worked on. */
export const replacedEnd = (s: string, t: string, latest: string): string =>
  `greatest(${t}.started_at, least(case when not ${s}.published -> 'agents' ? ${t}.agent_id::text then ${s}.published_at end, ${latest}))`;

/** The service is over: ends the time of people who were replaced, and notes those who never began. */
export async function closeTimes(db: Db, service: string, at: Date, now: Date): Promise<void> {
  await db.query({
    name: 'end-replaced',
    text: `update service_times t set state = ${finished}, updated_at = $3, ended_at = ${replacedEnd('s', 't', '$2')}
      from services s where s.agency_id = t.agency_id and s.id = t.service_id and t.agency_id = app_agency() and t.service_id = $1 and t.state in (${activeStatuses})
        and not ${isPlannedFor('t')}`,
    values: [service, at, now],
  });
  await db.query({
    name: 'note-absent',
    text: `insert into service_times (agency_id, service_id, agent_id, state, created_at, updated_at)
      select h.agency_id, h.service_id, h.agent_id, ${missed}, $2, $2 from service_agents h where h.agency_id = app_agency() and h.service_id = $1
      on conflict do nothing`,
    values: [service, now],
  });
}
