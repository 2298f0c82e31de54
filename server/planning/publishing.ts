// Publishing: what it changes for each agent, the publication, its undo within a minute, and then the telling.
import * as z from 'zod';
import { Problem } from '#core/kernel/problem.ts';
import { publishServices } from '#core/planning/calls.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { servicesPublished, sitePlanningPublished, type UntoldReason } from '#core/planning/notifications.ts';
import { agentChanges, type PublishedVersion } from '#core/planning/publication.ts';
import {
  type LeavingService,
  previewPublication,
  undoPublication,
  undoTime,
} from '#core/planning/publication-calls.ts';
import { Service } from '#core/planning/service.ts';
import { archived } from '#core/planning/status.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { job } from '#server/jobs/registry.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { notify, reachOf, reachOfCustomers } from '#server/notifications/notify.ts';
import { namesOf, noticesOf, type StoredNotice, sitesOf, unmailed } from './agent-notices.ts';
import { planningPlace } from './facts.ts';
import { customerNotice, customersOf, lastEnd, type SitesNotice, sitesNotices } from './site-notices.ts';

export interface Wanted {
  services?: readonly string[] | undefined;
  period?: { start: string; end: string } | undefined;
}

const startOfTour = (t: string): string =>
  `coalesce((select c.start_at from services c where c.agency_id = ${t}.agency_id and c.id = ${t}.circuit_id),
    (select c.start_at from published_services c where c.agency_id = ${t}.agency_id and c.id = ${t}.circuit_id))`;

/** The condition on the services of a table `t`, and its values from $2 on; $1 is the time. */
function chosen({ services, period }: Wanted, zone: string): { name: string; text: string; values: unknown[] } {
  if (!services === !period) throw new Problem('invalid', 'Nommez des services, ou une période');
  return services
    ? { name: 'named', text: '(t.id = any ($2::uuid[]) or t.circuit_id = any ($2::uuid[]))', values: [services] }
    : {
        name: 'period',
        // A stop after midnight leaves with its tour.
        text: `t.start_at >= ($2::date)::timestamp at time zone $3 and t.start_at < ($4::date + case when t.circuit_id is null then 1 else 3 end)::timestamp at time zone $3
          and (t.circuit_id is null or ${startOfTour('t')} >= ($2::date)::timestamp at time zone $3 and ${startOfTour('t')} < ($4::date + 1)::timestamp at time zone $3)`,
        values: [period?.start, zone, period?.end],
      };
}

/** As `service_facts` writes it (0014-publication.sql); `status`: it is cancelled. */
type Facts = PublishedVersion & { status: boolean };

interface Leaving extends Record<string, unknown> {
  id: string;
  reference: string;
  before: Facts | null;
  after: Facts | null;
  past: boolean;
}

const removedFacts = `jsonb_build_object('startAt', to_char(t.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'endAt', to_char(t.end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'site', t.site_id, 'postTitle', t.post_title, 'status', t.status = 700,
  'agents', (select coalesce(jsonb_agg(a.agent_id order by a.agent_id), '[]') from published_service_agents a where a.agency_id = t.agency_id and a.service_id = t.id))`;

const versionOf = (facts: Facts | null): PublishedVersion | null => {
  if (!facts || facts.status) return null;
  const { status: _cancelled, ...version } = facts;
  return version;
};

/** Stops follow their circuit. */
export async function leavingServices(
  db: Db,
  wanted: Wanted,
  zone: string,
  now: Date,
): Promise<Omit<LeavingService, 'customers'>[]> {
  const { name, text, values } = chosen(wanted, zone);
  const rows = await db.query<Leaving>({
    name: `leaving-${name}`,
    // What was to come and is moved into the past is still told.
    text: `select t.id, t.reference, t.published as before, service_facts(t) as after, ${lastEnd('t', 't.published')} < $1 as past, t.start_at
        from services t where t.publication <> 'PUBLISHED' and t.status <> ${archived} and t.circuit_id is null and ${text}
      union all
      select t.id, t.reference, ${removedFacts}, null, false, t.start_at
        from published_services t where t.removed and t.circuit_id is null and t.end_at >= $1 and ${text}
      order by start_at, id`,
    values: [now, ...values],
  });
  return rows.map(({ id, reference, past, ...facts }) => {
    const [before, after] = [versionOf(facts.before), versionOf(facts.after)];
    return { id, reference, before, after, past, changes: agentChanges(before, after) };
  });
}

interface PublishedRow extends Record<string, unknown> {
  id: string;
  version: number;
  before: string | null;
  published: Facts | null;
  agents: number;
}

interface RemovedRow extends Record<string, unknown> {
  id: string;
  before: string | null;
  stop: boolean;
  past: boolean;
  row: object;
  agents: string[];
}

