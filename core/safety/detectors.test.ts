// The inactivity and perimeter detectors, and the rules of the sound: tables of cases.
import { expect, test } from 'vitest';
import { finished, paused, running } from '../planning/status.ts';
import {
  dismissInactivity,
  type Inactivity,
  inactivityCountdown,
  inactivityNotification,
  inactivitySample,
  inactivityStates,
  inactivityTick,
  leastFrequency,
  newInactivity,
} from './inactivity.ts';
import {
  beyond,
  dismissPerimeter,
  newPerimeter,
  type Perimeter,
  perimeterCountdown,
  perimeterLimits,
  perimeterReading,
  perimeterSent,
  perimeterStates,
  perimeterTick,
} from './perimeter.ts';
import { logged, mayWatch, type SoundPlace } from './sound.ts';
import { traceOf } from './testing/traces.ts';

const minute = 60_000;
const intervals = { inactivity: 10, check: 30 };
const walking = traceOf('walking').of(1).samples.slice(200, 600);

/** Ticks every second from one time to another. */
function wait(one: Inactivity, from: number, until: number): Inactivity {
  let next = one;
  for (let now = from; now <= until; now += 1_000) next = inactivityTick(next, now, intervals);
  return next;
}
const walked = (one: Inactivity, at: number): Inactivity =>
  walking.reduce((next, sample) => inactivitySample(next, { ...sample, t: at + sample.t - (walking[0]?.t ?? 0) }), one);

test('S-012, S-020, S-019: states, notification and shortest interval', () => {
  expect([Object.keys(inactivityStates), inactivityNotification, leastFrequency]).toEqual([
    ['inactive', 'active', 'watching', 'walking'],
    3,
    5,
  ]);
  const short = inactivityTick(newInactivity('active', 0, intervals), 0, { inactivity: 1, check: 30 });
  expect(short.dueAt).toBe(5 * minute);
});

test('S-015, S-016: nobody walks until the end of the interval: three steps of 3 s, then the event is due', () => {
  const before = wait(newInactivity('active', 0, intervals), 0, 10 * minute - 1_000);
  expect([before.state, before.counting]).toEqual(['watching', null]);
  const counting = inactivityTick(before, 10 * minute, intervals);
  expect([0, 3_000, 6_000, 9_000].map((ms) => inactivityCountdown(counting, 10 * minute + ms))).toEqual([3, 2, 1, 0]);
  expect(inactivityTick(counting, 10 * minute + 8_999, intervals).isDue).toBe(false);
  expect(inactivityTick(counting, 10 * minute + 9_000, intervals).isDue).toBe(true);
});

test('S-013, S-014: walking clears the timer; 10 s after the last step it runs again, from the start', () => {
  const walks = walked(wait(newInactivity('active', 0, intervals), 0, 9 * minute), 9 * minute);
  expect([walks.state, walks.dueAt]).toEqual(['walking', null]);
  const last = walks.lastStepAt ?? 0;
  expect(inactivityTick(walks, last + 9_999, intervals).state).toBe('walking');
  const rests = inactivityTick(walks, last + 10_000, intervals);
  expect([rests.state, rests.dueAt]).toEqual(['watching', last + 10_000 + 10 * minute]);
});

test('S-015: the interval begins again when a silent sensor works again, without a step', () => {
  const silent = inactivityTick(wait(newInactivity('active', 0, intervals), 0, minute), 2 * minute, intervals, false);
  expect([silent.state, silent.counting]).toEqual(['watching', null]);
  const long = inactivityTick(silent, 20 * minute, intervals, false);
  expect(long.counting).toBeNull();
  expect(wait(long, 20 * minute + 1_000, 30 * minute - 1_000).counting).toBeNull();
  expect(inactivityTick(long, 30 * minute, intervals).counting?.why).toBe('check');
  const later = { ...long, checkAt: 60 * minute };
  expect(inactivityTick(later, 30 * minute, intervals).counting?.why).toBe('inactivity');
});

test('S-018: « R.A.S » ends the countdown; walking does too', () => {
  const counting = wait(newInactivity('active', 0, intervals), 0, 10 * minute);
  expect(counting.counting?.why).toBe('inactivity');
  expect(dismissInactivity(counting, 11 * minute, intervals)).toMatchObject({ counting: null, state: 'watching' });
  expect(walked(counting, 10 * minute).counting).toBeNull();
});

test('S-021: the check by the clock is asked of somebody who walks too', () => {
  const walks = { ...walked(newInactivity('active', 0, intervals), 29 * minute), lastStepAt: 30 * minute };
  const asked = inactivityTick(walks, 30 * minute, intervals);
  expect(asked.counting?.why).toBe('check');
  expect(walked(asked, 30 * minute).counting?.why).toBe('check');
  expect(dismissInactivity(asked, 31 * minute, intervals).checkAt).toBe(61 * minute);
});

