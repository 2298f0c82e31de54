// The address after the #, for pages outside the router: public pages and sign-in.
import { useSyncExternalStore } from 'react';

export const currentHash = (): string => window.location.hash.replace(/^#/, '') || '/';

export interface Place {
  path: string;
  query: URLSearchParams;
}

export function placeOf(hash: string): Place {
  const [path = '/', search = ''] = hash.split(/\?(.*)/s);
  return { path: path.startsWith('/') ? path : `/${path}`, query: new URLSearchParams(search) };
}

/** Replaces the address without a history entry, and notifies the listeners. */
export function replaceHash(hash: string): void {
  if (currentHash() === hash) return;
  window.history.replaceState(null, '', `#${hash}`);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function watchHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

export const useHash = (): string => useSyncExternalStore(watchHash, currentHash);