/** Publishes removed services; past ones disappear without an audit line. */
async function publishRemovals(db: Db, wanted: Wanted, zone: string, now: Date): Promise<RemovedRow[]> {
  const { name, text, values } = chosen(wanted, zone);
  const removed = await db.query<RemovedRow>({
    name: `publish-removals-${name}`,
    text: `delete from published_services t where t.removed and (t.end_at < $1 or ${text})
      returning t.id, t.published_at::text as before, t.circuit_id is not null as stop, t.end_at < $1 as past, to_jsonb(t) as row,
        array(select a.agent_id from published_service_agents a where a.agency_id = t.agency_id and a.service_id = t.id) as agents`,
    values: [now, ...values],
  });
  return removed.filter(({ past }) => !past);
}

const { serviceStart, serviceStartLate } = lifecycleEvents;

const tooLate = (): Problem =>
  new Problem('missing', 'Cette publication ne s’annule plus : la minute est passée, ou elle est déjà annulée.');

const undoOrder = z.array(
  z.object({
    id: z.uuid(),
    version: z.int(),
    published: z.unknown(),
    before: z.string().nullable(),
  }),
);

interface Publication extends Record<string, unknown> {
  services: unknown;
  removals: { row: object; agents: string[] }[];
  notices: (StoredNotice | SitesNotice)[];
  host: string | null;
  at: string;
}

/** Locks the row: the undo and the telling exclude each other. */
async function heldPublication(db: Db, condition: string, values: unknown[]): Promise<Publication | null> {
  const [row] = await db.query<Publication>({
    text: `delete from planning_publications where agency_id = app_agency() and id = $1 ${condition} returning services, removals, notices, host, created_at::text as at`,
    values,
  });
  return row ?? null;
}

/** After the time of the undo. */
export const tellPublication = job(
  'tellPublication',
  z.object({ id: z.uuid() }),
  { label: 'Planning publié : prévenir les collaborateurs' },
  async ({ id }, services, { agency }) => {
    const context = { ...nobody, agency };
    await services.database.transaction(context, async (db) => {
      const found = await heldPublication(db, '', [id]);
      if (!found) return;
      const by = { caller: null, context, now: new Date(), host: found.host, services };
      await notify(
        db,
        sitePlanningPublished,
        found.notices.flatMap((notice) => ('customer' in notice ? [customerNotice(notice, id)] : [])),
        by,
      );
      const own = found.notices.filter((notice) => 'agent' in notice);
      await notify(
        db,
        servicesPublished,
        own.map(({ agent, title, text, byMail }) => ({
          to: { agents: [agent] },
          event: id,
          title,
          text,
          link: '/my-planning',
          action: 'Voir mon planning',
          ...(byMail ? {} : { mail: null }),
        })),
        by,
      );
    });
  },
);

