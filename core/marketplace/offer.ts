// An announcement of an agency, or of the provider, which every agency reads while it is under way (3 §3, §4). On the wire
// `offer`; the offers of subscriptions are core/subscriptions.
import { subcontractRanks } from '../agencies/settings/control.ts';
import { entity } from '../kernel/entity.ts';
import { choice, choices, day, flag, group, integer, lines, moment, status, text, time } from '../kernel/field.ts';
import { finalDeletion, type Move, machine } from '../kernel/machine.ts';
import { messages, type Violation } from '../kernel/problem.ts';
import { subcontractingViolations } from './authorisation.ts';
import { departments } from './departments.ts';

/** AA-008 */
export const offerTypes = {
  1: 'Recherche de sous-traitant',
  2: 'Recherche de missions en sous-traitance',
  3: 'Recrutement',
  4: 'Autre',
} as const;
export const searchesSubcontractor = 1;

/** Between two companies that both need the authorisation of the CNAPS. */
export const isSubcontracting = (type: number): boolean => type === 1 || type === 2;

export const activeOffer = 100;

/** C-059: only its own agency still sees it. Without a last day a mission has no end. */
export const missionOver = (endsOn: string | null, today: string): boolean => endsOn !== null && endsOn < today;

/** Decision 85: what another agency answered stays what it answered. */
const answered = {
  writable: ({ isBound }: Readonly<Record<string, unknown>>) =>
    isBound === true ? (['title', 'contact'] as const) : null,
  frozen:
    'Une agence a répondu à cette annonce : ses conditions sont figées. Désactivez-la et publiez-en une autre ; le titre et le contact restent modifiables.',
};

/** Per agency. */
export const mostActiveOffers = 30;
export const mostOffersOfDay = 20;

/** AA-007. By rights in an agency, by a role for the provider. */
export const offerMachineOf = (edit: Move['right'], remove: Move['right']) =>
  machine({
    initial: activeOffer,
    states: {
      100: { label: 'En cours', tone: 'positive', ...answered },
      200: { label: 'Désactivée', tone: 'neutral', ...answered },
      400: {
        ...{ label: 'Supprimée', tone: 'negative', archived: true, writable: 'nothing' },
        frozen: 'Cette annonce est supprimée : elle ne change plus.',
      },
    },
    moves: {
      activate: {
        ...{ label: 'Activation', from: [200], to: 100, right: edit },
        ...{ done: 'Annonce activée', doneMany: 'Annonces activées' },
      },
      deactivate: {
        ...{ label: 'Désactivation', from: [100], to: 200, right: edit },
        ...{ done: 'Annonce désactivée', doneMany: 'Annonces désactivées' },
        confirm: {
          title: 'Désactiver cette annonce ?',
          message: 'Les réponses en attente sont closes sans suite et leurs agences prévenues.',
          act: 'Désactiver',
        },
      },
      delete: {
        ...{ label: 'Suppression', from: [100, 200], to: 400, hides: true, right: remove },
        ...{ done: 'Annonce supprimée', doneMany: 'Annonces supprimées', confirm: finalDeletion },
      },
    },
  });

export const offerMachine = offerMachineOf('editOffer', 'deleteOffer');

/** AA-007: the second flag of the specification follows the status. */
export const deletionFlags = { 100: 'Non supprimé', 400: 'Supprimée' } as const;

/** AA-009; the last two end an answer without a decision. */
export const answerStatuses = {
  100: 'En attente',
  200: 'Acceptée',
  300: 'Refusée',
  400: 'Retirée',
  500: 'Sans suite',
} as const;

const section = 'Annonce';
const mission = 'Mission';
const law = 'Sous-traitance';
const contact = 'Contact';
const isSearch = { path: 'type', is: searchesSubcontractor } as const;

export const longestAnnouncement = 5_000;

