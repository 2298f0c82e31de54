import { expect, test } from 'vitest';
import { browserFailures, formatFailures, unitFailures } from './failures.mjs';

test('a failed unit test or hook is reported with its file, its title and its first lines', () => {
  const failures = unitFailures(
    {
      testResults: [
        { name: '/p/core/a.test.ts', status: 'passed', message: '', assertionResults: [] },
        {
          name: '/p/core/b.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'two', failureMessages: [] },
            { status: 'failed', fullName: 'one and one are two', failureMessages: ['\u001B[31mexpected 3\u001B[39m'] },
          ],
        },
        { name: '/p/core/c.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] },
        { name: '/p/core/d.test.ts', status: 'failed', message: '', assertionResults: [] },
      ],
    },
    [{ title: 'core/d.test.ts › attacks', message: 'something was written' }],
    '/p',
  );
  expect(formatFailures(failures)).toBe(
    [
      '\n✘ core/b.test.ts › one and one are two\n    expected 3',
      '\n✘ core/c.test.ts\n    cannot be loaded',
      '\n✘ core/d.test.ts › attacks\n    something was written',
    ].join('\n'),
  );
});

test('a journey that failed or passed only on retry is reported with its first error', () => {
  const spec = (title: string, status: string, ...results: object[]) => ({
    title,
    file: 'a.test.ts',
    line: 3,
    tests: [{ projectName: 'desk', status, results }],
  });
  const failures = browserFailures({
    suites: [
      {
        specs: [spec('good', 'expected', {})],
        suites: [
          {
            specs: [
              spec('bad', 'unexpected', { error: { message: 'never seen' } }),
              spec('late', 'flaky', { error: { message: 'too late' } }, {}),
            ],
          },
        ],
      },
    ],
  });
  expect(failures).toEqual([
    { title: '[desk] a.test.ts:3 › bad', message: 'never seen' },
    { title: '[desk] a.test.ts:3 › late (instable)', message: 'too late' },
  ]);
});
