import { notificationKind } from '../kernel/notification.ts';

/** P-027: of the types that the agency wants to be told of. */
export const eventLogged = notificationKind({
  name: 'logbookEvent',
  label: 'Un événement important est consigné en main courante',
  rights: ['listDailyLogs', 'listServiceEvents'],
  channels: ['here', 'mail'],
});
