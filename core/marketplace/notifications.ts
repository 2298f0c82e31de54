import { notificationKind } from '../kernel/notification.ts';

export const offerPublished = notificationKind({
  name: 'offerPublished',
  label: 'Une annonce est publiée dans un département de mon agence',
  rights: ['listOffers'],
  channels: ['here'],
});

export const offerAnswered = notificationKind({
  name: 'offerAnswered',
  label: 'Une agence répond à une annonce de la mienne, ou retire sa réponse',
  rights: ['listOfferAnswers'],
  channels: ['here', 'mail'],
});

export const answerDecided = notificationKind({
  name: 'answerDecided',
  label: 'Une réponse de mon agence à une annonce est acceptée, refusée ou sans suite',
  rights: ['listOfferAnswers'],
  channels: ['here', 'mail'],
});
