// npm run check: types, lint and architecture, each with its time.
import { join } from 'node:path';
import { root, run, runtime, seconds } from './steps.mjs';

const tool = (name) => join(root, 'node_modules', '.bin', name);

/** In parallel: oxlint reads all types before it uses both cores. */
const lanes = () => [
  // It reports what `tsc -b` does, and would otherwise read the types a second time.
  [['Types et règles avec types (oxlint)', tool('oxlint'), ['--quiet']]],
  [
    ['Format et règles (biome)', tool('biome'), ['check', '--diagnostic-level=warn']],
    ['Architecture', runtime(), ['scripts/architecture.mjs']],
  ],
];

/** @returns {Promise<{ title: string, time: string, failed: boolean }[]>} */
export async function checkSteps() {
  return (await Promise.all(lanes().map(inTurn))).flat();
}

async function inTurn(steps) {
  const results = [];
  for (const [title, program, args] of steps) {
    const since = performance.now();
    const code = await run(program, args);
    const time = seconds(since);
    console.log(`${code === 0 ? 'ok   ' : 'ÉCHEC'} ${title} (${time})`);
    results.push({ title, time, failed: code !== 0 });
  }
  return results;
}

export async function check() {
  const results = await checkSteps();
  return results.some((result) => result.failed) ? 1 : 0;
}
