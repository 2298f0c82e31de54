// Keyboard: moving the focus, selecting, opening, dragging a chip (M, arrows, Enter) and resizing it (R, arrows, Enter).
import { beginDrag, dropColumn, selectedWith, step } from './dragState.ts';
import type { Engine } from './engine.ts';
import { between, nextSpot } from './navigation.ts';
import type { Pointer } from './pointer.ts';
import { beginResize, resizeStep } from './resize.ts';
import { toggled } from './selection.ts';
import type { GridChip } from './types.ts';
import { nouns } from './words.ts';

/** Delay before the tooltip of a focused chip opens. */
const rest = 600;

export class Keys {
  readonly #engine: Engine;
  readonly #pointer: Pointer;
  #tip: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: Engine, pointer: Pointer, signal: AbortSignal) {
    this.#engine = engine;
    this.#pointer = pointer;
    engine.parts.scroller.addEventListener(
      'keydown',
      (event) => {
        if (event.defaultPrevented || !this.#handle(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal },
    );
    engine.parts.scroller.addEventListener('focusout', () => this.#hideTip(), { signal });
    engine.parts.scroller.addEventListener(
      'focusin',
      ({ target }) => {
        const id = (target as HTMLElement).dataset.chip;
        if (id !== undefined) engine.focus.onFocusIn(id);
      },
      { signal },
    );
    // During a drag by pointer the focus may be anywhere.
    for (const name of ['keydown', 'keyup'] as const)
      document.addEventListener(
        name,
        (event) => {
          if (event.key === 'Alt' && engine.drag.dragState) {
            pointer.copies(name === 'keydown');
            event.preventDefault();
          }
          if (name === 'keydown' && event.key === 'Escape' && pointer.cancel()) {
            event.preventDefault();
            event.stopPropagation();
          }
        },
        { signal, capture: true },
      );
  }

  #hideTip(): void {
    clearTimeout(this.#tip);
    this.#engine.tip(null);
  }

  /** Returns true if the grid handled the key. */
  #handle(event: KeyboardEvent): boolean {
    const { drag, view } = this.#engine;
    if (view.rowCount === 0 && !view.props.unfilled) return false;
    const isCommand = event.ctrlKey || event.metaKey;
    // Ctrl+R and the like belong to the browser: our letters have no Ctrl.
    if ((drag.dragState || drag.resizeState) && isCommand && event.key.length === 1) return false;
    if (drag.dragState) return this.#dragging(event);
    if (drag.resizeState) return this.#resizing(event);
    if (event.altKey)
      return event.shiftKey && event.key.startsWith('Arrow') && this.#beginResize() && this.#resizing(event);
    if (isCommand) return this.#command(event.key.toLowerCase()) || this.#walks(event);
    return this.#walks(event) || this.#acts(event);
  }

  #walks({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const { focus, view } = this.#engine;
    const from = focus.spot();
    const to = nextSpot(focus.field(), from, key, ctrlKey || metaKey);
    if (!to) return false;
    this.#hideTip();
    if (shiftKey) {
      focus.anchor ??= from;
      this.#select(between(focus.anchor, to, (row, column) => view.chipsIn(row, column)));
    } else focus.anchor = to;
    focus.goTo(to);
    // Keyboard users get the tooltip too.
    const { chip } = focus;
    if (chip && view.props.hover) this.#tip = setTimeout(() => this.#engine.tip(chip), rest);
    return true;
  }

