// Every kind of notification, in the order of the modules.
import type { Module } from './kernel/module.ts';
import type { NotificationKind } from './kernel/notification.ts';
import * as modules from './modules.ts';

export const allNotificationKinds: readonly NotificationKind[] = Object.values<Module>(modules).flatMap(
  ({ notifications }) => notifications,
);
