// Hours, overtime and prices by time slot (1 §9; 2 §3; 3 §9).
import { choice, decimal, flag, group, integer, rate, text, time, unitPrice } from '../../kernel/field.ts';
import { snake } from '../../kernel/snake.ts';
import { noFactor } from '../../kernel/validators.ts';

const section = 'Heures et paie';
const increase = { section, required: true, max: 400, width: 'half' } as const;
const from = { section, required: true, min: 0, max: 168, width: 'half' } as const;

export const payFields = {
  hours: group('Heures', {
    hoursLimit: decimal('Durée hebdomadaire de référence (h)', {
      ...from,
      default: 35,
      help: 'Proposée à chaque nouveau contrat de travail.',
    }),
    firstOvertimeFrom: decimal('Première majoration à partir de (h)', { ...from, default: 35 }),
    firstOvertimeRate: rate('Première majoration (%)', { ...increase, default: 25 }),
    secondOvertimeFrom: decimal('Deuxième majoration à partir de (h)', { ...from, default: 43 }),
    secondOvertimeRate: rate('Deuxième majoration (%)', { ...increase, default: 50 }),
    yearlyOvertimeWarning: integer('Contingent annuel : alerte à (h)', {
      section,
      required: true,
      default: 288,
      min: 0,
      max: 1_000,
      width: 'half',
    }),
    yearlyOvertimeLimit: integer('Contingent annuel : limite (h)', {
      section,
      required: true,
      default: 329,
      min: 0,
      max: 1_000,
      width: 'half',
      help: 'Art. 7.10 de la convention collective.',
    }),
    nightStart: time('Début de nuit', { section, required: true, default: '21:00', width: 'half' }),
    nightEnd: time('Fin de nuit', { section, required: true, default: '06:00', width: 'half' }),
    payPeriodStart: integer('Premier jour de la période de paie', {
      section,
      required: true,
      default: 1,
      min: 1,
      max: 28,
      width: 'half',
      help: '1 : le mois civil. 21 : du 21 au 20 du mois suivant.',
    }),
  }),
};

/** What « Préparer les factures » counts. */
export const billedHoursModes = {
  DONE: 'Les heures réalisées, validées',
  PLANNED: 'Les heures planifiées',
} as const;

/** What an absence does to the pay. The benefits of sick leave are computed by the payroll software. */
export const absenceEffects = {
  KEPT: 'Salaire maintenu',
  DEDUCTED: 'Retenue sur salaire',
  REST: 'Repos pris sur les compteurs',
} as const;

/** The twelve time slots, in the order of the specification. Combined slots multiply the factors (decision 60). */
export const timeSlots = {
  day: { label: 'Jour', factor: 1 },
  night: { label: 'Nuit', factor: 1.1 },
  holiday: { label: 'Férié', factor: 2 },
  holidayNight: { label: 'Férié, nuit', factor: 2.2 },
  sunday: { label: 'Dimanche', factor: 1.1 },
  sundayNight: { label: 'Dimanche, nuit', factor: 1.21 },
  sundayHoliday: { label: 'Dimanche férié', factor: 2.2 },
  sundayHolidayNight: { label: 'Dimanche férié, nuit', factor: 2.42 },
  saturday: { label: 'Samedi', factor: 1.1 },
  saturdayNight: { label: 'Samedi, nuit', factor: 1.21 },
  saturdayHoliday: { label: 'Samedi férié', factor: 2.2 },
  saturdayHolidayNight: { label: 'Samedi férié, nuit', factor: 2.42 },
} as const;

export type TimeSlot = keyof typeof timeSlots;

const prices = 'Prix par tranche horaire';
const papers = 'Devis et factures';
const price = (label: string, usual: number, help: string) =>
  unitPrice(label, { section: prices, required: true, default: usual, min: 0, width: 'half', help });
const factorHelp = 'Supérieur à 0 ; 1 pour ne pas majorer.';
const factor = (slot: Exclude<TimeSlot, 'day'>) =>
  decimal(`Coefficient ${timeSlots[slot].label.toLowerCase()}`, {
    section: prices,
    required: true,
    default: timeSlots[slot].factor,
    min: 0.001,
    tooLow: noFactor,
    max: 100,
    width: 'half',
    sql: `price_${snake(slot)}_factor`,
    help: factorHelp,
  });

/** Decision 60: wins over the coefficient. */
const amount = (slot: Exclude<TimeSlot, 'day'>) =>
  unitPrice(`Prix horaire ${timeSlots[slot].label.toLowerCase()} (HT)`, {
    section: prices,
    min: 0,
    width: 'half',
    sql: `price_${snake(slot)}_amount`,
    help: 'Vide : le prix de jour et le coefficient.',
  });

export const priceFields = {
  pricesBySlot: group('Prix', {
    dayAmount: price('Prix horaire de jour (HT)', 21, 'Proposé sur les devis et les contrats des nouveaux clients.'),
    nightAmount: amount('night'),
    nightFactor: factor('night'),
    holidayAmount: amount('holiday'),
    holidayFactor: factor('holiday'),
    holidayNightAmount: amount('holidayNight'),
    holidayNightFactor: factor('holidayNight'),
    sundayAmount: amount('sunday'),
    sundayFactor: factor('sunday'),
    sundayNightAmount: amount('sundayNight'),
    sundayNightFactor: factor('sundayNight'),
    sundayHolidayAmount: amount('sundayHoliday'),
    sundayHolidayFactor: factor('sundayHoliday'),
    sundayHolidayNightAmount: amount('sundayHolidayNight'),
    sundayHolidayNightFactor: factor('sundayHolidayNight'),
    saturdayAmount: amount('saturday'),
    saturdayFactor: factor('saturday'),
    saturdayNightAmount: amount('saturdayNight'),
    saturdayNightFactor: factor('saturdayNight'),
    saturdayHolidayAmount: amount('saturdayHoliday'),
    saturdayHolidayFactor: factor('saturdayHoliday'),
    saturdayHolidayNightAmount: amount('saturdayHolidayNight'),
    saturdayHolidayNightFactor: factor('saturdayHolidayNight'),
    circuitAmount: price("Prix d'une tournée (HT)", 25, 'Par passage.'),
    interventionAmount: price("Rapport d'intervention (HT)", 45, 'Par rapport.'),
    roundAmount: price('Rapport de ronde (HT)', 30, 'Par rapport.'),
    recognitionAmount: price('Rapport de reconnaissance (HT)', 30, 'Par rapport.'),
    auditAmount: price("Rapport d'audit (HT)", 30, 'Par rapport.'),
  }),
  billedHours: choice('Heures facturées', billedHoursModes, {
    ...{ section: papers, required: true, default: 'DONE' },
    help: 'Un écart pas encore validé compte comme planifié.',
  }),
  agencySettingsSubscription: group('TVA', {
    vatLabel: text('Libellé de la TVA', { section: papers, required: true, default: 'TVA', max: 30, width: 'half' }),
    vat: rate('Taux de TVA (%)', { section: papers, required: true, default: 20, width: 'half' }),
    /** law.md 3: a mention of every invoice once chosen. */
    vatOnDebits: flag('Option pour le paiement de la TVA d’après les débits', {
      section: papers,
      help: 'Imprimée sur vos factures. Sans elle, la TVA des prestations est due à l’encaissement.',
    }),
  }),
};
