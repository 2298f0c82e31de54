// The inactivity detector (2 §4; S-012 to S-021), and the check by the clock, which asks the person to answer.
import { isWalking, type MotionSample, noSteps, type Steps, withStep } from './motion.ts';

/** S-012 */
export const inactivityStates = {
  inactive: 'Arrêtée',
  active: 'Active',
  watching: 'Surveille',
  walking: 'Marche',
} as const;
export type InactivityState = keyof typeof inactivityStates;

/** S-020 */
export const inactivityNotification = 3;
/** S-019: minutes. */
export const leastFrequency = 5;
/** S-015 */
export const countdown = { steps: 3, every: 3_000 } as const;
/** S-014: milliseconds without a step. */
export const restAfter = 10_000;

export interface Inactivity {
  state: InactivityState;
  steps: Steps;
  /** The end of the check interval; null: no timer runs (S-013). */
  dueAt: number | null;
  lastStepAt: number | null;
  /** When the next check by the clock is due (PTI frequency). */
  checkAt: number;
  /** The alarm that counts down: why, and when it began. */
  counting: { why: 'inactivity' | 'check'; since: number } | null;
  /** The countdown ended: the event is to be sent. */
  isDue: boolean;
}

/** Minutes. */
export interface Intervals {
  inactivity: number;
  check: number;
}

const minute = 60_000;

export const newInactivity = (state: 'inactive' | 'active', now: number, { check }: Intervals): Inactivity => ({
  ...{ state, steps: noSteps, dueAt: null, lastStepAt: null, checkAt: now + check * minute },
  ...{ counting: null, isDue: false },
});

const watch = (one: Inactivity, now: number, { inactivity }: Intervals): Inactivity => ({
  ...one,
  state: 'watching',
  dueAt: now + Math.max(leastFrequency, inactivity) * minute,
});

export function inactivitySample(one: Inactivity, sample: MotionSample): Inactivity {
  if (one.state === 'inactive') return one;
  const steps = withStep(one.steps, sample);
  if (!isWalking(steps, sample.t)) return steps === one.steps ? one : { ...one, steps };
  // A walk answers the question whether he moves, not the question whether all is well.
  const counting = one.counting?.why === 'check' ? one.counting : null;
  return { ...one, steps, state: 'walking', dueAt: null, lastStepAt: sample.t, counting };
}

/**
 * Each second. While the motion sensor is silent nobody can tell that somebody does not move: the interval begins again,
 * and only the check by the clock goes on.
 */
export function inactivityTick(one: Inactivity, now: number, of: Intervals, motionWorks = true): Inactivity {
  if (one.state === 'inactive' || one.isDue) return one;
  if (one.counting) {
    const isOver = now - one.counting.since >= countdown.steps * countdown.every;
    return isOver ? { ...one, counting: null, isDue: true } : one;
  }
  if (now >= one.checkAt) return { ...one, counting: { why: 'check', since: now } };
  if (one.state === 'active' || !motionWorks) return watch(one, now, of);
  if (one.state === 'walking') return now - (one.lastStepAt ?? now) >= restAfter ? watch(one, now, of) : one;
  return one.dueAt !== null && now >= one.dueAt ? { ...one, counting: { why: 'inactivity', since: now } } : one;
}

/** S-018: « R.A.S ». */
export const dismissInactivity = (one: Inactivity, now: number, of: Intervals): Inactivity =>
  one.state === 'inactive'
    ? one
    : { ...watch(one, now, of), counting: null, isDue: false, checkAt: now + of.check * minute };

/** The event is recorded; the watch goes on. */
export const inactivitySent = dismissInactivity;

/** Steps left of the countdown: 3, 2, 1. */
export const inactivityCountdown = ({ counting }: Inactivity, now: number): number | null =>
  counting ? Math.max(0, countdown.steps - Math.floor((now - counting.since) / countdown.every)) : null;
