import { notificationKind } from '../kernel/notification.ts';

/** P-027: of the types that the agency wants to be told of. */
export const eventLogged = notificationKind({
  name: 'logbookEvent',
  label: 'Un événement important est consigné en main courante',
  rights: ['listDailyLogs', 'listServiceEvents'],
  channels: ['here', 'mail', 'push'],
});

/** P-027: of the types that the customer is told of; its mail goes to the contacts who receive the daily log. */
export const siteEventLogged = notificationKind({
  name: 'siteLogbookEvent',
  label: 'Un événement important est consigné sur l’un de mes sites',
  rights: ['listDailyLogs', 'listSiteDailyLogs'],
  channels: ['here', 'mail', 'push'],
  withoutAccount: true,
  toCustomers: true,
});
