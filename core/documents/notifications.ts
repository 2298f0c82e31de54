import { notificationKind } from '../kernel/notification.ts';

export const documentReceived = notificationKind({
  name: 'document',
  label: 'Un document est mis à ma disposition',
  rights: ['listOwnDocuments'],
  channels: ['here', 'mail', 'push'],
});

export const customerDocument = notificationKind({
  name: 'customerDocument',
  label: 'Votre agence partage un document avec vous',
  rights: ['listOwnDocuments'],
  channels: ['here', 'mail'],
  toCustomers: true,
});
