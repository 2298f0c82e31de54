import type { FieldPart } from '../part.ts';
import { screen } from '../screens.ts';

export const notifications: FieldPart = {
  name: 'notifications',
  pages: { notifications: screen(() => import('./Notifications.tsx')) },
  menu: () => [{ label: 'Notifications', to: 'notifications' }],
};
