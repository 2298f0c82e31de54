import { expect, test } from 'vitest';
import { extended, finished, interrupted, late, paused, running, waiting } from '#core/planning/status.ts';
import { isWatched } from './day.ts';

test.each<[name: string, status: number, to: number | null, watched: boolean]>([
  ['a message of a service that runs', running, null, true],
  ['of an extended one', extended, null, true],
  ['before its start', waiting, null, false],
  ['its start', late, running, true],
  ['in a break', paused, null, false],
  ['the start of a break', running, paused, false],
  ['the end of a break', paused, running, false],
  ['its end', running, finished, true],
  ['after its end', finished, null, false],
  ['after an interruption', interrupted, null, false],
])('a position goes with a message only at work: %s', (_, status, to, watched) => {
  expect(isWatched(status, to)).toBe(watched);
});
