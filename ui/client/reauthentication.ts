// One sign-in dialog at a time, over the page and its unsaved input. The waiting calls are sent again afterwards.
import { Problem } from '#core/kernel/problem.ts';
import { store } from './store.ts';

export const reauthenticateMessage = 'Veuillez vous ré-authentifier';
export const reconnectMessage = 'Vous devez vous reconnecter';

export interface Reauthentication {
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
