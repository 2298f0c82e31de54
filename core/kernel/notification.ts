// A kind of notification: who may receive it, and how he is told unless he chooses otherwise.
import type { Right } from '../rights.ts';
import type { Module } from '../tenant.ts';

/** Ways to tell a person; a later one is a further line. */
export const channels = { here: 'Dans l’application', mail: 'Par e-mail', push: 'Par push' } as const;
export type Channel = keyof typeof channels;
export const allChannels = Object.keys(channels) as Channel[];

/** Why a person is not told, after « ne sera pas prévenu : ». */
export const unreachedReasons = {
  inactive: 'compte archivé ou inactif',
  nothing: 'ni compte ni adresse e-mail',
  account: 'pas encore de compte',
  right: 'son compte n’y a pas accès',
  preference: 'ne souhaite pas l’être (préférences)',
  address: 'pas d’adresse e-mail',
  self: 'c’est vous',
} as const;
export type Unreached = keyof typeof unreachedReasons;

export interface NotificationKind {
  name: string;
  /** In the table of preferences. */
  label: string;
  /** One of them opens what the notification is about; the owner holds them all. Nobody else receives it. */
  rights: readonly Right[];
  /** Unless the person chooses others. */
  channels: readonly Channel[];
  /** Its mail also goes to people who have no account yet. */
  withoutAccount?: true;
  /** It tells contacts of customers, and nobody of the agency. */
  toCustomers?: true;
  /** How its push travels; `usualPush` unless it says otherwise. */
  push?: PushManner;
  /** Its push never goes without a mail: a phone may be off. */
  insists?: true;
  /** Nobody chooses its channels while this switch of the tenant is off: nothing of the kind happens there. */
  module?: Module;
  /** Told to the people of a locked agency too (C-020), whoever or whatever causes it. */
  whenLocked?: true;
  /** Its push takes the place of the one of this kind about the same thing, which needs nobody any more. */
  replaces?: NotificationKind;
}

export interface PushManner {
  /** `high` wakes a sleeping phone; `low` waits until it is used. */
  urgency: 'high' | 'normal' | 'low';
  /** How long the push service keeps it for a phone that is off; later it is of no use. */
  minutes: number;
}
export const usualPush: PushManner = { urgency: 'normal', minutes: 24 * 60 };

/** Types a declaration; the module lists it under `notifications`. */
export const notificationKind = (declared: NotificationKind): NotificationKind => declared;
