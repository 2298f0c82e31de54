// The page on security counts its own verdicts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync(join(import.meta.dirname, 'SECURITY.md'), 'utf8');
const rows = [...page.matchAll(/^\| (V[\d.]+) +\| ([^|]+) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm)].map((row) => ({
  id: row[1] as string,
  level: (row[2] as string).trim(),
  verdict: (row[4] as string).trim(),
  reason: (row[5] as string).trim(),
}));

/** Chapters that do not apply are one row each: requirements of level 1 and 2 (ASVS 5.0.0). */
const chapters: Record<string, { '1': number; '2': number }> = { V10: { '1': 5, '2': 24 }, V17: { '1': 0, '2': 7 } };
const verdicts = ['met', '**not met**', 'deployment', 'not applicable'];

const countOf = (level: '1' | '2', verdict: string): number =>
  rows
    .filter((row) => row.verdict === verdict)
    .reduce((sum, row) => sum + (chapters[row.id]?.[level] ?? (row.level === level ? 1 : 0)), 0);
const summary = (name: string): string[] =>
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find(([, first]) => first === name) ?? [];

test('every requirement of levels 1 and 2 has one verdict, with its test or its reason', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const { id, verdict, reason } of rows) {
    expect(verdicts, id).toContain(verdict);
    expect(reason, id).not.toBe('');
  }
  const total = (level: '1' | '2'): number => verdicts.reduce((sum, verdict) => sum + countOf(level, verdict), 0);
  expect([total('1'), total('2')]).toEqual([70, 183]);
});

test('the summary counts the table, and the list names what is not met', () => {
  for (const level of ['1', '2'] as const) {
    const counts = verdicts.map((verdict) => countOf(level, verdict));
    const [met = 0, not = 0] = counts;
    const share = `${((100 * met) / (met + not)).toFixed(1)} %`;
    expect(summary(level === '1' ? '1' : '2 alone').slice(2, 7)).toEqual([...counts.map(String), share]);
  }
  const named = [...page.matchAll(/^- (V[\d.]+) \(level/gm)].map((match) => match[1]);
  const notMet = rows.filter(({ verdict }) => verdict === '**not met**').map(({ id }) => id);
  expect(new Set(named)).toEqual(new Set(notMet));
});
