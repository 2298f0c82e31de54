// Feedback of a drag or a resize: the drop target, whether it is allowed, and the reason if not.
import { type DragState, dropColumn, dropOf, dropStart, isStill } from './dragState.ts';
import type { Engine } from './engine.ts';
import { type Box, xOf } from './geometry.ts';
import { isUnresized, type ResizeState } from './resize.ts';
import type { GridPoint, GridVerdict } from './types.ts';
import { Verdicts } from './verdicts.ts';
import { pinnedRow } from './view.ts';
import { columnName } from './words.ts';

export class DragFeedback {
  readonly #engine: Engine;
  readonly #verdicts = new Verdicts();
  dragState: DragState | null = null;
  resizeState: ResizeState | null = null;
  /** Verdict on the chip being resized. */
  #judged: GridVerdict | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The target changed: its row is checked at once, the other rows as time allows. */
  dragTo(dragState: DragState): void {
    const { view } = this.#engine;
    const before = this.dragState;
    this.dragState = dragState;
    const isSame =
      before?.target.row === dragState.target.row &&
      before.target.minutes === dragState.target.minutes &&
      before.copy === dragState.copy;
    if (isSame) return;
    this.#verdicts.queue(view, dragState, this.#engine.rowsInSight());
    view.props.onDrag?.({ chips: dragState.chips, drop: dropOf(view, dragState), copy: dragState.copy });
    this.#show();
    this.#engine.redraw();
  }

  /** Returns true if rows are left to check in the next frame. */
  checkMore(): boolean {
    if (this.dragState) this.#verdicts.work(this.#engine.view, this.dragState);
    return !this.#verdicts.isDone;
  }

  verdictOf(): ((row: number) => GridVerdict | null | undefined) | null {
    const { dragState } = this;
    const { view } = this.#engine;
    return dragState && view.props.feedback ? (row) => this.#verdicts.of(view, dragState, row) : null;
  }

  here(): GridVerdict | null {
    if (this.resizeState) return this.#judged;
    return this.dragState && this.#verdicts.ask(this.#engine.view, this.dragState, this.dragState.target.row);
  }

  cancel(): void {
    const { view } = this.#engine;
    if (this.dragState) view.props.onDrag?.(null);
    this.dragState = null;
    this.resizeState = null;
    this.#judged = null;
    this.#verdicts.clear();
    this.#show();
    this.showReason(null);
    this.#engine.redraw();
  }

  /** A refused drop does nothing; its reason is read out again. */
  finishDrag(): 'dropped' | 'still' | 'refused' {
    const { dragState } = this;
    const { view } = this.#engine;
    if (!dragState) return 'still';
    const verdict = this.here();
    const drop = dropOf(view, dragState);
    const column = dropColumn(view, dragState);
    this.cancel();
    if (isStill(dragState)) return 'still';
    if (verdict?.allowed === 0) {
      this.#engine.announce(`Refusé : ${verdict.why}`);
      return 'refused';
    }
    if (!dragState.copy) this.#engine.focus.follow(dragState.grabbed, dragState.target.row, column);
    view.props.onDrop?.(dragState.chips, drop, dragState.copy);
    return 'dropped';
  }

  resizeTo(resizeState: ResizeState): void {
    const { chip, start, end } = resizeState;
    const before = this.resizeState;
    this.resizeState = resizeState;
    // The edge may have changed; only the hours are checked and shown.
    if (before?.chip === chip && before.start === start && before.end === end) return;
    this.#judged = this.#engine.view.props.feedback?.(chip, chip.row, start, false, end) ?? null;
    this.#show();
  }

  /** Same as `finishDrag`, for a resize. */
  finishResize(): 'dropped' | 'still' | 'refused' {
    const { resizeState } = this;
    const verdict = this.here();
    this.cancel();
    if (!resizeState || isUnresized(resizeState)) return 'still';
    if (verdict?.allowed === 0) {
      this.#engine.announce(`Refusé : ${verdict.why}`);
      return 'refused';
    }
    this.#engine.view.props.onResize?.(resizeState.chip, resizeState.start, resizeState.end);
    return 'dropped';
  }

  /** The drop target in words. */
  words(): string {
    const { view } = this.#engine;
    const { timeOf } = view.props;
    const verdict = this.here();
    const judged = verdict ? verdict.why || ['refusé', 'avec un avertissement', 'autorisé'][verdict.allowed] : '';
    if (this.resizeState) return [this.#hours(), judged].filter(Boolean).join(', ');
    const { dragState } = this;
    if (!dragState) return '';
    const column = view.columns[dropColumn(view, dragState)];
    const when = view.props.mode === 'hours' && timeOf ? timeOf(dropStart(dragState)) : column && columnName(column);
    return [view.rowTitled(dragState.target.row)?.title, when, judged].filter(Boolean).join(', ');
  }

  #hours(): string {
    const { timeOf } = this.#engine.view.props;
    return this.resizeState && timeOf ? `${timeOf(this.resizeState.start)} – ${timeOf(this.resizeState.end)}` : '';
  }

  /** Shows the reason beside the chip that is dragged by keys. */
  showReasonHere(): void {
    const shown = this.#shape();
    if (!shown) return;
    const { left, bottom } = this.#engine.clientBox(shown.row, shown.box);
    this.showReason({ x: left, y: bottom });
  }

  /** Shows the reason next to the pointer, above a finger; null hides it. */
  showReason(at: GridPoint | null, isFinger = false): void {
    const { reason } = this.#engine.parts;
    const verdict = this.here();
    const words = at ? this.words() : '';
    reason.hidden = words === '';
    if (!at || words === '') return;
    reason.textContent = words;
    reason.dataset.allowed = String(verdict?.allowed ?? 2);
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
    const { dragState, resizeState } = this;
    const { view } = this.#engine;
    if (resizeState) {
      const place = view.placeOf(resizeState.chip);
      if (!place) return null;
      // In `cells` nothing is to scale: the chip keeps its place and shows its new hours.
      if (view.props.mode === 'cells') return { row: place.row, box: place.box, text: this.#hours() };
      const { x, w } = this.#scaled(place.row, resizeState.start, resizeState.end);
      return { row: place.row, box: { ...place.box, x, w }, text: this.#hours() || resizeState.chip.title };
    }
    if (!dragState) return null;
    const { row, minutes } = dragState.target;
    const box =
      view.props.mode === 'cells'
        ? view.cellBox(row, dropColumn(view, dragState))
        : this.#scaled(row, dragState.grabbed.start + minutes, dragState.grabbed.end + minutes);
    const count = dragState.chips.length > 1 ? ` (${dragState.chips.length})` : '';
    return {
      row,
      box,
      text: `${dragState.copy ? '+ ' : ''}${dragState.grabbed.short ?? dragState.grabbed.title}${count}`,
    };
  }

  #scaled(row: number, start: number, end: number): Box {
    const { columns, sizes } = this.#engine.view;
    const from = xOf(columns, sizes.cellWidth, start);
    const cell = this.#engine.view.cellBox(row, 0);
    return { ...cell, x: from, w: Math.max(8, xOf(columns, sizes.cellWidth, end) - from) };
  }
}
