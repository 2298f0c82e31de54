// What this device remembers between visits. A browser that refuses storage only forgets sooner.
const forgotten = new Map<string, string>();

const prefix = 'app.';

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return forgotten.get(key) ?? null;
  }
}

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, value);
  } catch {
    if (value === null) forgotten.delete(key);
    else forgotten.set(key, value);
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

/** Every remembered key that starts so. */
export function recalledKeys(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix + start))
      .map((key) => key.slice(prefix.length));
  } catch {
    return [...forgotten.keys()].filter((key) => key.startsWith(start));
  }
}

/** Another tab changed this key. */
export function onRemembered(key: string, listener: () => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key === prefix + key || event.key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
