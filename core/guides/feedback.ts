// « Demandes d’améliorations » (AB-037): anybody of an agency writes one, the platform follows it.
import { entity } from '../kernel/entity.ts';
import { moment, status, text } from '../kernel/field.ts';
import { machine } from '../kernel/machine.ts';

export const feedbackStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Reçue', tone: 'info' },
    200: { label: 'À l’étude', tone: 'warning' },
    300: { label: 'Réalisée', tone: 'positive' },
    400: { label: 'Écartée', tone: 'neutral' },
  },
  moves: {
    study: {
      ...{ label: 'Mettre à l’étude', from: [100, 300, 400], to: 200, right: 'admin' },
      ...{ done: 'Demande mise à l’étude', doneMany: 'Demandes mises à l’étude' },
    },
    complete: {
      ...{ label: 'Marquer comme réalisée', from: [100, 200, 400], to: 300, right: 'admin' },
      ...{ done: 'Demande réalisée', doneMany: 'Demandes réalisées' },
    },
    decline: {
      ...{ label: 'Écarter', from: [100, 200, 300], to: 400, right: 'admin' },
      ...{ done: 'Demande écartée', doneMany: 'Demandes écartées' },
    },
  },
});

export const Feedback = entity({
  name: 'feedback',
  plural: 'feedbacks',
  table: 'feedbacks',
  label: { one: 'Demande d’amélioration', many: 'Demandes d’améliorations', feminine: true },
  description: 'Ce que les utilisateurs proposent, et ce qu’il en advient.',
  title: 'message',
  order: { by: 'createdAt', ascending: false },
  date: 'createdAt',
  grants: {
    list: { platform: 'admin' },
    read: { platform: 'admin' },
    create: {},
    edit: { platform: 'admin' },
  },
  // POST feedback is the call of the people who write one.
  paths: { read: '/feedback/{id}', save: '/feedback', act: '/feedback/{id}/{type}' },
  fields: {
    message: text('Demande', { written: 'server', required: true, multiline: true, column: 'shown', search: true }),
    status: status('Statut', feedbackStatus, { column: 'shown', filter: true }),
    agencyName: text('Agence', { written: 'server', required: true, column: 'shown', search: true }),
    author: text('Auteur', { written: 'server', column: 'shown', search: true }),
    page: text('Écran', { written: 'server', column: 'offered' }),
    answer: text('Note de suivi', {
      ...{ section: 'Suivi', max: 2_000, multiline: true, column: 'offered' },
      help: 'Visible de la plateforme seulement.',
    }),
    createdAt: moment('Envoyée le', { written: 'server', required: true, column: 'shown' }),
  },
});
