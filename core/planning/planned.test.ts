import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedBreaks, type PlannedBreak, type PlannedHours, plannedMinutes, postMinutes } from './planned.ts';

const [ada, bob] = ['ada', 'bob'];
const day: PlannedHours = {
  start: 480,
  end: 1080,
  breaks: [
    [720, 750, null],
    [740, 800, ada],
    [900, 910, bob],
  ],
};

test.each([
  ['of a post without a person: the breaks of everybody', null, 480, 1080, 570],
  ['of a person with a break of his own that overlaps: once', ada, 480, 1080, 520],
  ['of his colleague', bob, 480, 1080, 560],
  ['until a moment in a break', ada, 480, 745, 240],
  ['from after the breaks of everybody', bob, 750, 2000, 320],
  ['outside the service', ada, 0, 480, 0],
])('the planned minutes %s', (_what, agent, from, to, minutes) => {
  expect(plannedMinutes(day, agent, from, to)).toBe(minutes);
});

test.each([
  ['of two people', [ada, bob], 2, 520 + 560],
  ['of one person and an open post', [bob], 2, 560 + 570],
  ['of nobody whose name may be seen', [], 3, 3 * 570],
])('all posts %s are counted', (_what, agents, wanted, minutes) => {
  expect(postMinutes({ ...day, agents, wanted })).toBe(minutes);
});

const span = fc.tuple(fc.integer({ min: -30, max: 330 }), fc.integer({ min: 1, max: 90 }));
const someBreaks = fc.array(
  fc
    .tuple(span, fc.constantFrom(null, ada, bob))
    .map(([[from, long], whose]): PlannedBreak => [from, from + long, whose]),
  { maxLength: 5 },
);

test('every planned minute is counted once, wherever the breaks are', () => {
  fc.assert(
    fc.property(someBreaks, span, (breaks, [from, long]) => {
      const to = from + long;
      const isWorked = (minute: number, agent: string): boolean =>
        minute >= 0 &&
        minute < 300 &&
        !breaks.some(([start, end, whose]) => (whose === null || whose === agent) && minute >= start && minute < end);
      const counted = (agent: string): number =>
        Array.from({ length: long }, (_, index) => from + index).filter((minute) => isWorked(minute, agent)).length;
      const service = { start: 0, end: 300, breaks, agents: [ada, bob], wanted: 2 };
      expect(plannedMinutes(service, ada, from, to)).toBe(counted(ada));
      expect(postMinutes(service, from, to)).toBe(counted(ada) + counted(bob));
    }),
  );
});

test('breaks of everybody follow a service that is moved; those that no longer fit, and those of one person, stay behind', () => {
  expect(movedBreaks(day, 1480, 2080)).toEqual([[1720, 1750, null]]);
  expect(movedBreaks(day, 480, 740)).toEqual([]);
  expect(movedBreaks(day, 480, 820)).toEqual(day.breaks.slice(0, 2));
});
