import { expect, test } from 'vitest';
import { extended, running } from '#core/planning/status.ts';
import type { DayService } from './day.ts';
import { sinceWords } from './Standing.tsx';

const at = Date.parse('2026-11-17T16:31:00.000Z');

test('an extended service says when it began, not that it is extended since then', () => {
  const words = (status: number) => sinceWords({ status, realStart: at } as DayService, 'Europe/Paris');
  expect(words(running)).toBe('En cours depuis 17:31');
  expect(words(extended)).toMatch(/, commencé à 17:31$/);
});
