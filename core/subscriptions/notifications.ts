import { notificationKind } from '../kernel/notification.ts';

// Z-060: an agency switches each way on and off for each quota, so each way is a kind of its own.
export const quotaNear = notificationKind({
  name: 'quotaNear',
  label: 'Un quota de l’abonnement est presque atteint',
  rights: ['readSubscription'],
  channels: ['here'],
});

export const quotaNearMail = notificationKind({
  name: 'quotaNearMail',
  label: 'Un quota de l’abonnement est presque atteint : e-mail d’alerte',
  rights: ['readSubscription'],
  channels: ['mail'],
});
