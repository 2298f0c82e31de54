// The titles of the rows: one sticky column, whose nodes are used again for the rows that come into sight.
import classes from './TimeGrid.module.css';
import type { GridRow, GridVerdict } from './types.ts';
import { pinnedRow, type View } from './view.ts';

interface Slot {
  node: HTMLElement;
  head: HTMLElement;
  row: number;
  of: Omit<GridRow, 'id'> | null;
  isButton: boolean;
}

export class Titles {
  readonly #home: HTMLElement;
  readonly #lost: () => void;
  #slots: Slot[] = [];

  /** `lost`: a title that had the focus now names another row. */
  constructor(home: HTMLElement, lost: () => void) {
    this.#home = home;
    this.#lost = lost;
  }

  show(view: View, rows: { from: number; to: number }): void {
    const wanted = rows.to - rows.from;
    while (this.#slots.length < wanted) this.#slots.push(this.#make());
    // Fewer than before: those beyond are kept out of sight.
    const count = this.#slots.length;
    const used = new Set<number>();
    for (let row = rows.from; row < rows.to; row += 1) {
      const at = ((row % count) + count) % count;
      used.add(at);
      this.#fill(this.#slots[at] as Slot, view, row);
    }
    for (const [at, slot] of this.#slots.entries()) slot.node.hidden = !used.has(at);
  }

  verdict(said: ((row: number) => GridVerdict | null | undefined) | null): void {
    for (const { node, row } of this.#slots) {
      const allowed = said?.(row)?.allowed;
      if (allowed === undefined) delete node.dataset.allowed;
      else node.dataset.allowed = String(allowed);
    }
  }

  /** The part of a title that takes the focus. */
  focusable(row: number): HTMLElement | null {
    const slot = this.#slots.find((one) => one.row === row && !one.node.hidden);
    return slot?.head.querySelector('button') ?? null;
  }

  #make(): Slot {
    const node = document.createElement('div');
    node.setAttribute('role', 'row');
    node.className = classes.row ?? '';
    const head = document.createElement('div');
    head.setAttribute('role', 'rowheader');
    head.setAttribute('aria-colindex', '1');
    head.className = classes.title ?? '';
    node.append(head);
    this.#home.append(node);
    return { node, head, row: Number.NaN, of: null, isButton: false };
  }

  #fill(slot: Slot, view: View, row: number): void {
    const of = view.rowTitled(row) ?? null;
    const isButton = view.props.onRow !== undefined && row !== pinnedRow;
    const { node, head } = slot;
    node.style.height = `${view.heightOf(row)}px`;
    if (slot.row !== row) {
      if (node.contains(document.activeElement)) this.#lost();
      slot.row = row;
      node.style.transform = `translateY(${view.topOf(row)}px)`;
      node.dataset.row = String(row);
      node.setAttribute('aria-rowindex', String(row - view.firstRow + 2));
    } else node.style.transform = `translateY(${view.topOf(row)}px)`;
    if (slot.of === of && slot.isButton === isButton) return;
    slot.of = of;
    slot.isButton = isButton;
    head.replaceChildren(...(of ? contentOf(of, isButton) : []));
  }
}

function contentOf({ title, subtitle, totals = [] }: Omit<GridRow, 'id'>, isButton: boolean): HTMLElement[] {
  const name = document.createElement(isButton ? 'button' : 'span');
  name.className = classes.name ?? '';
  name.textContent = title;
  name.title = title;
  if (isButton) {
    name.setAttribute('type', 'button');
    name.tabIndex = -1;
  }
  const parts = [name];
  if (subtitle) {
    const below = document.createElement('span');
    below.className = classes.subtitle ?? '';
    below.textContent = subtitle;
    parts.push(below);
  }
  if (totals.length === 0) return parts;
  const list = document.createElement('span');
  list.className = classes.totals ?? '';
  for (const { label, value, tone } of totals) {
    const total = document.createElement('span');
    if (tone) total.dataset.tone = tone;
    total.append(`${label} `);
    const figure = document.createElement('b');
    figure.textContent = value;
    total.append(figure);
    list.append(total);
  }
  return [...parts, list];
}
