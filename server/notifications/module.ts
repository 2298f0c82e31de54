import { module } from '#server/kernel/module.ts';
import { notificationHandlers } from './notifications.ts';
import { notificationPeople } from './people.ts';
import { sendPush } from './push/send.ts';
import { pushHandlers } from './push/subscriptions.ts';

export const notifications = module({
  calls: [...notificationHandlers, ...pushHandlers],
  jobs: [sendPush],
  people: notificationPeople,
});
