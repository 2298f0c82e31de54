import { notificationKind } from '../kernel/notification.ts';

/** S-040 */
export const alarmRaised = notificationKind({
  name: 'alarm',
  label: 'Une alerte d’un travailleur isolé',
  rights: ['readSupervision'],
  channels: ['here', 'mail', 'push'],
  // Later the next person of the chain has it.
  push: { urgency: 'high', minutes: 10 },
  insists: true,
  whenLocked: true,
});

/** Somebody looks after it: what still calls on the devices of the others is withdrawn. */
export const alarmAnswered = notificationKind({
  name: 'alarmAnswered',
  label: 'Une alerte à laquelle quelqu’un a répondu',
  rights: ['readSupervision'],
  channels: ['push'],
  push: { urgency: 'low', minutes: 60 },
  replaces: alarmRaised,
  whenLocked: true,
});
