// An act of the planning that its checks may refuse or ask to confirm: what they say is shown, and the person decides.
import { Problem } from '#core/kernel/problem.ts';
import type { PlanningError } from '#core/planning/calls.ts';
import { store } from '#ui/client/store.ts';

export interface Anomalies {
  errors: readonly PlanningError[];
  /** Nothing to decide: at least one is refused. */
  refused: boolean;
  answer(goOn: boolean): void;
}

/** What lies on the table; drawn by AnomaliesHost. */
export const anomaliesShown = store<Anomalies | null>(null);

export function askAbout(errors: readonly PlanningError[]): Promise<boolean> {
  anomaliesShown.get()?.answer(false);
  return new Promise((resolve) => {
    anomaliesShown.set({
      errors,
      refused: errors.some(({ level }) => level === 2),
      answer: (goOn) => {
        anomaliesShown.set(null);
        resolve(goOn);
      },
    });
  });
}

export const errorsOf = (problem: unknown): readonly PlanningError[] | null =>
  problem instanceof Problem && problem.details.errors ? (problem.details.errors as PlanningError[]) : null;

/** Null: the person went back to his planning, and nothing was written. */
export async function withConfirmation<T>(act: (confirmed: boolean) => Promise<T>): Promise<T | null> {
  try {
    return await act(false);
  } catch (problem) {
    const errors = errorsOf(problem);
    if (!errors) throw problem;
    return (await askAbout(errors)) ? act(true) : null;
  }
}
