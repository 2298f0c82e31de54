// Token renewal: one in flight in this tab, one at a time across tabs.
import { Problem } from '#core/kernel/problem.ts';
import { refreshToken, type Tokens } from '#core/session/tokens.ts';
import { currentTokens, keepTokens } from './tokens.ts';
import { exchange, problemOf } from './transport.ts';

export const renewalFailed = 'Échec du rafraîchissement du token...';

let inFlight: Promise<void> | null = null;

/** Returns when the stale token has been replaced. If the server refuses: Problem unauthenticated. */
export function renewTokens(stale: string): Promise<void> {
  inFlight ??= withLock(() => renew(stale)).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

const withLock = (act: () => Promise<void>): Promise<void> =>
  // Only secure pages have locks. Without locks, the server's grace period of 60 s covers two tabs.
  typeof navigator !== 'undefined' && navigator.locks ? navigator.locks.request('token-renewal', act) : act();

async function renew(stale: string): Promise<void> {
  const tokens = currentTokens();
  if (!tokens) throw new Problem('unauthenticated', renewalFailed);
  if (tokens.token !== stale) return;
  const answer = await exchange({
    method: refreshToken.method,
    path: refreshToken.path,
    body: { refresh_token: tokens.refresh_token },
  });
  if (answer.status === 400 || answer.status === 401 || answer.status === 403) {
    throw new Problem('unauthenticated', renewalFailed);
  }
  if (answer.status >= 400) throw problemOf(answer);
  keepTokens(answer.body as Tokens);
}
