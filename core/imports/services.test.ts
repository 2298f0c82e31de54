import { describe, expect, test } from 'vitest';
import { Service } from '../planning/service.ts';
import { readRow } from './cells.ts';
import { guessMapping, importColumns } from './columns.ts';

const zone = 'Europe/Paris';
const period = { start: '2026-11-16', end: '2026-11-22' };
const mapping = ['day', 'startTime', 'endTime', 'startAt', 'endAt'];
const read = (cells: string[]) => readRow(Service, mapping, cells, { zone, period });

describe('a day and two times, or two moments', () => {
  test.each([
    [['16/11/2026', '07:00', '19:00'], '2026-11-16T06:00:00.000Z', '2026-11-16T18:00:00.000Z'],
    [['16/11/2026', '19:00', '7:00'], '2026-11-16T18:00:00.000Z', '2026-11-17T06:00:00.000Z'],
    [['16/11/2026', '08:00', '08:00'], '2026-11-16T07:00:00.000Z', '2026-11-17T07:00:00.000Z'],
    [['', '', '', '16/11/2026 07:00', '16/11/2026 19:00'], '2026-11-16T06:00:00.000Z', '2026-11-16T18:00:00.000Z'],
    [['', '', '19:00', '16/11/2026 07:00'], '2026-11-16T06:00:00.000Z', '2026-11-16T18:00:00.000Z'],
  ])('%j', (cells, startAt, endAt) => {
    expect(read(cells)).toEqual({ draft: { startAt, endAt }, faults: [] });
  });

  test('times are local times, also on the day of a clock change', () => {
    const { draft } = readRow(Service, mapping, ['24/10/2026', '20:00', '06:00'], { zone });
    expect(draft).toEqual({ startAt: '2026-10-24T18:00:00.000Z', endAt: '2026-10-25T05:00:00.000Z' });
  });
});

describe('is refused (V-023)', () => {
  test.each([
    [['', '07:00', '19:00'], 'noStartDate'],
    [['16/11/2026', '', '19:00'], 'noStartDate'],
    [['15/11/2026', '07:00', '19:00'], 'outOfBounds'],
    [['23/11/2026', '00:00', '08:00'], 'outOfBounds'],
  ] as const)('%j: %s', (cells, reason) => {
    expect(read([...cells]).settled?.reason).toBe(reason);
  });

  test('the last night of the period belongs to it', () => {
    expect(read(['22/11/2026', '22:00', '06:00']).settled).toBeUndefined();
  });
});

describe('headers are recognised', () => {
  const guess = (...heads: string[]) => guessMapping(importColumns(Service), heads);
  test('« Début » is a time if there is a date column, else a moment', () => {
    expect(guess('Date', 'Début', 'Fin', 'Site', 'Agent', 'Poste')).toEqual([
      'day',
      'startTime',
      'endTime',
      'site',
      'agents',
      'postTitle',
    ]);
    expect(guess('Début', 'Fin', 'Effectif')).toEqual(['startAt', 'endAt', 'nbAgents']);
  });

  test('fields that a row cannot have, or that apply to the whole file, are not columns', () => {
    const paths = importColumns(Service).map(({ path }) => path);
    for (const path of ['confirmed', 'isCircuit', 'services', 'dog', 'breaks']) expect(paths).not.toContain(path);
    expect(importColumns(Service).flatMap(({ path, required }) => (required ? [path] : []))).toEqual(['site']);
  });
});
