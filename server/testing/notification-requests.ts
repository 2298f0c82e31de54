// Valid requests of the calls on one's own notifications.
import { browserKeys } from './push.ts';
import type { Line } from './requests.ts';

export const notificationLines: Record<string, Line> = {
  'list:notification': { request: () => ({ input: {} }) },
  markNotifications: { request: () => ({ input: { ids: [crypto.randomUUID()] } }) },
  'savePreference:notification': {
    request: () => ({ params: { kind: 'informationNote' }, input: { channels: ['here'] } }),
    ofProfile: true,
  },
  'save:push': {
    request: () => ({
      input: { endpoint: `https://push.example/${crypto.randomUUID()}`, keys: browserKeys().keys },
    }),
  },
};
