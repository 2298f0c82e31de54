// One dialog at a time, over the page and its unsaved input: the sign-in, or the second factor to set up first. The waiting
// calls are sent again afterwards.
import { Problem } from '#core/kernel/problem.ts';
import { store } from './store.ts';

export const reauthenticateMessage = 'Veuillez vous ré-authentifier';
export const reconnectMessage = 'Vous devez vous reconnecter';

export interface Reauthentication {
  /** The session lives, but the second factor must be set up first. */
  enrols: boolean;
  /** One sentence per reason; empty: the session has ended. */
  reasons: readonly string[];
  succeed(): void;
  giveUp(): void;
}

export const reauthentication = store<Reauthentication | null>(null);

let hosts = 0;
let pending: Promise<void> | null = null;

/** Called by the frame when it can show the dialog. Before that, a refused session leads to the sign-in page. */
export function hostReauthentication(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
    if (hosts === 0) reauthentication.get()?.giveUp();
  };
}

export const reauthenticate = (...reasons: string[]): Promise<void> =>
  ask(false, reasons, () => new Problem('unauthenticated', reasons.at(-1) ?? reauthenticateMessage));

export const askToEnrol = (message: string): Promise<void> =>
  ask(true, [message], () => new Problem('forbidden', message, { mustEnrol: true }));

function ask(enrols: boolean, reasons: readonly string[], refused: () => Problem): Promise<void> {
  if (hosts === 0) return Promise.reject(refused());
  pending ??= new Promise<void>((resolve, reject) => {
    const close = (): void => {
      pending = null;
      reauthentication.set(null);
    };
    reauthentication.set({
      enrols,
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
