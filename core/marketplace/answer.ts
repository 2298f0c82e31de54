// The answer of an agency to an announcement: read by both agencies, decided by the one of the announcement (AA-009).
import { entity } from '../kernel/entity.ts';
import { choice, day, flag, found, group, integer, moment, status, text } from '../kernel/field.ts';
import { machine } from '../kernel/machine.ts';
import { answerStatuses, offerTypes } from './offer.ts';

const ofPublisher = ({ isOwn }: Readonly<Record<string, unknown>>): string | null =>
  isOwn === true ? 'Seule l’agence de l’annonce décide de cette réponse.' : null;

export const waitingAnswer = 100;

export const answerMachine = machine({
  initial: waitingAnswer,
  states: {
    100: { label: answerStatuses[100], tone: 'info' },
    200: { label: answerStatuses[200], tone: 'positive' },
    300: { label: answerStatuses[300], tone: 'negative' },
  },
  moves: {
    accept: {
      ...{ label: 'Acceptation', from: [100], to: 200, right: 'editOfferAnswer', refuse: ofPublisher },
      ...{ done: 'Réponse acceptée', doneMany: 'Réponses acceptées' },
      confirm: {
        title: 'Accepter cette réponse ?',
        message: 'L’agence qui a répondu est prévenue. Cette décision est définitive.',
        act: 'Accepter',
      },
    },
    refuse: {
      ...{ label: 'Refus', from: [100], to: 300, right: 'editOfferAnswer', refuse: ofPublisher },
      ...{ done: 'Réponse refusée', doneMany: 'Réponses refusées' },
      confirm: {
        title: 'Refuser cette réponse ?',
        message: 'L’agence qui a répondu est prévenue. Cette décision est définitive.',
        act: 'Refuser',
      },
    },
  },
});

export const longestAnswer = 3_000;

export const OfferAnswer = entity({
  name: 'offerAnswer',
  plural: 'offerAnswers',
  table: 'market_answers',
  label: { one: 'Réponse', many: 'Réponses', feminine: true },
  description: 'Les réponses aux annonces, données et reçues.',
  title: 'offerTitle',
  subtitle: ['offerAgency', 'name'],
  columns: ['offerTitle', 'offerAgency', 'name', 'status', 'people', 'createdAt'],
  order: { by: 'createdAt', ascending: false },
  date: 'createdAt',
  paths: { list: '/fetch/offers/answers' },
  grants: {
    list: { agency: ['listOfferAnswers'] },
    read: { agency: ['listOfferAnswers'] },
    create: {},
    edit: {},
  },
  fields: {
    offerTitle: text('Annonce', { written: 'server', required: true, column: 'shown', chars: 34, search: true }),
    offerType: choice('Type', offerTypes, { written: 'server', required: true, column: 'offered', filter: true }),
    offerAgency: text('Agence de l’annonce', { written: 'server', required: true, column: 'shown', search: true }),
    /** AA-006: as far as the reader still sees it. */
    offer: found('Annonce', {
      id: text('Identifiant', { written: 'server', required: true }),
      title: text('Titre', { written: 'server', required: true }),
    }),
    name: text('Agence qui répond', { written: 'server', required: true, column: 'shown', search: true }),
    message: text('Message', { written: 'server', required: true, multiline: true, column: 'offered', search: true }),
    people: integer('Agents proposés', { written: 'server', column: 'shown' }),
    contact: group('Contact', {
      name: text('Contact', { written: 'server', sql: 'contact_name' }),
      email: text('E-mail', { written: 'server', sql: 'contact_email' }),
      phone: text('Téléphone', { written: 'server', sql: 'contact_phone' }),
    }),
    approvalNumber: text('Autorisation d’exercer', { written: 'server', column: 'offered' }),
    approvalExpiresAt: day('Autorisation valable jusqu’au', { written: 'server', column: 'offered' }),
    status: status('Statut', answerMachine, { column: 'shown', filter: true }),
    /** Given by one's own agency; otherwise received. */
    isOwn: flag('De mon agence', { written: 'server', column: 'offered', filter: true }),
    isUnread: flag('Non lue', { written: 'server', column: 'offered', filter: true }),
    decidedAt: moment('Décidée le', { written: 'server', column: 'offered' }),
    createdAt: moment('Envoyée le', { written: 'server', required: true, column: 'shown', filter: true }),
  },
});
