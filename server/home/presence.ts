// The month on a customer's sites: one statement for services and events, one for rounds.
import { readPresence, type SiteMonth } from '#core/home/presence.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { Service } from '#core/planning/service.ts';
import { activeStatuses, missed, unscheduled } from '#core/planning/status.ts';
import type { Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import { type RoundFact, type RoundPlan, walk } from '#core/rounds/execution.ts';
import { today } from '#server/agents/contracts.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { mayList } from '#server/kernel/listing.ts';
import { listed } from '#server/planning/facts.ts';
import { shownStatus } from '#server/planning/services.ts';
import { endOf, factsOf } from '#server/rounds/executions.ts';

const first = `date_trunc('month', ${today}::timestamp)`;
/** Computed once per statement. */
const since = `(select ${first} at time zone app_zone())`;

const most = 200;

/** Minutes between two instants; none if the second comes first. */
const minutes = (from: string, to: string, where = 'true'): string =>
  `coalesce(sum(greatest(0, extract(epoch from ${to} - ${from}) / 60)) filter (where ${where}), 0)::integer`;

/** $1: now. What an end was, where nobody recorded one: the plan's. */
const end = `coalesce(s.real_end_at, case when s.status in (${activeStatuses}) then $1 else s.end_at end)`;

const months = (logged: boolean): string => `select json_build_object('id', t.id, 'name', t.name) as site,
    m.services, m.held, m.missed, m.late, m.planned, m.present,
    ${
      logged
        ? `(select json_build_object('id', e.id, 'label', e.label, 'at', ${utc('e.at')}) from logbook_events e where e.agency_id = t.agency_id and e.site_id = t.id order by e.at desc, e.position desc limit 1)`
        : 'null'
    } as "lastEvent"
  from sites t cross join lateral (
    select count(*)::integer as services, count(s.real_start_at)::integer as held,
      count(*) filter (where ${shownStatus('s')} = ${missed})::integer as missed,
      count(*) filter (where s.real_start_at > s.start_at + make_interval(mins => (select g.late_margin from agencies g where g.id = app_agency())))::integer as late,
      ${minutes('s.start_at', 'least(s.end_at, $1::timestamptz)')} as planned,
      ${minutes('greatest(s.real_start_at, s.start_at)', `least(${end}, s.end_at, $1::timestamptz)`, 's.real_start_at is not null')} as present
    from seen_services s
    where s.agency_id = t.agency_id and s.site_id = t.id and ${listed('s')} and s.status <> ${unscheduled} and s.start_at >= ${since} and s.start_at <= $1) m
  where t.agency_id = app_agency()
  order by m.services desc, t.name, t.id limit ${most}`;

const rounds = `select t.id as site, l.*, (select count(*)::integer from round_executions e
      where e.agency_id = t.agency_id and e.site_id = t.id and e.started_at >= ${since} and ${endOf('e')} is not null) as rounds
  from sites t join lateral (
    select e.service_id as service, e.plan, ${utc('e.started_at')} as "startedAt", ${utc(endOf('e'))} as "endedAt", ${factsOf('e')} as facts
    from round_executions e where e.agency_id = t.agency_id and e.site_id = t.id order by e.started_at desc, e.id limit 1) l on true
  where t.agency_id = app_agency() and t.id = any ($1::uuid[])`;

type Lived = Omit<SiteMonth, 'rounds' | 'lastRound'> & Record<string, unknown>;

interface Walked extends Record<string, unknown> {
  site: string;
  rounds: number;
  service: string;
  plan: RoundPlan;
  facts: RoundFact[];
  startedAt: string;
  endedAt: string | null;
}

async function withRounds(db: Db, sites: readonly Lived[]): Promise<SiteMonth[]> {
  const walked = await db.query<Walked>({
    name: 'month rounds',
    text: rounds,
    values: [sites.map(({ site }) => site.id)],
  });
  const bySite = new Map(walked.map((one) => [one.site, one]));
  return sites.map((lived) => {
    const last = bySite.get(lived.site.id);
    if (!last) return { ...lived, rounds: 0, lastRound: null };
    const { service, plan, facts, startedAt, endedAt } = last;
    const { validated, points } = walk(plan, facts, endedAt);
    const lastRound = { service, name: plan.name, startedAt, endedAt, validated, total: points.length };
    return { ...lived, rounds: last.rounds, lastRound };
  });
}

export const presenceHandlers: Handler[] = [
  handle(readPresence, async (call) => {
    const { db, now, asker } = call;
    const logged = mayList(call, LogEvent);
    const [month] = await db.query<{ day: string }>({ name: 'month', text: `select ${first}::date::text as day` });
    const lived = await db.query<Lived>({ name: `months ${logged}`, text: months(logged), values: [now] });
    const sites = can(asker, Service.grants.read.customer as readonly Right[])
      ? await withRounds(db, lived)
      : lived.map((one) => ({ ...one, rounds: null, lastRound: null }));
    // A site where nothing happened proves nothing.
    const isLived = ({ services, lastRound, lastEvent }: SiteMonth): boolean =>
      services > 0 || lastRound !== null || lastEvent !== null;
    return { month: month?.day ?? '', sites: sites.filter(isLived) };
  }),
];
