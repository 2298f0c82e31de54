// Samples of a device's accelerometer and gyroscope, and what the detectors read from them.

export interface MotionSample {
  /** Milliseconds, as all times of the detectors; they never go back, whatever the clock of the phone does. */
  t: number;
  /** Acceleration with gravity, m/s². */
  x: number;
  y: number;
  z: number;
}

export interface Vector {
  x: number;
  y: number;
  z: number;
}

export const gravity = 9.81;

export const sizeOf = ({ x, y, z }: Vector): number => Math.hypot(x, y, z);

/** Degrees between two directions. */
export function angleOf(one: Vector, other: Vector): number {
  const size = sizeOf(one) * sizeOf(other);
  if (size === 0) return 0;
  const cosine = (one.x * other.x + one.y * other.y + one.z * other.z) / size;
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}

/** `share` of the new value: removes the shaking from the direction of gravity. */
export const smoothed = (before: Vector, { x, y, z }: Vector, share: number): Vector => ({
  x: before.x + share * (x - before.x),
  y: before.y + share * (y - before.y),
  z: before.z + share * (z - before.z),
});

/** A walk: this many steps within the window (S-011: 4). */
export const walk = { steps: 4, window: 4_000 } as const;
/** m/s² above gravity at the peak of a step. The next step comes after the gap. */
const step = { peak: 1.2, gap: 250, mostGap: 1_500 } as const;

export interface Steps {
  isAbove: boolean;
  /** Times of the last steps. */
  times: readonly number[];
}

export const noSteps: Steps = { isAbove: false, times: [] };

/** Counts a step at each rise above the peak. A pause starts the count again. */
export function withStep(steps: Steps, sample: MotionSample): Steps {
  const isAbove = sizeOf(sample) > gravity + step.peak;
  const last = steps.times.at(-1);
  if (!isAbove || steps.isAbove || (last !== undefined && sample.t - last < step.gap))
    return isAbove === steps.isAbove ? steps : { ...steps, isAbove };
  const kept = last !== undefined && sample.t - last > step.mostGap ? [] : steps.times;
  return { isAbove, times: [...kept.filter((at) => at > sample.t - walk.window), sample.t] };
}

export const isWalking = ({ times }: Steps, now: number): boolean =>
  times.filter((at) => at > now - walk.window).length >= walk.steps;
