// The planning checks: the level of each rule, and their limits (2 §5; V-001, V-020; law.md section 1).
import { choice, flag, group, integer, lines, ref, text, time } from '../../kernel/field.ts';
import { snake } from '../../kernel/snake.ts';

export const checkLevels = { 0: 'Désactiver', 1: 'Avertissement', 2: 'Interdire' } as const;

export type CheckLevel = keyof typeof checkLevels;

/** V-017: one code per rule. */
export const planningChecks = {
  serviceMaxDuration: { label: "Durée maximale d'un service", help: 'Art. 7.08 : douze heures de travail effectif.' },
  spaceBetweenServices: { label: 'Espace minimal entre deux services', help: 'Onze heures ; douze pour un cycle.' },
  dailyRest: { label: 'Repos quotidien', help: 'Repos continu par période de 24 heures.' },
  overtime: { label: 'Heures supplémentaires', help: 'Au-delà des heures du contrat, sur sa période de contrôle.' },
  maxWeeklyHours: { label: 'Durée hebdomadaire maximale', help: 'Art. 7.09 : quarante-huit heures.' },
  minWeeklyRest: { label: 'Repos hebdomadaire minimal', help: 'Trente-cinq heures ; trente-six pour un cycle.' },
  restConsecutive: {
    label: 'Jours de repos consécutifs',
    help: 'Art. 7.01 : le dimanche de repos est accolé à un samedi ou à un lundi de repos.',
  },
  restSunday: {
    label: 'Dimanches par mois',
    help: 'Art. 7.01 : deux dimanches de repos par mois en moyenne sur trois mois.',
  },
  qualification: { label: 'Qualification du collaborateur', help: 'La spécialité demandée par le service.' },
  expirations: { label: 'Expirations du collaborateur', help: 'Les autres documents réglementaires expirés.' },
  restrictions: { label: 'Restrictions horaires', help: 'Les horaires notés sur la fiche du collaborateur.' },
  siteProhibition: { label: 'Interdiction de site', help: 'Les collaborateurs interdits sur le site.' },
  unavailabilities: { label: 'Indisponibilités', help: 'Congés, maladie et autres absences.' },
  multipleAssignments: { label: 'Affectations multiples', help: 'Deux services qui se chevauchent.' },
  workContracts: { label: 'Contrats de travail', help: 'Un contrat doit couvrir le jour du service.' },
} as const;

export type PlanningCheck = keyof typeof planningChecks;

/** Parts of a check that have their own level and keep its code (V-001). */
export const checkParts = {
  break: {
    of: 'serviceMaxDuration',
    label: 'Pause',
    help: 'Art. L3121-16 : vingt minutes dès six heures de travail. Avec la réglementation IDCC 1351.',
  },
  card: {
    of: 'expirations',
    label: 'Carte professionnelle',
    help: 'Art. R631-15 : manquante, expirée ou sans date de validité.',
  },
  licence: {
    of: 'expirations',
    label: 'Titre de la spécialité',
    help: 'Art. L612-20 : expiré, pour un service qui demande cette spécialité.',
  },
  medicalVisit: { of: 'expirations', label: 'Visite médicale', help: 'Art. R4624-16 : à renouveler.' },
  firstAid: { of: 'expirations', label: 'Secourisme (SST)', help: 'Art. R4224-15 : certificat expiré.' },
} as const satisfies Record<string, { of: PlanningCheck; label: string; help: string }>;

export type CheckPart = keyof typeof checkParts;

/** Whatever has a level. */
export type LevelledRule = PlanningCheck | CheckPart;

const levelled: Record<LevelledRule, { label: string; help: string }> = { ...planningChecks, ...checkParts };

export const levelledRules = Object.keys(levelled) as LevelledRule[];

const section = 'Contrôles du planning';

/** Nobody works without a valid card « même pour une courte durée » (R631-15). */
const level = (rule: LevelledRule) =>
  choice(levelled[rule].label, checkLevels, {
    section,
    required: true,
    default: rule === 'card' ? 2 : 1,
    width: 'half',
    sql: `check_${snake(rule)}`,
    help: levelled[rule].help,
  });

/** V-021: the agency's own limits, or the branch's, which ignore the values below. */
export const regulations = { OWN: "Valeurs de l'agence", IDCC1351: 'Réglementation IDCC 1351' } as const;

/** Minutes. */
const gapRoundings = { 5: '5 minutes', 10: '10 minutes', 15: 'Quart d’heure', 30: 'Demi-heure' } as const;

/** Where « Arrondir » moves a real start and a real end. */
export const roundings = { NEAREST: 'Au plus proche', AGENT: 'En faveur du collaborateur' } as const;

const minutes = { section, required: true, min: 0, max: 2_880, width: 'half' } as const;
const hours = { section, required: true, min: 0, max: 168, width: 'half' } as const;

