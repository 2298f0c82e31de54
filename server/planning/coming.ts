// The coming services of people who leave and of places that close.
import type { Agent } from '#core/agents/agent.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import { mostIds } from '#core/kernel/query.ts';
import { type ComingService, type comingServices, type LeavingKind, mostComing } from '#core/planning/leaving.ts';
import { Service } from '#core/planning/service.ts';
import { activeStatuses, late, plannedStatuses, waiting } from '#core/planning/status.ts';
import { activeStatus, can, inactiveStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Pending } from '#server/kernel/extension.ts';
import { utc } from '#server/kernel/kinds.ts';

/** The sites that close with these ids. */
const closing: Record<Exclude<LeavingKind, 'agent'>, string> = {
  site: 'any ($1::uuid[])',
  customer:
    'any (array(select t.id from sites t where t.agency_id = app_agency() and t.customer_id = any ($1::uuid[])))',
};
const belongs: Record<LeavingKind, string> = {
  agent:
    'exists (select from service_agents h where h.agency_id = s.agency_id and h.service_id = s.id and h.agent_id = any ($1::uuid[]))',
  site: `s.site_id = ${closing.site}`,
  customer: `s.site_id = ${closing.customer}`,
};
/** Of a tour that starts elsewhere: when it stops there. */
const stopsThere = (kind: Exclude<LeavingKind, 'agent'>): string =>
  `(select string_agg(to_char(p.arrival, 'HH24:MI'), ', ' order by p.rank, p.id) from service_stops p
    where p.agency_id = s.agency_id and p.service_id = s.id and p.site_id = ${closing[kind]})`;
const callsThere = (kind: LeavingKind): string =>
  kind === 'agent' ? 'false' : `s.is_circuit and ${stopsThere(kind)} is not null`;
/** What becomes of a tour is not what its line says of a service. */
const tourWords = (kind: LeavingKind): string =>
  kind === 'agent'
    ? 'null'
    : `case when s.is_circuit and ${belongs[kind]} then 'tournée entière' else 'tournée, étape ' || ${stopsThere(kind)} end`;

interface Leaving {
  kind: LeavingKind;
  ids: readonly string[];
  /** Only services that begin after this day. */
  after?: string | null | undefined;
}

/** A place keeps what should be under way; somebody who leaves can still be replaced there. */
const isComing: Record<LeavingKind, string> = {
  agent: `s.status in (${waiting}, ${late}) and s.end_at > $2`,
  site: `s.status = ${waiting} and s.start_at > $2`,
  customer: `s.status = ${waiting} and s.start_at > $2`,
};
const isUnderWay = (kind: LeavingKind): string =>
  `(s.status in (${activeStatuses}) or s.status in (${waiting}, ${late}) and s.start_at <= $2 and s.end_at > $2 and not (${isComing[kind]}))`;

/** Not begun and not over, or those under way. The stops of a tour follow their tour. */
const comingSql = (kind: LeavingKind, condition = isComing[kind], own = belongs[kind]): string =>
  `from services s where s.agency_id = app_agency() and ${condition} and s.circuit_id is null
    and ($3::date is null or s.start_at >= ($3::date + 1)::timestamp at time zone app_zone()) and (${own})`;

const peopleOf = `(select coalesce(json_agg(json_build_object('id', a.id, 'name', a.fullname) order by a.fullname), '[]') from service_agents h
  join agents a on a.agency_id = h.agency_id and a.id = h.agent_id where h.agency_id = s.agency_id and h.service_id = s.id)`;

export const comingOf = async (db: Db, { kind, ids, after = null }: Leaving, now: Date): Promise<string[]> => {
  const rows = await db.query<{ id: string }>({
    name: `coming-${kind}`,
    text: `select s.id ${comingSql(kind)} order by s.id`,
    values: [ids, now, after],
  });
  return rows.map(({ id }) => id);
};

/** Tours that start elsewhere and stop at a place that closes. */
export const toursCalling = async (
  db: Db,
  kind: Exclude<LeavingKind, 'agent'>,
  ids: readonly string[],
  now: Date,
): Promise<string[]> => {
  const rows = await db.query<{ id: string }>({
    name: `tours-calling-${kind}`,
    text: `select s.id ${comingSql(kind, isComing[kind], `${callsThere(kind)} and not ${belongs[kind]}`)} order by s.id`,
    values: [ids, now, null],
  });
  return rows.map(({ id }) => id);
};