const place = { latitude: 43.7, longitude: 7.26, radius: 100 };
const inside = { latitude: 43.7, longitude: 7.26, accuracy: 10 };
/** About 220 m north of the centre. */
const outside = { latitude: 43.702, longitude: 7.26, accuracy: 10 };
const read = (one: Perimeter, at: readonly (typeof inside)[], from = 0, every = 5_000): Perimeter =>
  at.reduce((next, reading, index) => perimeterReading(next, { ...reading, t: from + index * every }, place), one);
const fresh = (): Perimeter => newPerimeter('active', 0);
const five = Array.from({ length: 5 }, () => outside);

test('S-022, S-023, S-031: states, distance and limits', () => {
  expect(Object.keys(perimeterStates)).toEqual([
    ...['desktop', 'inactive', 'active', 'leave', 'warning', 'sending', 'wait_return', 'return'],
  ]);
  expect(perimeterLimits).toEqual({ countdown: 60, readings: 5, watch: 60 });
  expect([Math.round(beyond(place, inside)), Math.round(beyond(place, outside))]).toEqual([-100, 122]);
});

test.each([
  ['one reading outside is a first sign', [outside], 'leave'],
  ['five readings outside start the countdown', five, 'warning'],
  ['four do not', five.slice(1), 'leave'],
  ['a reading inside resets', [...five.slice(1), inside, outside], 'leave'],
  ['S-028: inside during the countdown resets', [...five, inside], 'active'],
  ['S-024: an accuracy over 100 is ignored', five.map((one) => ({ ...one, accuracy: 101 })), 'active'],
  ['an accuracy of 100 counts', five.map((one) => ({ ...one, accuracy: 100 })), 'warning'],
  [
    'S-025: a missing accuracy counts as 50',
    five.map(({ latitude, longitude }) => ({ latitude, longitude }) as never),
    'warning',
  ],
] as const)('S-026: %s', (_title, readings, state) => {
  expect(read(fresh(), readings).state).toBe(state);
});

test('S-026: readings more than 60 s apart count from the start', () => {
  expect(read(fresh(), five, 0, 61_000)).toMatchObject({ state: 'leave' });
});

test('S-027, S-029: the countdown ends in a report; coming back after it is an event, then all is as before', () => {
  const warning = read(fresh(), five);
  expect([perimeterCountdown(warning, 20_000), perimeterTick(warning, 79_999).state]).toEqual([60, 'warning']);
  const sent = perimeterSent(perimeterTick(warning, 80_000), 80_000);
  expect(sent.state).toBe('wait_return');
  const back = read(sent, [outside, inside], 81_000);
  expect(back.state).toBe('return');
  expect(perimeterSent(back, 90_000).state).toBe('active');
});

test('« R.A.S » ends the countdown; the next readings outside start another one', () => {
  const dismissed = dismissPerimeter(read(fresh(), five), 25_000);
  expect([dismissed.state, read(dismissed, five, 26_000).state]).toEqual(['active', 'warning']);
});

const on: SoundPlace = { feature: true, status: running, pauseOnBreak: true, circuit: 'none' };
test.each([
  ['a running service', {}, true],
  ['S-032: not without the agency’s feature', { feature: false }, false],
  ['S-033: not without a service', { status: null }, false],
  ['S-033: not after the end', { status: finished }, false],
  ['S-034: not in a break', { status: paused }, false],
  ['S-034: in a break, if the agency says so', { status: paused, pauseOnBreak: false }, true],
  ['S-035: not between two sites of a circuit', { circuit: 'between' }, false],
  ['S-035: on a site of a circuit', { circuit: 'onSite' }, true],
] as const)('the sound: %s', (_title, changes, may) => {
  expect(mayWatch({ ...on, ...changes })).toBe(may);
});

test('S-036: changes of state are logged with their time, newest first, each once', () => {
  const states = ['active', 'active', 'suspected', 'active'];
  const log = states.reduce<ReturnType<typeof logged>>(
    (lines, state, at) => logged(lines, { at, what: 'fall', state }),
    [],
  );
  expect(log.map(({ at, state }) => [at, state])).toEqual([
    [3, 'active'],
    [2, 'suspected'],
    [0, 'active'],
  ]);
  // Two lines of a detector never have the same time: screens tell them apart by it.
  expect(logged(log, { at: 3, what: 'fall', state: 'desktop' }).map(({ state }) => state)).toEqual([
    ...['desktop', 'suspected', 'active'],
  ]);
});
