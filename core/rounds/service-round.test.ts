import { expect, test } from 'vitest';
import { remainingExecutions } from './service-round.ts';

const [ended, begun] = [{ endedAt: '2026-11-15T08:00:00.000Z' }, { endedAt: null }];

test.each([
  [3, [], 3],
  [3, [ended, begun], 2],
  [2, [ended, ended], 0],
  [1, [ended, ended], 0],
  [1, [begun], 1],
])('of %i executions, with %j, there remain %i (O-030)', (asked, executions, remaining) => {
  expect(remainingExecutions(asked, executions)).toBe(remaining);
});
