// The session's tokens, stored on the device: they survive a reload and are shared by all tabs.
import type { Tokens } from '#core/session/tokens.ts';
import { onRemembered, recall, remember } from './device.ts';

const place = 'tokens';
const listeners = new Set<() => void>();

let raw: string | null = null;
let parsed: Tokens | null = null;

/** Reads the storage each time: another tab may have renewed them. */
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

/** The user of a token: `sub`, with `as` while platform staff act for a profile. */
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
