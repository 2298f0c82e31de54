// A test entity with all the shapes that tables and dialogs must support.
import { entity } from '#core/kernel/entity.ts';
import {
  address,
  choice,
  day,
  email,
  flag,
  flags,
  group,
  integer,
  lines,
  moment,
  money,
  phones,
  ref,
  refs,
  status,
  text,
} from '#core/kernel/field.ts';
import { deletion, finalDeletion, machine } from '#core/kernel/machine.ts';

const crateStatus = machine({
  initial: 100,
  states: { 100: { label: 'Ouverte', tone: 'positive' }, 300: { label: 'Rangée', tone: 'warning', archived: true } },
  moves: {
    store: { label: 'Rangement', from: [100], to: 300, right: 'editCheckpoint', done: 'Caisse rangée' },
    reopen: { label: 'Réouverture', from: [300], to: 100, right: 'editCheckpoint', done: 'Caisse rouverte' },
    delete: {
      label: 'Suppression',
      from: [100, 300],
      to: null,
      right: 'deleteCheckpoint',
      done: 'Caisse supprimée',
      confirm: deletion,
    },
    scrap: {
      label: 'Mise au rebut',
      from: [300],
      to: null,
      right: 'deleteCheckpoint',
      done: 'Caisse mise au rebut',
      confirm: finalDeletion,
    },
  },
});

export const Crate = entity({
  name: 'crate',
  plural: 'crates',
  table: 'crates',
  label: { one: 'Caisse', many: 'Caisses', feminine: true },
  description: 'Les caisses du dépôt et ce qu’elles contiennent.',
  title: 'name',
  order: { by: 'name', ascending: true },
  date: 'createdAt',
  grants: {
    list: { agency: ['listCheckpoints'] },
    read: { agency: ['listCheckpoints'] },
    create: { agency: ['createCheckpoint'] },
    edit: { agency: ['editCheckpoint'] },
  },
  fields: {
    name: text('Nom', { section: 'Général', required: true, column: 'shown', search: true }),
    status: status('Statut', crateStatus, { column: 'shown', filter: true }),
    size: choice(
      'Taille',
      { 1: 'Petite', 2: 'Grande' },
      { section: 'Général', column: 'shown', filter: true, default: 1 },
    ),
    weight: integer('Poids', { section: 'Général', column: 'shown', min: 0, max: 500, filter: true }),
    price: money('Prix', { section: 'Général', column: 'offered' }),
    infos: group('Informations', {
      fragile: flag('Fragile', { section: 'Général', column: 'shown', filter: true }),
      packedOn: day('Emballée le', { section: 'Général', column: 'offered', filter: true }),
    }),
    mail: email('E-mail', { section: 'Contact', column: 'offered' }),
    phone: phones('Téléphone', { section: 'Contact', column: 'offered' }),
    place: address('Adresse', { section: 'Adresse', column: 'offered' }),
    keeper: ref('Gardien', 'agent', { section: 'Contenu', column: 'offered' }),
    specialties: refs('Spécialités', 'specialty', { section: 'Contenu', column: 'offered', filter: true }),
    items: lines(
      'Objets',
      { label: text('Libellé', { required: true }), count: integer('Nombre') },
      { section: 'Contenu', one: 'Objet' },
    ),
    opens: flags('Ouverte à', { guards: 'Gardiens', guests: 'Visiteurs' }, { section: 'Contenu', default: ['guards'] }),
    comments: text('Commentaires', { section: 'Commentaires', multiline: true, column: 'offered' }),
    createdAt: moment('Créée le', { written: 'server', column: 'offered' }),
  },
});
