import { entity } from '../kernel/entity.ts';
import {
  address,
  choice,
  choices,
  day,
  email,
  file,
  files,
  flag,
  found,
  group,
  integer,
  lines,
  moment,
  phones,
  quantity,
  rate,
  refs,
  status,
  text,
  time,
} from '../kernel/field.ts';
import { itemFields } from '../sites/items.ts';
import { accountStates } from './account.ts';
import { agentAnomalies, anomalyRights } from './anomalies.ts';
import { activeContractFields, begunContract, contractFields } from './contracts.ts';
import { agentExpirationFields } from './expirations.ts';
import { agentStatus } from './status.ts';

export const agentTypes = {
  EMPLOYEE: 'Salarié',
  EMERGENCY: 'Extra',
  EXTERNAL: 'Sous-traitant',
  SELF: 'Auto-entrepreneur',
  NOMINEE: 'Candidat',
  TEMPORARY: 'Intérimaire',
} as const;

export const genders = { 0: 'Non renseigné', 1: 'Homme', 2: 'Femme' } as const;
export const civilities = { 0: 'Non renseignée', 1: 'Monsieur', 2: 'Madame' } as const;

/** Z: for how long the licence is renewed automatically. */
export const licencePeriods = {
  0: 'Sans limite',
  1: '1 jour',
  2: '2 jours',
  3: '3 jours',
  4: '4 jours',
  5: '5 jours',
  10: '10 jours',
} as const;

/** Week days as in the specification (1 §9): Monday is 1, Sunday 0. */
export const weekDays = {
  1: 'Lundi',
  2: 'Mardi',
  3: 'Mercredi',
  4: 'Jeudi',
  5: 'Vendredi',
  6: 'Samedi',
  0: 'Dimanche',
} as const;

const external = { path: 'agentInfos.type', is: 'EXTERNAL' } as const;

