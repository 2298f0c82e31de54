// npm run pictures: takes the pictures of the README with the demo's data (e2e/screenshots.ts).
import { installBrowserIfNeeded } from './browser.mjs';
import { buildIfNeeded } from './build.mjs';
import { run, runtime } from './steps.mjs';

export async function pictures() {
  await installBrowserIfNeeded();
  await buildIfNeeded();
  return run(runtime(), ['e2e/screenshots.ts', ...process.argv.slice(3)]);
}
