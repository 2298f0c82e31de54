// Feedback of a drag or a resize: the drop target, whether it is allowed, and the reason if not.
import { type Carry, isStill, landing, landingColumn, moveOf } from './carry.ts';
import type { Engine } from './engine.ts';
import { type Box, xOf } from './geometry.ts';
import { isUnstretched, type Stretch } from './stretch.ts';
import type { GridPoint, GridVerdict } from './types.ts';
import { Verdicts } from './verdicts.ts';
import { pinnedRow } from './view.ts';
import { columnName } from './words.ts';

export class Drag {
  readonly #engine: Engine;
  readonly #verdicts = new Verdicts();
  carry: Carry | null = null;
  stretch: Stretch | null = null;
  /** Of the chip being resized. */
  #judged: GridVerdict | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The target changed: its row is checked at once, the other rows as time allows. */
  aim(carry: Carry): void {
    const { view } = this.#engine;
    const before = this.carry;
    this.carry = carry;
    const isSame =
      before?.aim.row === carry.aim.row && before.aim.minutes === carry.aim.minutes && before.copy === carry.copy;
    if (isSame) return;
    this.#verdicts.queue(view, carry, this.#engine.rowsInSight());
    view.props.onDrag?.({ chips: carry.chips, move: moveOf(view, carry), copy: carry.copy });
    this.#show();
    this.#engine.redraw();
  }

  /** Returns true if rows are left to check in the next frame. */
  think(): boolean {
    if (this.carry) this.#verdicts.work(this.#engine.view, this.carry);
    return !this.#verdicts.isDone;
  }

  verdictOf(): ((row: number) => GridVerdict | null | undefined) | null {
    const { carry } = this;
    const { view } = this.#engine;
    return carry && view.props.feedback ? (row) => this.#verdicts.of(view, carry, row) : null;
  }

  here(): GridVerdict | null {
    if (this.stretch) return this.#judged;
    return this.carry && this.#verdicts.ask(this.#engine.view, this.carry, this.carry.aim.row);
  }

  drop(): void {
    const { view } = this.#engine;
    if (this.carry) view.props.onDrag?.(null);
    this.carry = null;
    this.stretch = null;
    this.#judged = null;
    this.#verdicts.clear();
    this.#show();
    this.tell(null);
    this.#engine.redraw();
  }

  /** A refused drop does nothing; its reason is read out again. */
  land(): 'moved' | 'still' | 'refused' {
    const { carry } = this;
    const { view } = this.#engine;
    if (!carry) return 'still';
    const said = this.here();
    const move = moveOf(view, carry);
    this.drop();
    if (isStill(carry)) return 'still';
    if (said?.allowed === 0) {
      this.#engine.say(`Refusé : ${said.why}`);
      return 'refused';
    }
    view.props.onMove?.(carry.chips, move, carry.copy);
    return 'moved';
  }

  pull(stretch: Stretch): void {
    const { chip, start, end } = stretch;
    const before = this.stretch;
    this.stretch = stretch;
    // The edge may have changed; the hours are what is checked and shown.
    if (before?.chip === chip && before.start === start && before.end === end) return;
    this.#judged = this.#engine.view.props.feedback?.(chip, chip.row, start, false, end) ?? null;
    this.#show();
  }

  /** The same for a resize. */
  release(): 'moved' | 'still' | 'refused' {
    const { stretch } = this;
    const said = this.here();
    this.drop();
    if (!stretch || isUnstretched(stretch)) return 'still';
    if (said?.allowed === 0) {
      this.#engine.say(`Refusé : ${said.why}`);
      return 'refused';
    }
    this.#engine.view.props.onResize?.(stretch.chip, stretch.start, stretch.end);
    return 'moved';
  }

