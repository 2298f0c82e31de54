import { describe, expect, test } from 'vitest';
import { refusals, type Step, stepTo } from '../planning/lifecycle.ts';
import { extended, finished, interrupted, late, missed, paused, running, waiting } from '../planning/status.ts';
import { serviceStep } from '../planning/step-message.ts';
import { unplannedStart } from '../planning/unplanned-message.ts';
import { activeOf, type Begun, type LivedService, livedDay, refusalIn } from './day.ts';
import type { FieldEvent } from './event.ts';

const minute = 60_000;
const [start, end, margin] = [1_000 * minute, 1_480 * minute, 5];

const service = (changes: Partial<LivedService> = {}): LivedService => ({
  id: 'a',
  status: waiting,
  start,
  end,
  isCircuit: false,
  circuit: null,
  realStart: null,
  realEnd: null,
  ...changes,
});

/** Minutes after the planned start. */
const step = (status: number, after: number, of = 'a', clockOffset: number | null = null): FieldEvent => ({
  uuid: `${of}-${status}-${after}`,
  device: 'd',
  rank: 1,
  type: serviceStep.type,
  at: start + after * minute,
  clockOffset,
  position: null,
  service: of,
  payload: { status },
});

test.each<[name: string, from: number, events: [status: number, after: number][], to: number]>([
  ['a start', waiting, [[running, 0]], running],
  ['a late start', late, [[running, 20]], running],
  ['a start two hours too early', waiting, [[running, -121]], waiting],
  [
    'a break and its end',
    waiting,
    [
      [running, 0],
      [paused, 60],
      [running, 80],
    ],
    running,
  ],
  [
    'a break in a prolongation',
    waiting,
    [
      [running, 0],
      [extended, 470],
      [paused, 490],
      [running, 500],
    ],
    extended,
  ],
  [
    'an end',
    waiting,
    [
      [running, 0],
      [finished, 480],
    ],
    finished,
  ],
  [
    'an end in a break',
    waiting,
    [
      [running, 0],
      [paused, 60],
      [finished, 480],
    ],
    paused,
  ],
  [
    'an interruption and its resumption',
    running,
    [
      [interrupted, 60],
      [running, 90],
    ],
    running,
  ],
  ['an end without a start', waiting, [[finished, 480]], waiting],
  [
    'a second start',
    waiting,
    [
      [running, 0],
      [running, 1],
    ],
    running,
  ],
])('%s', (_name, from, events, to) => {
  const [lived] = livedDay(
    [service({ status: from })],
    events.map(([status, after]) => step(status, after)),
    margin,
  );
  expect(lived?.status).toBe(to);
});

test('real hours are those of the corrected clock', () => {
  const events = [step(running, 10, 'a', -10 * minute), step(finished, 480)];
  expect(livedDay([service()], events, margin)).toMatchObject([{ realStart: start, realEnd: end }]);
});

test('a break under way is known by its own start', () => {
  const [lived] = livedDay([service()], [step(running, 0), step(paused, 60)], margin);
  expect(lived).toMatchObject({ status: paused, pausedAt: step(paused, 60).at });
});

test('what belongs to no known service, has no known form or another type changes nothing', () => {
  const events: FieldEvent[] = [
    step(running, 0, 'other'),
    { ...step(running, 0), payload: { status: 'x' } },
    { ...step(running, 0), type: 'note' },
  ];
  expect(livedDay([service()], events, margin)).toEqual([service()]);
});

describe('a circuit', () => {
  const circuit = service({ id: 'c', isCircuit: true });
  const stops = [
    service({ id: 's1', circuit: 'c', circuitStatus: waiting }),
    service({ id: 's2', circuit: 'c', circuitStatus: waiting }),
  ];

  test('opens its stops, and cannot end during one', () => {
    const begun = livedDay(
      [circuit, ...stops],
      [step(running, 0, 'c'), step(running, 10, 's1'), step(finished, 20, 'c')],
      margin,
    );
    expect(begun.map(({ status }) => status)).toEqual([running, running, waiting]);
    expect(activeOf(begun)?.id).toBe('s1');
    const over = livedDay(begun, [step(finished, 30, 's1'), step(finished, 40, 'c')], margin);
    expect(over.map(({ status }) => status)).toEqual([finished, finished, missed]);
  });

  test('in a break lets no stop begin', () => {
    const events = [step(running, 0, 'c'), step(paused, 5, 'c'), step(running, 10, 's1')];
    expect(livedDay([circuit, ...stops], events, margin)[1]?.status).toBe(waiting);
  });
});

test('a second service waits until the first is ended', () => {
  const day = livedDay([service(), service({ id: 'b' })], [step(running, 0)], margin);
  expect(refusalIn(day, day[1] as LivedService, 'start', margin, start + minute)).toBe(refusals.another);
  const over = livedDay(day, [step(finished, 480)], margin);
  expect(refusalIn(over, over[1] as LivedService, 'start', margin, start + minute)).toBeNull();
});

test('an act that the screen offers is an act that the log applies', () => {
  const statuses = [waiting, late, missed, running, paused, extended, interrupted, finished];
  const targets = [running, paused, extended, interrupted, finished];
  for (const status of statuses)
    for (const target of targets) {
      const one = service({ status });
      const taken = stepTo(status, target) as Step | null;
      const isAllowed = taken !== null && refusalIn([one], one, taken, margin, start) === null;
      const [after] = livedDay([one], [step(target, 0)], margin);
      expect(after !== one, `${status} → ${target}`).toBe(isAllowed);
    }
});

test('who breaks a tour off leaves the site where he was', () => {
  const tour = service({ status: running, isCircuit: true, realStart: start });
  const stops = ['s', 't'].map((id) =>
    service({ id, circuit: 'a', circuitStatus: running, ...(id === 's' ? { status: running, realStart: start } : {}) }),
  );
  const events = [step(interrupted, 60)];
  expect(livedDay([tour, ...stops], events, margin)).toMatchObject([
    { status: interrupted },
    { status: finished, realEnd: start + 60 * minute, circuitStatus: interrupted },
    { status: waiting, circuitStatus: interrupted },
  ]);
});

test('N-067: a service that nobody planned is lived before the server knows of it; beside a tour, not beside a service or a stop', () => {
  const begin = { ...step(running, 0, 'new'), type: unplannedStart.type, payload: { site: crypto.randomUUID() } };
  const made = (one: Begun): LivedService => one;
  const [begun] = livedDay([], [begin, step(paused, 10, 'new')], margin, made);
  expect(begun).toMatchObject({ id: 'new', status: paused, openEnded: true, realStart: begin.at });
  const other = service({ status: running });
  expect(livedDay([other], [begin], margin, made)).toEqual([other]);
  const tour = service({ status: running, isCircuit: true });
  expect(livedDay([tour], [begin], margin, made)).toMatchObject([tour, { id: 'new', status: running }]);
  const stop = service({ id: 's', status: running, circuit: 'a', circuitStatus: running });
  expect(livedDay([tour, stop], [begin], margin, made)).toEqual([tour, stop]);
});
