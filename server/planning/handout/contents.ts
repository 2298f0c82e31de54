// The content of a printed planning. The context of the caller limits it: on their own paths an agent gets his published
// services, a customer the services of his sites without the agents.
import { calendarOf } from '#core/planning/calendar.ts';
import type { PlannedBreak } from '#core/planning/planned.ts';
import { idleStatuses } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { absencesOf, isPlannedBreak, listed, minuteSql, planningPlace, push } from '../facts.ts';
import type { Asked } from '../grid.ts';
import { holidaysOf } from '../holidays.ts';

export interface HandoutService {
  id: string;
  start: number;
  end: number;
  site: string;
  post: string | null;
  specialty: string | null;
  agents: string[];
  wanted: number;
  breaks: PlannedBreak[];
  isDraft: boolean;
}

export interface HandoutSite {
  id: string;
  name: string;
  customer: string | null;
  address: string | null;
}

export interface HandoutAgent {
  id: string;
  name: string;
  /** For narrow columns. */
  short: string;
}

export type Handout = Awaited<ReturnType<typeof handoutOf>>;

/** A service belongs to the day on which it starts, so that no service is printed twice. */
async function servicesOf(db: Db, { agents, sites }: Asked, [from, to]: [Date, Date], drafts: boolean) {
  // Without drafts, print the last publication, not later changes.
  const [services, holders] = drafts
    ? ['seen_services', 'seen_service_agents']
    : ['published_services', 'published_service_agents'];
  return db.query<HandoutService & Record<string, unknown>>({
    name: drafts ? 'handout-services' : 'handout-published',
    text: `select s.id, ${minuteSql('s.start_at')} as start, ${minuteSql('s.end_at')} as "end", s.site_id as site,
        s.post_title as post, (select y.name from specialties y where y.agency_id = s.agency_id and y.id = s.specialty_id) as specialty,
        s.nb_agents as wanted, s.published_at is null as "isDraft",
        array(select h.agent_id::text from ${holders} h where h.agency_id = s.agency_id and h.service_id = s.id order by h.agent_id) as agents,
        (select coalesce(json_agg(json_build_array(${minuteSql('b.start_at')}, ${minuteSql('b.end_at')}, b.agent_id) order by b.start_at, b.id), '[]')
          from service_breaks b where b.agency_id = s.agency_id and b.service_id = s.id and ${isPlannedBreak('b')}) as breaks
      from ${services} s where s.agency_id = app_agency() and s.start_at >= $1 and s.start_at < $2 and s.status not in (${idleStatuses}) and ${listed('s')}
        and ($3 or s.published_at is not null)
        and ($4::uuid[] is null or exists (select from ${holders} o where o.agency_id = s.agency_id and o.service_id = s.id and o.agent_id = any ($4)))
        and ($5::uuid[] is null or s.site_id = any ($5))
      order by s.start_at, s.end_at, s.id`,
    values: [from, to, drafts, agents ?? null, sites ?? null],
  });
}

/** `kinds`: with the types of absences, for callers who may list them. */
export async function handoutOf(db: Db, asked: Asked & { drafts?: boolean }, kinds = false) {
  const { zone, holidayLocale } = await planningPlace(db);
  const calendar = calendarOf({
    zone,
    from: asked.start,
    to: asked.end,
    holidays: holidaysOf(holidayLocale, asked.start, asked.end),
  });
  const { from, to } = calendar.window;
  const period: [Date, Date] = [new Date(from * 60_000), new Date(to * 60_000)];
  const services = await servicesOf(db, asked, period, asked.drafts ?? false);
  const sites = await db.query<HandoutSite & Record<string, unknown>>({
    name: 'handout-sites',
    text: `select s.id, s.name, (select c.name from customers c where c.agency_id = s.agency_id and c.id = s.customer_id) as customer,
        nullif(concat_ws(', ', s.street, nullif(concat_ws(' ', s.zipcode, s.city), '')), '') as address
      from sites s where s.id = any ($1::uuid[]) order by s.name collate "fr-x-icu", s.id`,
    values: [[...new Set([...services.map(({ site }) => site), ...(asked.sites ?? [])])]],
  });
  const agents = await db.query<HandoutAgent & Record<string, unknown>>({
    name: 'handout-agents',
    text: `select a.id, a.fullname as name, a.lastname || ' ' || left(a.firstname, 1) || '.' as short from agents a where a.id = any ($1::uuid[]) order by a.lastname collate "fr-x-icu", a.firstname collate "fr-x-icu", a.id`,
    values: [[...new Set([...services.flatMap((service) => service.agents), ...(asked.agents ?? [])])]],
  });
  const byAgent = new Map<string, HandoutService[]>();
  const bySite = new Map<string, HandoutService[]>();
  for (const service of services) {
    push(bySite, service.site, service);
    for (const agent of service.agents) push(byAgent, agent, service);
  }
  return {
    start: asked.start,
    end: asked.end,
    calendar,
    services,
    sites,
    agents,
    /** The requested agents; their colleagues are only named. */
    people: asked.agents ? agents.filter(({ id }) => asked.agents?.includes(id)) : agents,
    byAgent,
    bySite,
    absences: await absencesOf(
      db,
      agents.map(({ id }) => id),
      period,
      kinds,
    ),
  };
}
