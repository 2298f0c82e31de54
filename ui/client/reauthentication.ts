// One sign-in dialog at a time, over the page and what is typed in it; the calls that wait are then replayed.
import { Problem } from '#core/kernel/problem.ts';
import { store } from './store.ts';

export const reauthenticateMessage = 'Veuillez vous ré-authentifier';
export const reconnectMessage = 'Vous devez vous reconnecter';

export interface Reauthentication {
  /** Why, one sentence each; none: the session has simply ended. */
  reasons: readonly string[];
  /** Signed in again. */
  succeed(): void;
  giveUp(): void;
}

export const reauthentication = store<Reauthentication | null>(null);

let hosts = 0;
let pending: Promise<void> | null = null;

/** The frame says that it can show the dialog; before that a refused session leads to the sign-in page. */
export function hostReauthentication(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
    if (hosts === 0) reauthentication.get()?.giveUp();
  };
}

export function reauthenticate(...reasons: string[]): Promise<void> {
  const refused = (): Problem => new Problem('unauthenticated', reasons.at(-1) ?? reauthenticateMessage);
  if (hosts === 0) return Promise.reject(refused());
  pending ??= new Promise<void>((resolve, reject) => {
    const close = (): void => {
      pending = null;
      reauthentication.set(null);
    };
    reauthentication.set({
      reasons,
      succeed: () => {
        close();
        resolve();
      },
      giveUp: () => {
        close();
        reject(refused());
      },
    });
  });
  return pending;
}