  /** The drop target in words. */
  words(): string {
    const { view } = this.#engine;
    const { timeOf } = view.props;
    const said = this.here();
    const judged = said ? said.why || ['refusé', 'avec un avertissement', 'autorisé'][said.allowed] : '';
    if (this.stretch) return [this.#hours(), judged].filter(Boolean).join(', ');
    const { carry } = this;
    if (!carry) return '';
    const column = view.columns[landingColumn(view, carry)];
    const when = view.props.mode === 'hours' && timeOf ? timeOf(landing(carry)) : column && columnName(column);
    return [view.rowTitled(carry.aim.row)?.title, when, judged].filter(Boolean).join(', ');
  }

  #hours(): string {
    const { timeOf } = this.#engine.view.props;
    return this.stretch && timeOf ? `${timeOf(this.stretch.start)} – ${timeOf(this.stretch.end)}` : '';
  }

  /** Beside the chip that is dragged by keys. */
  tellHere(): void {
    const shown = this.#shape();
    if (!shown) return;
    const { left, bottom } = this.#engine.clientBox(shown.row, shown.box);
    this.tell({ x: left, y: bottom });
  }

  /** Next to the pointer, above a finger; null hides it. */
  tell(at: GridPoint | null, isFinger = false): void {
    const { reason } = this.#engine.parts;
    const said = this.here();
    const words = at ? this.words() : '';
    reason.hidden = words === '';
    if (!at || words === '') return;
    reason.textContent = words;
    reason.dataset.allowed = String(said?.allowed ?? 2);
    // To the left of the pointer if there is no room on the right.
    const left = Math.min(at.x + 14, globalThis.innerWidth - reason.offsetWidth - 8);
    const below = Math.min(at.y + 18, globalThis.innerHeight - reason.offsetHeight - 8);
    const top = isFinger ? Math.max(8, at.y - reason.offsetHeight - 40) : below;
    reason.style.transform = `translate(${left}px, ${top}px)`;
  }

  #show(): void {
    const { parts } = this.#engine;
    const shown = this.#shape();
    parts.ghost.hidden = shown === null;
    if (!shown) return;
    const home = (shown.row === pinnedRow ? parts.pinned : parts.body).layer.parentElement;
    if (parts.ghost.parentElement !== home) home?.append(parts.ghost);
    const { x, y, w, h } = shown.box;
    parts.ghost.style.transform = `translate(${x}px, ${y}px)`;
    parts.ghost.style.width = `${w}px`;
    parts.ghost.style.height = `${h}px`;
    parts.ghost.textContent = shown.text;
    parts.ghost.dataset.allowed = String(this.here()?.allowed ?? 2);
  }

  #shape(): { row: number; box: Box; text: string } | null {
    const { carry, stretch } = this;
    const { view } = this.#engine;
    if (stretch) {
      const place = view.placeOf(stretch.chip);
      if (!place) return null;
      // In `cells` nothing is to scale: the chip keeps its place and shows its new hours.
      if (view.props.mode === 'cells') return { row: place.row, box: place.box, text: this.#hours() };
      const { x, w } = this.#scaled(place.row, stretch.start, stretch.end);
      return { row: place.row, box: { ...place.box, x, w }, text: this.#hours() || stretch.chip.title };
    }
    if (!carry) return null;
    const { row, minutes } = carry.aim;
    const box =
      view.props.mode === 'cells'
        ? view.cellBox(row, landingColumn(view, carry))
        : this.#scaled(row, carry.grabbed.start + minutes, carry.grabbed.end + minutes);
    const count = carry.chips.length > 1 ? ` (${carry.chips.length})` : '';
    return { row, box, text: `${carry.copy ? '+ ' : ''}${carry.grabbed.short ?? carry.grabbed.title}${count}` };
  }

  #scaled(row: number, start: number, end: number): Box {
    const { columns, sizes } = this.#engine.view;
    const from = xOf(columns, sizes.cellWidth, start);
    const cell = this.#engine.view.cellBox(row, 0);
    return { ...cell, x: from, w: Math.max(8, xOf(columns, sizes.cellWidth, end) - from) };
  }
}
