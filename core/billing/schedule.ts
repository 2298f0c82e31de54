// When a recurring invoice is due, in words and days (Y-002, Y-003). Days without a clock: the change of hour moves none.
import { unknownVariable, variable } from '../agencies/templates.ts';
import { lastDayOfMonth } from '../kernel/clock.ts';
import { frenchDay } from '../kernel/validators.ts';
import { monthText } from '../planning/days.ts';

export const rhythms = { 1: 'Jour', 2: 'Semaine', 3: 'Mois', 4: 'An' } as const;
export type Rhythm = keyof typeof rhythms;

export interface Schedule {
  startAt: string;
  endAt: string | null;
  frequencyRhythm: Rhythm;
  frequency: number;
}

/** « Tous les mois », « Toutes les 3 semaines ». */
export function frequencyInWords(rhythm: Rhythm, frequency: number): string {
  const every = rhythm === 2 ? 'Toutes les' : 'Tous les';
  const word = rhythms[rhythm].toLowerCase();
  return `${every} ${frequency > 1 ? `${frequency} ` : ''}${word.endsWith('s') ? word : `${word}s`}`;
}

const dayMs = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const daysLater = (day: string, count: number): string =>
  new Date(timeOf(day) + count * dayMs).toISOString().slice(0, 10);

/** The day of the start in a later month; the last of that month if it is shorter, without drifting (31, 28, 31). */
function monthsLater(day: string, count: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const total = year * 12 + month - 1 + count;
  const last = lastDayOfMonth(Math.floor(total / 12), (total % 12) + 1);
  return `${last.slice(0, 8)}${[day.slice(8), last.slice(8)].toSorted()[0]}`;
}

/** The day of the period at this place; 0 is the first. */
export function dueOn({ startAt, frequencyRhythm, frequency }: Omit<Schedule, 'endAt'>, index: number): string {
  const count = index * frequency;
  if (frequencyRhythm <= 2) return daysLater(startAt, count * (frequencyRhythm === 2 ? 7 : 1));
  return monthsLater(startAt, count * (frequencyRhythm === 4 ? 12 : 1));
}

const longest: Record<Rhythm, number> = { 1: 1, 2: 7, 3: 31, 4: 366 };

/** The first period that is due on this day or later; null: it would be after the end. */
export function nextFrom(schedule: Schedule, from: string): string | null {
  const { startAt, endAt, frequencyRhythm, frequency } = schedule;
  // At or before the period looked for: no period is longer.
  let index = Math.max(
    0,
    Math.floor((timeOf(from) - timeOf(startAt)) / (dayMs * longest[frequencyRhythm] * frequency)),
  );
  while (dueOn(schedule, index) < from) index += 1;
  const day = dueOn(schedule, index);
  return endAt !== null && day > endAt ? null : day;
}

/** Y-004 */
export const namingVariables = {
  referenceTitle: 'objet du modèle',
  referenceNumber: 'numéro de la facture d’origine',
  customer: 'client',
  date: 'date de l’échéance',
  month: 'mois de l’échéance',
} as const;
export type Naming = Readonly<Record<keyof typeof namingVariables, string>>;

export const usualNaming = '{referenceTitle} – {month}';

export const namingOf = (
  values: Pick<Naming, 'referenceTitle' | 'referenceNumber' | 'customer'>,
  day: string,
): Naming => ({ ...values, date: frenchDay(day), month: monthText(day) });

/** « {client} »: what no invoice can be named by. */
export const unknownNaming = (template: string): string[] => [
  ...new Set(
    [...template.matchAll(variable)].flatMap(([, name = '']) =>
      Object.hasOwn(namingVariables, name.trim()) ? [] : [`{${name.trim()}}`],
    ),
  ),
];

/** An unknown variable is replaced by a visible message; what is empty leaves no dash behind. */
export const namedAs = (template: string, values: Naming): string =>
  template
    .replaceAll(variable, (_, name: string) => {
      const key = name.trim();
      return Object.hasOwn(values, key) ? values[key as keyof Naming] : unknownVariable;
    })
    .replaceAll(/^[\s–-]+|[\s–-]+$/g, '')
    .slice(0, 300);
