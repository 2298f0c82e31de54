import { expect, test } from 'vitest';
import {
  calibrate,
  confirmation,
  dismissFall,
  type Fall,
  type FallState,
  fallConstants,
  fallCountdown,
  fallNotification,
  fallSample,
  fallSent,
  fallStates,
  fallTick,
  motionProbe,
  newFall,
} from './fall.ts';
import { walk } from './motion.ts';
import { type Trace, traceOf, traces } from './testing/traces.ts';

const { wait } = fallConstants;

/** Every state that the detector goes through; at an alarm the event is sent. */
function replay({ samples }: Trace, act: (fall: Fall, t: number) => Fall = (fall) => fall) {
  let fall = newFall('active', 0);
  const seen: FallState[] = ['active'];
  const alarms: { at: number; impact: number }[] = [];
  for (const sample of samples) {
    fall = fallTick(act(fallSample(fall, sample), sample.t), sample.t, wait);
    if (fall.state === 'sending') {
      alarms.push({ at: sample.t, impact: fall.impactAt ?? 0 });
      seen.push('sending');
      fall = fallSent(fall, sample.t);
    }
    if (seen.at(-1) !== fall.state) seen.push(fall.state);
  }
  return { fall, seen, alarms };
}

test('S-001, S-009, S-010, S-011: states and constants are named', () => {
  expect(Object.keys(fallStates)).toHaveLength(13);
  expect([fallNotification, motionProbe]).toEqual([1, { every: 500, tries: 4 }]);
  const { wait: first, calibration, upright, down, weightless, impact } = fallConstants;
  expect([first, calibration, upright, down, walk.steps, weightless, impact]).toEqual([10, 150, 30, 60, 4, -5, 2]);
});

test('S-003: a person who stays down raises the alarm 3 s and the configured wait after the impact', () => {
  const { alarms, seen } = replay(traceOf('fall without getting up').of(1));
  expect(seen.slice(0, 6)).toEqual(['active', 'suspected', 'verifying', 'waking', 'alarm', 'sending']);
  expect(alarms).toHaveLength(1);
  const [{ at, impact } = { at: 0, impact: 0 }] = alarms;
  expect(at - impact).toBeGreaterThanOrEqual(confirmation + wait * 1_000);
  expect(at - impact).toBeLessThan(confirmation + wait * 1_000 + 100);
});

const fallen = (): Trace => traceOf('fall without getting up').of(1);

test('S-002: « R.A.S » ends the suspicion, and the watch goes on', () => {
  const { alarms, seen } = replay(fallen(), (fall, t) =>
    fallCountdown(fall, t, wait) === 5 ? dismissFall(fall, t) : fall,
  );
  expect([alarms, seen.slice(-3)]).toEqual([[], ['waking', 'falsePositive', 'active']]);
});

test.each([
  ['regained verticality', 'phone dropped on a table, picked up', 'vertical'],
  ['getting up', 'fall with getting up', 'vertical'],
] as const)('S-002: %s ends the suspicion', (_way, name, state) => {
  const { alarms, seen } = replay(traceOf(name).of(3));
  expect(alarms).toEqual([]);
  expect(seen).toContain('waking');
  expect(seen).toContain(state);
  expect(seen.at(-1)).toBe('active');
});

test('S-002: walking on after a stumble ends the suspicion before any sound', () => {
  const walking = traceOf('walking').of(1).samples;
  const cut = 24 * 50;
  const drop = traceOf('fall without getting up')
    .of(1)
    .samples.slice(cut, cut + 25);
  const last = drop.at(-1)?.t ?? 0;
  const after = walking.slice(0, 500).map((one) => ({ ...one, t: one.t + last + 20 }));
  const { seen, alarms } = replay({ samples: [...walking.slice(0, cut), ...drop, ...after], seconds: 40 });
  expect([alarms, seen.includes('waking')]).toEqual([[], false]);
  expect(seen).toContain('suspected');
});

test('S-006: a calibration takes 150 samples and learns how the phone is worn', () => {
  let fall = calibrate(newFall('active', 0), 0);
  for (let index = 0; index < 150; index += 1) {
    expect(fall.state).toBe('calibrating');
    fall = fallSample(fall, { t: index * 20, x: 0, y: 9.8, z: 0 });
  }
  expect(fall).toMatchObject({ state: 'active', reference: { x: 0, z: 0 } });
});

test('an idle detector and one on a computer ignore every sample', () => {
  for (const state of ['idle', 'desktop'] as const) {
    const fall = newFall(state, 0);
    expect(fallTick(fallSample(fall, { t: 1, x: 0, y: 60, z: 0 }), 5_000, wait)).toBe(fall);
  }
});

test('detections and false alarms of generated traces (printed)', () => {
  const seeds = [1, 2, 3, 4, 5, 6];
  const lines = Object.entries(traces).map(([name, { falls, of }]) => {
    const runs = seeds.map((seed) => of(seed)).map((made) => ({ made, found: replay(made) }));
    const hours = runs.reduce((sum, { made }) => sum + made.seconds, 0) / 3_600;
    const alarms = runs.reduce((sum, { found }) => sum + found.alarms.length, 0);
    const asked = runs.reduce((sum, { found }) => sum + found.seen.filter((one) => one === 'waking').length, 0);
    const expected = falls * seeds.length;
    return `${name}: ${Math.min(alarms, expected)}/${expected} falls found, ${(Math.max(0, alarms - expected) / hours).toFixed(1)} false alarms/h, ${(asked / hours).toFixed(1)} questions/h`;
  });
  console.info(lines.join('\n'));
  expect(lines).toHaveLength(Object.keys(traces).length);
});
