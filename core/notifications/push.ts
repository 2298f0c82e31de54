// Web Push: this browser tells where it listens; what a push carries to its service worker (app/public/sw.js).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** Older ones of the same person are dropped. */
export const mostSubscriptions = 20;

const longestEndpoint = 2_000;

const own = { root: 'signedIn' } as const;

export const readPush = endpoint({
  name: 'read:push',
  method: 'GET',
  path: '/user/push',
  mounts: own,
  summary: 'Savoir si cette connexion reçoit les notifications push, et la clé publique du serveur pour s’y abonner',
  output: z.strictObject({
    /** P-256, uncompressed, base64url: the browser's `applicationServerKey`. */
    key: z.string(),
    on: z.boolean(),
  }),
});

/** 65 bytes of a point, and 16 of a secret, in base64url. */
const pointKey = z.string().regex(/^[\w-]{87}$/, 'Clé invalide');
const secretKey = z.string().regex(/^[\w-]{22}$/, 'Clé invalide');

export const savePush = endpoint({
  name: 'save:push',
  method: 'PUT',
  path: '/user/push',
  mounts: own,
  summary: 'Recevoir les notifications push sur ce navigateur, jusqu’à la fin de cette connexion',
  repeatable: true,
  input: z.strictObject({
    /** The address of this browser at its push service. */
    endpoint: z.string().min(1, 'Adresse manquante').max(longestEndpoint, 'Adresse trop longue'),
    keys: z.strictObject({ p256dh: pointKey, auth: secretKey }),
  }),
  output: z.strictObject({ on: z.boolean() }),
});

export const removePush = endpoint({
  name: 'remove:push',
  method: 'DELETE',
  path: '/user/push',
  mounts: own,
  summary: 'Ne plus recevoir de notifications push sur ce navigateur',
});

/** What leaves for the browser, encrypted for it alone. */
export interface PushPayload {
  title: string;
  text: string;
  /** A path of the application. */
  link: string;
  /** One thing is shown once: a later message of the same replaces it. */
  tag: string;
  /** It stays until somebody answers, and makes itself heard again. */
  urgent: boolean;
  /** The application lists it too: an open page shows it by itself. */
  here: boolean;
  /** It only takes the place of an earlier one: who has the application open needs neither. */
  replaces?: true;
}
