import { describe, expect, test } from 'vitest';
import { instantAt } from '../kernel/clock.ts';
import { minuteOf } from './calendar.ts';
import { gapTotals } from './gap-totals.ts';

const zone = 'Europe/Paris';
const place = {
  zone,
  night: { start: '21:00', end: '06:00' },
  holidays: () => [{ day: '2026-11-11', name: 'Armistice 1918' }],
};
const at = (moment: string): number => minuteOf(instantAt(moment.slice(0, 10), moment.slice(11), zone));
const totals = (...gaps: [string, string][]) =>
  gapTotals(
    gaps.map(([from, to]) => [at(from), at(to)]),
    place,
  );

describe('totals of gaps', () => {
  test.each([
    ['none', [], { day: 0, night: 0, sunday: 0, holiday: 0 }],
    ['by day', [['2026-11-16 08:00', '2026-11-16 08:30']], { day: 30, night: 0, sunday: 0, holiday: 0 }],
    [
      'across the start of the night',
      [['2026-11-16 20:45', '2026-11-16 21:15']],
      { day: 15, night: 15, sunday: 0, holiday: 0 },
    ],
    [
      'across the end of the night',
      [['2026-11-17 05:30', '2026-11-17 07:00']],
      { day: 60, night: 30, sunday: 0, holiday: 0 },
    ],
    ['into a Sunday', [['2026-11-14 23:00', '2026-11-15 02:00']], { day: 0, night: 180, sunday: 120, holiday: 0 }],
    [
      'on a holiday, also counted as day and night',
      [['2026-11-11 20:00', '2026-11-12 00:30']],
      { day: 60, night: 210, sunday: 0, holiday: 240 },
    ],
    [
      'in the night of the clock change to winter time',
      [['2026-10-25 00:00', '2026-10-25 06:00']],
      { day: 0, night: 420, sunday: 420, holiday: 0 },
    ],
    [
      'from one month into the next',
      [
        ['2026-11-30 23:00', '2026-12-01 01:00'],
        ['2026-12-01 08:00', '2026-12-01 08:10'],
      ],
      { day: 10, night: 120, sunday: 0, holiday: 0 },
    ],
    [
      'a year apart',
      [
        ['2024-03-04 08:00', '2024-03-04 09:00'],
        ['2026-03-04 08:00', '2026-03-04 09:00'],
      ],
      { day: 120, night: 0, sunday: 0, holiday: 0 },
    ],
  ] as [string, [string, string][], object][])('%s', (_, gaps, wanted) => {
    expect(totals(...gaps)).toEqual(wanted);
  });

  test('day plus night is the total length, whatever the gaps', () => {
    const first = at('2026-09-28 00:00');
    const gaps = Array.from({ length: 300 }, (_, rank): [number, number] => [
      first + rank * 487,
      first + rank * 487 + ((rank * 131) % 4_000) + 1,
    ]);
    const { day, night } = gapTotals(gaps, place);
    expect(day + night).toBe(gaps.reduce((sum, [start, end]) => sum + end - start, 0));
  });
});
