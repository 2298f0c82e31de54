// Records opened above the current screen. They are entries of the browser's history, not of the address: Back and
// closing return to the screen below, which stays as it was, with its scroll position and its focus.
import { type HistoryState, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useState } from 'react';

export interface OpenSheet {
  /** The entity's name. */
  entity: string;
  /** `newRecord`: create one. */
  id: string;
  tab?: string | undefined;
  /** Initial values of a new record. */
  initial?: Record<string, unknown> | undefined;
}

interface State {
  sheets?: readonly OpenSheet[];
  /** Key of the record whose form was opened from its summary. */
  editing?: string;
}

const none: readonly OpenSheet[] = [];
const stateOf = (state: unknown): State => (state ?? {}) as State;
const editedOf = (state: unknown): string | undefined => stateOf(state).editing;
const sheetsOf = (state: unknown): readonly OpenSheet[] => stateOf(state).sheets ?? none;

function usePush(): (change: (before: State) => State) => void {
  const go = useNavigate();
  return useCallback(
    (change) => {
      const state = (before: unknown): HistoryState => ({ ...change(stateOf(before)) }) as HistoryState;
      void go({ to: '.', search: true as never, state: state as never });
    },
    [go],
  );
}

/** The topmost is last. */
export const useSheets = (): readonly OpenSheet[] =>
  useRouterState({ select: ({ location }) => sheetsOf(location.state) });

/** Whether the user left the place where the caller was mounted; a record opened above it does not leave it. */
export function useHasLeft(): boolean {
  const place = useRouterState({ select: ({ location: { href, state } }) => JSON.stringify([href, editedOf(state)]) });
  const depth = useSheets().length;
  const [first] = useState({ place, depth });
  return place !== first.place || depth < first.depth;
}

export function useOpenSheet(): (sheet: OpenSheet) => void {
  const push = usePush();
  return useCallback((sheet) => push((before) => ({ ...before, sheets: [...sheetsOf(before), sheet] })), [push]);
}

/** Undoes the last `open`, or the last `start` below. */
export function useStepBack(): () => void {
  const { history } = useRouter();
  return useCallback(() => history.back(), [history]);
}

/** The form of a record, opened from its summary: one entry of the history, so that Back returns to the summary. */
export function useEditing(key: string): { editing: boolean; start(): void; stop(): void } {
  const push = usePush();
  const editing = useRouterState({ select: ({ location }) => stateOf(location.state).editing === key });
  const start = useCallback(() => push((before) => ({ ...before, editing: key })), [push, key]);
  return { editing, start, stop: useStepBack() };
}
