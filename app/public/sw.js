// Service worker: caches the page and its files, and shows notifications. A second load requests only the page, and without a network the
// application still opens and says so. Calls to /api are never cached.

const pages = 'page';
const files = 'files';
/** Files of several versions; the oldest are deleted first. */
const mostFiles = 400;

const notice = `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Hors connexion</title><body style="font:16px system-ui;margin:20vh auto;max-width:32rem;padding:0 1rem;text-align:center">
<h1 style="font-size:1.25rem">Vous êtes hors connexion</h1>
<p>Vérifiez votre connexion internet, puis rechargez la page.</p></body></html>`;

self.addEventListener('install', (event) => {
  // The open page uses the same files: the new worker can take over at once.
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), freshPage('/').catch(() => undefined)]));
});

/** Files that the page loaded before this worker started. */
self.addEventListener('message', (event) => {
  const sent = Array.isArray(event.data) ? event.data : [];
  const urls = sent.filter((url) => typeof url === 'string' && URL.canParse(url) && isKept(new URL(url)));
  event.waitUntil(Promise.all(urls.map((url) => keptFile(url).catch(() => undefined))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (isKept(url)) event.respondWith(keptFile(request));
  else if (request.mode === 'navigate' && url.pathname === '/') event.respondWith(page());
});

/** File names with a content hash. */
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

/** A full disk must not block the user. */
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

/** Network first: an old page would request files that an upgrade has removed. Cached for offline use. */
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

// Notifications ---------------------------------------------------------------------------------------------------------

/** Every push shows something: a browser withdraws the permission of a worker that stays silent. */
self.addEventListener('push', (event) => event.waitUntil(Promise.all([tellPages(), show(messageOf(event.data))])));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link));
});

/** The push service has another address for this browser. Only the page can tell the server: now, or when it is next opened. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

function messageOf(data) {
  const unreadable = { title: 'Nouvelle notification', text: '', link: '/notifications', tag: 'notification' };
  try {
    return { ...unreadable, ...data?.json() };
  } catch {
    return unreadable;
  }
}

const windows = async () => {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => new URL(url).pathname === '/');
};

/** A page that reads at intervals reads now: the field application. */
async function tellPages() {
  for (const page of await windows()) page.postMessage({ push: 'arrived' });
}

async function show({ title, text, link, tag, urgent = false, here = false, replaces = false }) {
  // Safari counts what is not shown, and withdraws the permission after three.
  const isSafari = !/Chrom|Firefox/.test(self.navigator.userAgent);
  if ((here || replaces) && !isSafari && (await isShownByPage())) {
    if (replaces) for (const shown of await self.registration.getNotifications({ tag })) shown.close();
    return;
  }
  await self.registration.showNotification(title, {
    body: text,
    // The same thing again takes the place of the one before.
    tag,
    renotify: urgent,
    requireInteraction: urgent,
    icon: '/icon.png',
    lang: 'fr',
    data: { link },
  });
}

const patience = 500;

/** The page in front of the person shows it itself, and says so; the field and a locked page do not answer. */
async function isShownByPage() {
  const [page] = (await windows()).filter(({ focused }) => focused);
  if (!page) return false;
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    const end = (answer) => {
      port1.close();
      done(answer);
    };
    port1.onmessage = ({ data }) => end(data === true);
    setTimeout(() => end(false), patience);
    page.postMessage({ push: 'shown?' }, [port2]);
  });
}

async function open(link) {
  const path = typeof link === 'string' && /^\/[^/\\]/.test(link) ? link : '/notifications';
  const found = await windows();
  const page = found.find(({ focused }) => focused) ?? found[0];
  if (!page) return self.clients.openWindow(`/#${path}`);
  page.postMessage({ open: path });
  // A browser may refuse to bring it forward: it shows the right thing all the same.
  return page.focus().catch(() => undefined);
}

async function renew({ oldSubscription, newSubscription }) {
  const applicationServerKey = oldSubscription?.options?.applicationServerKey;
  if (!newSubscription && applicationServerKey)
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  for (const page of await windows()) page.postMessage({ push: 'changed' });
}
