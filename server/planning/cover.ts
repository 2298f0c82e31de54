// Who can take a service, and why other agents cannot, by the rules of the save.
import type { Location } from '#core/addresses/addresses.ts';
import { metresBetween } from '#core/addresses/distance.ts';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type Calendar, calendarOf, instantOf, minuteOf } from '#core/planning/calendar.ts';
import { conflictCodes } from '#core/planning/calls.ts';
import { type Applicant, type Candidate, rankCandidates } from '#core/planning/candidates.ts';
import { rulesOf, withShift } from '#core/planning/checks.ts';
import {
  type CoveredService,
  findCandidates,
  findNewCandidates,
  mostCovered,
  mostProposed,
  type OfferedCandidate,
  proposeCover,
} from '#core/planning/cover-calls.ts';
import type { Shift } from '#core/planning/model.ts';
import { shortNotice } from '#core/planning/notice.ts';
import { article, sentence, type Words } from '#core/planning/sentences.ts';
import { Service } from '#core/planning/service.ts';
import { counts, late, waiting } from '#core/planning/status.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { activeStatus, can, inactiveStatus } from '#core/roles.ts';
import { Site } from '#core/sites/site.ts';
import { monthlyHours } from '#server/agents/contracts.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { mayList, maySee } from '#server/kernel/listing.ts';
import { factsFor, gone, loadedOf } from './checking.ts';
import { checkedPlace, minuteSql, type PlanningPlace, plannedAmong, shiftsOf, stopSites, unpaidOf } from './facts.ts';
import { holidaysOf } from './holidays.ts';

interface Wanted extends Shift {
  version: number;
  reference: string;
  status: number;
  siteName: string;
  place: Location | null;
  specialtyName: string | null;
  postTitle: string | null;
  agents: { id: string; name: string }[];
}

const wantedSql = `select s.id, s.version, s.reference, s.status, ${minuteSql('s.start_at')} as start, ${minuteSql('s.end_at')} as "end",
    ${unpaidOf('s')} as unpaid, s.site_id as site, t.name as "siteName", s.specialty_id as specialty, s.post_title as "postTitle",
    case when t.latitude is not null then json_build_object('latitude', t.latitude, 'longitude', t.longitude) end as place,
    (select y.name from specialties y where y.agency_id = s.agency_id and y.id = s.specialty_id) as "specialtyName",
    (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.fullname) order by a.fullname), '[]') from service_agents h
      join agents a on a.agency_id = h.agency_id and a.id = h.agent_id where h.agency_id = s.agency_id and h.service_id = s.id) as agents,
    ${stopSites('s')} as stops
  from services s join sites t on t.agency_id = s.agency_id and t.id = s.site_id`;

const coveredService = (service: Wanted, { settings }: PlanningPlace, now: Date): CoveredService => ({
  id: service.id,
  version: service.version,
  reference: service.reference,
  startAt: instantOf(service.start),
  endAt: instantOf(service.end),
  site: service.siteName,
  postTitle: service.postTitle,
  agents: service.agents,
  // For the new agent it is an additional service.
  shortNotice: settings.regulation === 'IDCC1351' && shortNotice(null, service, minuteOf(now)) !== null,
});

const calendarFor = ({ zone, holidayLocale }: PlanningPlace, from: string, to: string): Calendar =>
  calendarOf({ zone, from, to, holidays: holidaysOf(holidayLocale, from, to) });

interface Home extends Record<string, unknown> {
  id: string;
  home: Location | null;
  cost: number | null;
  phones: string[];
}

