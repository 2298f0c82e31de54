import fc from 'fast-check';
import { expect, test } from 'vitest';
import { between, enter, type Field, nextSpot, type Spot } from './navigation.ts';

/** Rows from -1; two chips in (0, 1), one in (2, 1) and (0, 4). */
const counts: Record<string, number> = { '0 1': 2, '2 1': 1, '0 4': 1 };
const field: Field = {
  firstRow: -1,
  rows: 4,
  columns: 6,
  page: 3,
  hasTitles: true,
  count: (row, column) => counts[`${row} ${column}`] ?? 0,
};
const at = (row: number, column: number, chip = -1): Spot => ({ row, column, chip });

test.each<[string, Spot, string, boolean, Spot]>([
  ['down within a cell, to its second chip', at(0, 1, 0), 'ArrowDown', false, at(0, 1, 1)],
  ['down from the last chip, to the cell below', at(0, 1, 1), 'ArrowDown', false, at(1, 1)],
  ['up into a cell, to its last chip', at(1, 1), 'ArrowUp', false, at(0, 1, 1)],
  ['up within a cell', at(0, 1, 1), 'ArrowUp', false, at(0, 1, 0)],
  ['up to the pinned row', at(0, 1, 0), 'ArrowUp', false, at(-1, 1)],
  ['up stays in the first row', at(-1, 1), 'ArrowUp', false, at(-1, 1)],
  ['right, into an empty cell', at(0, 1, 1), 'ArrowRight', false, at(0, 2)],
  ['right, into a cell with chips', at(0, 0), 'ArrowRight', false, at(0, 1, 0)],
  ['left, to the title', at(0, 0), 'ArrowLeft', false, at(0, -1)],
  ['far right, to the next chip of the row', at(0, 1, 0), 'ArrowRight', true, at(0, 4, 0)],
  ['far right, where there is none: nowhere', at(0, 4, 0), 'ArrowRight', true, at(0, 4, 0)],
  ['far down, to the next chip of the column', at(0, 1, 0), 'ArrowDown', true, at(2, 1, 0)],
  ['to the first column', at(2, 4), 'Home', false, at(2, 0)],
  ['to the last column of the last row', at(0, 1, 0), 'End', true, at(3, 5)],
  ['a page down, no further than the last row', at(2, 1, 0), 'PageDown', false, at(3, 1)],
  ['a page up', at(3, 1), 'PageUp', false, at(0, 1, 0)],
])('%s', (_what, from, key, far, to) => {
  expect(nextSpot(field, from, key, far)).toEqual(to);
});

test('other keys do nothing', () => {
  expect(nextSpot(field, at(0, 0), 'Enter', false)).toBeNull();
});

const keys = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'PageUp'];

test('every key leads to a place inside the grid', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...keys), fc.boolean()), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.boolean(), (list, hasTitles) => {
      let spot = enter({ ...field, hasTitles }, -1, 0);
      for (const [key, far] of list) {
        spot = nextSpot({ ...field, hasTitles }, spot, key, far) as Spot;
        expect(spot.row).toBeGreaterThanOrEqual(-1);
        expect(spot.row).toBeLessThan(4);
        expect(spot.column).toBeGreaterThanOrEqual(hasTitles ? -1 : 0);
        expect(spot.column).toBeLessThan(6);
        const count = spot.column < 0 ? 0 : field.count(spot.row, spot.column);
        expect(spot.chip).toBeLessThan(count);
        expect(spot.chip >= 0).toBe(count > 0);
      }
    }),
  );
});

test('going down to the end passes every chip of the column', () => {
  const seen: string[] = [];
  let spot = enter(field, -1, 1);
  for (let last = ''; last !== JSON.stringify(spot); ) {
    last = JSON.stringify(spot);
    seen.push(`${spot.row} ${spot.chip}`);
    spot = nextSpot(field, spot, 'ArrowDown', false) as Spot;
  }
  expect(seen).toEqual(['-1 -1', '0 0', '0 1', '1 -1', '2 0', '3 -1']);
});

test('a range of cells selects all their chips; within one cell, only the chips of the range', () => {
  const chipsIn = (row: number, column: number) =>
    Array.from({ length: field.count(row, column) }, (_none, place) => ({ id: `${row} ${column} ${place}` }));
  expect(between(at(0, 1, 0), at(0, 1, 0), chipsIn)).toEqual(new Set(['0 1 0']));
  expect(between(at(0, 1, 1), at(0, 1, 0), chipsIn)).toEqual(new Set(['0 1 0', '0 1 1']));
  expect(between(at(2, 4), at(0, 1, 1), chipsIn)).toEqual(new Set(['0 1 0', '0 1 1', '0 4 0', '2 1 0']));
  expect(between(at(0, 0), at(0, 0), chipsIn).size).toBe(0);
});
