import { expect, test } from 'vitest';
import { positionNotFound } from '../addresses/addresses.ts';
import { isReported } from './reporting.ts';

const reported = (message: string, name = 'Error'): boolean => isReported({ name, message });

test.each([
  ['The user cancelled the act', 'Error'],
  ['dismiss', 'Error'],
  ['CancelledError', 'Error'],
  ['canceled', 'CanceledError'],
  ['The install prompt was dismissed', 'Error'],
  ['The operation was aborted.', 'Error'],
  ['Share canceled by user', 'Error'],
  ['Opération annulée', 'Error'],
  ['signal is aborted without reason', 'AbortError'],
  [positionNotFound, 'Error'],
  ['User denied Geolocation', 'GeolocationPositionError'],
  ['Notifications are blocked', 'Error'],
  ['The notification permission was denied', 'NotAllowedError'],
  ['Messaging: no permission was granted (messaging/permission-blocked)', 'FirebaseError'],
  ['ResizeObserver loop completed with undelivered notifications.', 'Error'],
  ['Erreur réseau: Veuillez vérifier votre connexion internet', 'NetworkProblem'],
  ['Erreur réseau inconnue', 'Error'],
  ['Failed to fetch', 'TypeError'],
  ['Failed to fetch dynamically imported module: /assets/a.js', 'TypeError'],
  ['Unable to preload CSS for /assets/a.css', 'Error'],
  ['Loading chunk 7 failed', 'ChunkLoadError'],
  ['Registration failed - push service error', 'AbortError'],
  ['Registration failed - permission denied', 'NotAllowedError'],
  ['Registration failed - could not connect to push server', 'AbortError'],
  ['Failed to execute ‘subscribe’ on ‘PushManager’: Subscription failed - no active Service Worker', 'AbortError'],
  ['User denied permission to use the Push API.', 'NotAllowedError'],
  ['User denied push permission', 'NotAllowedError'],
  ['Le service de notifications de ce navigateur ne répond pas. Réessayez plus tard.', 'Error'],
  ['Annulation de la fin de service', 'Error'],
  ['Vous ne bénéficiez pas de l’autorisation', 'Problem'],
])('« %s » (%s) is not reported', (message, name) => {
  expect(reported(message, name)).toBe(false);
});

test.each([
  ["Cannot read properties of undefined (reading 'name')", 'TypeError'],
  ['Maximum update depth exceeded', 'Error'],
  ['Minified React error #310', 'Error'],
  ['x is not a function', 'TypeError'],
  ["Cannot read properties of undefined (reading 'cancel')", 'TypeError'],
  ['dialog.dismiss is not a function', 'TypeError'],
  ['cancelled is not defined', 'ReferenceError'],
  ['La page annulée ne se dessine pas', 'Error'],
])('« %s » is reported', (message, name) => {
  expect(reported(message, name)).toBe(true);
});
