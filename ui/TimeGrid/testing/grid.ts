// Small plannings for tests: rows a, b, c…, days from Monday 3 March 2025, any chips.
import fc from 'fast-check';
import type { GridChip, GridColumn, GridLayout, GridRow, TimeGridProps } from '../types.ts';
import { layouts } from '../types.ts';

/** Cells of a fixed size, for tests that count pixels. */
export const fixed: GridLayout = { height: 700, cellWidth: 60, cellHeight: 55, spacing: 4, titleWidth: 300 };

export const day = 24 * 60;
export const monday = Date.UTC(2025, 2, 3) / 60_000;

export const someColumns = (count: number, length = day): GridColumn[] =>
  Array.from({ length: count }, (_none, at) => ({
    start: monday + at * length,
    end: monday + (at + 1) * length,
    label: `${at + 1}`,
    title: `jour ${at + 1}`,
  }));

export const someRows = (count: number): GridRow[] =>
  Array.from({ length: count }, (_none, at) => ({ id: `r${at}`, title: `Ligne ${at + 1}` }));

/** From 8:00 to 16:00 of a day. */
export const someChip = (id: string, row: string | null, onDay: number, more: Partial<GridChip> = {}): GridChip => ({
  id,
  row,
  start: monday + onDay * day + 8 * 60,
  end: monday + onDay * day + 16 * 60,
  title: `Service ${id}`,
  colour: '#80deea',
  state: 'affecté',
  ...more,
});

export const someProps = (more: Partial<TimeGridProps> = {}): TimeGridProps => ({
  label: 'Planning',
  rowLabel: 'Collaborateur',
  rows: someRows(5),
  chips: [],
  columns: someColumns(7),
  layout: layouts.week,
  mode: 'cells',
  selection: new Set(),
  onSelect: () => {},
  onOpen: () => {},
  ...more,
});

/** Chips anywhere in or around `days` days, on `rows` rows or none. */
export const anyChips = (rows: number, days: number, most = 40): fc.Arbitrary<GridChip[]> =>
  fc
    .array(
      fc.record({
        row: fc.integer({ min: -1, max: rows - 1 }),
        start: fc.integer({ min: -2 * day, max: (days + 1) * day }),
        length: fc.integer({ min: 5, max: 3 * day }),
      }),
      { maxLength: most },
    )
    .map((list) =>
      list.map(({ row, start, length }, at) =>
        someChip(`c${at}`, row < 0 ? null : `r${row}`, 0, { start: monday + start, end: monday + start + length }),
      ),
    );
