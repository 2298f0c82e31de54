import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlanningCheck, planningChecks } from '../agencies/settings/planning.ts';
import { calendarOf } from './calendar.ts';
import { regulatoryChecks, rulesOf, withShift } from './checks.ts';
import { countersOf } from './counters.ts';
import { dayNumber, dayOfNumber } from './days.ts';
import type { AgentFacts, Row, Shift } from './model.ts';
import { at, branch, byStart, contract, daily, levels, month, own, paris, shift, somebody } from './testing/planned.ts';

const checks = Object.keys(planningChecks) as PlanningCheck[];

/** An agent who breaks every rule, and his services. */
const sinner = somebody({
  contracts: [{ ...contract, endDate: '2026-11-12' }],
  papers: [{ kind: 'card', name: 'Carte professionnelle', expiresAt: '2026-01-01' }],
  restrictions: [{ weekday: 1, startTime: '08:00', endTime: '12:00' }],
  forbiddenSites: ['museum'],
  absences: [{ id: 'leave', start: at('2026-11-10 00:00'), end: at('2026-11-10 23:59'), type: 'Maladie' }],
  counters: { ...somebody().counters, restSundays: { '2026-09': 0, '2026-10': 0, '2026-11': 0 } },
});
const sins = byStart([
  ...daily('2026-11-09', 7, '07:00-21:00'),
  shift('2026-11-09 20:00-23:00', { site: 'museum', specialty: 'ssiap' }),
  ...daily('2026-11-20', 2, '08:00-20:00'),
  ...daily('2026-11-23', 1, '08:00-20:00'),
]);

describe('a check', () => {
  test.each(checks)('%s reports findings with the level set by the agency', (check) => {
    const levelsOf = (level: 0 | 1 | 2) =>
      rulesOf({ ...own, levels: levels(level, [check]) }, month).checkAgent(sinner, sins);
    expect(levelsOf(0)).toEqual([]);
    expect(new Set(levelsOf(1).map(({ code, level }) => `${code} ${level}`))).toEqual(new Set([`${check} 1`]));
    expect(new Set(levelsOf(2).map(({ code, level }) => `${code} ${level}`))).toEqual(new Set([`${check} 2`]));
  });

  test('that is a working-time rule is skipped if the tenant turns these off', () => {
    const found = rulesOf({ ...branch, regulatory: false }, month).checkAgent(sinner, sins);
    expect(new Set(found.map(({ code }) => code))).toEqual(
      new Set(checks.filter((check) => !regulatoryChecks.has(check))),
    );
    const all = rulesOf(branch, month).checkAgent(sinner, sins);
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(checks));
  });
});

test('without a service no rule is broken', () => {
  expect(rulesOf(branch, month).checkAgent(sinner, [])).toEqual([]);
});

describe('an added service', () => {
  const rules = rulesOf(own, month);
  const facts = somebody();

  test('reports the findings it causes, not those from before', () => {
    const before = byStart([shift('2026-11-16 06:00-20:00'), ...daily('2026-11-09', 2, '08:00-16:00')]);
    const bad = rules.wouldBreak(facts, before, shift('2026-11-10 22:00-06:00'));
    expect(new Set(bad.map(({ rule }) => rule))).toEqual(new Set(['space', 'dailyRest']));
    expect(rules.wouldBreak(facts, before, shift('2026-11-12 08:00-16:00'))).toEqual([]);
  });

  test('reports the findings it makes worse', () => {
    const before = daily('2026-11-09', 5, '08:00-16:00');
    const more = rules.wouldBreak(facts, before, shift('2026-11-14 08:00-10:00'));
    expect(more).toMatchObject([{ rule: 'contractWeek', found: 2_520, limit: 2_100 }]);
  });

  test('is inserted by its start', () => {
    const [one, other] = [shift('2026-11-09 08:00-10:00'), shift('2026-11-11 08:00-10:00')];
    const between = shift('2026-11-10 08:00-10:00');
    expect(withShift([one, other], between)).toEqual([one, between, other]);
    expect(withShift([one, between], other)).toEqual([one, between, other]);
    expect(withShift([], one)).toEqual([one]);
    // After those with the same start.
    const together = { ...one, id: 'together' };
    expect(withShift([one, other], together)).toEqual([one, together, other]);
  });
});

