// Real buttons over the canvas for the chips in use: focused, hovered, and selected ones in view.
import type { Box } from './geometry.ts';
import { chipShortcuts } from './keyHelp.ts';
import classes from './layer.module.css';
import type { Painter } from './paint.ts';
import type { GridChip, GridColumn } from './types.ts';
import { pinnedRow, type View } from './view.ts';
import { cellName, chipName, nouns } from './words.ts';

export interface Wanted {
  row: number;
  column: number;
  /** Null: the empty cell takes the focus. */
  chip: GridChip | null;
}

/** An element with role `row` for the buttons: the rows of the titles are in the sticky column. */
interface Line {
  node: HTMLElement;
  cells: Map<number, HTMLElement>;
}

export class Layer {
  readonly #homes: { pinned: HTMLElement; body: HTMLElement };
  #lines = new Map<number, Line>();
  #chips = new Map<string, HTMLButtonElement>();
  readonly #onReturn: () => void;
  #lastFocused: EventTarget | null = null;
  #retired: HTMLElement | null = null;

  /** `onReturn`: a closing dialog gave the focus back to an element whose chip or cell is gone. */
  constructor(pinned: HTMLElement, body: HTMLElement, onReturn: () => void) {
    this.#homes = { pinned, body };
    this.#onReturn = onReturn;
    for (const home of [pinned, body])
      home.addEventListener('focusin', ({ target }) => {
        this.#lastFocused = target;
      });
  }

  /** `tabbed`: the element with tabindex 0. */
  show(view: View, painter: Painter, wanted: readonly Wanted[], tabbed: Wanted): void {
    const [cells, chips] = [new Set<HTMLElement>(), new Set<string>()];
    for (const one of wanted) {
      const column = view.columns[one.column];
      if (!column || (one.row !== pinnedRow && one.row >= view.rowCount)) continue;
      const cell = this.#cell(view, one.row, one.column);
      cells.add(cell);
      if (one.chip) {
        chips.add(one.chip.id);
        this.#chip(view, painter, one.chip, cell, one);
      }
    }
    for (const [id, node] of this.#chips) {
      if (chips.has(id)) continue;
      this.#remove(node);
      this.#chips.delete(id);
    }
    for (const [row, line] of this.#lines) {
      for (const [column, cell] of line.cells) {
        if (cells.has(cell)) this.#name(view, row, column, cell);
        else {
          this.#remove(cell);
          line.cells.delete(column);
        }
      }
      if (line.cells.size > 0) continue;
      line.node.remove();
      this.#lines.delete(row);
    }
    this.#tab(tabbed);
  }

  node({ row, column, chip }: Wanted): HTMLElement | null {
    return (chip ? this.#chips.get(chip.id) : this.#lines.get(row)?.cells.get(column)) ?? null;
  }

  /** While a dialog is open, keeps the element that it will give the focus back to. */
  #remove(node: HTMLElement): void {
    node.remove();
    if (node !== this.#lastFocused || !document.activeElement?.closest('[role="dialog"]')) return;
    this.#retired?.remove();
    this.#retired = node;
    node.replaceChildren();
    for (const name of ['role', 'aria-label', 'data-chip']) node.removeAttribute(name);
    node.className = classes.retired ?? '';
    node.tabIndex = -1;
    node.addEventListener('focus', () => {
      node.remove();
      this.#onReturn();
    });
    this.#homes.body.append(node);
  }

  #tab(tabbed: Wanted): void {
    const at = this.node(tabbed);
    for (const { cells } of this.#lines.values())
      for (const cell of cells.values()) cell.tabIndex = cell === at ? 0 : -1;
    for (const node of this.#chips.values()) node.tabIndex = node === at ? 0 : -1;
  }

  #cell(view: View, row: number, column: number): HTMLElement {
    let line = this.#lines.get(row);
    if (!line) {
      const node = document.createElement('div');
      node.setAttribute('role', 'row');
      (row === pinnedRow ? this.#homes.pinned : this.#homes.body).append(node);
      line = { node, cells: new Map() };
      this.#lines.set(row, line);
    }
    line.node.setAttribute('aria-rowindex', String(row - view.firstRow + 2));
    let cell = line.cells.get(column);
    if (!cell) {
      cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      cell.setAttribute('aria-colindex', String(column + 2));
      cell.className = classes.cell ?? '';
      line.node.append(cell);
      line.cells.set(column, cell);
    }
    put(cell, view.cellBox(row, column));
    return cell;
  }

  #name(view: View, row: number, column: number, cell: HTMLElement): void {
    const title = view.rowTitled(row);
    const of = view.columns[column];
    if (!title || !of) return;
    const behind = view.rangesOf(row).filter(({ start, end }) => start < of.end && end > of.start);
    const noun = view.props.noun ?? nouns;
    cell.setAttribute('aria-label', cellName(title, of, view.chipsIn(row, column).length, noun, behind));
  }

  #chip(view: View, painter: Painter, chip: GridChip, cell: HTMLElement, { row, column }: Wanted): void {
    let node = this.#chips.get(chip.id);
    if (!node) {
      node = document.createElement('button');
      node.type = 'button';
      node.className = classes.chip ?? '';
      node.dataset.chip = chip.id;
      this.#chips.set(chip.id, node);
    }
    if (node.parentElement !== cell) moveInto(cell, node);
    const place = view.placeOf(chip);
    if (!place) return;
    const home = view.cellBox(row, column);
    put(node, { ...place.box, x: place.box.x - home.x, y: place.box.y - home.y });
    node.setAttribute('aria-pressed', String(view.props.selection.has(chip.id)));
    const title = view.rowTitled(row);
    if (title) node.setAttribute('aria-label', chipName(chip, title, view.columns[column] as GridColumn));
    if (view.props.readOnly || chip.locked) node.removeAttribute('aria-keyshortcuts');
    else node.setAttribute('aria-keyshortcuts', chipShortcuts);
    if (chip.locked) node.setAttribute('aria-description', chip.locked);
    else node.removeAttribute('aria-description');
    // The canvas shows through the button; a chip without room on the canvas is drawn by the button itself.
    node.textContent = place.isDrawn ? '' : (chip.short ?? chip.title);
    const { fill, ink } = painter.coloursOf(chip.colour);
    node.style.background = place.isDrawn ? '' : fill;
    node.style.color = ink;
  }
}

/** Keeps the focus: appending the node to another cell would lose it. */
function moveInto(cell: HTMLElement, node: HTMLElement): void {
  const hadFocus = node === document.activeElement;
  cell.append(node);
  if (hadFocus) node.focus({ preventScroll: true });
}

function put(node: HTMLElement, { x, y, w, h }: Box): void {
  node.style.left = `${x}px`;
  node.style.top = `${y}px`;
  node.style.width = `${w}px`;
  node.style.height = `${h}px`;
}
