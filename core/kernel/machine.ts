// A status, declared once: its states, and the moves between them with their right and condition.
import type { Right } from '../rights.ts';
import type { PlatformRole } from './platform.ts';

export type Tone = 'positive' | 'neutral' | 'warning' | 'negative' | 'info';

/** Dotted paths of the fields that can still be written (a group means all its members), or none at all. */
export type Writable = readonly string[] | 'nothing';

export interface State {
  label: string;
  tone: Tone;
  /** Lists, pickers and searches leave its rows out unless asked for them: by this status or « Afficher les archivés ». */
  archived?: true;
  /** Not offered where a status is chosen. */
  selectable?: false;
  /** Decision 85: what a save can still write in this state, or a pure function of the row. Absent or null: everything. */
  writable?: Writable | ((row: Readonly<Record<string, unknown>>) => Writable | null);
  /** Why the other fields cannot be written: shown above the form and in the refusal. */
  frozen?: string;
}

export interface Question {
  title: string;
  message: string;
  /** The button that confirms; absent: « Supprimer », in red. */
  act?: string;
}

/** Asked before a record is removed (E-036). */
export const deletion: Question = {
  title: 'Supprimer cet élément ?',
  message: 'Êtes-vous sûr de vouloir supprimer cet élément ? La suppression est définitive.',
};

/** Asked before a person, a commercial document or a record of the platform is removed (E-037; 3 §8). */
export const finalDeletion: Question = { title: 'Suppression', message: 'Cette action est définitive.' };

export interface Move {
  /** The action's name in menus: « Archivage ». */
  label: string;
  from: readonly number[];
  /** The state reached; null: the record is removed for good. */
  to: number | null;
  /** The field with the state that it goes back to, such as the one before the archives; empty there: `to`. */
  returns?: string;
  /** The record stays in the table, but is removed for everybody who uses the product. */
  hides?: true;
  /** A role: the move of a record of the platform, on the platform's path. */
  right: Right | PlatformRole;
  /** The right for this move on an agent's own path; absent: not available there. */
  own?: Right;
  /** Evidence that the agency alone gives: the platform's staff are refused, acting for somebody or not. */
  byAgencyAlone?: true;
  /** The notice after the move: « Site archivé ». */
  done: string;
  /** The notice after a move of several, before their number; absent: its label. */
  doneMany?: string;
  /** The confirmation asked first, when the move cannot be undone. */
  confirm?: Question;
  /** The states whose menus show it; absent: every `from`. From the others only undo makes it; none: shown in no menu. */
  offered?: readonly number[];
  /** Why this record refuses the move, or null. Declared as a method so that machines of precise rows stay assignable. */
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
    for (const code of move.offered ?? [])
      if (!move.from.includes(code)) throw new Error(`move ${name}: offered from ${code}, but not possible there`);
    for (const code of named) if (!(code in declared.states)) throw new Error(`move ${name}: unknown state ${code}`);
  }
  return declared;
}

/** Of records without a life of their own: they are there until they are deleted. */
export const keptUntilDeleted = <const M extends Omit<Move, 'label' | 'from' | 'to'>>(
  remove: M,
  label = 'Enregistré',
) =>
  machine({
    initial: 100,
    states: { 100: { label, tone: 'neutral' } },
    moves: { delete: { ...remove, label: 'Suppression', from: [100], to: null } },
  });

/** An unknown code is shown as « ??? », not hidden (D-041). */
export const stateOf = (status: Machine, code: number): State =>
  status.states[code] ?? { label: '???', tone: 'neutral' };

/** The states whose rows lists leave out unless asked. */
export const archivedStates = (status: Machine | null): number[] =>
  Object.entries(status?.states ?? {}).flatMap(([code, { archived }]) => (archived ? [Number(code)] : []));

/** Why this row refuses the move, or null. The caller checks the right separately. */
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

/** Why the menus of this row do not show the move, or null; an undo is not asked. */
export const refusalInMenus: typeof refusal = (status, name, row, field) => {
  const move = status.moves[name];
  const moves = move?.offered ? { [name]: { ...move, from: move.offered } } : status.moves;
  // A list may leave out a status that is always the same.
  const [only, ...others] = Object.keys(status.states);
  const known =
    row[field ?? 'status'] === undefined && others.length === 0 ? { ...row, [field ?? 'status']: Number(only) } : row;
  return refusal({ ...status, moves }, name, known, field);
};

/** No record is left to answer with. */
export const removes = ({ to, hides }: Move): boolean => to === null || hides === true;

/** The move that each state's code stands for in a path: the first one that leads there (F-018). */
export const movesByCode = (status: Machine): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(status.moves)
      .toReversed()
      .flatMap(([name, { to }]) => (to === null ? [] : [[String(to), name]])),
  );

/** The move that reverts the last one, for « Annuler »; a move within a state (« Marquer envoyé ») has none. */
export function undoOf(status: Machine, previous: number, current: number): string | null {
  if (previous === current) return null;
  for (const [name, move] of Object.entries(status.moves))
    if ((move.to === previous || move.returns !== undefined) && move.from.includes(current)) return name;
  return null;
}

/** The moves of `willActivate` (wire.md). A paper's way back to its draft, or out of the archives to an earlier state, is none. */
const activations = ['activate', 'reactivate', 'publish'];

export const activationOf = ({ moves }: Machine, status: number): string | null =>
  activations.find((name) => {
    const move = moves[name];
    return move?.to === 100 && move.returns === undefined && move.from.includes(status);
  }) ?? null;

/** wire.md: 200 means a pending record if it can be activated. A service at 200 is in progress, an order is sent. */
export const canBePending = (status: Machine): boolean => 200 in status.states && activationOf(status, 200) !== null;
