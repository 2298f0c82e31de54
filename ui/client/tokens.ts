// The session's tokens: kept on the device so that a reload keeps the session, and the same in every tab.
import type { Tokens } from '#core/session/session.ts';
import { onRemembered, recall, remember } from './device.ts';

const place = 'tokens';
const listeners = new Set<() => void>();

let raw: string | null = null;
let parsed: Tokens | null = null;

/** Read from the device each time: another tab may have renewed them. */
export function currentTokens(): Tokens | null {
  const text = recall(place);
  if (text !== raw) {
    raw = text;
    try {
      parsed = text === null ? null : (JSON.parse(text) as Tokens);
    } catch {
      parsed = null;
    }
  }
  return parsed;
}

export function keepTokens(tokens: Tokens | null): void {
  remember(place, tokens && JSON.stringify({ token: tokens.token, refresh_token: tokens.refresh_token }));
  for (const listener of [...listeners]) listener();
}

export function watchTokens(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onRemembered(place, listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

export const watchOtherTabs = (listener: () => void): (() => void) => onRemembered(place, listener);

/** Whom a token speaks for: `sub`, and `as` while platform staff act for a profile. */
export function bearerOf(tokens: Tokens | null): string | null {
  const payload = tokens?.token.split('.')[1];
  if (!payload) return null;
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string; as?: string };
    return `${claims.sub ?? ''}/${claims.as ?? ''}`;
  } catch {
    return null;
  }
}
