// The worker that keeps the page on the device (public/sw.js), asked for once the first screen is there.

const isOurs = (name: string): boolean => name.startsWith(window.location.origin);

/** Without it (an old browser, a page without https) everything works but offline. */
export function keepOnDevice(): void {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  if (!workers) return;
  const begin = async (): Promise<void> => {
    await workers.register('/sw.js');
    const { active } = await workers.ready;
    // What was loaded before it stood here comes from the browser's own cache.
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    active?.postMessage(loaded.filter(isOurs));
  };
  const later = (): void => void setTimeout(() => void begin().catch(() => undefined), 1_000);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
