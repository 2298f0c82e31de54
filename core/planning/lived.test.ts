import { describe, expect, test } from 'vitest';
import { refusal } from '../kernel/machine.ts';
import { effectiveMinutes, type Gap } from './hours.ts';
import { countedShift, type Decision, differenceOf, isToSettle, type LivedFacts, livedShift, settle } from './lived.ts';
import { serviceTimeStatus, timesToSettle } from './service-time.ts';
import { finished, interrupted, paused, running, unfinished } from './status.ts';

const at = (hours: number, minutes = 0): number => hours * 60 + minutes;
const pause: Gap = { type: 0, start: at(12), end: at(12, 30) };

/** 08:00 to 18:00 with half an hour of break: 9 h 30. */
const facts = (more: Partial<LivedFacts> = {}): LivedFacts => ({
  start: at(8),
  end: at(18),
  gaps: [pause],
  status: finished,
  startedAt: at(8),
  endedAt: at(18),
  taken: [{ start: at(12), end: at(12, 30), planned: at(12) }],
  ...more,
});
const later = at(48);

test.each<[string, Partial<LivedFacts>, number]>([
  ['as planned', {}, at(9, 30)],
  ['ends seven hours early, before the break', { endedAt: at(11), taken: [] }, at(3)],
  ['is extended past midnight', { endedAt: at(24, 7) }, at(15, 37)],
  ['begins late', { startedAt: at(8, 20) }, at(9, 10)],
  ['begins early', { startedAt: at(7, 45) }, at(9, 45)],
  ['records no break: it was taken as planned', { taken: [] }, at(9, 30)],
  ['takes a longer break, later', { taken: [{ start: at(13), end: at(14), planned: at(12) }] }, at(9)],
  ['takes a break that was not planned', { taken: [{ start: at(15), end: at(15, 20) }] }, at(9, 10)],
  ['is interrupted and resumes', { taken: [...facts().taken, { start: at(15), end: at(16) }] }, at(8, 30)],
  [
    'was noted late by the agency, too: deducted once',
    { startedAt: at(8, 20), gaps: [pause, { type: 1, start: at(8), end: at(8, 20) }] },
    at(9, 10),
  ],
  [
    'was absent during the service, as the agency noted',
    { gaps: [pause, { type: 4, start: at(15), end: at(16) }] },
    at(8, 30),
  ],
])('the lived hours of a service that %s', (_, more, minutes) => {
  const lived = livedShift('s', facts(more), later);
  expect(lived && effectiveMinutes(lived)).toBe(minutes);
});

test('somebody who has not begun has no lived hours', () => {
  expect(livedShift('s', facts({ status: null, startedAt: null, endedAt: null }), later)).toBeNull();
});

test.each<[string, Partial<LivedFacts>, number, number]>([
  ['at work before the planned end: until the planned end', { status: running }, at(10), at(18)],
  ['at work after the planned end: until now', { status: running }, at(19), at(19)],
  ['on a break after the planned end: until now', { status: paused }, at(19), at(19)],
  ['never ended: until the planned end', { status: unfinished }, later, at(18)],
])('%s', (_, more, now, end) => {
  expect(livedShift('s', facts({ ...more, endedAt: null }), now)?.end).toBe(end);
});

test('a running break is deducted until now', () => {
  const resting = facts({ status: paused, endedAt: null, taken: [{ start: at(9), end: null }] });
  expect(livedShift('s', resting, at(10))?.gaps).toContainEqual({ type: 0, start: at(9), end: at(10) });
});

