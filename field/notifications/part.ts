import { messageRead } from '#core/notifications/read-message.ts';
import type { FieldPart } from '../part.ts';
import { screen } from '../screens.ts';

export const notifications: FieldPart = {
  name: 'notifications',
  messages: [messageRead],
  pages: { notifications: screen(() => import('./Notifications.tsx')) },
  menu: () => [{ label: 'Notifications', to: 'notifications' }],
};
