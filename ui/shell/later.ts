// Loads what the first screen does not need after it.
import { useEffect, useState } from 'react';

const idleTimeout = 1_500;
const pause = 5_000;

/** True once the browser is idle. */
export function useLater(): boolean {
  const [now, setNow] = useState(false);
  useEffect(() => {
    const begin = (): void => setNow(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, idleTimeout);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(begin, { timeout: idleTimeout });
    return () => cancelIdleCallback(idle);
  }, []);
  return now;
}

/** Retries until the network works. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
