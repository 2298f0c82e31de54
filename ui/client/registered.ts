// Whether the server knows the device of this session: without one it ends the session after a day. Apart from the calls: a
// telephone loads only this before its home.
import { recall, remember } from './device.ts';
import { currentTokens } from './tokens.ts';

const place = 'unregistered';

export const rememberRegistered = (isRegistered: boolean): void => remember(place, isRegistered ? null : 'yes');

/** At each start, and when the network or the person is back, until the registration succeeded. */
export function keepRegistered(): () => void {
  const again = (): void => {
    if (recall(place) === null || currentTokens() === null || document.visibilityState !== 'visible') return;
    // Without a network the file is loaded later, too.
    void import('./session.ts').then(({ registerThisDevice }) => registerThisDevice()).catch(() => undefined);
  };
  again();
  window.addEventListener('online', again);
  document.addEventListener('visibilitychange', again);
  return () => {
    window.removeEventListener('online', again);
    document.removeEventListener('visibilitychange', again);
  };
}
