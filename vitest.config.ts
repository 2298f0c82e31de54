import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They start and kill whole processes. */
const launcher = ['server/db/embedded.test.ts', 'bench/storm/storm.test.ts'];

/**
 * They put something in the place of a module: among files that share their modules, it would stay for the others, or not
 * be used where the module is loaded already.
 */
const replacing = globSync('{ui,web,field,app}/**/*.test.{ts,tsx}').filter((path) =>
  /\bvi\.(mock|doMock)\(/.test(readFileSync(path, 'utf8')),
);

/** And these look at the whole page, or put something in the place of what every page has. */
const alone = [
  ...replacing,
  'app/Entry.test.tsx',
  'ui/Table/exportRows.test.tsx',
  'ui/files/preview.test.tsx',
  'ui/shell/LazyScreen.test.tsx',
  'web/imports/imports.test.tsx',
];

/** It changes a declaration before anything is loaded that derives from it. */
const serverAlone = ['server/planning/new-column.test.ts'];

/** Node loads these modules itself, as in production: Vite's runner takes a quarter more processor time. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/** They take a minute or more: begun last, they would run on while the other core has nothing left to do. */
const longest = [
  'server/rights-matrix.test.ts',
  'bench/storm/storm.test.ts',
  'server/hostile.test.ts',
  'server/replay.test.ts',
  'server/db/embedded.test.ts',
  'app/every-screen.test.tsx',
  'server/backup/backup.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((path) => moduleId.endsWith(path));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    // A test waits for PostgreSQL as often as it works: one more than there are cores. By default one core is left idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // A busy machine is no failure.
      { test: { name: 'core', ...native, include: ['core/**/*.test.ts'], isolate: false, testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          ...native,
          include: ['server/**/*.test.ts', 'demo/**/*.test.ts'],
          exclude: [...launcher, ...serverAlone],
          // Files share their modules: loading them anew for each takes longer than most of the tests.
          isolate: false,
          globalSetup: ['server/testing/global-setup.ts'],
          // A busy machine is no failure.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server-alone',
          ...native,
          include: serverAlone,
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'launcher',
          ...native,
          include: launcher,
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'ui',
          include: ['{ui,web,field,app}/**/*.test.{ts,tsx}'],
          exclude: alone,
          environment: 'happy-dom',
          isolate: false,
          // What is declared last is undone first.
          setupFiles: ['ui/testing/settle.ts', 'web/testing/setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'ui-alone',
          include: alone,
          environment: 'happy-dom',
          setupFiles: ['ui/testing/settle.ts'],
          testTimeout: 60_000,
        },
      },
      { test: { name: 'scripts', include: ['{scripts,docs}/**/*.test.ts'] } },
    ],
  },
});
