// Clicks on titles, and double clicks that open a chip or create one.
import type { Engine } from './engine.ts';
import { hitOf, placeOf } from './hitTest.ts';

export function doubleClicked(engine: Engine, event: MouseEvent): void {
  const hit = hitOf(engine, event, placeOf(engine, event));
  const { props, columns } = engine.view;
  if (hit?.kind === 'chip') props.onOpen(hit.placed.chip);
  else if (hit?.kind === 'cell' && !props.readOnly) {
    const column = columns[hit.column];
    if (column) props.onCreate?.(engine.view.idOf(hit.row), column.start, column.end);
  }
}

/** Titles, and chips opened without a pointer (by a screen reader). */
export function clicked(engine: Engine, event: MouseEvent): void {
  const target = event.target as HTMLElement;
  const { props } = engine.view;
  const title = target.closest('[role="rowheader"] button')?.closest<HTMLElement>('[data-row]');
  const row = title && props.rows[Number(title.dataset.row)];
  if (row) props.onRow?.(row);
  const id = target.closest<HTMLElement>('[data-chip]')?.dataset.chip;
  const chip = id === undefined || event.detail > 0 ? undefined : engine.view.index.byId(id);
  if (chip) props.onOpen(chip);
}
