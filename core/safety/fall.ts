// The fall detector (2 §4; S-001 to S-011): a fall is a moment without weight and then an impact; it becomes an alarm if
// the person stays down and still. Pure: samples and seconds come in, the state and what to do come out.
import {
  angleOf,
  gravity,
  isWalking,
  type MotionSample,
  noSteps,
  type Steps,
  sizeOf,
  smoothed,
  type Vector,
  withStep,
} from './motion.ts';

/** S-001 */
export const fallStates = {
  desktop: 'Indisponible sur un ordinateur',
  idle: 'Arrêtée',
  active: 'Active',
  calibrating: 'Calibration',
  suspected: 'Chute possible',
  verifying: 'Vérification',
  waking: 'Attente du relevé',
  vertical: 'Verticalité retrouvée',
  woke: 'Relevé',
  walking: 'Marche',
  falsePositive: 'R.A.S',
  alarm: 'Alarme',
  sending: 'Signalement en cours',
} as const;
export type FallState = keyof typeof fallStates;

/** S-009 */
export const fallNotification = 1;
/** S-010: a page learns only by waiting whether motion events come. */
export const motionProbe = { every: 500, tries: 4 } as const;

/** S-011: 10, 150, 30, 60, 4 (`walk.steps`), -5 and 2. Their meaning is ours (decision 42). */
export const fallConstants = {
  /** Seconds to get up after the confirmation, unless the agency says otherwise. */
  wait: 10,
  /** Samples of a calibration: three seconds at 50 Hz. */
  calibration: 150,
  /** Degrees from the upright direction: upright below the first, down above the second. */
  upright: 30,
  down: 60,
  /** m/s² beside gravity: the phone has nearly no weight. */
  weightless: -5,
  /** Times gravity at the impact. */
  impact: 2,
} as const;

/** S-003: milliseconds before the wait. */
export const confirmation = 3_000;
/** Milliseconds between the two signs of a fall. */
const fallLasts = 1_000;
/** A person who lies still: m/s² around the mean, over the window. */
const still = { spread: 0.8, window: 1_500 } as const;
/** How long a way out of a suspicion is shown, before the detector watches again. */
const shownFor = 1_000;
const uprightFor = 1_000;

export interface Fall {
  state: FallState;
  /** When the state began. */
  since: number;
  /** Direction of gravity while the phone is worn; null: not calibrated, learned while walking. */
  reference: Vector | null;
  direction: Vector | null;
  steps: Steps;
  weightlessAt: number | null;
  impactAt: number | null;
  /** Since when the phone is upright again. */
  uprightAt: number | null;
  /** The last sizes, to tell whether the person is still. */
  recent: readonly { t: number; size: number }[];
  /** Samples left of a calibration, and their sum. */
  calibration: { left: number; sum: Vector } | null;
}

export const newFall = (state: 'desktop' | 'idle' | 'active', now: number, reference: Vector | null = null): Fall => ({
  ...{ state, since: now, reference, direction: null, steps: noSteps, weightlessAt: null, impactAt: null },
  ...{ uprightAt: null, recent: [], calibration: null },
});

const to = (fall: Fall, state: FallState, now: number): Fall => ({ ...fall, state, since: now });
const watchAgain = (fall: Fall, now: number): Fall => ({
  ...to(fall, 'active', now),
  ...{ weightlessAt: null, impactAt: null, uprightAt: null, steps: noSteps },
});

const isStill = ({ recent }: Fall, now: number): boolean => {
  const last = recent.filter(({ t }) => t > now - still.window).map(({ size }) => size);
  if (last.length === 0) return true;
  const mean = last.reduce((sum, size) => sum + size, 0) / last.length;
  return Math.sqrt(last.reduce((sum, size) => sum + (size - mean) ** 2, 0) / last.length) < still.spread;
};

const isUpright = ({ reference, direction }: Fall): boolean =>
  reference !== null && direction !== null && angleOf(reference, direction) < fallConstants.upright;
/** Without a reference nobody can tell how the phone lies: stillness alone counts. */
const isDown = ({ reference, direction }: Fall): boolean =>
  reference === null || direction === null || angleOf(reference, direction) > fallConstants.down;

/** S-006: the person stands with the phone where he wears it. */
export const calibrate = (fall: Fall, now: number): Fall => ({
  ...to(fall, 'calibrating', now),
  calibration: { left: fallConstants.calibration, sum: { x: 0, y: 0, z: 0 } },
});

