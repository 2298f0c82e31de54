// Notifications on this device (Web Push): what the browser allows, and the subscription that the server knows.
import { readPush, removePush, savePush } from '#core/notifications/push.ts';
import { call } from './call.ts';
import { recall, remember } from './device.ts';
import { store } from './store.ts';
import { bearerOf, currentTokens } from './tokens.ts';

/** `absent`: the browser has no push. `homeScreen`: an iPhone has it only for an application of the home screen. */
export type PushState = 'preparing' | 'absent' | 'homeScreen' | 'refused' | 'off' | 'on';

export const pushState = store<PushState>('preparing');

export const pushWords: Readonly<Record<PushState, string>> = {
  preparing: 'L’application se prépare sur cet appareil. Rechargez la page si cela dure.',
  absent: 'Ce navigateur ne reçoit pas de notifications push. Vous êtes prévenu par e-mail à la place.',
  homeScreen:
    'Sur iPhone et iPad, ajoutez d’abord l’application à l’écran d’accueil : bouton Partager, puis « Sur l’écran d’accueil ». Ouvrez-la de là, puis revenez ici.',
  refused:
    'Ce navigateur bloque les notifications de ce site. Pour les débloquer, ouvrez les réglages du site (à gauche de l’adresse, ou Réglages, Notifications sur un téléphone), autorisez les notifications, puis rechargez la page.',
  off: 'Soyez prévenu sur cet appareil des alertes et des changements de votre planning, même quand l’application est fermée. Votre navigateur vous demandera votre accord.',
  on: 'Cet appareil reçoit vos notifications.',
};
export const allowLabel = 'Autoriser sur cet appareil';
export const stopLabel = 'Arrêter sur cet appareil';
export const pushFailure = 'Le service de notifications de ce navigateur ne répond pas. Réessayez plus tard.';

/** Each person of a shared device chooses for himself; the choice outlives his session. */
const wanted = (): string | null => {
  const user = bearerOf(currentTokens())?.split('/')[0];
  return user ? `push.${user}` : null;
};
/** The address that the server has of this browser. */
const known = 'push.endpoint';

const isApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const hasPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function stateNow(): Promise<PushState> {
  if (!hasPush()) return isApple() ? 'homeScreen' : 'absent';
  if (Notification.permission === 'denied') return 'refused';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active) return 'preparing';
  const place = wanted();
  const isOn = Notification.permission === 'granted' && place !== null && recall(place) !== null;
  return isOn && (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

async function readState(): Promise<PushState> {
  const state = await stateNow().catch(() => 'absent' as const);
  pushState.set(state);
  return state;
}

/** On a first visit the worker becomes active after the page is shown: read again then. */
export async function refreshPush(): Promise<void> {
  if ((await readState()) === 'preparing') void navigator.serviceWorker.ready.then(readState, () => undefined);
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

const isSame = (held: ArrayBuffer | null, key: Uint8Array): boolean =>
  held !== null && held.byteLength === key.length && new Uint8Array(held).every((one, index) => one === key[index]);

/** The one of this browser, for the key of this server. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, serverKey: string): Promise<PushSubscription> {
  const key = bytesOf(serverKey);
  const held = await pushManager.getSubscription();
  if (held && isSame(held.options.applicationServerKey, key)) return held;
  await held?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  await call(savePush, { input: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } });
  remember(known, endpoint);
}

/** Only in answer to a click: the browser asks the person. Throws if its push service or the server fails. */
export async function allowPush(): Promise<void> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return;
    const { key } = await call(readPush);
    await tellServer(await subscribe(await navigator.serviceWorker.ready, key));
    const place = wanted();
    if (place) remember(place, '1');
  } catch (error) {
    throw error instanceof DOMException ? new Error(pushFailure, { cause: error }) : error;
  } finally {
    await refreshPush();
  }
}

const unsubscribe = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  remember(known, null);
};

export async function stopPush(): Promise<void> {
  const place = wanted();
  if (place) remember(place, null);
  try {
    await unsubscribe();
    await call(removePush);
  } finally {
    await refreshPush();
  }
}

/** After a sign-out the next person of this device is told nothing, even if the server was not reached. */
export const leavePush = (): Promise<void> => (hasPush() ? unsubscribe().catch(() => undefined) : Promise.resolve());

/** A new session, a new address of the browser or a new key of the server: the server learns it without a question. */
async function keepUp(): Promise<void> {
  const place = wanted();
  if (!hasPush() || !place || recall(place) === null || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.ready;
  const { key, on } = await call(readPush);
  const subscription = await subscribe(registration, key);
  if (!on || recall(known) !== subscription.endpoint) await tellServer(subscription);
}

/** While the application is open. `shows`: it shows what arrives by itself, so that the worker need not. */
export function followPush(shows: boolean): () => void {
  const workers = hasPush() ? navigator.serviceWorker : null;
  const follow = (): void =>
    void keepUp()
      .catch(() => undefined)
      .then(refreshPush);
  follow();
  if (!workers) return () => undefined;
  const onMessage = ({ data, ports }: MessageEvent<{ push?: string }>): void => {
    if (data?.push === 'changed') follow();
    if (data?.push === 'shown?' && shows) ports[0]?.postMessage(true);
  };
  workers.addEventListener('message', onMessage);
  return () => workers.removeEventListener('message', onMessage);
}
