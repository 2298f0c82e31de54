// The answer of an agency to an announcement: read by both agencies, decided by the one of the announcement (AA-009).
import { subcontractRanks } from '../agencies/settings/control.ts';
import { entity } from '../kernel/entity.ts';
import { choice, choices, day, flag, found, group, integer, moment, status, text, time } from '../kernel/field.ts';
import { machine } from '../kernel/machine.ts';
import { departments } from './departments.ts';
import { answerStatuses, offerTypes } from './offer.ts';

const ofPublisher = ({ isOwn }: Readonly<Record<string, unknown>>): string | null =>
  isOwn === true ? 'Seule l’agence de l’annonce décide de cette réponse.' : null;

const ofAnswering = ({ isOwn }: Readonly<Record<string, unknown>>): string | null =>
  isOwn === true ? null : 'Seule l’agence qui a répondu retire sa réponse.';

export const waitingAnswer = 100;
/** The announcement was closed before a decision; the agency may answer again. */
export const closedAnswer = 500;
/** Answers of one agency to one announcement, with those that it withdrew. */
export const mostAnswers = 3;

export const answerMachine = machine({
  initial: waitingAnswer,
  states: {
    100: { label: answerStatuses[100], tone: 'info' },
    200: { label: answerStatuses[200], tone: 'positive' },
    300: { label: answerStatuses[300], tone: 'negative' },
    400: { label: answerStatuses[400], tone: 'neutral' },
    500: { label: answerStatuses[500], tone: 'neutral' },
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
    withdraw: {
      ...{ label: 'Retrait', from: [100], to: 400, right: 'createOfferAnswer', refuse: ofAnswering },
      ...{ done: 'Réponse retirée', doneMany: 'Réponses retirées' },
      confirm: {
        title: 'Retirer cette réponse ?',
        message:
          'L’agence de l’annonce est prévenue. Vous pourrez répondre de nouveau tant que l’annonce est en cours.',
        act: 'Retirer',
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
    /** The announcement as it was when the answer was given. */
    terms: group('Mission', {
      departments: choices('Départements', departments, { written: 'server', sql: 'offer_departments' }),
      location: text('Lieu', { written: 'server', sql: 'offer_location' }),
      description: text('Description', { written: 'server', multiline: true, sql: 'offer_description' }),
      startsOn: day('Du', { written: 'server', sql: 'offer_starts_on' }),
      endsOn: day('Au', { written: 'server', sql: 'offer_ends_on' }),
      startTime: time('De', { written: 'server', sql: 'offer_start_time' }),
      endTime: time('À', { written: 'server', sql: 'offer_end_time' }),
      people: integer('Nombre d’agents', { written: 'server', sql: 'offer_people' }),
      specialty: text('Spécialité', { written: 'server', sql: 'offer_specialty' }),
      subcontractRank: choice('Rang', subcontractRanks, { written: 'server', sql: 'subcontract_rank' }),
      share: text('Part confiée', { written: 'server', sql: 'share' }),
      justifiedOn: day('Rang 2 validé le', { written: 'server', sql: 'justified_on' }),
    }),
    /** Of the agency of the announcement, once it has accepted. */
    publisher: group('Contact de l’annonce', {
      contact: text('Contact', { written: 'server', sql: 'publisher_contact' }),
      email: text('E-mail', { written: 'server', sql: 'publisher_email' }),
      phone: text('Téléphone', { written: 'server', sql: 'publisher_phone' }),
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
