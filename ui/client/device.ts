// Values stored on this device. What the browser refuses to store lasts until the page is closed.
const fallback = new Map<string, string>();

const prefix = 'app.';

export function recall(key: string): string | null {
  return stored(key) ?? fallback.get(key) ?? null;
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string | null): void {
  fallback.delete(key);
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, value);
  } catch {
    if (value !== null) fallback.set(key, value);
    drop(key);
  }
}

/** A full storage refused the new value and has the one before, such as tokens that are used up. */
function drop(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // It stores nothing at all.
  }
}

export function recallJson<T>(key: string): T | null {
  const text = recall(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export const rememberJson = (key: string, value: unknown): void =>
  remember(key, value === null ? null : JSON.stringify(value));

/** All keys with this prefix. */
export function recalledKeys(start: string): string[] {
  const keys = new Set(fallback.keys());
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) keys.add(key.slice(prefix.length));
  } catch {
    // Only what the page has.
  }
  return [...keys].filter((key) => key.startsWith(start));
}

/** Calls the listener when another tab changes this key. */
export function onRemembered(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === prefix + key || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
