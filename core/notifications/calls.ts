// The notifications of the signed-in user in one agency, and how he wants to be told.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { allChannels } from '../kernel/notification.ts';

const own = { agency: 'signedIn', agent: 'signedIn', customer: 'signedIn' } as const;

export const pageOfNotifications = 30;
const mostMarked = 100;

const id = z.uuid('Identifiant invalide');

const notification = z.strictObject({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** A path of the application. */
  link: z.string(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
});
export type Notification = z.output<typeof notification>;

export const listNotifications = endpoint({
  name: 'list:notification',
  method: 'POST',
  reads: true,
  path: '/fetch/notifications',
  mounts: own,
  summary: 'Lister ses notifications, la plus récente d’abord',
  input: z.strictObject({
    /** The last one of the page before. */
    before: id.optional(),
    unread: z.boolean('Valeur inconnue').optional(),
  }),
  output: z.strictObject({ notifications: z.array(notification), more: z.boolean() }),
});

export const unreadNotifications = endpoint({
  name: 'unread:notification',
  method: 'GET',
  path: '/notifications/unread',
  mounts: own,
  summary: 'Compter ses notifications non lues',
  output: z.strictObject({ unread: z.int() }),
});

/** `until`: this one and all before it, so that one which has just arrived stays unread. */
export const markNotifications = endpoint({
  name: 'markNotifications',
  method: 'POST',
  path: '/notifications/read',
  mounts: own,
  summary: 'Marquer ses notifications comme lues',
  repeatable: true,
  input: z.union(
    [z.strictObject({ ids: z.array(id).min(1).max(mostMarked) }), z.strictObject({ until: id })],
    'Indiquez les notifications lues',
  ),
  output: z.strictObject({ unread: z.int() }),
});

const channel = z.enum(allChannels, 'Valeur inconnue');

const preference = z.strictObject({
  kind: z.string(),
  label: z.string(),
  channels: z.array(channel),
});
export type NotificationPreference = z.output<typeof preference>;

export const listNotificationPreferences = endpoint({
  name: 'preferences:notification',
  method: 'GET',
  path: '/notifications/preferences',
  mounts: own,
  summary: 'Lire comment on est prévenu, pour chaque sorte de notification que l’on peut recevoir',
  output: z.strictObject({ preferences: z.array(preference) }),
});

export const saveNotificationPreference = endpoint({
  name: 'savePreference:notification',
  method: 'PUT',
  path: '/notifications/preferences/{kind}',
  mounts: own,
  summary: 'Choisir comment on est prévenu',
  repeatable: true,
  params: z.strictObject({ kind: z.string() }),
  input: z.strictObject({ channels: z.array(channel).max(allChannels.length) }),
  output: z.strictObject({ preference }),
});
