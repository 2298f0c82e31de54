// The answer to a change that fails the checks: the findings of the fifteen rules in words, and the other refusals.
import { isDeepStrictEqual } from 'node:util';
import { wallClock } from '#core/kernel/clock.ts';
import { instantOf, minuteOf } from '#core/planning/calendar.ts';
import { conflictCodes, otherCodes, type PlanningError } from '#core/planning/calls.ts';
import { minutesOf } from '#core/planning/days.ts';
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

interface Span {
  from: number;
  to: number;
}

/** The stops in minutes from the departure; an arrival before it is on the next day, by wall clock. */
const spansOf = ({ shift, stops }: Seen, zone: string): Span[] => {
  const departs = minutesOf(wallClock(instantOf(shift.start), zone).time);
  return stops
    .map(({ arrival, minutes }) => {
      const from = (minutesOf(arrival) - departs + 1_440) % 1_440;
      return { from, to: from + minutes };
    })
    .toSorted((one, other) => one.from - other.from);
};

const doOverlap = (spans: readonly Span[]): boolean =>
  spans.some(({ to }, position) => to > (spans[position + 1]?.from ?? Number.POSITIVE_INFINITY));

const lengthOf = ({ shift }: Seen): number => shift.end - shift.start;

/** What has not changed is not asked about again. */
export function tourErrors(index: number, after: Seen, { current }: Changed, zone: string): PlanningError[] {
  const before = current && seenOf(current, after.id);
  const spans = spansOf(after, zone);
  const isSame = before !== null && isDeepStrictEqual(spansOf(before, zone), spans);
  const error = (code: PlanningError['code'], message: string): PlanningError => ({
    ...{ index, service: current ? after.id : null, agent: null, code, level: 1, message, article: null },
  });
  return [
    ...(doOverlap(spans) && !isSame
      ? [
          // N-024
          error(
            otherCodes.overlappingTour,
            'Votre tournée contient des services en chevauchement horaire, confirmer la création ?',
          ),
        ]
      : []),
    ...(spans.some(({ from }) => from >= lengthOf(after)) && !(isSame && lengthOf(before) === lengthOf(after))
      ? [error(otherCodes.stopOutside, 'Une étape commence après la fin de la tournée.')]
      : []),
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
