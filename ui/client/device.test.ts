import { afterEach, expect, test, vi } from 'vitest';
import { recall, recalledKeys, remember } from './device.ts';
import { currentTokens, keepTokens } from './tokens.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  for (const key of recalledKeys('')) remember(key, null);
});

/** Reads and removes, and takes nothing more. */
function fill(): void {
  const { localStorage: real } = globalThis;
  const setItem = (): void => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const full = {
    setItem,
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => real.removeItem(key),
  };
  vi.stubGlobal('localStorage', full);
}

test('what a full storage refuses lasts until the page is closed, and the value before does not come back', () => {
  keepTokens({ token: 'old', refresh_token: 'used' });
  fill();
  keepTokens({ token: 'new', refresh_token: 'next' });
  expect(currentTokens()).toEqual({ token: 'new', refresh_token: 'next' });
  expect(localStorage.getItem('app.tokens')).toBeNull();
  expect(recalledKeys('tok')).toEqual(['tokens']);
  // Room again, and then signed out.
  vi.unstubAllGlobals();
  keepTokens({ token: 'newer', refresh_token: 'other' });
  expect(currentTokens()?.token).toBe('newer');
  keepTokens(null);
  expect([currentTokens(), recall('tokens')]).toEqual([null, null]);
});
