// Saves that the planning checks may refuse or want confirmed: shows the errors and waits for the user's decision.
import { Problem } from '#core/kernel/problem.ts';
import { type consentMeans, otherCodes, type PlanningError } from '#core/planning/calls.ts';
import { store } from '#ui/client/store.ts';

/** What the user wanted to do; `giveBack`: the services of somebody or a place that is back already. */
export type Asking = 'save' | 'undo' | 'giveBack';

export interface Anomalies {
  /** React key: each question is a new dialog. */
  number: number;
  asking: Asking;
  errors: readonly PlanningError[];
  /** At least one error refuses the save: there is nothing to confirm. */
  refused: boolean;
  /** Art. 7.07.3: the means of each agent's consent is asked and stored. */
  wantsConsent: boolean;
  answer(goOn: false | Consent): void;
}

/** Null: no consent was needed. */
export type Consent = { means: keyof typeof consentMeans | null };

/** The open question; rendered by AnomaliesHost. */
export const anomaliesShown = store<Anomalies | null>(null);

/** Queue of questions: the first one is open. */
const waiting: Anomalies[] = [];
let asked = 0;
let hosts = 0;

/** Answers no if no screen renders the questions. */
export const askAbout = (errors: readonly PlanningError[], asking: Asking = 'save'): Promise<false | Consent> =>
  new Promise((resolve) => {
    if (hosts === 0) return resolve(false);
    asked += 1;
    const question: Anomalies = {
      number: asked,
      asking,
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

/** Some screen renders the questions. */
export const hasHost = (): boolean => hosts > 0;

const expectant: (() => void)[] = [];

/** Waits for a component that renders the questions. */
export const hosted = (): Promise<void> =>
  hasHost() ? Promise.resolve() : new Promise((resolve) => expectant.push(resolve));

/** Registers a component that renders the questions. When the last one is unmounted, open questions are answered no. */
export function registerHost(): () => void {
  hosts += 1;
  for (const go of expectant.splice(0)) go();
  return () => {
    hosts -= 1;
    if (hosts === 0) for (const { answer } of waiting.toReversed()) answer(false);
  };
}

export const errorsOf = (problem: unknown): readonly PlanningError[] | null =>
  problem instanceof Problem && problem.details.errors ? (problem.details.errors as PlanningError[]) : null;

/** Sent with a save that the user confirmed. */
export interface Confirmed {
  confirmed?: true;
  consent?: { means: keyof typeof consentMeans };
}

/** Null: the user cancelled, nothing was saved. */
export async function withConfirmation<T>(
  act: (more: Confirmed) => Promise<T>,
  asking: Asking = 'save',
): Promise<T | null> {
  try {
    return await act({});
  } catch (problem) {
    const errors = errorsOf(problem);
    if (!errors) throw problem;
    const answer = await askAbout(errors, asking);
    if (!answer) return null;
    return act({ confirmed: true, ...(answer.means ? { consent: { means: answer.means } } : {}) });
  }
}
