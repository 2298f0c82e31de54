// A token renewal is shared: one in flight in this tab, one at a time among tabs.
import { Problem } from '#core/kernel/problem.ts';
import { refreshToken, type Tokens } from '#core/session/session.ts';
import { currentTokens, keepTokens } from './tokens.ts';
import { exchange, problemOf } from './transport.ts';

export const renewalFailed = 'Échec du rafraîchissement du token...';

let inFlight: Promise<void> | null = null;

/** Returns once the stale token is no longer the current one; refused for good: Problem unauthenticated. */
export function renewTokens(stale: string): Promise<void> {
  inFlight ??= alone(() => renew(stale)).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

const alone = (act: () => Promise<void>): Promise<void> =>
  // Only secure pages have locks; without them the server's 60 s of grace covers two tabs.
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