  #acts({ key, shiftKey }: KeyboardEvent): boolean {
    const { focus, view } = this.#engine;
    const { props } = view;
    const { row, column, chip } = focus.place();
    // A title is a button: the browser handles it.
    if (column < 0) return this.#menu(key, shiftKey);
    switch (key) {
      case 'Enter':
        if (chip) props.onOpen(chip);
        else this.#create(row, column);
        return true;
      case ' ':
        if (chip) this.#select(toggled(props.selection, chip.id));
        return true;
      case 'Delete':
      case 'Backspace':
        this.#remove(chip);
        return true;
      case 'm':
      case 'M':
        this.#take(chip);
        return true;
      case 'r':
      case 'R':
        this.#beginResize();
        return true;
      case 'Escape':
        this.#hideTip();
        if (props.selection.size === 0) return false;
        this.#select(new Set());
        return true;
      default:
        return this.#menu(key, shiftKey);
    }
  }

  #select(selection: ReadonlySet<string>): void {
    const { onSelect, noun = nouns } = this.#engine.view.props;
    onSelect(selection);
    const { size } = selection;
    this.#engine.announce(
      size === 0 ? 'Plus rien de sélectionné.' : `${size} ${size === 1 ? noun.one : noun.many} dans la sélection.`,
    );
  }

  #create(row: number, at: number): void {
    const { view } = this.#engine;
    const column = view.columns[at];
    if (column && !view.props.readOnly) view.props.onCreate?.(view.idOf(row), column.start, column.end);
  }

  #remove(chip: GridChip | null): void {
    const { props } = this.#engine.view;
    if (props.readOnly || !props.onRemove) return;
    const chosen = this.#chosen(chip);
    const [first] = chosen;
    const chips = chosen.filter(({ locked }) => !locked);
    if (chips.length > 0) props.onRemove(chips);
    else if (first) this.#engine.refuse(first, '');
  }

  /** The focused chip, or the selection if the chip is part of it or the cell is empty. */
  #chosen(chip: GridChip | null): readonly GridChip[] {
    const { view } = this.#engine;
    const { selection } = view.props;
    return chip ? selectedWith(view, chip, selection) : view.index.all.filter(({ id }) => selection.has(id));
  }

  #command(key: string): boolean {
    const { focus, view } = this.#engine;
    const { props } = view;
    const { row, column, chip } = focus.place();
    if (key === 'a') {
      this.#select(new Set(view.index.all.filter(({ row: of }) => view.rowOf(of) !== undefined).map(({ id }) => id)));
      return true;
    }
    if (key === 'c' && props.onCopy) {
      const chips = this.#chosen(chip);
      if (chips.length > 0) props.onCopy(chips);
      return chips.length > 0;
    }
    const start = view.columns[column]?.start;
    if (props.readOnly) return false;
    if (key === 'v' && props.onPaste && start !== undefined) props.onPaste(view.idOf(row), start);
    else if (key === 'z' && props.onUndo) props.onUndo();
    else return false;
    return true;
  }

  #menu(key: string, shift: boolean): boolean {
    const { focus, view } = this.#engine;
    if (!view.props.onMenu || (key !== 'ContextMenu' && !(key === 'F10' && shift))) return false;
    this.#pointer.isMenuAnswered = true;
    setTimeout(() => {
      this.#pointer.isMenuAnswered = false;
    }, 300);
    const { row, column, chip } = focus.place();
    const place = chip && view.placeOf(chip);
    const box = this.#engine.clientBox(row, place?.box ?? view.cellBox(row, Math.max(0, column)));
    const at = { clientX: box.left + 8, clientY: box.bottom - 4 };
    const of = view.columns[column];
    if (chip) this.#engine.menu({ kind: 'chips', chips: selectedWith(view, chip, view.props.selection) }, at);
    else if (of) this.#engine.menu({ kind: 'cell', row: view.idOf(row), start: of.start, end: of.end }, at);
    else this.#engine.menu({ kind: 'row', row: view.idOf(row) }, at);
    return true;
  }

  #take(chip: GridChip | null): void {
    const { view, drag } = this.#engine;
    const dragState = chip && beginDrag(view, chip, false);
    if (!dragState) {
      if (chip) this.#engine.refuse(chip, 'Ne peut pas être déplacé.');
      return;
    }
    drag.dragTo(dragState);
    this.#engine.announce(
      `Déplacement de ${dragState.grabbed.title}. Flèches, puis Entrée ; C pour copier ; Échap pour annuler.`,
    );
  }

  /** Returns true if the chip can be resized. */
  #beginResize(): boolean {
    const { view, drag, focus } = this.#engine;
    const { chip } = focus;
    const resizeState = chip && beginResize(view, chip);
    if (!resizeState) {
      if (chip) this.#engine.refuse(chip, 'Ses horaires ne changent pas ici.');
      return false;
    }
    this.#hideTip();
    drag.resizeTo(resizeState);
    drag.showReasonHere();
    this.#engine.announce(
      `Horaires de ${resizeState.chip.title}. Gauche et droite changent la fin, après la flèche du haut le début ; avec Maj d’un quart d’heure. Entrée, ou Échap pour annuler.`,
    );
    return true;
  }

  #resizing({ key, shiftKey }: KeyboardEvent): boolean {
    const { drag, view } = this.#engine;
    const { resizeState } = drag;
    if (!resizeState) return false;
    if (key === 'Enter' || key === ' ') {
      const done = drag.finishResize();
      if (done !== 'refused') this.#engine.announce(done === 'dropped' ? 'Horaires changés.' : 'Rien n’a changé.');
      return true;
    }
    if (key === 'Escape' || key === 'Tab') {
      drag.cancel();
      this.#engine.announce('Horaires inchangés.');
      return key === 'Escape';
    }
    const next = resizeStep(view, resizeState, key, shiftKey);
    if (!next) return true;
    drag.resizeTo(next);
    drag.showReasonHere();
    this.#engine.announce(`${next.edge === 'start' ? 'Début' : 'Fin'} : ${drag.words()}`);
    return true;
  }

  #dragging({ key, shiftKey }: KeyboardEvent): boolean {
    const { drag, view, focus } = this.#engine;
    const { dragState } = drag;
    if (!dragState) return false;
    if (key === 'Enter' || key === ' ') {
      const { copy } = dragState;
      const done = drag.finishDrag();
      if (done === 'dropped') this.#engine.announce(copy ? 'Copié.' : 'Déplacé.');
      else if (done === 'still') this.#engine.announce('Rien n’a bougé.');
      return true;
    }
    if (key === 'Escape' || key === 'Tab') {
      drag.cancel();
      this.#engine.announce('Déplacement annulé.');
      return key === 'Escape';
    }
    if (key === 'c' || key === 'C') drag.dragTo({ ...dragState, copy: !dragState.copy });
    else {
      const target = step(view, dragState, key, shiftKey);
      if (!target) return true;
      drag.dragTo({ ...dragState, target });
      focus.reveal(target.row, dropColumn(view, { ...dragState, target }));
    }
    drag.showReasonHere();
    this.#engine.announce(`${drag.dragState?.copy ? 'Copier vers ' : ''}${drag.words()}`);
    return true;
  }
}
