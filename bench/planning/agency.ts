// A realistic agency for the rules: agents, four weeks, services, from a fixed seed. Pure: it also runs in Chromium.
import { type Calendar, calendarOf } from '#core/planning/calendar.ts';
import { countersOf } from '#core/planning/counters.ts';
import { daysAfter } from '#core/planning/days.ts';
import type { AgentFacts, Row, Shift } from '#core/planning/model.ts';
import { branch as settings } from '#core/planning/testing/planned.ts';

export { settings };

const firstDay = '2026-11-09';
const days = 28;

/** The same numbers on every machine. */
function chance(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * most);
  };
}

export interface Agency {
  calendar: Calendar;
  rows: Row[];
  services: number;
}

const specialties = ['ads', 'ssiap1', 'ssiap2', 'dog'];

export function agencyOf(agents: number, services: number): Agency {
  const next = chance(20_261_109);
  const holidays = [{ day: '2026-11-11', name: 'Armistice 1918' }];
  const calendar = calendarOf({ zone: 'Europe/Paris', from: firstDay, to: daysAfter(firstDay, days - 1), holidays });
  const each = Math.floor(services / agents);
  const first = calendar.days.indexOf(firstDay);
  const rows: Row[] = [];
  for (let agent = 0; agent < agents; agent += 1) {
    const isNight = agent % 3 === 0;
    const shifts: Shift[] = [];
    // Spread over the 28 days like a rota: two or three days on, one or two off.
    for (let index = 0; index < each; index += 1) {
      const day = first + Math.floor((index * days) / each + (agent % 3) * 0.4);
      const begins = isNight ? 1200 : 360 + 60 * next(4);
      const start = calendar.at(Math.min(day, first + days - 1), begins);
      const length = next(3) === 0 ? 720 : 420;
      shifts.push({
        id: `s-${agent}-${index}`,
        start,
        end: start + length,
        unpaid: next(4) === 0 ? 0 : 20,
        site: `site-${next(120)}`,
        specialty: next(3) === 0 ? (specialties[next(4)] as string) : null,
      });
    }
    rows.push({ facts: factsOf(agent, calendar, next), shifts: shifts.sort((one, other) => one.start - other.start) });
  }
  return { calendar, rows, services: each * agents };
}

function factsOf(agent: number, calendar: Calendar, next: (most: number) => number): AgentFacts {
  const worked = Array.from({ length: 60 }, (_, index) => ({
    day: daysAfter(firstDay, -11 - index * 2),
    minutes: 600,
  }));
  return {
    id: `agent-${agent}`,
    name: `Agent ${agent}`,
    isNightWorker: agent % 3 === 0,
    contracts: [
      {
        startDate: '2022-03-01',
        endDate: agent % 50 === 0 ? '2026-11-20' : null,
        period: agent % 4 === 0 ? 'MONTH' : 'WEEK',
        hoursLimit: agent % 4 === 0 ? 151.67 : 35,
        cycleWeeks: agent % 5 === 0 ? 4 : null,
      },
    ],
    specialties: specialties
      .slice(0, 2 + (agent % 3))
      .map((id) => ({ id, until: agent % 7 === 0 ? '2026-11-25' : null })),
    papers: [
      { kind: 'card', name: 'Carte professionnelle', expiresAt: agent % 40 === 0 ? '2026-11-15' : '2029-01-01' },
      { kind: 'firstAid', name: 'SST', expiresAt: '2027-06-30' },
      { kind: 'medicalVisit', name: 'Visite médicale', expiresAt: '2028-01-31' },
    ],
    restrictions: agent % 10 === 0 ? [{ weekday: 3, startTime: '12:00', endTime: '18:00' }] : [],
    forbiddenSites: agent % 8 === 0 ? [`site-${next(120)}`] : [],
    absences:
      agent % 12 === 0
        ? [
            {
              id: `a-${agent}`,
              start: calendar.window.from + 14_400,
              end: calendar.window.from + 17_279,
              type: 'Congés',
            },
          ]
        : [],
    counters: countersOf(calendar, settings, worked),
  };
}
