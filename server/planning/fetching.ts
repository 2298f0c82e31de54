// The planning's data by parts (2 §7).

import { instantAt } from '#core/kernel/clock.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { dayNumber, dayOfNumber } from '#core/planning/days.ts';
import {
  agentsPerPage,
  circuitMoves,
  countSeries,
  countServices,
  fetchAgentsWithServices,
  fetchPlannedServices,
  fetchPlanningRows,
  fetchServicesUnavailabilities,
  fetchSitesMissions,
  fetchSitesWithServices,
  moveCircuits,
  readSharedServices,
  saveCircuit,
  sitesPerPage,
} from '#core/planning/fetch-calls.ts';
import { Service } from '#core/planning/service.ts';
import { archived } from '#core/planning/status.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { mayList } from '#server/kernel/listing.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { absencesOf, goneWithServices, listed, planningPlace } from './facts.ts';
import { type Asked, isWhole, planningRows, servicesJson } from './grid.ts';
import { restOfSeries } from './series.ts';
import { moveAll, prepare, readServices, type ServiceDraft, writeServices } from './writing.ts';

/** From the first midnight to the last, without the margin for the checks. */
async function periodOf(db: Db, { start, end }: Asked): Promise<[Date, Date]> {
  const { zone } = await planningPlace(db);
  return [
    new Date(instantAt(start, '00:00', zone)),
    new Date(instantAt(dayOfNumber(dayNumber(end) + 1), '00:00', zone)),
  ];
}

const servicesOf = async (
  { db, context }: Pick<Call, 'db' | 'context'>,
  asked: Asked,
  period: [Date, Date],
): Promise<PlannedService[]> => JSON.parse(await servicesJson(db, asked, period, isWhole(context)));

async function absencesIn(call: Call, asked: Asked, period: [Date, Date]) {
  const found = await absencesOf(call.db, asked.agents ?? null, period, mayList(call, Unavailability));
  return [...found].flatMap(([agent, list]) => list.map((one) => ({ ...one, agent })));
}

interface RowsAsked {
  table: 'agents' | 'sites';
  ids: readonly string[] | null | undefined;
  /** Also shown: they can no longer be planned, but have services. */
  gone?: readonly string[];
  page: number;
  limit: number;
}

async function rowsOf(
  db: Db,
  { table, ids, gone = [], page, limit }: RowsAsked,
): Promise<{ rows: { id: string; name: string }[]; filtered: number }> {
  const [name, shown] =
    table === 'agents'
      ? ['fullname', `t.status in (${activeStatus}, ${inactiveStatus}) and t.plannable`]
      : ['name', `t.status = ${activeStatus}`];
  const where = `(${shown} or t.id = any ($3::uuid[]))${ids ? ' and t.id = any ($4::uuid[])' : ''}`;
  const [found] = await db.query<{ rows: { id: string; name: string }[]; filtered: number }>({
    text: `select count(*)::integer as filtered, coalesce((select json_agg(r) from (select t.id, t.${name} as name from ${table} t
        where ${where} order by t.${name} collate "fr-x-icu", t.id limit $1 offset $2) r), '[]') as rows
      from ${table} t where ${where}`,
    values: [limit, (page - 1) * limit, gone, ...(ids ? [ids] : [])],
  });
  return found ?? { rows: [], filtered: 0 };
}

interface SiteSpecialty extends Record<string, unknown> {
  id: string;
  name: string;
  /** The sites that ask for it. */
  sites: string[];
}

const specialtiesOf = (db: Db, sites: readonly string[]): Promise<SiteSpecialty[]> =>
  db.query<SiteSpecialty>({
    name: 'specialties-of-sites',
    text: `select p.id, p.name, array(select w.site_id::text from site_specialties w
        where w.agency_id = p.agency_id and w.specialty_id = p.id and w.site_id = any ($1::uuid[])) as sites
      from specialties p where p.agency_id = app_agency() order by p.name collate "fr-x-icu", p.id`,
    values: [sites],
  });

/** The missions of each site: its services by activity, specialty and post, then its specialties without a service. */
function missionsOf(services: readonly PlannedService[], specialties: readonly SiteSpecialty[]) {
  const named = new Map(specialties.map(({ id, name }) => [id, { id, name }]));
  const bySite = Map.groupBy(services, ({ site }) => site);
  return (site: string) => {
    const kinds = Map.groupBy(bySite.get(site) ?? [], ({ activity, specialty, post }) =>
      JSON.stringify([activity, specialty, post]),
    );
    const planned = [...kinds.values()].flatMap(([first, ...others]) =>
      first
        ? [
            {
              activityType: first.activity,
              specialty: (first.specialty && named.get(first.specialty)) || null,
              postTitle: first.post,
              services: others.length + 1,
            },
          ]
        : [],
    );
    const wanted = specialties
      .filter(({ id, sites }) => sites.includes(site) && !planned.some(({ specialty }) => specialty?.id === id))
      .map(({ id, name }) => ({ activityType: null, specialty: { id, name }, postTitle: null, services: 0 }));
    return [...planned, ...wanted];
  };
}