/** The stops and rounds of these tours at places that stay open. */
export async function linesElsewhere(
  db: Db,
  kind: Exclude<LeavingKind, 'agent'>,
  ids: readonly string[],
  tours: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>({
    name: `lines-elsewhere-${kind}`,
    text: ['service_stops', 'service_rounds']
      .map(
        (table) => `select p.id from ${table} p where p.agency_id = app_agency() and p.service_id = any ($2::uuid[])
          and p.site_id <> all (array(select t.id from sites t where t.agency_id = app_agency() and t.id = ${closing[kind]}))`,
      )
      .join(' union all '),
    values: [ids, tours],
  });
  return new Set(rows.map(({ id }) => id));
}

/** To come and to fill, of those that these agents were taken off; the next ones first. */
export const freedFrom = async (db: Db, agents: readonly string[], now: Date): Promise<string[]> => {
  const holds = (side: string): string =>
    `jsonb_path_exists(h.changes->'agents'->'${side}', '$[*].id ? (@ == $one)', jsonb_build_object('one', o.id::text))`;
  const rows = await db.query<{ id: string }>({
    name: 'freed-from',
    text: `select s.id from services s where s.agency_id = app_agency() and s.status in (${plannedStatuses}) and s.end_at > $2 and s.circuit_id is null
        and s.nb_agents > (select count(*) from service_agents p where p.agency_id = s.agency_id and p.service_id = s.id)
        and exists (select from audit h, unnest($1::uuid[]) o (id) where h.agency_id = s.agency_id and h.entity = '${Service.name}' and h.entity_id = s.id
          and h.changes ? 'agents' and ${holds('before')} and not ${holds('after')}
          and not exists (select from service_agents p where p.agency_id = s.agency_id and p.service_id = s.id and p.agent_id = o.id))
      order by s.start_at, s.id limit ${mostIds}`,
    values: [agents, now],
  });
  return rows.map(({ id }) => id);
};

/** The first ones as the screens show them, and how many there are. */
export async function shownComing(
  db: Db,
  { kind, ids, after = null }: Leaving,
  now: Date,
  which: 'coming' | 'underWay' = 'coming',
): Promise<Output<typeof comingServices>['underWay']> {
  const rows = await db.query<ComingService & { count: number } & Record<string, unknown>>({
    name: `${which}-shown-${kind}`,
    text: `select count(*) over ()::integer as count, s.id, s.reference, ${utc('s.start_at')} as "startAt", ${utc('s.end_at')} as "endAt",
        (select t.name from sites t where t.agency_id = s.agency_id and t.id = s.site_id) as site, nullif(concat_ws(' · ', s.post_title, ${tourWords(kind)}), '') as "postTitle", ${peopleOf} as agents
      ${comingSql(kind, which === 'underWay' ? isUnderWay(kind) : isComing[kind], `${belongs[kind]} or ${callsThere(kind)}`)} order by s.start_at, s.id limit ${mostComing}`,
    values: [ids, now, after],
  });
  return { services: rows.map(({ count: _count, ...service }) => service), filtered: rows[0]?.count ?? 0 };
}

/** Whoever is no longer plannable has no coming service, or somebody said what becomes of them (`unplanAgent`). */
export async function refuseUnanswered(
  rows: readonly Pick<Pending<typeof Agent>, 'id' | 'draft' | 'current'>[],
  { db, now, asker }: Call,
): Promise<void> {
  const leaving = rows.filter(
    ({ draft, current }) =>
      draft.agentInfos?.plannable === false &&
      current?.agentInfos.plannable === true &&
      [activeStatus, inactiveStatus].includes(current.status),
  );
  if (leaving.length === 0) return;
  const coming = await shownComing(db, { kind: 'agent', ids: leaving.map(({ id }) => id) }, now);
  if (coming.filtered === 0) return;
  const isSeen = can(asker, ['listServices', 'editService']);
  throw new Problem(
    'conflict',
    unanswered(
      leaving.map(({ current }) => current?.fullname ?? ''),
      coming.filtered,
    ),
    {
      coming: isSeen ? coming : { services: [], filtered: coming.filtered },
    },
  );
}

const unanswered = (names: readonly string[], count: number): string =>
  `${names.join(', ')} : ${count === 1 ? 'un service à venir est confié' : `${count} services à venir sont confiés`} à ${names.length === 1 ? 'cette personne' : 'ces personnes'}. Dites d’abord s’ils sont libérés ou gardés.`;
