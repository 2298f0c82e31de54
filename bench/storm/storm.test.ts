// The short version of npm run storm.
import { expect, test } from 'vitest';
import { storm } from './storm.ts';

test.each([
  ['one process with its database', 1],
  ['two processes on one database', 2],
] as const)('%s killed during writes: nothing is lost, duplicated or partly written', async (_what, processes) => {
  const result = await storm({ kills: 2, writes: 200, clients: 20, processes, lost: 0.02, log: () => {} });
  expect(result).toMatchObject({ acknowledged: 200, lost: 0, doubled: 0, half: 0 });
  expect(result.kills).toBeGreaterThan(0);
});
