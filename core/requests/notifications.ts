import { notificationKind } from '../kernel/notification.ts';

export const agentAsks = notificationKind({
  name: 'agentAsks',
  label: 'Un collaborateur fait une demande ou y ajoute un message',
  rights: ['editAgentRequest'],
  channels: ['here', 'push'],
});

export const customerAsks = notificationKind({
  name: 'customerAsks',
  label: 'Un client fait une demande ou y ajoute un message',
  rights: ['editCustomerRequest'],
  channels: ['here', 'push'],
});

/** K-009. The mail is the agency's choice at each answer. */
export const requestAnswered = notificationKind({
  name: 'requestAnswered',
  label: 'Mon agence répond à ma demande',
  // Whoever may ask is told, although he may not list what he asked.
  rights: ['listOwnAgentRequests', 'createOwnAgentRequest'],
  channels: ['here', 'push'],
});

export const customerAnswered = notificationKind({
  name: 'customerAnswered',
  label: 'Votre agence répond à votre demande',
  rights: ['readOwnCustomerRequest', 'listCustomerRequests'],
  channels: ['here'],
  toCustomers: true,
});
