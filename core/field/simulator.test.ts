import { expect, test } from 'vitest';
import { faults, simulate } from './testing/simulator.ts';

/** Enough to find each fault that was built in on purpose; `npm run bench -- field` runs 100 of each. */
const runs = 8;

test.each([...faults.map((fault) => [fault]), faults])(
  '%s: no act is lost, doubled, out of order or stuck, on ten phones',
  async (...chosen) => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const { acts, lost, doubled, disordered, stuck } = await simulate({ seed, clients: 10, faults: chosen });
      expect(acts).toBeGreaterThan(50);
      expect({ seed, lost, doubled, disordered, stuck }).toEqual({
        seed,
        lost: 0,
        doubled: 0,
        disordered: 0,
        stuck: 0,
      });
    }
  },
);
