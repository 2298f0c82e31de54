// npm run bench: figures, never a verdict.
import { buildIfNeeded } from './build.mjs';
import { run, runtime } from './steps.mjs';

export async function bench() {
  await buildIfNeeded();
  return run(runtime(), ['bench/run.ts', ...process.argv.slice(3)]);
}
