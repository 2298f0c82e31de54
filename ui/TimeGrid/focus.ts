// Keyboard focus: the one chip or cell that Tab reaches. It is a real element over the canvas.
import type { Engine } from './engine.ts';
import type { Wanted } from './layer.ts';
import { enter, type Field, type Spot } from './navigation.ts';
import type { GridChip } from './types.ts';
import { pinnedRow } from './view.ts';

export class Focus {
  readonly #engine: Engine;
  /** By ids: rows and chips change their positions. */
  #row: string | null;
  #column: number;
  #chip: string | null = null;
  #subject: string | null = null;
  /** Where a selection with Shift begins. */
  anchor: Spot | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
    const { view } = engine;
    this.#row = view.idOf(view.firstRow);
    this.#column = Math.max(
      0,
      view.columns.findIndex(({ isToday }) => isToday),
    );
  }

  /** The current place: if the chip is gone, its cell; if the cell has chips now, the first of them. */
  place(): Wanted {
    const { view } = this.#engine;
    const chip = this.#chip === null ? undefined : view.index.byId(this.#chip);
    const at = chip && view.placeOf(chip);
    if (chip && at) return { row: at.row, column: at.column, chip };
    const row = view.rowOf(this.#row) ?? view.firstRow;
    const column = Math.min(this.#column, view.columns.length - 1);
    const chips = column < 0 ? [] : view.chipsIn(row, column);
    return { row, column, chip: chips.find(({ subject }) => subject === this.#subject) ?? chips[0] ?? null };
  }

  get chip(): GridChip | null {
    return this.place().chip;
  }

  spot(): Spot {
    const { row, column, chip } = this.place();
    return { row, column, chip: chip ? this.#engine.view.chipsIn(row, column).indexOf(chip) : -1 };
  }

  field(): Field {
    const { view } = this.#engine;
    return view.field(Math.max(1, this.#engine.rowsInSight().length - 2));
  }

  spotOf(chip: GridChip): Spot | null {
    const at = this.#engine.view.placeOf(chip);
    return at && { row: at.row, column: at.column, chip: this.#engine.view.chipsIn(at.row, at.column).indexOf(chip) };
  }

  /** Moves the browser's focus too. */
  goTo({ row, column, chip }: Spot, reveals = true): void {
    const { view } = this.#engine;
    if (view.rowCount === 0 && row !== pinnedRow) return;
    this.#row = view.idOf(row);
    this.#column = column;
    this.#chip = column < 0 ? null : (view.chipsIn(row, column)[chip]?.id ?? null);
    if (reveals) this.reveal(row, column);
    this.#engine.touch();
    this.take();
  }

  /** The browser moved the focus, by Tab or by a screen reader. */
  onFocusIn(id: string): void {
    const chip = this.#engine.view.index.byId(id);
    const at = chip && this.#engine.view.placeOf(chip);
    if (!at) return;
    this.#row = this.#engine.view.idOf(at.row);
    this.#column = at.column;
    this.#chip = id;
  }

  goToCell(row: number, column: number): void {
    this.goTo(enter(this.field(), row, column), false);
  }

  /** The chip was dropped there; it may come back under another id. */
  follow({ id, subject = id }: GridChip, row: number, column: number): void {
    this.#row = this.#engine.view.idOf(row);
    this.#column = column;
    this.#chip = id;
    this.#subject = subject;
  }

  take(): void {
    const at = this.place();
    const { titles, parts } = this.#engine;
    const node =
      at.column < 0 ? (at.row === pinnedRow ? titles.pinned : titles.body).focusable(at.row) : this.#engine.nodeOf(at);
    (node ?? parts.scroller).focus({ preventScroll: true });
  }

  /** Scrolls as little as necessary. */
  reveal(row: number, column: number): void {
    const { scroller } = this.#engine.parts;
    const { left, top, width, height } = this.#engine.sight();
    const box = this.#engine.view.cellBox(row, Math.max(0, column));
    if (box.x < left) scroller.scrollLeft = box.x;
    else if (box.x + box.w > left + width) scroller.scrollLeft = box.x + box.w - width;
    if (row !== pinnedRow) {
      if (box.y < top) scroller.scrollTop = box.y;
      else if (box.y + box.h > top + height) scroller.scrollTop = box.y + box.h - height;
    }
    this.#engine.scrolled();
  }
}
