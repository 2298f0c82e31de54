// A status, declared once: its states, and the moves between them with their right and condition.
import type { Right } from '../rights.ts';

export type Tone = 'positive' | 'neutral' | 'warning' | 'negative' | 'info';

/** Dotted paths of the fields that may still be written (a group stands for its members), or none at all. */
export type Writable = readonly string[] | 'nothing';

export interface State {
  label: string;
  tone: Tone;
  /** Decision 85: what a save may still write in this state, or a pure function of the row. Absent or null: everything. */
  writable?: Writable | ((row: Readonly<Record<string, unknown>>) => Writable | null);
  /** Why the rest may not be written any more: read above the form and in the refusal. */
  frozen?: string;
}

export interface Question {
  title: string;
  message: string;
}

/** Before a record is removed (E-036). */
export const deletion: Question = {
  title: 'Supprimer cet élément ?',
  message: 'Êtes-vous sûr de vouloir supprimer cet élément ? La suppression est définitive.',
};

/** Before a commercial document or a record of the platform is (E-037; 3 §8). */
export const finalDeletion: Question = { title: 'Suppression', message: 'Cette action est définitive.' };

export interface Move {
  /** The action's name in menus: « Archivage ». */
  label: string;
  from: readonly number[];
  /** The state reached; null: the record is removed for good. */
  to: number | null;
  right: Right;
  /** On an agent's own path; absent: not made there. */
  own?: Right;
  /** Told after the act: « Site archivé ». */
  done: string;
  /** What is asked first, when the act cannot be undone. */
  confirm?: Question;
  /** False: exists for undo, stands in no menu. */
  offered?: boolean;
  /** Why this record refuses the move, or null. Method, so that machines of precise rows stay assignable. */
  refuse?(row: Record<string, unknown>): string | null;
}

export interface Machine {
  states: Readonly<Record<number, State>>;
  initial: number;
  moves: Readonly<Record<string, Move>>;
}

export function machine<const S extends Record<number, State>, const M extends Record<string, Move>>(declared: {
  states: S;
  initial: keyof S & number;
  moves: M;
}): { states: S; initial: number; moves: M } {
  for (const [name, move] of Object.entries(declared.moves)) {
    const named = move.to === null ? move.from : [...move.from, move.to];
    for (const code of named) if (!(code in declared.states)) throw new Error(`move ${name}: unknown state ${code}`);
  }
  return declared;
}

/** An unknown code is shown, not hidden (D-041). */
export const stateOf = (status: Machine, code: number): State =>
  status.states[code] ?? { label: '???', tone: 'neutral' };

/** Why the move is refused from this row, or null when it may be made. The right is checked apart. */
export function refusal(
  status: Machine,
  name: string,
  row: { status?: unknown } & Record<string, unknown>,
  field = 'status',
): string | null {
  const move = status.moves[name];
  if (!move) return 'Action inconnue';
  const code = row[field] as number;
  if (!move.from.includes(code))
    return `« ${move.label} » est impossible au statut « ${stateOf(status, code).label} ».`;
  return move.refuse?.(row) ?? null;
}

/** The move that leads back, for « Annuler ». */
export function undoOf(status: Machine, previous: number, current: number): string | null {
  for (const [name, move] of Object.entries(status.moves))
    if (move.to === previous && move.from.includes(current)) return name;
  return null;
}

/** wire.md: 200 is the record that waits, where a move leads from it to 100; a service at 200 is at work. */
export const mayWait = (status: Machine): boolean => 200 in status.states && undoOf(status, 100, 200) !== null;
