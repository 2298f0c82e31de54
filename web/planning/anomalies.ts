// An act of the planning that its checks may refuse or ask to confirm: what they say is shown, and the person decides.
import { Problem } from '#core/kernel/problem.ts';
import { type consentMeans, otherCodes, type PlanningError } from '#core/planning/calls.ts';
import { store } from '#ui/client/store.ts';

export interface Anomalies {
  /** Tells one question from the next. */
  number: number;
  errors: readonly PlanningError[];
  /** Nothing to decide: at least one is refused. */
  refused: boolean;
  /** Art. 7.07.3: how each agent agreed is asked and kept. */
  wantsConsent: boolean;
  answer(goOn: false | Consent): void;
}

/** Null: nothing had to be agreed to. */
export type Consent = { means: keyof typeof consentMeans | null };

/** What lies on the table; drawn by AnomaliesHost. */
export const anomaliesShown = store<Anomalies | null>(null);

/** Acts made together are asked about one after the other: the first is on the table. */
const waiting: Anomalies[] = [];
let asked = 0;
let hosts = 0;

/** Where nobody would see the question, the answer is no. */
export const askAbout = (errors: readonly PlanningError[]): Promise<false | Consent> =>
  new Promise((resolve) => {
    if (hosts === 0) return resolve(false);
    asked += 1;
    const question: Anomalies = {
      number: asked,
      errors,
      refused: errors.some(({ level }) => level === 2),
      wantsConsent: errors.some(({ code }) => code === otherCodes.shortNotice),
      answer: (goOn) => {
        const at = waiting.indexOf(question);
        if (at < 0) return;
        waiting.splice(at, 1);
        anomaliesShown.set(waiting[0] ?? null);
        resolve(goOn);
      },
    };
    waiting.push(question);
    anomaliesShown.set(waiting[0] ?? null);
  });

/** By what draws the questions, as long as it does. Nothing waits behind one that nobody sees any more. */
export function attend(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
    if (hosts === 0) for (const { answer } of waiting.toReversed()) answer(false);
  };
}

export const errorsOf = (problem: unknown): readonly PlanningError[] | null =>
  problem instanceof Problem && problem.details.errors ? (problem.details.errors as PlanningError[]) : null;

/** What goes with an act that the person wants in spite of what the checks say. */
export interface Confirmed {
  confirmed?: true;
  consent?: { means: keyof typeof consentMeans };
}

/** Null: the person went back to his planning, and nothing was written. */
export async function withConfirmation<T>(act: (more: Confirmed) => Promise<T>): Promise<T | null> {
  try {
    return await act({});
  } catch (problem) {
    const errors = errorsOf(problem);
    if (!errors) throw problem;
    const answer = await askAbout(errors);
    if (!answer) return null;
    return act({ confirmed: true, ...(answer.means ? { consent: { means: answer.means } } : {}) });
  }
}
