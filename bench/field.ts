// The simulator of the field at its full size (design of the field: 10 clients × 100 runs × each fault).
import { type Fault, faults, patience, simulate } from '#core/field/testing/simulator.ts';
import { line, title } from './report.ts';

const [clients, runs] = [10, 100];

async function troubled(label: string, chosen: readonly Fault[]): Promise<void> {
  const sum = { acts: 0, lost: 0, doubled: 0, disordered: 0, stuck: 0 };
  let slowest = 0;
  const start = performance.now();
  for (let seed = 1; seed <= runs; seed += 1) {
    const report = await simulate({ seed, clients, faults: chosen });
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += report[key];
    slowest = Math.max(slowest, report.slowest);
  }
  const { acts, lost, doubled, disordered, stuck } = sum;
  line(`${label}, ${acts} acts`, `${lost} / ${doubled} / ${disordered} / ${stuck}`, '0 / 0 / 0 / 0');
  line('  empty after the last fault, at the latest', `${slowest / 1_000} s`, `≤ ${patience / 1_000} s`);
  line('  took', `${((performance.now() - start) / 1_000).toFixed(1)} s`);
}

export async function benchField(): Promise<void> {
  title(`Field simulator: ${clients} phones, ${runs} runs of an hour; lost / doubled / out of order / stuck`);
  for (const fault of faults) await troubled(fault, [fault]);
  await troubled('all six at once', faults);
}
