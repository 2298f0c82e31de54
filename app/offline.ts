// Registers the service worker (public/sw.js) after the first screen; it caches the application and shows notifications.

const isOurs = (name: string): boolean => name.startsWith(window.location.origin);

/** Without it (old browser, no https) only offline use is missing. */
export function keepOnDevice(): void {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  if (!workers) return;
  workers.addEventListener('message', ({ data }) => {
    // A notification was opened. The worker checks that it is a path of ours.
    if (typeof data?.open === 'string') window.location.hash = data.open;
  });
  const begin = async (): Promise<void> => {
    await workers.register('/sw.js');
    const { active } = await workers.ready;
    // Files loaded before the worker started come from the browser's cache.
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    active?.postMessage(loaded.filter(isOurs));
  };
  const later = (): void => void setTimeout(() => void begin().catch(() => undefined), 1_000);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