/** Every member of the agency's staff, plannable or not. */
export const Agent = entity({
  name: 'agent',
  plural: 'agents',
  table: 'agents',
  label: { one: 'Collaborateur', many: 'Collaborateurs' },
  description: 'Toutes les personnes de votre agence, planifiables ou non, avec leur compte et leurs droits.',
  title: 'fullname',
  // E-048, E-049: plannable agents, or all staff, with or without a licence; never archived ones. Columns: F-001, F-007. Page: D-033.
  offered: {
    usual: { status: [100, 200], 'agentInfos.plannable': true },
    staff: { status: [100, 200] },
    staffWithAccount: { status: [100] },
    // E-047, literally: internal ones.
    purchaseOrder: {
      status: [100, 200],
      'agentInfos.type': Object.keys(agentTypes).filter((type) => type !== 'EXTERNAL'),
    },
  },
  columns: [
    'fullname',
    'anomalies',
    'position',
    'lastLogin',
    'phone',
    'email',
    'agentInfos.registrationNumber',
    'address',
    'status',
    'accountState',
    'agentInfos.plannable',
    'agentInfos.cardNumber',
    'agentInfos.individualNumber',
    'agentInfos.palpationApprovalNumber',
    'agentInfos.sstNumber',
    'agentInfos.activeContract',
    'agentInfos.plannedHours',
    'agentInfos.agentInfosSettingsNotifications.sendPlanning',
    'agentInfos.specialties',
    'agentInfos.rating',
    'agentInfos.insuranceExemptReason',
  ],
  order: { by: 'lastname', ascending: true },
  pageSize: 500,
  date: 'createdAt',
  grants: {
    list: { agency: ['listAgents'] },
    read: { agency: ['readAgent'], agent: 'signedIn' },
    create: { agency: ['createAgent'] },
    edit: { agency: ['editAgent'] },
  },
  alsoForAgents: ['list'],
  // As the rights themselves (`readRights`).
  historyRights: { rights: 'editAgentRight' },
  fields: {
    // F-020: includes the company's name for a subcontractor's employee.
    fullname: text('Nom complet', { written: 'server', required: true, column: 'shown', search: true }),
    lastname: text('Nom', {
      section: 'Identité',
      alone: true,
      required: true,
      width: 'half',
      max: 100,
      column: 'offered',
    }),
    firstname: text('Prénom', {
      section: 'Identité',
      alone: true,
      required: true,
      width: 'half',
      max: 100,
      column: 'offered',
    }),
    position: text('Fonction', { section: 'Identité', column: 'shown', search: true, width: 'half', max: 100 }),
    status: status('Statut', agentStatus, { column: 'shown', filter: true }),
    anomalies: choices('Anomalies', agentAnomalies, {
      written: 'server',
      column: 'shown',
      filter: true,
      optionRights: anomalyRights,
    }),
    email: email('E-mail', { section: 'Coordonnées', column: 'shown', search: true, width: 'half' }),
    phone: phones('Téléphone', {
      section: 'Coordonnées',
      column: 'shown',
      search: true,
      right: 'readAgentPhone',
    }),
    address: address('Adresse', { section: 'Coordonnées', column: 'offered', search: true }),
    profilePicture: file('Photo', { section: 'Identité', picture: true, column: 'offered' }),
    lastLogin: moment('Dernière connexion', { written: 'server', column: 'shown' }),
    accountState: choice('Accès', accountStates, { written: 'server', column: 'shown', filter: true }),
    agentInfos: group('Informations', {
      type: choice('Type', agentTypes, {
        section: 'Identité',
        default: 'EMPLOYEE',
        required: true,
        column: 'offered',
        filter: true,
        width: 'half',
      }),
      externalCompanyName: text('Entreprise', {
        section: 'Identité',
        max: 120,
        width: 'half',
        column: 'offered',
        search: true,
        shownWhen: external,
      }),
      externalCompanySiret: text("SIRET de l'entreprise", {
        section: 'Identité',
        format: 'siret',
        width: 'half',
        shownWhen: external,
      }),
      civility: choice('Civilité', civilities, { section: 'Identité', default: 0, width: 'half' }),
      gender: choice('Sexe', genders, { section: 'Identité', default: 0, width: 'half' }),
      birthDate: day('Né(e) le', { section: 'Identité', width: 'half', dates: { before: 'today' } }),
      birthLocation: text('Lieu de naissance', { section: 'Identité', max: 120, width: 'half' }),
      nationality: text('Nationalité', { section: 'Identité', max: 60, width: 'half' }),
      registrationNumber: text('Matricule', {
        section: 'Identité',
        alone: true,
        max: 40,
        width: 'half',
        column: 'shown',
        search: true,
        reserved: 'writing',
      }),
      generateRegistrationNumber: flag('Générer le matricule', {
        section: 'Identité',
        reserved: 'reading',
        help: 'Le prochain numéro libre de votre agence est attribué à l’enregistrement.',
      }),
      cardNumber: text('Carte professionnelle', {
        section: 'Réglementaire',
        format: 'professionalCard',
        width: 'half',
        column: 'shown',
        search: true,
      }),
      individualNumber: text("Numéro individuel d'identification", { written: 'server', column: 'shown' }),
      palpationApprovalNumber: text("Numéro d'agrément palpation", {
        section: 'Réglementaire',
        max: 60,
        width: 'half',
        column: 'shown',
      }),
      sstNumber: text('Numéro SST', { section: 'Réglementaire', max: 60, width: 'half', column: 'shown' }),
      specialties: refs('Spécialités', 'specialty', { section: 'Réglementaire', column: 'shown', filter: true }),
      expirations: lines('Documents réglementaires', agentExpirationFields, {
        section: 'Réglementaire',
        one: 'Document',
        table: 'agent_expirations',
        max: 60,
      }),
      workPermitType: text('Titre de séjour ou autorisation de travail', {
        section: 'Réglementaire',
        max: 80,
        width: 'half',
        help: 'Mention du registre du personnel pour un travailleur étranger.',
      }),
      workPermitNumber: text("Numéro d'ordre du titre", { section: 'Réglementaire', max: 60, width: 'half' }),
      // A planner receives the hours and dates that the rules need with the planning.
      activeContract: found('Heures du contrat', activeContractFields, {
        column: 'shown',
        right: 'listAgentContracts',
      }),
      // F-005: null for an agent who is not plannable.
      plannedHours: quantity('Heures planifiées ce mois', { written: 'server', decimals: 2, column: 'shown' }),
      contracts: lines('Contrats de travail', contractFields, {
        section: 'Contrats',
        one: 'Contrat',
        table: 'agent_contracts',
        max: 60,
        indelible: begunContract,
        right: 'listAgentContracts',
        writeRight: 'editAgentContract',
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
      seniority: day("Date d'ancienneté", { section: 'Paie', width: 'half', reserved: 'writing' }),
      weekDuration: quantity('Durée hebdomadaire de référence (h)', {
        section: 'Paie',
        max: 168,
        decimals: 2,
        width: 'half',
        reserved: 'writing',
        help: 'Vide : celle du contrat.',
      }),
      overtimeIncrease: lines(
        'Majorations propres à ce collaborateur',
        {
          from: quantity('À partir de (h par semaine)', {
            required: true,
            max: 168,
            decimals: 2,
            width: 'half',
            sql: 'from_hours',
          }),
          percent: rate('Majoration (%)', { required: true, max: 400, decimals: 2, width: 'half' }),
        },
        { section: 'Paie', one: 'Majoration', table: 'agent_overtime', max: 10, reserved: 'writing' },
      ),
      holidayRest: flag('Repos à la place de l’indemnité des jours fériés', {
        section: 'Paie',
        reserved: 'writing',
        help: 'Art. 9.05, au choix du collaborateur : un repos de même durée, à prendre le mois suivant. Le 1er mai reste payé.',
      }),
      insuranceExempt: flag('Dispensé de la mutuelle', { section: 'Paie' }),
      insuranceExemptReason: text('Dispense de mutuelle', {
        section: 'Paie',
        max: 200,
        column: 'offered',
        shownWhen: { path: 'agentInfos.insuranceExempt', is: true },
        help: 'Motif de la dispense.',
      }),
      plannable: flag('Planifiable', { section: 'Planification', default: true, column: 'shown', filter: true }),
      rating: integer('Note', {
        section: 'Planification',
        default: 3,
        min: 1,
        max: 5,
        column: 'shown',
        width: 'half',
        reserved: 'reading',
      }),
      restrictions: lines(
        "Horaires où l'on ne planifie pas",
        {
          weekday: choice('Jour', weekDays, { required: true, default: 1, width: 'half' }),
          startTime: time('De', { required: true, width: 'half' }),
          endTime: time('À', { required: true, width: 'half' }),
        },
        { section: 'Planification', one: 'Restriction', table: 'agent_restrictions', max: 50 },
      ),
      dogs: lines(
        'Chiens',
        {
          name: text('Nom', { required: true, max: 60, width: 'half' }),
          breed: text('Race', { max: 60, width: 'half' }),
          chipNumber: text("Numéro d'identification (ICAD)", { max: 40, width: 'half' }),
          vaccinationExpiry: day('Vaccins valables jusqu’au', { width: 'half' }),
        },
        { section: 'Planification', one: 'Chien', table: 'agent_dogs', max: 20 },
      ),
      items: lines('Équipement remis', itemFields, {
        section: 'Équipement',
        one: 'Équipement',
        table: 'agent_items',
        max: 200,
        reserved: 'writing',
      }),
      documents: files('Documents', { section: 'Documents', reserved: 'writing' }),
      comments: text('Commentaires', { section: 'Commentaires', multiline: true, reserved: 'reading' }),
      nextSubscription: choice('Prochaine période du compte', licencePeriods, {
        section: 'Paramètres',
        default: 0,
        width: 'half',
        reserved: 'reading',
      }),
      agentSettingsBadge: group('Badge', {
        specialties: refs('Spécialités inscrites sur le badge', 'specialty', {
          section: 'Paramètres',
          table: 'agent_badge_specialties',
          help: 'Aucune : toutes celles du collaborateur.',
        }),
      }),
      agentInfosSettingsNotifications: group('Notifications', {
        sendPlanning: flag('Planning par e-mail', {
          section: 'Paramètres',
          default: true,
          column: 'shown',
          filter: true,
        }),
      }),
    }),
    isOwner: flag("Responsable de l'agence", { written: 'server' }),
    // F-010; decision 56: copies of the values in agentInfos.
    plannable: flag('Planifiable', { written: 'server' }),
    rating: integer('Note', { written: 'server', reserved: 'reading' }),
    // Monthly hours of the contract in force; the planning compares against them.
    workingTime: quantity('Heures du contrat par mois', {
      written: 'server',
      decimals: 2,
      right: 'listAgentContracts',
    }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: (draft) => {
    const infos = draft.agentInfos ?? {};
    const isUnexplained = infos.insuranceExempt && !infos.insuranceExemptReason;
    return [
      // F-006: the list shows the reason, or « Non ».
      ...(isUnexplained ? [{ path: 'agentInfos.insuranceExemptReason', message: 'Obligatoire' }] : []),
      // A restriction may pass midnight; one with equal start and end is meaningless.
      ...(infos.restrictions ?? []).flatMap(({ startTime, endTime }, index) =>
        startTime && startTime === endTime
          ? [
              {
                path: `agentInfos.restrictions.${index}.endTime`,
                message: "L'heure de fin doit différer de l'heure de début",
              },
            ]
          : [],
      ),
    ];
  },
});