describe('the difference from the plan', () => {
  test.each<[string, Partial<LivedFacts>, [number, number, number], boolean]>([
    ['none', {}, [0, 0, 0], false],
    [
      'each within the tolerance, though not their sum',
      { startedAt: at(8, 5), endedAt: at(17, 56) },
      [5, -4, -9],
      false,
    ],
    ['each within the tolerance', { startedAt: at(8, 3), endedAt: at(18, 3) }, [3, 3, 0], false],
    ['a late start, made up for at the end', { startedAt: at(8, 30), endedAt: at(18, 30) }, [30, 30, 0], true],
    [
      'a lateness that the agency entered already',
      { startedAt: at(8, 22), gaps: [pause, { type: 1, start: at(8), end: at(8, 20) }] },
      [2, 0, -2],
      false,
    ],
    ['an extension', { endedAt: at(19) }, [0, 60, 60], true],
    ['a longer break', { taken: [{ start: at(12), end: at(12, 45), planned: at(12) }] }, [0, 0, -15], true],
  ])('%s', (_, more, [start, end, effective], asked) => {
    const difference = differenceOf(facts(more), later);
    expect(difference).toEqual({ start, end, effective });
    expect(isToSettle(difference, 5, false)).toBe(asked);
  });

  test('of somebody who did not come is the whole service', () => {
    const difference = differenceOf(facts({ status: null, startedAt: null, endedAt: null }), later);
    expect(difference).toEqual({ start: 0, end: 0, effective: -at(9, 30) });
  });

  test('without a reported end is asked even if it is nil', () => {
    expect(isToSettle({ start: 0, end: 0, effective: 0 }, 5, true)).toBe(true);
  });
});

describe('the hours that count', () => {
  const quarter = { step: 15, way: 'NEAREST' } as const;
  const counted = (
    decision: Decision | null,
    more: Partial<LivedFacts>,
    rule = quarter as Parameters<typeof settle>[2],
  ) => {
    const lived = facts(more);
    const settlement = decision && settle(decision, lived, rule, later);
    const shift = countedShift('s', lived, settlement, later);
    return shift && [shift.start, shift.end, effectiveMinutes(shift)];
  };

  test.each<[string, Decision | null, Partial<LivedFacts>, [number, number, number] | null]>([
    ['the plan while nothing is decided', null, { endedAt: at(11), taken: [] }, [at(8), at(18), at(9, 30)]],
    ['the plan after a refusal', 'REFUSED', { endedAt: at(19) }, [at(8), at(18), at(9, 30)]],
    ['the lived times once accepted', 'ACCEPTED', { endedAt: at(19, 4) }, [at(8), at(19, 4), at(10, 34)]],
    [
      'the nearest quarter once rounded',
      'ROUNDED',
      { startedAt: at(8, 8), endedAt: at(19, 7) },
      [at(8, 15), at(19), at(10, 15)],
    ],
    [
      'an interrupted service, accepted',
      'ACCEPTED',
      { status: interrupted, endedAt: at(11), taken: [] },
      [at(8), at(11), at(3)],
    ],
    [
      'nothing for somebody who did not come, once accepted',
      'ACCEPTED',
      { status: null, startedAt: null, endedAt: null },
      null,
    ],
    [
      'the plan for him, once refused',
      'REFUSED',
      { status: null, startedAt: null, endedAt: null },
      [at(8), at(18), at(9, 30)],
    ],
  ])('%s', (_, decision, more, expected) => {
    expect(counted(decision, more)).toEqual(expected);
  });

  test('rounding in favour of the agent begins earlier and ends later', () => {
    const more = { startedAt: at(8, 14), endedAt: at(18, 1) };
    expect(counted('ROUNDED', more, { step: 15, way: 'AGENT' })).toEqual([at(8), at(18, 15), at(9, 45)]);
  });
});

test.each([
  ['round', { startedAt: '2026-11-15T19:00:00Z', endedAt: null }, /fin n’a pas été pointée/],
  ['accept', { startedAt: '2026-11-15T19:00:00Z', endedAt: null }, /fin n’a pas été pointée/],
  ['round', { startedAt: null, endedAt: null }, /Aucune heure/],
  ['accept', { startedAt: null, endedAt: null }, null],
  ['refuse', { startedAt: '2026-11-15T19:00:00Z', endedAt: null }, null],
  ['round', { startedAt: '2026-11-15T19:00:00Z', endedAt: '2026-11-15T20:00:00Z' }, null],
])('« %s » of %o makes up no end', (move, times, why) => {
  const refused = refusal(serviceTimeStatus, move, { status: timesToSettle, ...times });
  if (why === null) expect(refused).toBeNull();
  else expect(refused).toMatch(why);
});
