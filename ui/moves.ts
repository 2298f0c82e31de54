// Status moves from any screen: rights, question before a final move, the move, and its undo.
import { useCallback } from 'react';
import { type Entity, statusPath } from '#core/kernel/entity.ts';
import { canBePending, type Machine, type Move, type Question, refusalInMenus, undoOf } from '#core/kernel/machine.ts';
import { activeStatus, meets, needsOf } from '#core/roles.ts';
import { actKey, call, endpointsOf } from './client/call.ts';
import { invalidateEntity } from './client/queries.tsx';
import { type Session, useSession } from './client/session.ts';
import { mountFor } from './client/session-state.ts';
import { today } from './clock.ts';
import { confirm } from './confirm.tsx';
import { useLocale } from './kinds/locale.ts';
import { mayChange } from './may.ts';
import { notifyProblem, notifySuccess } from './notify.ts';

/** A row of any entity, as lists and reads answer it. */
export type AnyRow = Record<string, unknown> & { id: string; version?: number };

/** The dialog of a final move: a removal unless it says another word. */
export const questionOf = ({ act, ...asked }: Question): Parameters<typeof confirm>[0] =>
  act === undefined ? { ...asked, confirmLabel: 'Supprimer', danger: true } : { ...asked, confirmLabel: act };

export interface NamedMove {
  name: string;
  move: Move;
}

/** A new record may be inactive until somebody activates it. */
export const startsInactive = ({ machine }: Entity): boolean =>
  machine?.initial === activeStatus && canBePending(machine);

export const refusedMove = (of: Entity, { name }: NamedMove, row: AnyRow): string | null =>
  refusalInMenus(of.machine as Machine, name, row, statusPath(of));

/** The right of each move on the path of this session; customers make none. */
function moveRights(of: Entity, session: Session): Readonly<Partial<Record<string, Move['right']>>> {
  const { act } = endpointsOf(of);
  const access = act?.mounts[session.scope === 'customer' ? 'customer' : mountFor(act, session)];
  return typeof access === 'object' && 'moves' in access ? access.moves : {};
}

/** Moves in menus whose right is held. */
export function allowedMoves(of: Entity, session: Session): NamedMove[] {
  const rights = moveRights(of, session);
  return Object.entries(of.machine?.moves ?? {})
    .map(([name, move]) => ({ name, move }))
    .filter(({ name, move: { offered, byAgencyAlone } }) => {
      const right = rights[name];
      if (byAgencyAlone && session.asker.platform !== null) return false;
      return offered?.length !== 0 && right !== undefined && meets(session.asker, needsOf(right));
    });
}

export const movesFor = (of: Entity, session: Session, row: AnyRow): NamedMove[] =>
  mayChange(session, of, row) ? allowedMoves(of, session).filter((named) => refusedMove(of, named, row) === null) : [];

/** The row after the move; undefined if it is removed. */
export async function makeMove(of: Entity, row: AnyRow, name: string): Promise<AnyRow | undefined> {
  const { act } = endpointsOf(of);
  if (!act) throw new Error(`${of.name} has no moves`);
  const answer = (await call(act, { params: { id: row.id, type: name }, key: actKey() })) as
    | Record<string, AnyRow>
    | undefined;
  return answer?.[of.name];
}

/** Makes the move of one row. */
export type Mover = (row: AnyRow) => Promise<AnyRow | undefined>;

/** Asks before a move of these rows. Null: cancelled; undefined: nothing to ask, the usual move. `today`: of the agency. */
export type BeforeMove = (name: string, rows: readonly AnyRow[], today: string) => Promise<Mover | null | undefined>;

/** The move that undoes this one, if it exists and its right is held. */
export function undoMove(of: Entity, session: Session, before: AnyRow, after: AnyRow | undefined): string | null {
  const machine = of.machine as Machine;
  if (!after) return null;
  const path = statusPath(of);
  const name = undoOf(machine, before[path] as number, after[path] as number);
  const right = name === null ? undefined : moveRights(of, session)[name];
  return right && meets(session.asker, needsOf(right)) ? name : null;
}

const askBefore = (move: Move): Promise<boolean> =>
  move.confirm === undefined ? Promise.resolve(true) : confirm(questionOf(move.confirm));

/** Moves at once and offers « Annuler »; a final move asks first. Resolves to true if the move was made. */
export function useMove(of: Entity, before?: BeforeMove): (row: AnyRow, name: string) => Promise<boolean> {
  const session = useSession();
  const { zone } = useLocale();
  return useCallback(
    async (row, name) => {
      const move = of.machine?.moves[name];
      if (!move) return false;
      try {
        const own = await before?.(name, [row], today(zone));
        if (own === null || (own === undefined && !(await askBefore(move)))) return false;
        const after = own ? await own(row) : await makeMove(of, row, name);
        const back = undoMove(of, session, row, after);
        const undo = async (): Promise<void> => {
          try {
            // An undo is a move: it asks the same.
            const ownBack = await before?.(back as string, [after as AnyRow], today(zone));
            if (ownBack === null) return;
            if (ownBack) await ownBack(after as AnyRow);
            else await makeMove(of, after as AnyRow, back as string);
            notifySuccess((of.machine as Machine).moves[back as string]?.done ?? '');
          } catch (error) {
            notifyProblem(error);
          }
          await invalidateEntity(of, [row.id]);
        };
        notifySuccess(move.done, back ? { undo: () => void undo() } : {});
        await invalidateEntity(of, [row.id]);
        return true;
      } catch (error) {
        notifyProblem(error);
        await invalidateEntity(of, [row.id]);
        return false;
      }
    },
    [of, session, before, zone],
  );
}
