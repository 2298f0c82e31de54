import { notificationKind } from '../kernel/notification.ts';

export const transferDue = notificationKind({
  name: 'transferDue',
  label: 'Un délai d’une reprise du personnel arrive',
  rights: ['editAgentContract'],
  channels: ['here', 'mail'],
});
