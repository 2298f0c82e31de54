import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inHours } from '#core/kernel/duration.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { plannedIn } from '#core/planning/hours.ts';
import type { PlannedBreak } from '#core/planning/planned.ts';
import { contentOf, noFilter } from './gridRows.ts';
import { gridSheet } from './handout/sheets.ts';
import { planningOf } from './model.ts';
import { minutesIn, myDays } from './myDays.ts';
import { agent, dataOf, minute, other, period, service } from './testing/planned.ts';

const monday = minute(period.start, '00:00');
const week = { from: monday, to: monday + 7 * 1440 };
const people = [agent, other];

/** Services around the week, some across its edges, with breaks of everybody and of each person that may overlap. */
const drawn = fc
  .tuple(
    fc.integer({ min: -12, max: 7 * 24 }),
    fc.integer({ min: 2, max: 14 }),
    fc.subarray(people),
    fc.array(fc.tuple(fc.nat(700), fc.integer({ min: 5, max: 90 }), fc.constantFrom(null, ...people)), {
      maxLength: 4,
    }),
  )
  .map(([from, hours, agents, breaks]): PlannedService => {
    const start = monday + from * 60;
    return service(`s${from}`, period.start, '08:00', '09:00', {
      start,
      end: start + hours * 60,
      agents,
      wanted: 2,
      breaks: breaks.map(([after, long, whose]): PlannedBreak => [start + after, start + after + long, whose]),
    });
  });

/** What « Heures » counts. */
const truth = (services: readonly PlannedService[], who: string | null, { from, to } = week): number =>
  services.reduce((sum, { id, start, end, breaks }) => {
    const gaps = breaks
      .filter(([, , whose]) => whose === null || whose === who)
      .map(([first, last]) => ({ type: 0 as const, start: first, end: last }));
    return sum + plannedIn({ id, start, end, gaps }, from, to);
  }, 0);

const heldBy = (services: readonly PlannedService[], who: string): PlannedService[] =>
  services.filter(({ agents }) => agents.includes(who));

test('the totals of a person and of a site, his own days and the spreadsheet are the planned hours of « Heures »', () => {
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER };
  fc.assert(
    fc.property(fc.uniqueArray(drawn, { maxLength: 6, selector: ({ id }) => id }), (services) => {
      const planning = planningOf(dataOf(services), undefined, period);
      const totalsBy = (by: 'agents' | 'sites') =>
        new Map(contentOf(planning, new Map(), by, noFilter, 3).rows.map(({ id, totals }) => [id, totals?.[0]?.value]));
      for (const one of people) {
        const held = heldBy(services, one);
        expect(totalsBy('agents').get(one)).toBe(inHours(truth(held, one)));
        // On his own path he receives his services, with no breaks of colleagues.
        const mine = held.map((row) => ({
          ...row,
          breaks: row.breaks.filter(([, , whose]) => whose === null || whose === one),
        }));
        const { calendar } = myDays(dataOf(mine), period, period.start);
        expect(minutesIn(dataOf(mine), calendar, '2026-11-09', '2026-11-16')).toBe(truth(held, one));
        const sheet = gridSheet(planning, 'agents').cells.find(([name]) => name === planning.names.agents.get(one));
        const begins = held.filter(({ start }) => start >= week.from && start < week.to);
        expect(sheet?.at(-1)).toMatchObject({ value: Math.round((truth(begins, one, all) / 60) * 100) / 100 });
      }
      const posts = services.reduce(
        (sum, row) =>
          sum +
          row.agents.reduce((minutes, one) => minutes + truth([row], one), 0) +
          (row.wanted - row.agents.length) * truth([row], null),
        0,
      );
      expect([...totalsBy('sites').values()]).toEqual([inHours(posts)]);
    }),
    { numRuns: 60 },
  );
});
