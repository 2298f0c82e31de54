import { notificationKind } from '../kernel/notification.ts';

// Z-060: an agency switches each way on and off for each quota, so each way is a kind of its own.
export const quotaNear = notificationKind({
  name: 'quotaNear',
  label: 'Un quota de l’abonnement est atteint ou presque',
  rights: ['readSubscription'],
  channels: ['here'],
});

export const quotaNearMail = notificationKind({
  name: 'quotaNearMail',
  label: 'Un quota de l’abonnement est atteint ou presque : e-mail d’alerte',
  rights: ['readSubscription'],
  channels: ['mail'],
});

// Also read by a locked agency, which is told why and what to do.
export const trialEnding = notificationKind({
  name: 'trialEnding',
  label: 'L’essai gratuit se termine',
  rights: ['readSubscription'],
  channels: ['here', 'mail'],
  module: 'subscriptions',
  whenLocked: true,
});

export const subscriptionBilled = notificationKind({
  name: 'subscriptionBilled',
  label: 'Une commande d’abonnement est reçue, une facture est émise ou réglée',
  rights: ['listSubscriptionInvoices'],
  channels: ['here', 'mail'],
  whenLocked: true,
});

export const articleSent = notificationKind({
  name: 'articleSent',
  label: 'Un article commandé est envoyé',
  rights: ['listArticleOrders'],
  channels: ['here', 'mail'],
  module: 'shop',
  whenLocked: true,
});
