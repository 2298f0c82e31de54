import { notificationKind } from '../kernel/notification.ts';

/** G-045: as many days before as its contract says. */
export const customerContractDue = notificationKind({
  name: 'customerContractDue',
  label: 'Un contrat client arrive à échéance, à son préavis ou à sa révision',
  rights: ['listCustomerContractExpirations'],
  channels: ['here', 'mail'],
});
