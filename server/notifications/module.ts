import { module } from '#server/kernel/module.ts';
import { notificationHandlers } from './notifications.ts';
import { notificationPeople } from './people.ts';

export const notifications = module({ calls: notificationHandlers, people: notificationPeople });
