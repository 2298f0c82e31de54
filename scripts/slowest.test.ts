import { expect, test } from 'vitest';
import { formatSlowest, slowestFiles, slowestJourneys } from './slowest.mjs';

const file = (name: string, time: number) => ({ name: `/p/${name}`, startTime: 1_000, endTime: 1_000 + time });

test('the ten slowest files are listed, the slowest first', () => {
  const slowest = slowestFiles(
    {
      testResults: [
        file('core/none.test.ts', 0),
        ...Array.from({ length: 12 }, (_, n) => file(`${n}.test.ts`, n * 100)),
      ],
    },
    '/p',
  );
  expect(slowest).toHaveLength(10);
  expect(slowest[0]).toEqual({ title: '11.test.ts', time: 1_100 });
  expect(formatSlowest('Fichiers les plus lents', slowest.slice(0, 2))).toBe(
    '\nFichiers les plus lents\n    1.1 s  11.test.ts\n    1.0 s  10.test.ts',
  );
});

test('the time of a retried journey is the sum of its attempts', () => {
  const journey = (title: string, ...durations: number[]) => ({
    title,
    file: 'a.test.ts',
    tests: [{ projectName: 'desk', results: durations.map((duration) => ({ duration })) }],
  });
  const suites = [{ specs: [journey('once', 900)], suites: [{ specs: [journey('twice', 500, 600)] }] }];
  expect(slowestJourneys({ suites })).toEqual([
    { title: '[desk] a.test.ts › twice', time: 1_100 },
    { title: '[desk] a.test.ts › once', time: 900 },
  ]);
});

test('an empty run prints nothing', () => {
  expect(formatSlowest('Parcours les plus lents', [])).toBe('');
});
