import { module } from '#server/kernel/module.ts';
import { notificationHandlers } from './notifications.ts';
import { notificationPeople } from './people.ts';
import { sendPush } from './push/send.ts';
import { pushHandlers } from './push/subscriptions.ts';
import { receiveMessageRead } from './reading.ts';

export const notifications = module({
  calls: [...notificationHandlers, ...pushHandlers],
  jobs: [sendPush],
  receivers: [receiveMessageRead],
  people: notificationPeople,
});
