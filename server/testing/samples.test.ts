import { expect, test } from 'vitest';
import { Break } from '#core/planning/break.ts';
import { minimalDraft } from './samples.ts';

test('a break lies inside the service of 72 hours that it gets, however many drafts came before', () => {
  const id = '01900000-0000-7000-8000-000000000001';
  const drafts = Array.from(
    { length: 10_000 },
    () => minimalDraft(Break, () => id) as { startAt: string; endAt: string },
  );
  expect(drafts.filter(({ startAt, endAt }) => startAt < '2026-10-25' || endAt >= '2026-10-28')).toEqual([]);
  expect(new Set(drafts.map(({ startAt }) => startAt)).size).toBeGreaterThan(3_000);
});
