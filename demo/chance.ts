// Repeatable random values: they depend on the seed and a label, never on the time or the order of calls.

export interface Chance {
  /** From 0 included to 1 excluded. */
  next(): number;
  /** Both ends included. */
  integer(min: number, max: number): number;
  happens(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Distinct items, in the order of the list. */
  some<T>(list: readonly T[], count: number): T[];
}

export function chanceOf(seed: number, ...about: (string | number)[]): Chance {
  const next = generator(scatter(`${seed}/${about.join('/')}`));
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    happens: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[integer(0, list.length - 1)] as T;
    },
    some: <T>(list: readonly T[], count: number): T[] => {
      const left = list.map((_, index) => index);
      const kept = new Set<number>();
      while (kept.size < count && left.length > 0) kept.add(left.splice(integer(0, left.length - 1), 1)[0] as number);
      return list.filter((_, index) => kept.has(index));
    },
  };
}

type State = [number, number, number, number];

/** Hashes a label to 128 bits (the public-domain cyrb128). */
function scatter(label: string): State {
  let [h1, h2, h3, h4] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762];
  for (let index = 0; index < label.length; index++) {
    const code = label.charCodeAt(index);
    h1 = h2 ^ Math.imul(h1 ^ code, 597_399_067);
    h2 = h3 ^ Math.imul(h2 ^ code, 2_869_860_233);
    h3 = h4 ^ Math.imul(h3 ^ code, 951_274_213);
    h4 = h1 ^ Math.imul(h4 ^ code, 2_716_044_179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597_399_067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2_869_860_233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951_274_213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2_716_044_179);
  return [(h1 ^ h2 ^ h3 ^ h4) >>> 0, (h2 ^ h1) >>> 0, (h3 ^ h1) >>> 0, (h4 ^ h1) >>> 0];
}

/** The sfc32 generator. */
function generator([first, second, third, fourth]: State): () => number {
  let [a, b, c, d] = [first, second, third, fourth];
  return () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
}

/** A fixed time, not the current one: demo ids are the same on every machine and every day. */
const firstInstant = Date.UTC(2024, 0, 1);

/** An id in the form of uuid v7; a higher rank gives a higher id. */
export function idAt(rank: number, chance: Chance): string {
  const time = (firstInstant + rank).toString(16).padStart(12, '0');
  const bits = (digits: number): string =>
    chance
      .integer(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bits(3)}-${'89ab'[chance.integer(0, 3)]}${bits(3)}-${bits(6)}${bits(6)}`;
}
