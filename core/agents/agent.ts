import { entity } from '../kernel/entity.ts';
import { choice, email, file, flag, group, integer, moment, phones, refs, status, text } from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';

export const agentTypes = {
  EMPLOYEE: 'Salarié',
  EMERGENCY: "Agent d'urgence",
  EXTERNAL: 'Sous-traitant',
  SELF: 'Indépendant',
  NOMINEE: 'Candidat',
  TEMPORARY: 'Intérimaire',
} as const;

export const agentStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Avec licence', tone: 'positive' },
    200: { label: 'Sans licence', tone: 'neutral' },
    300: { label: 'Archivé', tone: 'warning' },
    400: { label: 'Supprimé', tone: 'negative' },
  },
  moves: {
    activate: { label: 'Activation', from: [200], to: 100, right: 'editAgent', done: 'Licence activée' },
    deactivate: {
      label: 'Désactivation',
      from: [100, 300],
      to: 200,
      right: 'editAgent',
      done: 'Licence désactivée',
      refuse: ownerStays,
    },
    archive: {
      label: 'Archivage',
      from: [100, 200],
      to: 300,
      right: 'archiveAgent',
      done: 'Collaborateur archivé',
      refuse: ownerStays,
    },
    reactivate: { label: 'Réactivation', from: [300], to: 100, right: 'archiveAgent', done: 'Collaborateur réactivé' },
    delete: {
      label: 'Suppression',
      from: [200, 300],
      to: 400,
      right: 'deleteAgent',
      done: 'Collaborateur supprimé',
      confirm: deletion,
      refuse: ownerStays,
    },
  },
});

/** An agency without its manager could be opened by nobody. */
function ownerStays(row: Record<string, unknown>): string | null {
  return row.isOwner === true ? "Le responsable de l'agence ne peut pas être retiré." : null;
}

/** Every collaborator of an agency, plannable or not; the sheet's other sections come with the agents module. */
export const Agent = entity({
  name: 'agent',
  plural: 'agents',
  table: 'agents',
  label: { one: 'Collaborateur', many: 'Collaborateurs' },
  description: 'Toutes les personnes de votre agence, planifiables ou non, avec leur licence et leurs droits.',
  title: 'fullname',
  // E-048, E-049: those who are planned, licence or not, unless all staff is asked for; never an archived one.
  offered: ({ allStaff = false, onlyAccount = false }) => ({
    status: onlyAccount ? [100] : [100, 200],
    ...(allStaff ? {} : { 'agentInfos.plannable': true }),
  }),
  order: { by: 'lastname', ascending: true },
  date: 'createdAt',
  grants: {
    list: { agency: ['listAgents'] },
    read: { agency: ['readAgent'], agent: 'signedIn' },
    create: { agency: ['createAgent'] },
    edit: { agency: ['editAgent'] },
  },
  missing: 'Collaborateur introuvable',
  fields: {
    fullname: text('Nom complet', { written: 'server', required: true, column: 'shown', search: true }),
    lastname: text('Nom', { section: 'Général', required: true, width: 'half', max: 100, column: 'offered' }),
    firstname: text('Prénom', { section: 'Général', required: true, width: 'half', max: 100, column: 'offered' }),
    position: text('Fonction', { section: 'Général', column: 'shown', search: true, width: 'half', max: 100 }),
    status: status('Statut', agentStatus, { column: 'shown', filter: true }),
    email: email('E-mail', { section: 'Général', column: 'shown', search: true, width: 'half' }),
    phone: phones('Téléphone', { section: 'Général', column: 'shown', right: 'readAgentPhone' }),
    profilePicture: file('Photo', { section: 'Général', picture: true, column: 'offered' }),
    lastLogin: moment('Dernière connexion', { written: 'server', column: 'shown' }),
    agentInfos: group('Informations', {
      type: choice('Type', agentTypes, {
        section: 'Général',
        default: 'EMPLOYEE',
        required: true,
        column: 'offered',
        filter: true,
        width: 'half',
      }),
      plannable: flag('Planifiable', { section: 'Planification', default: true, column: 'shown', filter: true }),
      rating: integer('Note', {
        section: 'Planification',
        default: 3,
        min: 1,
        max: 5,
        column: 'offered',
        width: 'half',
      }),
      socialSecurityNumber: text('Numéro de sécurité sociale', {
        section: 'Données protégées',
        format: 'socialSecurityNumber',
        sealed: true,
        right: 'readAgentSecrets',
        width: 'half',
      }),
      bankDetails: text('Coordonnées bancaires', {
        section: 'Données protégées',
        format: 'bankDetails',
        sealed: true,
        right: 'readAgentSecrets',
        width: 'half',
      }),
    }),
    specialties: refs('Spécialités', 'specialty', { section: 'Planification', column: 'shown', filter: true }),
    comments: text('Commentaires', { section: 'Commentaires', multiline: true }),
    isOwner: flag("Responsable de l'agence", { written: 'server' }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
});
