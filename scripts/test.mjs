// npm test: runs every check and test; prints the time of each step and a total.
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { installBrowserIfNeeded } from './browser.mjs';
import { checkSteps } from './check.mjs';
import { browserFailures, formatFailures, unitFailures } from './failures.mjs';
import { hookErrorsFile } from './hook-errors.mjs';
import { hasPostgres15, installPostgres15, onPostgres15 } from './pg15.mjs';
import { formatSlowest, slowestFiles, slowestJourneys } from './slowest.mjs';
import { environment, root, run, seconds } from './steps.mjs';

const tool = (name) => join(root, 'node_modules', '.bin', name);

/**
 * Test databases and data folders are held in memory if there is enough: copying a database takes 70 ms there, on a disk up
 * to 700.
 */
function temporaryFolder() {
  const [folder, needed] = ['/dev/shm', 10 * 1024 ** 3];
  try {
    const { bavail, bsize } = statfsSync(folder);
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === folder);
    // PostgreSQL is started from its data folder.
    return bavail * bsize >= needed && !/\bnoexec\b/.test(mounted ?? 'noexec') ? { TMPDIR: folder } : {};
  } catch {
    return {};
  }
}

const report = (name) => join(root, '.cache', `${name}.json`);

export async function test() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  // They wait for the network while the checks use the processor, one after the other: Debian installs one at a time.
  const browser = installBrowserIfNeeded();
  // The browser tests report its failure.
  browser.catch(() => {});
  const postgres = browser.catch(() => {}).then(preparePostgres);
  const steps = (await checkSteps()).map((step) => ({ ...step, passed: 0, failed: step.failed ? 1 : 0 }));
  steps.push(await timed('Tests du cœur, du serveur et des écrans', () => unitTests(postgres)));
  steps.push(await timed('Tests dans le navigateur', () => browserTests(browser)));
  for (const { slowest } of steps) if (slowest) console.log(slowest);
  console.log(formatFailures(steps.flatMap(({ failures = [] }) => failures)));
  for (const { title, time, passed, failed } of steps) {
    const counts = passed + failed > 0 ? `, ${passed} réussis, ${failed} échoués` : '';
    console.log(`${failed > 0 ? 'ÉCHEC' : 'ok   '} ${title} (${time}${counts})`);
  }
  const sum = (key) => steps.reduce((total, step) => total + step[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 ? 1 : 0;
}

async function timed(title, step) {
  const since = performance.now();
  console.log(`\n${title}`);
  const counts = await step().catch((error) => {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  });
  return { title, time: seconds(since), ...counts };
}

/**
 * Debian's server needs a third less processor time than the embedded one, which is built for size and runs the journeys;
 * and it is the oldest version that the README promises.
 */
async function preparePostgres() {
  if (!hasPostgres15()) return null;
  return installPostgres15().then(
    () => onPostgres15,
    () => null,
  );
}

/** @param {Promise<typeof onPostgres15 | null>} postgres null: the tests start the embedded one */
async function unitTests(postgres) {
  const path = report('vitest');
  rmSync(path, { force: true });
  const hooks = report('vitest-hooks');
  rmSync(hooks, { force: true });
  const reporters = ['default', 'json', './scripts/hook-errors.mjs'].map((reporter) => `--reporter=${reporter}`);
  const folder = temporaryFolder();
  const vitest = (own = {}) =>
    run(tool('vitest'), ['run', ...reporters, `--outputFile.json=${path}`], {
      env: environment({ [hookErrorsFile]: hooks, ...folder, ...own }),
    });
  const on = await postgres;
  const code = on ? await on(vitest, folder.TMPDIR) : await vitest();
  const result = read(path);
  const { numPassedTests: passed, numFailedTests: failed } = result;
  return {
    ...counted(code, passed, failed),
    failures: unitFailures(result, read(hooks), root),
    slowest: formatSlowest('Fichiers les plus lents', slowestFiles(result, root)),
  };
}

/** @param {Promise<void>} browser its installation */
async function browserTests(browser) {
  await browser;
  const path = report('playwright');
  rmSync(path, { force: true });
  const env = environment({ PLAYWRIGHT_JSON_OUTPUT_FILE: path, ...temporaryFolder() });
  const code = await run(tool('playwright'), ['test', '--reporter=list,json'], { env });
  const result = read(path);
  const { stats } = result;
  return {
    ...counted(code, stats.expected + stats.flaky, stats.unexpected),
    failures: browserFailures(result),
    slowest: formatSlowest('Parcours les plus lents', slowestJourneys(result)),
  };
}

// A file that fails to load fails the run, but no test.
function counted(code, passed, failed) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function read(path) {
  if (!existsSync(path)) throw new Error(`Aucun résultat : ${path} manque.`);
  return JSON.parse(readFileSync(path, 'utf8'));
}
