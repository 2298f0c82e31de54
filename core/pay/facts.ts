// What a month of pay is computed from: the agency's rules and one person's month.
import type { absenceEffects } from '../agencies/settings/pay.ts';
import type { Contract } from '../agents/contracts.ts';
import type { Calendar } from '../planning/calendar.ts';
import type { Hours, HoursFacts, HoursShift } from '../planning/hours.ts';
import type { ContractFacts } from '../planning/model.ts';
import type { Slots } from '../planning/slots.ts';
import type { Rates } from './rates.ts';

export type PayContract = Contract & ContractFacts;

export type AbsenceEffect = keyof typeof absenceEffects;

export interface PayAbsence {
  typeId: string;
  type: string;
  effect: AbsenceEffect;
  /** Hours by day (core/planning/unavailability.ts). */
  days: Readonly<Record<string, number>>;
}

export interface PayElement {
  typeId: string;
  type: string;
  date: string;
  direction: 'GAIN' | 'DEDUCTION';
  quantity: number;
  /** Null: valued by the payroll software. */
  amount: number | null;
  comment: string | null;
}

export interface PayShift extends HoursShift {
  site: string;
  /** Work with a dog: an allowance per hour and for the trip. */
  dog?: boolean;
  /** Return trip between home and site; null: unknown. */
  kilometres?: number | null;
}

/** Carried over from the closed months of the year, in minutes. */
export interface Carried {
  nightRest: number;
  quotaRest: number;
  overtimeYear: number;
  /** Absent: none. */
  holidayRest?: number;
}

export interface PayPerson {
  id: string;
  name: string;
  /** « Extra »: paid by the hour; everybody else by the month (Code du travail, art. L3242-1). */
  hourly: boolean;
  seniority: string | null;
  contracts: readonly PayContract[];
  overtimeIncrease: HoursFacts['overtimeIncrease'];
  weekMinutes: Readonly<Record<string, number>>;
  /** Sorted by start; those of the surrounding weeks too. */
  shifts: readonly PayShift[];
  absences: readonly PayAbsence[];
  elements: readonly PayElement[];
  carried: Carried;
  /** Art. 9.05: he chose rest instead of the allowance of holidays. */
  holidayRest?: boolean;
  /** Services of the month that nobody clocked: not paid unless the desk declares them done. */
  unclocked?: number;
}

export interface PayPlace {
  /** 2026-10 */
  month: string;
  /** Both days included. */
  start: string;
  end: string;
  calendar: Calendar;
  hours: Hours;
  slots: Slots;
  rates: Rates;
  /** IDCC 1351: premiums on the conventional minimum; else on the pay of the contract. */
  branch: boolean;
  currency: string;
  /** The yearly quota of overtime, in minutes. */
  quota: number;
  /** AC-016: meal, dog and uniform allowances. */
  allowances: boolean;
}

export const payIssues = {
  noContract: 'Sans contrat de travail dans le mois',
  noPay: 'Salaire inconnu : ni salaire au contrat, ni coefficient',
  noCoefficient: 'Sans coefficient : majorations calculées sur le salaire du contrat',
  belowMinimum: 'Salaire inférieur au minimum conventionnel',
  unclocked: 'Services « Non réalisés » dans le mois, non payés : déclarez-les réalisés s’ils ont eu lieu',
  absentAtWork: 'Absent et en service le même jour : les deux sont comptés',
  absentTwice: 'Deux absences le même jour : il n’est compté qu’une fois, par la première',
  dogDistance: 'Transport du chien non calculé : adresse du domicile ou du site inconnue',
} as const;
export type PayIssue = keyof typeof payIssues;