// Random agents with random services: overlapping, long, empty, across the edges of the window.
const minute = fc.integer({ min: month.loaded.from / 30, max: month.loaded.to / 30 - 60 }).map((half) => half * 30);
const anyShift = fc.record({
  start: minute,
  length: fc.integer({ min: 1, max: 36 }),
  unpaid: fc.constantFrom(0, 20, 60),
  site: fc.constantFrom(null, 'museum', 'depot'),
  specialty: fc.constantFrom(null, 'ssiap'),
});
const anyShifts = (owner: string) =>
  fc.array(anyShift, { maxLength: 30 }).map((list) =>
    byStart(
      list.map(
        ({ length, unpaid, ...rest }, index): Shift => ({
          id: `${owner}-${index}`,
          ...rest,
          end: rest.start + length * 30,
          unpaid: Math.min(unpaid, length * 30),
        }),
      ),
    ),
  );
const anyFacts = (id: string): fc.Arbitrary<AgentFacts> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    external: fc.boolean(),
    isNightWorker: fc.boolean(),
    contracts: fc.subarray([
      contract,
      { ...contract, startDate: '2026-11-20', period: 'MONTH' as const, hoursLimit: 120 },
      { ...contract, startDate: '2026-11-12', endDate: '2026-11-18', cycleWeeks: 4 },
    ]),
    specialties: fc.subarray([{ id: 'ssiap', until: '2026-11-20' }]),
    papers: fc.subarray([{ kind: 'card' as const, name: 'Carte', expiresAt: '2026-11-22' }]),
    restrictions: fc.subarray([{ weekday: 0, startTime: '20:00', endTime: '04:00' }]),
    forbiddenSites: fc.subarray(['museum']),
    absences: fc.subarray([{ id: 'a', start: at('2026-11-16 00:00'), end: at('2026-11-17 23:59'), type: 'Congés' }]),
    counters: fc.constant({
      ...somebody().counters,
      weekMinutes: { '2026-10-26': 2_900, '2026-10-19': 2_900 },
      yearOvertime: { '2026': 17_000 },
    }),
  });
const anyRow = (id: string): fc.Arbitrary<Row> => fc.record({ facts: anyFacts(id), shifts: anyShifts(id) });
const rows = fc.tuple(anyRow('one'), anyRow('two'), anyRow('three'));

test('checking only the changed agent gives the same as checking all agents', () => {
  const rules = rulesOf(branch, month);
  fc.assert(
    fc.property(rows, anyRow('two'), (before, changed) => {
      const known = rules.checkAll(before).filter(({ agent }) => agent !== 'two');
      const after = rules.checkAll([before[0], changed, before[2]]);
      const again = rules.checkAgent(changed.facts, changed.shifts);
      const key = (list: readonly object[]) => list.map((finding) => JSON.stringify(finding)).sort();
      expect(key([...known, ...again])).toEqual(key(after));
    }),
    { numRuns: 150 },
  );
});

test('the findings a service causes plus the unchanged earlier ones are all findings after it', () => {
  const rules = rulesOf(branch, month);
  fc.assert(
    fc.property(anyRow('one'), anyShift, ({ facts, shifts }, { length, ...rest }) => {
      const added: Shift = { id: 'added', ...rest, end: rest.start + length * 30, unpaid: 0 };
      const brought = rules.wouldBreak(facts, shifts, added);
      const after = rules.checkAgent(facts, withShift(shifts, added));
      const before = new Set(
        rules.checkAgent(facts, shifts).map(({ rule, from, found }) => `${rule} ${from} ${found}`),
      );
      for (const finding of after)
        if (!brought.some((one) => JSON.stringify(one) === JSON.stringify(finding)))
          expect(before).toContain(`${finding.rule} ${finding.from} ${finding.found}`);
      expect(brought.length).toBeLessThanOrEqual(after.length);
    }),
    { numRuns: 150 },
  );
});

