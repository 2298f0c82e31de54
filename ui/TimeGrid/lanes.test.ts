import fc from 'fast-check';
import { expect, test } from 'vitest';
import { touches } from './geometry.ts';
import { rowHeightFor, stack } from './lanes.ts';
import { anyChips, day, monday, someChip, someColumns, someProps, someRows } from './testing/grid.ts';
import { type GridMode, layouts } from './types.ts';
import { pinnedRow, View } from './view.ts';

const room = { width: 1440, height: 700 };
const frames = fc.constantFrom(
  { mode: 'cells' as GridMode, layout: layouts.fourWeeks, columns: someColumns(28) },
  { mode: 'cells' as GridMode, layout: layouts.week, columns: someColumns(7) },
  { mode: 'hours' as GridMode, layout: layouts.day, columns: someColumns(32, 60) },
);
/** Two crowded rows, to test the lanes. */
const views = frames.chain((frame) =>
  anyChips(2, frame.mode === 'hours' ? 1 : 4).map(
    (chips) => new View(someProps({ ...frame, chips, rows: someRows(2), unfilled: { title: 'Libre' } }), room),
  ),
);

test.each([
  // count, height, how many are shown, how high
  [1, 51, 1, 46],
  [2, 51, 2, 24],
  [3, 51, 3, 15],
  [4, 51, 2, 15],
  [9, 51, 2, 15],
  [2, 10, 0, 10],
  [3, 140, 3, 45],
  [8, 140, 8, 15],
])('of %i chips in %i pixels %i are shown, each %i high', (count, height, shown, size) => {
  expect(stack(count, height)).toEqual({ shown, size });
});

test('in the height computed for them, all chips are shown', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 20 }), (count, spacing) => {
      const height = rowHeightFor(count, { cellHeight: 55, mostHeight: 5_000, spacing });
      expect(stack(count, height - spacing).shown).toBe(count);
    }),
  );
});

test.each([
  ['no chip', 0, 55],
  ['one chip', 1, 55],
  ['two chips: both with two lines', 2, 64],
  ['five', 5, 157],
  ['more than the limit allows', 50, 300],
])('a row with %s in its fullest cell is as high as it needs', (_what, count, height) => {
  expect(rowHeightFor(count, layouts.week)).toBe(height);
  const chips = Array.from({ length: count }, (_none, at) => someChip(`c${at}`, 'r1', 1));
  const view = new View(someProps({ chips, rows: someRows(3) }), room);
  expect([0, 1, 2].map((row) => view.heightOf(row))).toEqual([55, height, 55]);
  expect(view.topOf(2)).toBe(55 + height);
  expect([view.rowAt(54), view.rowAt(55), view.rowAt(54 + height), view.rowAt(55 + height)]).toEqual([0, 1, 1, 2]);
});

test('a row that grows moves the rows below; one that keeps its height redraws alone', () => {
  const chips = [someChip('a', 'r0', 1), someChip('b', 'r0', 2)];
  const view = new View(someProps({ chips, rows: someRows(3) }), room);
  const [first, second] = chips as [(typeof chips)[0], (typeof chips)[0]];
  const later = { ...second, start: second.start + 15 };
  expect(view.update(someProps({ ...view.props, chips: [first, later] }))).toEqual(new Set(['r0']));
  const stacked = { ...second, start: first.start, end: first.end };
  expect(view.update(someProps({ ...view.props, chips: [first, stacked] }))).toBeNull();
  expect(view.topOf(1)).toBe(64);
});

test('a chip is drawn or counted once, and only if it is within the period', () => {
  fc.assert(
    fc.property(views, (view) => {
      const last = view.columns.at(-1)?.end ?? 0;
      for (let row = pinnedRow; row < 2; row += 1) {
        const { placed, more, cells } = view.layoutOf(row);
        const seen = [...placed.map(({ chip }) => chip.id), ...more.flatMap(({ chips }) => chips.map(({ id }) => id))];
        const inPeriod = view.index.of(view.idOf(row)).filter(({ start, end }) => start < last && end > monday);
        expect(seen.sort()).toEqual(inPeriod.map(({ id }) => id).sort());
        expect([...cells.values()].flat()).toHaveLength(inPeriod.length);
      }
    }),
  );
});

test('a drawn chip stays within its row and the period, and covers no other chip', () => {
  fc.assert(
    fc.property(views, (view) => {
      for (let row = pinnedRow; row < 2; row += 1) {
        const { placed, more } = view.layoutOf(row);
        const boxes = [...placed, ...more];
        for (const { x, y, w, h } of boxes) {
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y + h).toBeLessThanOrEqual(view.heightOf(row));
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + w).toBeLessThanOrEqual(view.sizes.width);
          expect(Math.min(w, h)).toBeGreaterThan(0);
        }
        for (const [at, box] of boxes.entries())
          for (const other of boxes.slice(at + 1)) expect(touches(box, other)).toBe(false);
      }
    }),
  );
});

test('every point of a chip hits that chip', () => {
  const part = fc.double({ min: 0, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(views, part, part, (view, right, down) => {
      for (let row = pinnedRow; row < 2; row += 1)
        for (const { chip, x, y, w, h } of view.layoutOf(row).placed) {
          const hit = view.hit(row, x + right * w, y + down * h);
          expect(hit?.kind === 'chip' && hit.placed.chip).toBe(chip);
        }
    }),
  );
});

test('chips of a cell are sorted by time, from the top', () => {
  fc.assert(
    fc.property(views, (view) => {
      if (view.props.mode !== 'cells') return;
      for (const cell of view.layoutOf(0).cells.values())
        for (const [at, chip] of cell.entries())
          expect(chip.start).toBeGreaterThanOrEqual(cell[at - 1]?.start ?? Number.NEGATIVE_INFINITY);
    }),
  );
});

test('a night that began before the first day is in the first cell; a night that ended before it is not shown', () => {
  const night = someChip('night', 'r0', 0, { start: monday - 120, end: monday + 360 });
  const gone = someChip('gone', 'r0', 0, { start: monday - day, end: monday });
  const view = new View(someProps({ chips: [night, gone] }), room);
  expect(view.layoutOf(0).cells.get(0)).toEqual([night]);
  expect(view.placeOf(gone)).toBeNull();
});

test('to scale, consecutive chips share a lane, overlapping chips have one each', () => {
  const hours = { mode: 'hours' as GridMode, layout: layouts.day, columns: someColumns(32, 60) };
  const at = (id: string, from: number, to: number) =>
    someChip(id, 'r0', 0, { start: monday + from * 60, end: monday + to * 60 });
  const apart = new View(someProps({ ...hours, chips: [at('a', 6, 12), at('b', 12, 18)] }), room).layoutOf(0).placed;
  expect(apart.map(({ y, h }) => [y, h])).toEqual([
    [2, 46],
    [2, 46],
  ]);
  const over = new View(someProps({ ...hours, chips: [at('a', 6, 13), at('b', 12, 18)] }), room).layoutOf(0).placed;
  expect(new Set(over.map(({ y }) => y)).size).toBe(2);
});

test('the row of unfilled posts grows with its fullest cell, up to a third of the screen', () => {
  const crowd = (count: number) => Array.from({ length: count }, (_none, at) => someChip(`c${at}`, null, 1));
  const height = (count: number): number =>
    new View(someProps({ layout: layouts.fourWeeks, chips: crowd(count), unfilled: { title: 'Libre' } }), room)
      .pinnedHeight;
  expect(height(0)).toBe(55);
  expect(height(4)).toBe(rowHeightFor(4, layouts.fourWeeks));
  expect(height(60)).toBe(165);
});
