import { notificationKind } from '../kernel/notification.ts';

export const keptEventReceived = notificationKind({
  name: 'keptEventReceived',
  label: 'Un téléphone a transmis quelque chose à vérifier',
  rights: ['editService'],
  channels: ['here', 'mail'],
});
