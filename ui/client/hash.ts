// The address after the #, for what lives outside the router: public pages and the way in.
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

/** Goes there without a step in the history, and tells whoever watches. */
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
