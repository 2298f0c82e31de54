// npm run bench: prints figures, and never fails because of them.
import { buildIfNeeded } from './build.mjs';
import { run, runtime } from './steps.mjs';

export async function bench() {
  await buildIfNeeded();
  return run(runtime(), ['bench/run.ts', ...process.argv.slice(3)]);
}
