import { expect, test } from 'vitest';
import { someChip, someProps, someRows } from './testing/grid.ts';
import { View } from './view.ts';

const room = { width: 1200, height: 700 };

test('new totals redraw no row of the canvas; another order of the rows redraws all', () => {
  const rows = someRows(5);
  const props = someProps({ rows });
  const view = new View(props, room);
  const counted = rows.map((row) => ({ ...row, totals: [{ label: 'planifié', value: '7 h' }] }));
  expect(view.update({ ...props, rows: counted })).toEqual(new Set());
  expect(view.rowTitled(0)?.totals).toHaveLength(1);
  expect(view.update({ ...props, rows: counted.toReversed() })).toBeNull();
  expect(view.rowOf('r0')).toBe(4);
  expect(view.update({ ...props, rows: counted.toReversed().slice(1) })).toBeNull();
});

test('a changed chip redraws its row only', () => {
  const chips = [someChip('a', 'r0', 0), someChip('b', 'r1', 0), someChip('c', 'r2', 0)];
  const props = someProps({ chips });
  const view = new View(props, room);
  const marked = chips.map((chip) => (chip.id === 'b' ? { ...chip, marks: ['saving' as const] } : chip));
  expect(view.update({ ...props, chips: marked })).toEqual(new Set(['r1']));
});

test('a chip that goes from one row to another moves the rows between them only, while the height of all stays', () => {
  const rows = someRows(6);
  const chips = rows.map(({ id }) => someChip(`own ${id}`, id, 0));
  const layout = { ...someProps().layout, cellHeight: 30, mostHeight: 200 };
  const props = someProps({ rows, layout, chips: [...chips, someChip('guest', 'r1', 0)] });
  const view = new View(props, room);
  const [high, low] = [view.heightOf(1), view.heightOf(2)];
  const kept = view.layoutOf(2);
  expect(high).toBeGreaterThan(low);
  expect(view.update({ ...props, chips: [...chips, someChip('guest', 'r4', 0)] })).toEqual(
    new Set(['r1', 'r2', 'r3', 'r4']),
  );
  expect([view.heightOf(1), view.heightOf(4)]).toEqual([low, high]);
  expect(view.layoutOf(2)).toBe(kept);
  // One more chip: every row below is lower.
  const more = [...chips, someChip('guest', 'r4', 0), someChip('more', 'r1', 0)];
  expect(view.update({ ...props, chips: more })).toBeNull();
});