async function seen({ db, context }: Pick<Call, 'db' | 'context'>, id: string) {
  const [row] = isUuid(id) ? await readServices(db, [id], context) : [];
  if (!row) throw new Problem('missing', Service.missing);
  return row;
}

export const fetchingHandlers: Handler[] = [
  handle(fetchPlannedServices, async ({ db, context, input }) => {
    const period = await periodOf(db, input);
    return new RawJson(`{"services":${await servicesJson(db, input, period, isWhole(context))}}`) as never;
  }),

  handle(fetchPlanningRows, ({ db, context, input }) => planningRows(db, input, context)),

  handle(fetchServicesUnavailabilities, async (call) => {
    const { db, input } = call;
    const period = await periodOf(db, input);
    return {
      services: await servicesOf(call, input, period),
      unavailabilities: await absencesIn(call, input, period),
    };
  }),

  handle(fetchAgentsWithServices, async (call) => {
    const { db, input } = call;
    const period = await periodOf(db, input);
    const { rows, filtered } = await rowsOf(db, {
      table: 'agents',
      ids: input.agents,
      gone: isWhole(call.context) ? await goneWithServices(db, period) : [],
      page: input.page ?? 1,
      limit: agentsPerPage,
    });
    const asked = { ...input, agents: rows.map(({ id }) => id) };
    const services = await servicesOf(call, asked, period);
    const absences = Map.groupBy(await absencesIn(call, asked, period), ({ agent }) => agent);
    return {
      agents: rows.map(({ id, name }) => ({
        id,
        fullname: name,
        dates: { start: input.start, end: input.end },
        services: services.filter(({ agents }) => agents.includes(id)),
        unavailabilities: absences.get(id) ?? [],
      })),
      filtered,
    };
  }),

  handle(fetchSitesWithServices, async ({ db, context, input }) => {
    const { rows, filtered } = await rowsOf(db, {
      table: 'sites',
      ids: input.sites,
      page: input.page ?? 1,
      limit: sitesPerPage,
    });
    const services = await servicesOf(
      { db, context },
      { ...input, sites: rows.map(({ id }) => id) },
      await periodOf(db, input),
    );
    const bySite = Map.groupBy(services, ({ site }) => site);
    return { sites: rows.map(({ id, name }) => ({ id, name, services: bySite.get(id) ?? [] })), filtered };
  }),

  handle(fetchSitesMissions, async (call) => {
    const { db, input } = call;
    const { rows, filtered } = await rowsOf(db, {
      table: 'sites',
      ids: input.sites,
      page: input.page ?? 1,
      limit: sitesPerPage,
    });
    const ids = rows.map(({ id }) => id);
    const services = await servicesOf(call, { ...input, sites: ids }, await periodOf(db, input));
    const missions = missionsOf(services, await specialtiesOf(db, ids));
    return { sites: rows.map(({ id, name }) => ({ id, name, missions: missions(id) })), filtered };
  }),

  handle(countServices, async ({ db, input: { start, end } }) => {
    const rows = await db.query<{ status: number; count: number }>({
      name: 'count-services',
      text: `select s.status, count(*)::integer as count from seen_services s where ${listed('s')} and s.status <> ${archived}
          and ($1::date is null or s.start_at >= ($1::date)::timestamp at time zone app_zone())
          and ($2::date is null or s.start_at < ($2::date + 1)::timestamp at time zone app_zone()) group by 1`,
      values: [start ?? null, end ?? null],
    });
    return {
      count: rows.reduce((sum, { count }) => sum + count, 0),
      statuses: Object.fromEntries(rows.map(({ status, count }) => [String(status), count])),
    };
  }),

  handle(readSharedServices, async ({ db, context, params }) => {
    const row = await seen({ db, context }, params.id);
    const site = (row.site as { id: string }).id;
    const period: [Date, Date] = [new Date(row.startAt), new Date(row.endAt)];
    const found = await servicesOf({ db, context }, { start: '', end: '', sites: [site] }, period);
    return { services: found.filter(({ id }) => id !== row.id) };
  }),

  handle(countSeries, async ({ db, context, params }) => {
    const row = await seen({ db, context }, params.id);
    const [following, all] = [await restOfSeries(db, row, 'following'), await restOfSeries(db, row, 'all')];
    return { one: 1, following: following.length + 1, all: all.length + 1 };
  }),

  handle(moveCircuits, async (call) => {
    const move = circuitMoves[Number(call.params.status) as keyof typeof circuitMoves];
    const rows = await moveAll(
      call.input.services.map(({ id }) => id),
      move,
      call,
    );
    return { services: rows.map(({ id, version, status }) => ({ id, version, status })) };
  }),

  handle(saveCircuit, async (call) => {
    const draft = call.input.service as ServiceDraft;
    const [row] = await writeServices(await prepare([draft], call), call, { consent: call.input.consent });
    return { service: row as never };
  }),
];
