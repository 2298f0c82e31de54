// The answer to a change that fails the checks: the findings of the fifteen rules in words, and the other refusals.
import { minuteOf } from '#core/planning/calendar.ts';
import { conflictCodes, otherCodes, type PlanningError } from '#core/planning/calls.ts';
import type { AgentFacts, Finding } from '#core/planning/model.ts';
import { neededConsent, noticeSentence, type ShiftTimes } from '#core/planning/notice.ts';
import { article, sentence, type Words } from '#core/planning/sentences.ts';
import type { Db } from '#server/db/database.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { type Changed, type Seen, seenOf } from './seen.ts';

export interface Pending {
  finding: Finding;
  known: AgentFacts;
  /** Position among the services sent; null: none of them. */
  index: number | null;
}

export async function errorsFrom(pending: readonly Pending[], zone: string, db: Db): Promise<PlanningError[]> {
  const names = await namesOf(pending, db);
  const words: Words = { zone, nameOf: (id) => names.get(id) };
  return pending.map(({ finding, known: { id, name }, index }) => ({
    index,
    service: finding.service,
    agent: { id, name },
    code: conflictCodes[finding.code],
    level: finding.level,
    message: sentence(finding, words),
    article: article(finding),
  }));
}

/** Names of the specialties and sites in the sentences. */
async function namesOf(pending: readonly Pending[], db: Db): Promise<ReadonlyMap<string, string>> {
  const ids = pending.flatMap(({ finding: { what } }) => (what !== undefined && isUuid(what) ? [what] : []));
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; name: string }>({
    name: 'names-of-findings',
    text: 'select id, name from sites where id = any ($1::uuid[]) union all select id, name from specialties where id = any ($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** N-024 */
export function overlappingTour(index: number, { id, stops }: Seen, { current, draft }: Changed): PlanningError[] {
  if (stops.length < 2 || draft.services === undefined) return [];
  const start = wallMinutes(stops[0]?.arrival ?? '00:00');
  const spans = stops
    .map(({ arrival, minutes }) => {
      const from = wallMinutes(arrival);
      const begins = from < start ? from + 1_440 : from;
      return { from: begins, to: begins + minutes };
    })
    .toSorted((one, other) => one.from - other.from);
  if (!spans.some(({ to }, position) => to > (spans[position + 1]?.from ?? Number.POSITIVE_INFINITY))) return [];
  return [
    {
      index,
      service: current ? id : null,
      agent: null,
      code: otherCodes.overlappingTour,
      level: 1,
      message: 'Votre tournée contient des services en chevauchement horaire, confirmer la création ?',
      article: null,
    },
  ];
}

/** A change on short notice needs the agent's consent. */
export function tooSoon(
  { current }: Changed,
  { id, shift }: Seen,
  facts: AgentFacts,
  index: number,
  now: number,
  zone: string,
  changed: PublishedTimes | undefined,
): PlanningError[] {
  const was = current ? seenOf(current, id) : null;
  const before = was?.counts && was.agents.includes(facts.id) ? was.shift : null;
  const told = current?.publication === 'DRAFT' ? null : before;
  // He may have been taken off since.
  const published = changed ? (changed.agents.includes(facts.id) ? changed : null) : told;
  const notice = neededConsent({ before, published }, shift, now);
  if (notice === null) return [];
  return [
    {
      index,
      service: id,
      agent: { id: facts.id, name: facts.name },
      code: otherCodes.shortNotice,
      level: 1,
      message: noticeSentence(notice, { published, after: shift, zone }),
      article: 'art. 7.07.3',
    },
  ];
}

/** A service as it was published, where it differs from that now. */
export interface PublishedTimes extends ShiftTimes {
  agents: readonly string[];
}

export async function publishedTimesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PublishedTimes>> {
  const rows = await db.query<{ id: string; startAt: Date; endAt: Date; agents: string[] }>({
    name: 'published-times',
    text: `select s.id, (s.published->>'startAt')::timestamptz as "startAt", (s.published->>'endAt')::timestamptz as "endAt",
        array(select jsonb_array_elements_text(s.published->'agents')) as agents
      from services s where s.agency_id = app_agency() and s.id = any ($1::uuid[]) and s.publication = 'CHANGED'`,
    values: [ids],
  });
  return new Map(
    rows.map(({ id, startAt, endAt, agents }) => [id, { start: minuteOf(startAt), end: minuteOf(endAt), agents }]),
  );
}

const wallMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** An agent barred from a site is barred from its stops too. */
export function forbiddenStops(
  { id, stops }: Seen,
  facts: AgentFacts,
  index: number,
  level: number,
  day: string,
): PlanningError[] {
  const barred = stops.filter(({ site }) => facts.forbiddenSites.includes(site.id));
  if (level === 0 || barred.length === 0) return [];
  return [
    {
      index,
      service: id,
      agent: { id: facts.id, name: facts.name },
      code: conflictCodes.siteProhibition,
      level: level as 1 | 2,
      message: `${facts.name} est interdit sur un site de la tournée du ${day}.`,
      article: null,
    },
  ];
}
