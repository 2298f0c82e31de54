// Seeded random numbers: a failing run is repeated by its seed.

export interface Chance {
  /** A whole number below `limit`. */
  below(limit: number): number;
  pick<V>(from: readonly V[]): V;
  /** True in this percentage of calls. */
  percent(share: number): boolean;
}

/** mulberry32: small, fast and reproducible. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (from) => from[below(from.length)] as never, percent: (share) => below(100) < share };
}
