// Titles of the rows: one sticky column whose nodes are reused for the rows that come into view.
import classes from './titles.module.css';
import type { GridRow, GridTotal, GridVerdict } from './types.ts';
import { pinnedRow, type View } from './view.ts';

interface Slot {
  node: HTMLElement;
  head: HTMLElement;
  name: HTMLElement;
  subtitle: HTMLElement;
  totals: HTMLElement;
  row: number;
  /** As written into the node: reading them there takes longer. */
  height: number;
  top: number;
  at: number;
  of: Omit<GridRow, 'id'> | null;
}

export class Titles {
  readonly #home: HTMLElement;
  readonly #lost: () => void;
  #slots: Slot[] = [];
  #isButton = false;
  #isJudged = false;

  /** `lost`: called when a title with the focus is reused for another row. */
  constructor(home: HTMLElement, lost: () => void) {
    this.#home = home;
    this.#lost = lost;
  }

  show(view: View, rows: { from: number; to: number }): void {
    const wanted = rows.to - rows.from;
    const isButton = view.props.onRow !== undefined && rows.from !== pinnedRow;
    if (isButton !== this.#isButton) this.#drop(isButton);
    while (this.#slots.length < wanted) this.#slots.push(this.#make());
    const count = this.#slots.length;
    for (let row = rows.from; row < rows.to; row += 1)
      this.#fill(this.#slots[((row % count) + count) % count] as Slot, view, row);
    // Unused nodes are hidden.
    for (const { node, row } of this.#slots) {
      const isHidden = !(row >= rows.from && row < rows.to);
      if (node.hidden !== isHidden) node.hidden = isHidden;
    }
  }

  verdict(verdictOf: ((row: number) => GridVerdict | null | undefined) | null): void {
    if (!verdictOf && !this.#isJudged) return;
    this.#isJudged = verdictOf !== null;
    for (const { node, row } of this.#slots) {
      const allowed = verdictOf?.(row)?.allowed;
      if (allowed === undefined) delete node.dataset.allowed;
      else node.dataset.allowed = String(allowed);
    }
  }

  /** The element of a title that takes the focus. */
  focusable(row: number): HTMLElement | null {
    const slot = this.#slots.find((one) => one.row === row && !one.node.hidden);
    return this.#isButton ? (slot?.name ?? null) : null;
  }

  /** Removes all nodes, because titles become buttons or plain text. */
  #drop(isButton: boolean): void {
    this.#isButton = isButton;
    for (const { node } of this.#slots) node.remove();
    this.#slots = [];
  }

  #make(): Slot {
    const [node, head, subtitle, totals] = [
      made('div', classes.row),
      made('div', classes.title),
      made('span', classes.subtitle),
      made('span', classes.totals),
    ];
    const name = made(this.#isButton ? 'button' : 'span', classes.name);
    if (this.#isButton) {
      name.setAttribute('type', 'button');
      name.tabIndex = -1;
    }
    node.setAttribute('role', 'row');
    head.setAttribute('role', 'rowheader');
    head.setAttribute('aria-colindex', '1');
    head.append(name, subtitle, totals);
    node.append(head);
    this.#home.append(node);
    return {
      node,
      head,
      name,
      subtitle,
      totals,
      row: Number.NaN,
      height: Number.NaN,
      top: Number.NaN,
      at: Number.NaN,
      of: null,
    };
  }

  #fill(slot: Slot, view: View, row: number): void {
    const of = view.rowTitled(row) ?? null;
    const { node } = slot;
    const [height, top, at] = [view.heightOf(row), view.topOf(row), row - view.firstRow + 2];
    if (slot.height !== height) node.style.height = `${height}px`;
    if (slot.top !== top) node.style.transform = `translateY(${top}px)`;
    if (slot.at !== at) node.setAttribute('aria-rowindex', String(at));
    Object.assign(slot, { height, top, at });
    if (slot.row !== row) {
      if (node.contains(document.activeElement)) this.#lost();
      slot.row = row;
      node.dataset.row = String(row);
    }
    if (slot.of === of || !of) return;
    slot.of = of;
    write(slot.name, of.title);
    slot.name.title = of.title;
    write(slot.subtitle, of.subtitle ?? '');
    this.#count(slot.totals, of.totals ?? []);
    const lines = String(1 + (of.subtitle ? 1 : 0) + (of.totals?.length ? 1 : 0));
    if (slot.head.dataset.lines !== lines) slot.head.dataset.lines = lines;
  }

  #count(list: HTMLElement, totals: readonly GridTotal[]): void {
    while (list.childElementCount > totals.length) list.lastElementChild?.remove();
    while (list.childElementCount < totals.length) {
      const total = made('span', undefined);
      total.append(document.createTextNode(''), made('b', undefined));
      list.append(total);
    }
    for (const [at, { label, value, tone, why = '', kept = false }] of totals.entries()) {
      const total = list.children[at] as HTMLElement;
      const words = `${label} `;
      if (total.firstChild && total.firstChild.nodeValue !== words) total.firstChild.nodeValue = words;
      write(total.lastChild as HTMLElement, value);
      if (total.title !== why) total.title = why;
      total.toggleAttribute('data-kept', kept);
      if (tone !== total.dataset.tone) {
        if (tone) total.dataset.tone = tone;
        else delete total.dataset.tone;
      }
    }
  }
}

function made(tag: string, className: string | undefined): HTMLElement {
  const node = document.createElement(tag);
  if (className) node.className = className;
  return node;
}

/** Reuses the text node: a new one would need a new layout. */
function write(node: HTMLElement, text: string): void {
  if (node.firstChild) {
    if (node.firstChild.nodeValue !== text) node.firstChild.nodeValue = text;
  } else node.append(text);
}