export const planningFields = {
  planningChecks: group('Niveaux', {
    regulation: choice('Valeurs appliquées', regulations, {
      section,
      required: true,
      default: 'OWN',
      sql: 'planning_regulation',
      help: 'La réglementation de la branche (convention collective IDCC 1351) applique 12 h / 36 h de repos aux cycles, 13 h d’amplitude, la pause et, hors délai de prévenance (7 jours, 48 heures), l’accord du collaborateur.',
    }),
    serviceMaxDuration: level('serviceMaxDuration'),
    break: level('break'),
    spaceBetweenServices: level('spaceBetweenServices'),
    dailyRest: level('dailyRest'),
    overtime: level('overtime'),
    maxWeeklyHours: level('maxWeeklyHours'),
    minWeeklyRest: level('minWeeklyRest'),
    restConsecutive: level('restConsecutive'),
    restSunday: level('restSunday'),
    qualification: level('qualification'),
    card: level('card'),
    licence: level('licence'),
    medicalVisit: level('medicalVisit'),
    firstAid: level('firstAid'),
    expirations: level('expirations'),
    restrictions: level('restrictions'),
    siteProhibition: level('siteProhibition'),
    unavailabilities: level('unavailabilities'),
    multipleAssignments: level('multipleAssignments'),
    workContracts: level('workContracts'),
  }),
  planningLimits: group('Valeurs', {
    maxServiceDuration: integer("Durée maximale d'un service (min)", { ...minutes, default: 720, min: 60 }),
    agentRest: integer('Repos quotidien (min)', { ...minutes, default: 660 }),
    spaceBetweenServices: integer('Espace entre deux services (min)', {
      ...minutes,
      default: 660,
      sql: 'space_between_services',
    }),
    maxWeeklyHours: integer('Durée hebdomadaire maximale (h)', { ...hours, default: 48, sql: 'max_weekly_hours' }),
    minWeeklyRest: integer('Repos hebdomadaire minimal (h)', { ...hours, default: 35, sql: 'min_weekly_rest' }),
    monthlySundays: integer('Dimanches de repos par mois', {
      section,
      required: true,
      default: 2,
      min: 0,
      max: 5,
      width: 'half',
    }),
    lateMargin: integer('Tolérance de retard (min)', {
      section,
      required: true,
      default: 5,
      min: 0,
      max: 240,
      width: 'half',
      help: 'Au-delà, un service non commencé est en retard et vous êtes prévenu.',
    }),
    gapTolerance: integer('Écart toléré (min)', {
      section,
      required: true,
      default: 5,
      min: 0,
      max: 60,
      width: 'half',
      help: 'Heures réelles à quelques minutes du planning : le planning compte et rien n’est à valider.',
    }),
    gapRounding: choice('Arrondi des heures réelles', gapRoundings, {
      section,
      required: true,
      default: 15,
      width: 'half',
    }),
    gapRoundingWay: choice('Sens de l’arrondi', roundings, {
      section,
      required: true,
      default: 'NEAREST',
      width: 'half',
    }),
    unplannedServices: flag('Services non planifiés', {
      section,
      default: true,
      width: 'half',
      sql: 'unplanned_services',
      help: 'Vos collaborateurs qui en ont le droit démarrent un service imprévu depuis « Mon planning ». Sinon, seulement ceux qui peuvent créer un service.',
    }),
  }),
};

const field = 'Terrain et sécurité';

export const safetyFields = {
  safety: group('Protection du travailleur isolé', {
    // S-032
    loneWorker: flag('Protection active', {
      section: field,
      default: true,
      width: 'half',
      help: 'Chute, inactivité, périmètre et silence du téléphone, sur les sites qui la demandent. L’alerte SOS est toujours possible.',
    }),
    // S-034
    pauseOnBreak: flag('Suspendre pendant les pauses', {
      section: field,
      default: true,
      width: 'half',
      help: 'Ni sonnerie ni détection tant que le collaborateur est en pause. La position n’est jamais lue en pause.',
    }),
    ptiFrequency: integer('Contrôle PTI (min)', {
      section: field,
      required: true,
      default: 30,
      min: 5,
      max: 240,
      width: 'half',
      help: 'Toutes les combien de minutes un agent isolé confirme que tout va bien.',
    }),
    inactivityDelay: integer("Délai d'inactivité (min)", {
      section: field,
      required: true,
      default: 10,
      min: 5,
      max: 240,
      width: 'half',
      help: "Sans mouvement pendant ce temps, l'alarme se déclenche. Cinq minutes au moins.",
    }),
    // S-003
    fallWait: integer('Attente après une chute (s)', {
      section: field,
      required: true,
      default: 10,
      min: 5,
      max: 120,
      width: 'half',
      help: 'Après les trois secondes de vérification, le temps laissé pour se relever ou répondre « R.A.S ».',
    }),
    // Decision 92
    silenceDelay: integer('Sans nouvelles du téléphone (min)', {
      section: field,
      required: true,
      default: 10,
      min: 5,
      max: 240,
      width: 'half',
      help: 'Au-delà, la supervision est invitée à appeler ; cinq minutes plus tard, l’alerte est donnée. Un site au réseau faible a son propre délai.',
    }),
    alarmPhone: text("Téléphone appelé en cas d'alarme", { section: field, format: 'phone', width: 'half' }),
    reportMailingTime: time('Envoi quotidien des rapports', {
      section: field,
      required: true,
      default: '07:00',
      width: 'half',
      help: 'Les rapports des dernières 24 heures partent aux clients à cette heure.',
    }),
  }),
  alarmChain: lines(
    'Personnes prévenues d’une alerte, dans l’ordre',
    {
      agent: ref('Collaborateur', 'agent', { required: true, width: 'half' }),
      delay: integer('Minutes avant la personne suivante', {
        required: true,
        default: 5,
        min: 1,
        max: 120,
        width: 'half',
      }),
    },
    {
      section: field,
      one: 'Personne',
      table: 'agency_alarm_chain',
      max: 20,
      help: 'Elles consultent la supervision. Sans réponse de la dernière, toute la supervision est prévenue. Liste vide : toute la supervision, tout de suite.',
    },
  ),
};
