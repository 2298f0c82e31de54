// The work contract of an agent's row, in separate columns. A contract of an existing agent that begins on the same day is
// updated, any other is added.
import type { FirstLine } from './own.ts';

/** More hours than the law allows per week (L3121-21) must be per month. */
const mostInAWeek = 60;

export const firstContract: FirstLine = {
  label: 'Contrat',
  labels: {
    name: 'intitulé',
    startDate: 'début',
    endDate: 'fin',
    hoursLimit: 'heures',
    period: 'heures par semaine ou par mois',
  },
  heads: {
    type: ['type de contrat', 'type contrat', 'contrat', 'nature du contrat'],
    startDate: [
      'debut du contrat',
      'debut contrat',
      'date de debut',
      'date debut',
      'date de debut de contrat',
      'date de debut du contrat',
      'embauche',
      'date d embauche',
      'date embauche',
      'entree',
      'date d entree',
      'date entree',
    ],
    endDate: [
      'fin du contrat',
      'fin contrat',
      'date de fin',
      'date fin',
      'date de fin de contrat',
      'date de fin du contrat',
      'sortie',
      'date de sortie',
      'date sortie',
    ],
    hoursLimit: ['heures', 'heures du contrat', 'heures contrat', 'nombre d heures', 'duree du travail', 'horaire'],
    period: ['periode', 'par semaine ou par mois'],
    partTime: ['temps partiel'],
    cycle: ['cycle', 'cycle de travail'],
    hourlyPay: ['taux horaire', 'taux horaire brut', 'salaire horaire', 'salaire horaire brut'],
    monthlyPay: [
      'salaire',
      'salaire brut',
      'salaire mensuel',
      'salaire mensuel brut',
      'salaire de base',
      'brut mensuel',
    ],
    category: ['categorie', 'categorie professionnelle', 'csp'],
    classificationCoeff: ['coefficient', 'coef', 'coeff'],
    classificationLevel: ['niveau'],
    classificationGrade: ['echelon'],
    tutor: ['responsable', 'tuteur'],
    workPlace: ['lieu de travail'],
  },
  variants: {
    hoursLimit: {
      WEEK: {
        label: 'heures par semaine',
        heads: [
          'heures hebdomadaires',
          'heures hebdo',
          'heures semaine',
          'horaire hebdomadaire',
          'duree hebdomadaire',
          'nombre d heures hebdomadaires',
        ],
      },
      MONTH: {
        label: 'heures par mois',
        heads: [
          'heures mensuelles',
          'heures mois',
          'horaire mensuel',
          'duree mensuelle',
          'nombre d heures mensuelles',
          'heures mensualisees',
        ],
      },
    },
  },
  needs: ['hoursLimit'],
  words: {
    type: {
      'contrat a duree indeterminee': 'CDI',
      'contrat a duree determinee': 'CDD',
      saisonnier: 'SEASONAL_CONTRACT',
      'cdd saisonnier': 'SEASONAL_CONTRACT',
      'cdd accroissement': 'CDD_ACTIVITY',
      'accroissement d activite': 'CDD_ACTIVITY',
      'cdd remplacement': 'CDD_REPLACEMENT',
      remplacement: 'CDD_REPLACEMENT',
      'convention de stage': 'INTERNSHIP',
      stagiaire: 'INTERNSHIP',
      apprenti: 'APPRENTICE',
      'contrat d apprentissage': 'APPRENTICE',
      professionnalisation: 'PRO_TRAINING',
      'contrat pro': 'PRO_TRAINING',
      interimaire: 'INTERIM',
      'contrat de mission': 'INTERIM',
    },
    period: {
      semaine: 'WEEK',
      hebdo: 'WEEK',
      hebdomadaire: 'WEEK',
      mois: 'MONTH',
      mensuel: 'MONTH',
      mensuelle: 'MONTH',
    },
    category: {
      ae: 'AGENT_EXPLOIT',
      'agent exploitation': 'AGENT_EXPLOIT',
      employe: 'AGENT_EXPLOIT',
      am: 'AGENT_MAITRISE',
      maitrise: 'AGENT_MAITRISE',
      cadre: 'INGENIEUR_CADRE',
      ingenieur: 'INGENIEUR_CADRE',
    },
    cycle: { p4s: 'P4S', non: 'NONE', aucun: 'NONE' },
  },
  complete: (line) => {
    if (typeof line.hoursLimit === 'object' && line.hoursLimit !== null) {
      const [[period, hours] = []] = Object.entries(line.hoursLimit);
      line.hoursLimit = hours;
      line.period = period;
    }
    if (line.period === undefined && Number(line.hoursLimit) > mostInAWeek) line.period = 'MONTH';
  },
  isSame: (line, known) => line.startDate === known.startDate,
};
