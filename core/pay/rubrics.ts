// The rubrics of a month of pay: one column each, in this order. A mapping gives them the codes of a payroll software.
import { type TimeSlot, timeSlots } from '../agencies/settings/pay.ts';

export const fixedRubrics = {
  base: 'Salaire de base',
  supplement: 'Complément art. 7.12',
  complementary: 'Heures complémentaires',
  night: 'Majoration de nuit',
  sunday: 'Majoration du dimanche',
  holiday: 'Majoration de jour férié',
  saturday: 'Majoration du samedi',
  seniority: 'Prime d’ancienneté',
  meal: 'Paniers',
  dog: 'Entretien du chien',
  dogTrip: 'Transport du chien',
  uniform: 'Entretien de la tenue',
} as const;

export type FixedRubric = keyof typeof fixedRubrics;
/** `of` is a rate of overtime, a slot with a price of its own, the id of a type of absence or of salary element. */
export type Rubric = FixedRubric | `${'overtime' | 'slot' | 'absence' | 'element'}:${string}`;

const order = ['base', 'supplement', 'complementary', 'overtime', 'night', 'sunday', 'holiday', 'saturday', 'slot'];
const last = ['seniority', 'meal', 'dog', 'dogTrip', 'uniform', 'absence', 'element'];
const ranks = new Map([...order, ...last].map((name, rank) => [name, rank]));

const familyOf = (rubric: string): string => rubric.split(':')[0] ?? rubric;

/** For sorting the columns. */
export const inRubricOrder = (one: { rubric: string; label: string }, other: typeof one): number =>
  (ranks.get(familyOf(one.rubric)) ?? 99) - (ranks.get(familyOf(other.rubric)) ?? 99) ||
  one.label.localeCompare(other.label, 'fr', { numeric: true });

export const overtimeLabel = (percent: number): string =>
  `Heures supplémentaires ${String(percent).replace('.', ',')} %`;
export const slotLabel = (slot: TimeSlot): string => `Majoration ${timeSlots[slot].label.toLowerCase()}`;

/** How a quantity is shown. */
export const payUnits = { minutes: 'heures', days: 'jours', count: 'nombre', percent: '%', none: '' } as const;
export type PayUnit = keyof typeof payUnits;

/** One fact that an amount is made of. */
export interface PayInput {
  label: string;
  day: string | null;
  quantity: number | null;
  unit: PayUnit;
  /** Per hour, or per unit. */
  rate: number | null;
  /** Of the rate. */
  percent: number | null;
  service: string | null;
}

export interface PayLine {
  rubric: Rubric;
  label: string;
  quantity: number | null;
  unit: PayUnit;
  /** Null: several rates; see the inputs. */
  rate: number | null;
  percent: number | null;
  amount: number;
  article: string;
  /** The closed month that this line corrects. */
  regularises: string | null;
  inputs: PayInput[];
}