// An earlier start regroups the following services into other working days, so their findings may change.
const regrouped = new Set(['space', 'dailyRest', 'dailyWork']);

test('every finding that an added service causes or makes worse names it', () => {
  const rules = rulesOf(branch, month);
  fc.assert(
    fc.property(anyRow('one'), anyShift, ({ facts, shifts }, { length, ...rest }) => {
      const added: Shift = { id: 'added', ...rest, end: rest.start + length * 30, unpaid: 0 };
      for (const { service, others, rule } of rules.wouldBreak(facts, shifts, added))
        if (!regrouped.has(rule)) expect([service, ...others]).toContain('added');
    }),
    { numRuns: 300 },
  );
});

test('every finding, or one of its services, touches the window, and exceeds its limit', () => {
  const rules = rulesOf(branch, month);
  const least = new Set(['break', 'space', 'dailyRest', 'weeklyRest', 'restSundays', 'joinedSunday']);
  fc.assert(
    fc.property(anyRow('one'), ({ facts, shifts }) => {
      for (const finding of rules.checkAgent(facts, shifts)) {
        const parts = shifts.filter(({ id }) => id === finding.service || finding.others.includes(id));
        const intervals = [[finding.from, finding.to], ...parts.map(({ start, end }) => [start, end])] as const;
        expect(intervals.some(([from = 0, to = 0]) => from < month.window.to && to > month.window.from)).toBe(true);
        if (finding.limit === 0) continue;
        if (least.has(finding.rule)) expect(finding.found).toBeLessThan(finding.limit);
        else expect(finding.found).toBeGreaterThan(finding.limit);
      }
    }),
    { numRuns: 150 },
  );
});

test('weeks and months partly outside give the same findings from counters as from loaded services', () => {
  const wide = calendarOf({ zone: paris, from: '2026-10-01', to: '2026-12-31' });
  const first = dayNumber('2026-09-24');
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 105 }), { minLength: 20, maxLength: 90 });
  const contracts = [{ ...contract, period: 'MONTH' as const, hoursLimit: 60 }];
  fc.assert(
    fc.property(days, fc.integer({ min: 20, max: 70 }), (worked, from) => {
      const shifts = byStart(worked.map((day) => shift(`${dayOfNumber(first + day)} 08:00-19:00`)));
      const window = { from: dayOfNumber(first + from), to: dayOfNumber(first + from + 3) };
      const narrow = calendarOf({ zone: paris, ...window });
      const inside = shifts.filter(({ start, end }) => start < narrow.loaded.to && end > narrow.loaded.from);
      fc.pre(inside.length > 0);
      const outside = shifts
        .filter((one) => !inside.includes(one))
        .map(({ id }) => ({ day: id.slice(0, 10), minutes: 660 }));
      const settings = { ...own, levels: levels(1, ['maxWeeklyHours', 'overtime', 'restSunday']) };
      const seen = (findings: ReturnType<typeof near>) =>
        findings
          .filter(
            ({ rule, from: since, to }) =>
              (rule === 'week' || rule === 'contractMonth') && since < narrow.window.to && to > narrow.window.from,
          )
          .map(({ rule, found, limit }) => `${rule} ${found}/${limit}`);
      const near = (calendar: typeof narrow, loaded: Shift[], counters: AgentFacts['counters']) =>
        rulesOf(settings, calendar).checkAgent(somebody({ contracts, counters }), loaded);
      expect(seen(near(narrow, inside, countersOf(narrow, own, outside)))).toEqual(
        seen(near(wide, shifts, countersOf(wide, own, []))),
      );
    }),
    { numRuns: 60 },
  );
});