export const publicationHandlers: Handler[] = [
  handle(previewPublication, async (call) => {
    const { db, input, now } = call;
    const { zone } = await planningPlace(db);
    const services = await leavingServices(db, input, zone, now);
    const ids = [...new Set(services.flatMap(({ changes }) => changes.map(({ agent }) => agent)))];
    const seen = await customersOf(db, chosen(input, zone), now);
    const customerIds = [...new Set([...seen.values()].flat())];
    const [sites, agents, reach, silent, customers, told] = await Promise.all([
      namesOf(db, 'sites', sitesOf(services)),
      namesOf(db, 'agents', ids),
      reachOf(db, servicesPublished, ids, call),
      unmailed(db, ids),
      namesOf(db, 'customers', customerIds),
      reachOfCustomers(db, sitePlanningPublished, customerIds, call),
    ]);
    return {
      services: services.map((service) => ({ ...service, customers: seen.get(service.id) ?? [] })),
      customers: customers.map(({ id, name }) => ({ id, name, told: told.get(id) ?? 0 })),
      sites,
      agents: agents.map(({ id, name }) => {
        const { channels = [], why = 'inactive' } = reach.get(id) ?? {};
        const left = channels.filter((channel) => channel !== 'mail' || !silent.has(id));
        const untold: UntoldReason | null = left.length > 0 ? null : (why ?? 'planningMail');
        return { id, name, channels: left, why: untold };
      }),
    };
  }),

  handle(publishServices, async (call) => {
    const { db, now, input } = call;
    const { zone } = await planningPlace(db);
    const { name, text, values } = chosen(input, zone);
    const leaving = input.notify ? await leavingServices(db, input, zone, now) : [];
    const rows = await db.query<PublishedRow>({
      name: `publish-${name}`,
      text: `with chosen as (select t.id, t.published_at, t.published from services t where t.publication <> 'PUBLISHED' and t.status <> ${archived}
          and ${text} order by t.id for update)
        update services s set published_at = $1, published = service_facts(s), version = version + 1, updated_at = now() from chosen c
        where s.id = c.id returning s.id, s.version, c.published_at::text as before, c.published,
          (select count(*)::integer from service_agents a where a.agency_id = s.agency_id and a.service_id = s.id) as agents`,
      values: [now, ...values],
    });
    const removed = await publishRemovals(db, input, zone, now);
    const published = rows.length + removed.filter(({ stop }) => !stop).length;
    if (rows.length + removed.length === 0) return { published, agents: 0, publication: null };
    // Art. 7.07.3 asks when an agent knew of a change: one audit line each, removals too. It also refreshes open screens.
    await writeAudits(
      db,
      call,
      [...rows, ...removed].map(({ id, before }) => ({
        entity: Service.name,
        id,
        action: 'publish',
        changes: { publishedAt: { before, after: now.toISOString() } },
      })),
    );
    // What somebody else published meanwhile is told by his publication.
    const own = new Set([...rows, ...removed].map(({ id }) => id));
    const notices = await noticesOf(
      leaving.filter((service) => own.has(service.id)),
      zone,
      call,
    );
    const toCustomers = input.notify ? await sitesNotices(db, rows, removed, now) : [];
    const id = uuidv7(now.getTime());
    await db.query({
      name: 'keep-publication',
      text: `insert into planning_publications (agency_id, id, user_id, created_at, host, services, removals, notices)
        values (app_agency(), $1, $2, $3, $4, $5, $6, $7)`,
      values: [
        id,
        call.caller?.userId,
        now,
        call.host,
        JSON.stringify(rows.map(({ agents: _count, ...row }) => row)),
        JSON.stringify(removed.map(({ row, agents }) => ({ row, agents }))),
        JSON.stringify([...notices, ...toCustomers]),
      ],
    });
    await call.services.jobs.enqueue(
      tellPublication,
      [{ key: id, data: { id }, after: new Date(now.getTime() + undoTime * 1_000) }],
      { db, agency: call.context.agency },
    );
    return { published, agents: rows.reduce((sum, { agents }) => sum + agents, 0), publication: id };
  }),

  handle(undoPublication, async (call) => {
    const { db, params, now, caller } = call;
    const found = isUuid(params.id)
      ? await heldPublication(db, 'and user_id = $2 and created_at > $3', [
          params.id,
          caller?.userId,
          new Date(now.getTime() - undoTime * 1_000),
        ])
      : null;
    if (!found) throw tooLate();
    const services = undoOrder.parse(found.services);
    const ids = services.map(({ id }) => id);
    const current = await db.query<{ id: string; version: number }>({
      name: 'lock-published',
      text: 'select id, version from services where id = any ($1::uuid[]) order by id for update',
      values: [ids],
    });
    const versions = new Map(current.map(({ id, version }) => [id, version]));
    if (services.some(({ id, version }) => versions.get(id) !== version))
      throw new Problem('conflict', 'Le planning a changé depuis : la publication ne s’annule plus.');
    // A start keeps the version; who works on a service must still see it.
    const begun = await db.query({
      name: 'begun-since',
      text: `select from service_events where agency_id = app_agency() and service_id = any ($1::uuid[])
        and type in (${serviceStart.id}, ${serviceStartLate.id}) and created_at >= $2 limit 1`,
      values: [ids, found.at],
    });
    if (begun.length > 0)
      throw new Problem('conflict', 'Un service a commencé depuis : la publication ne s’annule plus.');
    await db.query({
      name: 'undo-publication',
      text: `update services s set published = x.published, published_at = x.before, version = s.version + 1, updated_at = now()
        from jsonb_to_recordset($1::jsonb) as x (id uuid, published jsonb, before timestamptz) where s.agency_id = app_agency() and s.id = x.id`,
      values: [JSON.stringify(services)],
    });
    // A service that was never published before has no copy.
    await db.query({
      name: 'undo-first-publication',
      text: 'delete from published_services where agency_id = app_agency() and id = any ($1::uuid[])',
      values: [services.filter(({ before }) => before === null).map(({ id }) => id)],
    });
    await db.query({
      name: 'undo-removal',
      text: `insert into published_services select (jsonb_populate_record(null::published_services, x.row)).* from jsonb_to_recordset($1::jsonb) as x (row jsonb)`,
      values: [JSON.stringify(found.removals)],
    });
    await db.query({
      name: 'undo-removal-agents',
      text: `insert into published_service_agents (agency_id, service_id, agent_id)
        select app_agency(), (x.row->>'id')::uuid, a.id from jsonb_to_recordset($1::jsonb) as x (row jsonb, agents jsonb)
          cross join lateral jsonb_array_elements_text(x.agents) g (id) join agents a on a.agency_id = app_agency() and a.id = g.id::uuid`,
      values: [JSON.stringify(found.removals)],
    });
    const undone = [...ids, ...found.removals.map(({ row }) => (row as { id: string }).id)];
    await writeAudits(
      db,
      call,
      undone.map((id) => ({ entity: Service.name, id, action: 'unpublish' })),
    );
    return { services: undone };
  }),
];
