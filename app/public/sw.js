// Keeps the page and its files on the device: a second load asks the network for the page alone, and without a network
// the application still opens and says so. What the server knows (/api) never passes here.

const pages = 'page';
const files = 'files';
/** Of several versions; the oldest go first. */
const mostFiles = 400;

const notice = `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Hors connexion</title><body style="font:16px system-ui;margin:20vh auto;max-width:32rem;padding:0 1rem;text-align:center">
<h1 style="font-size:1.25rem">Vous êtes hors connexion</h1>
<p>Vérifiez votre connexion internet, puis rechargez la page.</p></body></html>`;

self.addEventListener('install', (event) => {
  // The page that is open already names the same files: nothing is in the way of the new one.
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), freshPage('/').catch(() => undefined)]));
});

/** What the page had loaded before this worker stood beside it. */
self.addEventListener('message', (event) => {
  const given = Array.isArray(event.data) ? event.data : [];
  const urls = given.filter((url) => typeof url === 'string' && URL.canParse(url) && isKept(new URL(url)));
  event.waitUntil(Promise.all(urls.map((url) => keptFile(url).catch(() => undefined))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (isKept(url)) event.respondWith(keptFile(request));
  else if (request.mode === 'navigate' && url.pathname === '/') event.respondWith(page());
});

/** Names that carry the hash of their content. */
function isKept({ origin, pathname }) {
  return origin === self.location.origin && /^\/(assets|brand)\//.test(pathname);
}

async function keptFile(request) {
  const cache = await caches.open(files);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') await keep(cache, request, answer.clone());
  return answer;
}

/** A full disk keeps nobody from working. */
async function keep(cache, request, answer) {
  try {
    await cache.put(request, answer);
    const held = await cache.keys();
    for (const old of held.slice(0, Math.max(0, held.length - mostFiles))) await cache.delete(old);
  } catch {}
}

async function freshPage(request) {
  const answer = await fetch(request);
  if (answer.ok && !answer.redirected) await keep(await caches.open(pages), '/', answer.clone());
  return answer;
}

/** Always the server's own: an old page would ask for files that an upgrade took away. Kept for when nobody answers. */
async function page() {
  const kept = () => caches.open(pages).then((cache) => cache.match('/'));
  try {
    const answer = await freshPage('/');
    return answer.status >= 500 ? ((await kept()) ?? answer) : answer;
  } catch {
    return (
      (await kept()) ?? new Response(notice, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
    );
  }
}
