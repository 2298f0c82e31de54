import { notificationKind } from '../kernel/notification.ts';

export const noteReceived = notificationKind({
  name: 'informationNote',
  label: 'Une note d’information m’est adressée',
  rights: ['listOwnInformationNotes'],
  channels: ['here', 'mail', 'push'],
  withoutAccount: true,
});