export const MarketOffer = entity({
  name: 'offer',
  plural: 'offers',
  table: 'market_offers',
  label: { one: 'Annonce', many: 'Annonces', feminine: true },
  description: 'Les annonces entre agences : sous-traitance, missions, recrutement.',
  title: 'title',
  subtitle: ['type', 'name'],
  columns: ['title', 'type', 'name', 'departments', 'startsOn', 'people', 'status', 'createdAt'],
  order: { by: 'createdAt', ascending: false },
  date: 'createdAt',
  rowsOfAgency: 'isOwn',
  grants: {
    list: { agency: ['listOffers'] },
    read: { agency: ['listOffers'] },
    create: { agency: ['createOffer'] },
    edit: { agency: ['editOffer'] },
  },
  fields: {
    title: text('Titre', { section, required: true, max: 120, column: 'shown', chars: 34, search: true }),
    type: choice('Type', offerTypes, { section, required: true, column: 'shown', filter: true, width: 'half' }),
    departments: choices('Départements', departments, {
      ...{ section, required: true, column: 'shown', filter: true, width: 'half' },
    }),
    location: text('Lieu', { section, max: 120, column: 'offered', search: true, help: 'Ville, quartier, site.' }),
    description: text('Description', {
      ...{ section, required: true, multiline: true, max: longestAnnouncement, column: 'offered', search: true },
      help: 'Lue par les autres agences : sans nom de client ni donnée personnelle.',
    }),
    startsOn: day('Du', { section: mission, column: 'shown', filter: true, width: 'half' }),
    endsOn: day('Au', {
      ...{ section: mission, column: 'offered', width: 'half', dates: { notBefore: { path: 'startsOn' } } },
      help: 'Après ce jour, les autres agences ne voient plus l’annonce.',
    }),
    startTime: time('De', { section: mission, width: 'half' }),
    endTime: time('À', { section: mission, width: 'half', help: 'Avant l’heure de début : le lendemain.' }),
    people: integer('Nombre d’agents', { section: mission, min: 1, max: 1_000, column: 'shown', width: 'half' }),
    /** A text: each agency has its own list. */
    specialty: text('Spécialité', {
      ...{ section: mission, max: 80, column: 'offered', search: true, width: 'half' },
      help: 'Comparée au nom des spécialités de l’agence qui répond.',
    }),
    subcontractRank: choice('Rang du sous-traitant recherché', subcontractRanks, {
      ...{ section: law, width: 'half', column: 'offered', shownWhen: isSearch },
      help: 'Rang 1 : vous êtes titulaire du contrat. Rang 2 : vous êtes sous-traitant de rang 1. Pas de rang 3 (article L612-5-1).',
    }),
    share: text('Part confiée', {
      ...{ section: law, max: 200, width: 'half', shownWhen: isSearch },
      help: 'Une partie seulement d’un contrat se sous-traite (article L612-5-1).',
    }),
    justifiedOn: day('Justification du rang 2 validée le', {
      ...{ section: law, width: 'half', shownWhen: [isSearch, { path: 'subcontractRank', is: 2 }] },
      dates: { notAfter: 'today' },
      help: 'Par le donneur d’ordre (article L612-5-1).',
    }),
    contact: group('Contact', {
      name: text('Nom', { section: contact, sql: 'contact_name', max: 120, width: 'half' }),
      email: text('E-mail', { section: contact, sql: 'contact_email', format: 'email', width: 'half' }),
      phone: text('Téléphone', { section: contact, sql: 'contact_phone', format: 'phone', width: 'half' }),
    }),
    status: status('Statut', offerMachine, { column: 'shown', filter: true }),
    deletion: choice('Suppression', deletionFlags, { written: 'server', required: true, column: 'offered' }),
    reference: text('Référence', { written: 'server', required: true, column: 'offered', search: true }),
    /** Of the agency that publishes it. */
    name: text('Agence', { written: 'server', required: true, column: 'shown', search: true }),
    isOwn: flag('De mon agence', { written: 'server', column: 'offered', filter: true }),
    /** By the caller, of another agency. */
    isUnread: flag('Non lue', { written: 'server', column: 'offered', filter: true }),
    /** One's own, with an answer that waits or is accepted: its terms are frozen. */
    isBound: flag('Conditions figées', { written: 'server' }),
    /** What became of one's own answer, unless it was withdrawn or closed. */
    answered: choice('Ma réponse', answerStatuses, { written: 'server', column: 'offered' }),
    /** Null: of another agency. */
    answersCount: integer('Réponses', { written: 'server', column: 'offered', right: 'listOfferAnswers' }),
    newAnswers: integer('Nouvelles réponses', { written: 'server', column: 'offered', right: 'listOfferAnswers' }),
    answers: lines(
      'Réponses reçues',
      {
        name: text('Agence', { required: true }),
        message: text('Message', { required: true, multiline: true }),
        status: choice('Statut', answerStatuses, { required: true }),
        people: integer('Agents proposés'),
        approvalNumber: text('Autorisation d’exercer'),
        approvalExpiresAt: day('Autorisation valable jusqu’au'),
        contactName: text('Contact'),
        contactEmail: text('E-mail'),
        contactPhone: text('Téléphone'),
        createdAt: moment('Reçue le', { required: true }),
        readAt: moment('Lue le'),
      },
      { written: 'server', table: 'market_answers', right: 'listOfferAnswers' },
    ),
    createdAt: moment('Publiée le', { written: 'server', required: true, column: 'shown', filter: true }),
  },
  check: ({ startTime, endTime, startsOn, ...draft }): Violation[] => [
    ...subcontractingViolations(draft),
    ...(startTime && !endTime ? [{ path: 'endTime', message: messages.required }] : []),
    ...(endTime && !startTime ? [{ path: 'startTime', message: messages.required }] : []),
    ...(startTime && !startsOn ? [{ path: 'startsOn', message: messages.required }] : []),
  ],
});
