import { type Held, removed } from '#server/privacy/personal.ts';

const his = 't.user_id = any (:users)';

export const notificationPeople: Held = {
  notifications: {
    label: 'Notifications reçues',
    where: his,
    hides: ['event', 'quiet'],
    fate: {
      erase: [
        `delete from notifications t where t.agency_id = any (:agencies) and ${his}`,
        // The notifications of others name him.
        `update notifications t set title = replace(t.title, :old, :name), content = replace(t.content, :old, :name)
          where t.agency_id = any (:agencies) and (strpos(t.title, :old) > 0 or strpos(t.content, :old) > 0)`,
      ],
    },
  },
  push_messages: {
    ...removed('push_messages', 'Notifications push en attente', his),
    // The notification itself is exported.
    derived: true,
  },
  push_subscriptions: {
    label: 'Navigateurs abonnés aux notifications push',
    where: his,
    account: true,
    hides: ['endpoint_hash', 'sealed'],
    fate: 'withAccount',
  },
  notification_preferences: removed('notification_preferences', 'Préférences de notification', his),
};