/** Each agent's home, phones and hourly cost by the contract of that day, each if the caller may read it. */
async function homesOf(call: Call, people: readonly string[], day: string): Promise<Map<string, Home>> {
  const { db, asker } = call;
  const paid = can(asker, ['listAgentContracts']);
  // Sheets show the address.
  const located = maySee(call, Agent);
  const called = can(asker, ['readAgentPhone']);
  const rows = await db.query<Home>({
    name: `homes${located ? '-places' : ''}${paid ? '-pay' : ''}${called ? '-phones' : ''}`,
    text: `select a.id, ${located ? `case when a.latitude is not null then json_build_object('latitude', a.latitude, 'longitude', a.longitude) end` : 'null::json'} as home,
        ${
          paid
            ? `(select coalesce(c.hourly_pay, round(c.monthly_pay / nullif(${monthlyHours('c')}, 0), 4)) from agent_contracts c
          where c.agency_id = a.agency_id and c.agent_id = a.id and c.start_date <= $2::date and (c.end_date is null or c.end_date >= $2::date)
          order by c.start_date desc, c.id desc limit 1)`
            : 'null::numeric'
        } as cost, ${called ? 'a.phone' : `'{}'::text[]`} as phones from agents a where a.id = any ($1::uuid[])`,
    values: paid ? [people, day] : [people],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

interface Crowd {
  /** For one service, without its agents and the replaced agent. */
  rank(service: Wanted, without: ReadonlySet<string>): Candidate[];
  words: Words;
  phonesOf(agent: string): string[];
  /** Counts the service for the next rankings. */
  take(agent: string, service: Wanted): void;
}

/** All agents of the planning, with the facts that the rules need for these days. */
async function crowdOf(
  call: Call,
  place: PlanningPlace,
  services: readonly Wanted[],
  days: [string, string],
): Promise<Crowd> {
  const { db } = call;
  const calendar = calendarFor(place, ...days);
  const people = await plannedAmong(db, null);
  const facts = await factsFor(db, people, calendar, place.settings, mayList(call, Unavailability));
  const shifts = await shiftsOf(db, people, ...loadedOf(calendar), []);
  const homes = await homesOf(call, people, days[0]);
  const rules = rulesOf(place.settings, calendar);
  const names = new Map(
    services.flatMap(({ site, siteName, specialty, specialtyName }) => [
      [site, siteName] as const,
      [specialty, specialtyName] as const,
    ]),
  );
  const words: Words = { zone: place.zone, nameOf: (id) => names.get(id) ?? undefined };
  return {
    words,
    phonesOf: (agent) => homes.get(agent)?.phones ?? [],
    rank(service, without) {
      const applicants = [...facts.values()].flatMap((known): Applicant[] => {
        if (without.has(known.id)) return [];
        const { home = null, cost = null } = homes.get(known.id) ?? {};
        return [
          {
            facts: known,
            shifts: (shifts.get(known.id) ?? []).filter(({ id }) => id !== service.id),
            distance: home && service.place ? metresBetween(home, service.place) : null,
            cost,
          },
        ];
      });
      return rankCandidates(applicants, service, { rules, calendar, words, currency: place.currency });
    },
    take: (agent, service) => void shifts.set(agent, withShift(shifts.get(agent) ?? [], service)),
  };
}

const offered = ({ agent, name, findings, why, ...rest }: Candidate, { words, phonesOf }: Crowd): OfferedCandidate => ({
  agent: { id: agent, name },
  ...rest,
  phones: phonesOf(agent),
  errors: findings.map((finding) => ({
    code: conflictCodes[finding.code],
    level: finding.level,
    message: sentence(finding, words),
    article: article(finding),
  })),
  // The first sentences are those of the findings.
  why: why.slice(findings.length),
});

/** A service that does not exist yet. */
const unborn = {
  id: '',
  version: 0,
  reference: '',
  status: waiting,
  unpaid: 0,
  postTitle: null,
  agents: [],
} satisfies Partial<Wanted>;

const dayAt = (minute: number, zone: string): string => wallClock(instantOf(minute), zone).day;

async function nameOf(db: Db, agent: string): Promise<{ id: string; name: string }> {
  const [row] = await db.query<{ id: string; name: string }>({
    name: 'name-of-agent',
    text: 'select id, fullname as name from agents where id = $1',
    values: [agent],
  });
  if (!row) throw new Problem('missing', Agent.missing);
  return row;
}

const refusedAt = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

export const coverHandlers: Handler[] = [
  handle(findCandidates, async (call) => {
    const { db, input, now } = call;
    const [service] = await db.query<Wanted & Record<string, unknown>>({
      name: 'service-to-cover',
      text: `${wantedSql} where s.id = $1`,
      values: [input.service],
    });
    if (!service) throw new Problem('missing', Service.missing);
    if (!counts(service.status)) throw new Problem('conflict', 'Ce service est déprogrammé, archivé ou non réalisé.');
    const place = await checkedPlace(call);
    const days: [string, string] = [dayAt(service.start, place.zone), dayAt(service.end, place.zone)];
    const crowd = await crowdOf(call, place, [service], days);
    const without = new Set([...service.agents.map(({ id }) => id), ...(input.agent ? [input.agent] : [])]);
    return {
      service: coveredService(service, place, now),
      candidates: crowd.rank(service, without).map((one) => offered(one, crowd)),
    };
  }),

  handle(findNewCandidates, async (call) => {
    const { db, input } = call;
    const [found] = await db.query<
      Pick<Wanted, 'siteName' | 'place' | 'specialtyName'> & { siteStatus: number } & Record<string, unknown>
    >({
      name: 'site-to-cover',
      text: `select t.name as "siteName", t.status as "siteStatus", y.name as "specialtyName",
          case when t.latitude is not null then json_build_object('latitude', t.latitude, 'longitude', t.longitude) end as place
        from sites t left join specialties y on y.agency_id = t.agency_id and y.id = $2 where t.id = $1`,
      values: [input.site, input.specialty ?? null],
    });
    if (!found) throw new Problem('missing', Site.missing);
    if (found.siteStatus !== activeStatus && found.siteStatus !== inactiveStatus)
      throw refusedAt('site', gone.sites(found.siteName));
    if (input.specialty && found.specialtyName === null) throw refusedAt('specialty', Specialty.missing);
    const [start, end] = [minuteOf(input.startAt), minuteOf(input.endAt)];
    const specialty = input.specialty ?? null;
    const stops = (input.stops ?? []).map((stop) => stop.toLowerCase());
    const service: Wanted = { ...found, ...unborn, start, end, site: input.site, specialty, stops };
    const place = await checkedPlace(call);
    const crowd = await crowdOf(call, place, [service], [dayAt(start, place.zone), dayAt(end, place.zone)]);
    return { candidates: crowd.rank(service, new Set(input.without)).map((one) => offered(one, crowd)) };
  }),

  handle(proposeCover, async (call) => {
    const { db, input, now } = call;
    const { start, end } = input;
    const agent = await nameOf(db, input.agent);
    const place = await checkedPlace(call);
    const all = await db.query<Wanted & { count: number } & Record<string, unknown>>({
      name: 'services-to-cover',
      text: `${wantedSql.replace('select ', 'select count(*) over ()::integer as count, ')}
        where s.agency_id = app_agency() and s.status in (${waiting}, ${late}) and s.circuit_id is null
          and s.start_at < ($3::date + 1)::timestamp at time zone $4 and s.end_at > ($2::date)::timestamp at time zone $4
          and exists (select from service_agents o where o.agency_id = s.agency_id and o.service_id = s.id and o.agent_id = $1)
        order by s.start_at, s.id limit ${mostCovered}`,
      values: [agent.id, start, end, place.zone],
    });
    if (all.length === 0) return { agent, services: [], filtered: 0 };
    const crowd = await crowdOf(call, place, all, [start, end]);
    const services = all.map((service) => {
      const without = new Set([agent.id, ...service.agents.map(({ id }) => id)]);
      const ranked = crowd.rank(service, without);
      const [best] = ranked;
      if (best?.allowed && best.free) crowd.take(best.agent, service);
      const proposed = ranked.filter(({ allowed }) => allowed).slice(0, mostProposed);
      return {
        service: coveredService(service, place, now),
        candidates: proposed.map((one) => offered(one, crowd)),
      };
    });
    return { agent, services, filtered: all[0]?.count ?? 0 };
  }),
];
