import { notificationKind } from '../kernel/notification.ts';

export const reportSubmitted = notificationKind({
  name: 'reportSubmitted',
  label: 'Un rapport de terrain attend votre validation',
  rights: ['editInterventionReport'],
  channels: ['here'],
});

export const reportRefused = notificationKind({
  name: 'reportRefused',
  label: 'L’agence refuse un rapport que vous avez remis',
  rights: ['editOwnInterventionReport'],
  channels: ['here', 'mail', 'push'],
});