function calibrated(fall: Fall, sample: MotionSample): Fall {
  const { left, sum } = fall.calibration ?? { left: 1, sum: sample };
  const added = { x: sum.x + sample.x, y: sum.y + sample.y, z: sum.z + sample.z };
  if (left > 1) return { ...fall, calibration: { left: left - 1, sum: added } };
  return { ...watchAgain(fall, sample.t), reference: added, calibration: null };
}

/** S-002: the person says that nothing is wrong. */
export const dismissFall = (fall: Fall, now: number): Fall =>
  ['suspected', 'verifying', 'waking', 'alarm', 'sending'].includes(fall.state) ? to(fall, 'falsePositive', now) : fall;

/** The event is recorded. */
export const fallSent = (fall: Fall, now: number): Fall => (fall.state === 'sending' ? watchAgain(fall, now) : fall);

export function fallSample(before: Fall, sample: MotionSample): Fall {
  if (before.state === 'idle' || before.state === 'desktop') return before;
  if (before.state === 'calibrating') return calibrated(before, sample);
  const { t } = sample;
  const size = sizeOf(sample);
  const fall: Fall = {
    ...before,
    direction: before.direction ? smoothed(before.direction, sample, 0.1) : sample,
    steps: withStep(before.steps, sample),
    recent: [...before.recent.filter((one) => one.t > t - still.window), { t, size }],
  };
  switch (fall.state) {
    case 'active':
      return looked(fall, size, t);
    case 'verifying':
      return verified(fall, t);
    case 'waking':
    case 'alarm':
      return risen(fall, t);
    default:
      return fall;
  }
}

/** A calm walk teaches how the phone is worn. */
const learned = (fall: Fall, t: number): Fall =>
  isWalking(fall.steps, t) && fall.direction
    ? { ...fall, reference: fall.reference ? smoothed(fall.reference, fall.direction, 0.01) : fall.direction }
    : fall;

function looked(fall: Fall, size: number, t: number): Fall {
  if (size - gravity < fallConstants.weightless) return { ...fall, weightlessAt: t };
  const isImpact = size > fallConstants.impact * gravity;
  if (!isImpact || fall.weightlessAt === null || t - fall.weightlessAt > fallLasts) return learned(fall, t);
  return { ...to(fall, 'suspected', t), impactAt: t, steps: noSteps };
}

/** Between the impact and the confirmation: the shaking of the fall itself is over. */
function verified(fall: Fall, t: number): Fall {
  if (isWalking(fall.steps, t)) return to(fall, 'walking', t);
  if (!isUpright(fall)) return { ...fall, uprightAt: null };
  const uprightAt = fall.uprightAt ?? t;
  return t - uprightAt >= uprightFor ? to(fall, 'vertical', t) : { ...fall, uprightAt };
}

/** The person gets up: he moves, and the phone is no longer where it lay. */
function risen(fall: Fall, t: number): Fall {
  const next = verified(fall, t);
  if (next.state !== fall.state) return next;
  return !isStill(next, t) && !isDown(next) ? to(next, 'woke', t) : next;
}

/** Each second, and with each sample. `wait`: seconds that the agency allows to get up. */
export function fallTick(fall: Fall, now: number, wait: number): Fall {
  switch (fall.state) {
    case 'suspected':
      return now - fall.since >= shownFor ? to(fall, 'verifying', now) : fall;
    case 'verifying':
      if (now - (fall.impactAt ?? now) < confirmation) return fall;
      return isStill(fall, now) && isDown(fall) ? to(fall, 'waking', now) : to(fall, 'woke', now);
    case 'waking':
      return now - (fall.impactAt ?? now) >= confirmation + wait * 1_000 ? to(fall, 'alarm', now) : fall;
    case 'alarm':
      return to(fall, 'sending', now);
    case 'vertical':
    case 'woke':
    case 'walking':
    case 'falsePositive':
      return now - fall.since >= shownFor ? watchAgain(fall, now) : fall;
    default:
      return fall;
  }
}

/** Seconds until the alarm, while the person may still answer. */
export const fallCountdown = (fall: Fall, now: number, wait: number): number | null =>
  fall.state === 'waking' && fall.impactAt !== null
    ? Math.max(0, Math.ceil((fall.impactAt + confirmation + wait * 1_000 - now) / 1_000))
    : null;
