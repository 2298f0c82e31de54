// How many of one's own people could take a mission, by the checks of one's own planning; the other agency sees nothing of it.

import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { instantAt } from '#core/kernel/clock.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { prepareAnswer } from '#core/marketplace/calls.ts';
import { type MarketOffer, searchesSubcontractor } from '#core/marketplace/offer.ts';
import { mostDays, staffingOf } from '#core/marketplace/staffing.ts';
import { calendarOf, minuteOf } from '#core/planning/calendar.ts';
import { rulesOf } from '#core/planning/checks.ts';
import { daysAfter } from '#core/planning/days.ts';
import type { Row as Person, Shift } from '#core/planning/model.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { activeStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { mayList } from '#server/kernel/listing.ts';
import { factsFor, loadedOf } from '#server/planning/checking.ts';
import { checkedPlace, shiftsOf } from '#server/planning/facts.ts';
import { holidaysOf } from '#server/planning/holidays.ts';

type Availability = Output<typeof prepareAnswer>['availability'];
interface Skill {
  id: string;
  name: string;
}

/** The chosen one, or the one that is called as in the announcement. */
async function skillOf(db: Db, named: string | null, chosen: string | null): Promise<Skill | null> {
  if (chosen === null && !named) return null;
  const [found] = await db.query<Skill & Record<string, unknown>>({
    name: 'market-specialty',
    text: `select id, name from specialties where agency_id = app_agency() and ($1::uuid is null or id = $1)
        and ($1::uuid is not null or search_words_of(name) = search_words_of($2)) order by name limit 1`,
    values: [chosen, named ?? ''],
  });
  if (chosen !== null && !found) throw new Problem('missing', Specialty.missing);
  return found ? { id: found.id, name: found.name } : null;
}

/** Days from the first that is still to come. */
function daysOf(first: string, last: string, today: string): string[] {
  const from = first > today ? first : today;
  const days: string[] = [];
  for (let day = from; day <= last && days.length < mostDays; day = daysAfter(day, 1)) days.push(day);
  return days;
}

/** The inactive are planned at most as an exception: nobody promises them to another company. */
async function activePeople(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'market-people',
    text: `select id from agents where agency_id = app_agency() and status = ${activeStatus} and plannable`,
  });
  return rows.map(({ id }) => id);
}

export async function availabilityFor(
  offer: Row<typeof MarketOffer>,
  chosen: string | null,
  today: string,
  call: Call,
): Promise<Availability> {
  const { startsOn, endsOn, startTime, endTime, people, specialty } = offer;
  if (Number(offer.type) !== searchesSubcontractor || !startsOn || !startTime || !endTime) return null;
  const last = endsOn ?? startsOn;
  const days = daysOf(startsOn, last, today);
  const [from, to] = [days[0], days.at(-1)];
  if (!from || !to) return null;
  const { db } = call;
  const skill = await skillOf(db, specialty, chosen);
  const place = await checkedPlace(call);
  const { zone, holidayLocale, currency, settings } = place;
  const shifts = days.map((day, index): Shift => {
    const end = endTime > startTime ? day : daysAfter(day, 1);
    return {
      ...{ id: String(index), site: null, specialty: skill?.id ?? null, unpaid: 0 },
      start: minuteOf(instantAt(day, startTime, zone)),
      end: minuteOf(instantAt(end, endTime, zone)),
    };
  });
  const until = daysAfter(to, 1);
  const calendar = calendarOf({ zone, from, to: until, holidays: holidaysOf(holidayLocale, from, until) });
  const everybody = await activePeople(db);
  const facts = await factsFor(db, everybody, calendar, settings, mayList(call, Unavailability));
  const planned = await shiftsOf(db, everybody, ...loadedOf(calendar), []);
  const rows = [...facts.values()].map((one): Person => ({ facts: one, shifts: planned.get(one.id) ?? [] }));
  const wanted = people ?? 1;
  const words = { zone, nameOf: (id: string | null) => (id === skill?.id ? skill?.name : undefined) };
  const { covered, fewest, staff } = staffingOf(rows, shifts, wanted, {
    ...{ rules: rulesOf(settings, calendar), calendar, words, currency },
  });
  return {
    ...{ from, to, isCut: to < last, specialty: skill, isUnknown: Boolean(specialty) && skill === null },
    ...{ wanted, days: days.length, covered, fewest, among: rows.length },
    staff: mayList(call, Agent) ? staff : [],
  };
}
