// Motion as a phone at the belt measures it, made by generators: 50 samples a second, m/s², with a seeded noise.
import { gravity, type MotionSample } from '../motion.ts';

const rate = 50;

export interface Trace {
  samples: MotionSample[];
  seconds: number;
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Upright: gravity on y. Lying: on z. */
type Pose = 'upright' | 'lying' | 'tilted';
const poses: Record<Pose, readonly [y: number, z: number]> = {
  upright: [1, 0.05],
  lying: [0.05, 1],
  tilted: [0.75, 0.66],
};

interface Part {
  seconds: number;
  pose: Pose;
  /** Along gravity, at this second of the part. */
  along?(second: number): number;
  noise?: number;
}

const wave = (hertz: number, size: number) => (second: number) => size * Math.sin(2 * Math.PI * hertz * second);

/** A step strikes harder than it lifts. */
const strides = (hertz: number, size: number) => (second: number) => {
  const phase = (second * hertz) % 1;
  return phase < 0.3
    ? size * Math.sin((phase / 0.3) * Math.PI)
    : -0.45 * size * Math.sin(((phase - 0.3) / 0.7) * Math.PI);
};

const parts = {
  still: (seconds: number, pose: Pose): Part => ({ seconds, pose, noise: 0.15 }),
  walk: (seconds: number): Part => ({ seconds, pose: 'upright', along: strides(1.9, 3.5), noise: 0.5 }),
  run: (seconds: number): Part => ({ seconds, pose: 'upright', along: strides(2.7, 14), noise: 1.5 }),
  stairs: (seconds: number): Part => ({ seconds, pose: 'upright', along: strides(1.6, 6), noise: 0.8 }),
  sitting: (seconds: number): Part => ({ seconds, pose: 'tilted', along: wave(0.05, 0.2), noise: 0.3 }),
  car: (seconds: number): Part => ({
    seconds,
    pose: 'tilted',
    along: (second) => wave(11, 0.8)(second) + (second % 17 < 0.15 ? 5 : 0),
    noise: 0.6,
  }),
  /** Without weight, then an impact. */
  drop: (pose: Pose): Part => ({
    seconds: 0.5,
    pose,
    along: (second) => (second < 0.35 ? -8.5 : second < 0.42 ? 26 : 4),
    noise: 0.4,
  }),
};

function trace(seed: number, list: readonly Part[]): Trace {
  const random = randomOf(seed);
  const samples: MotionSample[] = [];
  let t = 0;
  for (const { seconds, pose, along, noise = 0.2 } of list) {
    const [y, z] = poses[pose];
    const shake = (): number => (random() - 0.5) * 2 * noise;
    for (let index = 0; index < seconds * rate; index += 1) {
      const size = gravity + (along?.(index / rate) ?? 0);
      samples.push({ t, x: shake(), y: y * size + shake(), z: z * size + shake() });
      t += 1_000 / rate;
    }
  }
  return { samples, seconds: t / 1_000 };
}

const before = [parts.still(4, 'upright'), parts.walk(20)];

interface Made {
  /** Real falls whose person stays down. */
  falls: number;
  of(seed: number): Trace;
}

const made = {
  walking: { falls: 0, of: (seed: number) => trace(seed, [...before, parts.walk(280)]) },
  running: { falls: 0, of: (seed: number) => trace(seed, [...before, parts.run(280)]) },
  stairs: { falls: 0, of: (seed: number) => trace(seed, [...before, parts.stairs(280)]) },
  sitting: { falls: 0, of: (seed: number) => trace(seed, [...before, parts.sitting(280)]) },
  car: { falls: 0, of: (seed: number) => trace(seed, [...before, parts.car(280)]) },
  'phone dropped on a table, picked up': {
    falls: 0,
    of: (seed: number) =>
      trace(seed, [...before, parts.drop('lying'), parts.still(5, 'lying'), parts.still(3, 'upright'), parts.walk(60)]),
  },
  'fall with getting up': {
    falls: 0,
    of: (seed: number) =>
      trace(seed, [...before, parts.drop('lying'), parts.still(6, 'lying'), parts.still(2, 'upright'), parts.walk(60)]),
  },
  'fall without getting up': {
    falls: 1,
    of: (seed: number) => trace(seed, [...before, parts.drop('lying'), parts.still(60, 'lying')]),
  },
} satisfies Record<string, Made>;

export const traces: Readonly<Record<string, Made>> = made;
export const traceOf = (name: keyof typeof made): Made => made[name];
