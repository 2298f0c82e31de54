import { notificationKind } from '../kernel/notification.ts';

/** S-040 */
export const alarmRaised = notificationKind({
  name: 'alarm',
  label: 'Une alerte d’un travailleur isolé',
  rights: ['readSupervision'],
  channels: ['here', 'mail'],
});
