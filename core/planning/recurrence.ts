// A series of services: on which days and at which local times (2 §3, §5; N-010 … N-018).
import * as z from 'zod';
import { passing } from '../kernel/called.ts';
import { instantAt } from '../kernel/clock.ts';
import { messages, Problem, wireMessages } from '../kernel/problem.ts';
import * as validators from '../kernel/validators.ts';
import type { Holiday } from './calendar.ts';
import { dayNumber, dayOfNumber, mondayOf, weekdayOf } from './days.ts';

export const recurrenceTypes = {
  daily: 'quotidienne',
  weekly: 'hebdomadaire',
  monthly: 'mensuelle',
  holidays: 'jours fériés',
} as const;

export type RecurrenceType = keyof typeof recurrenceTypes;

/** Most services in one series. */
export const mostOccurrences = 1_000;
/** Most days from the first to the last. */
const longestSeries = 3_660;

export const recurrenceMessages = {
  missing: wireMessages.missingParameters,
  wrong: 'Wrong parameters',
  tooMany: 'Une série compte 1 000 services au plus.',
  tooLong: "Une série s'étend sur dix ans au plus.",
  noDay: 'Choisissez au moins un jour de la semaine.',
  noMonthDay: 'Choisissez au moins un jour du mois.',
  noHoliday: 'Choisissez au moins un jour férié.',
  onlyHolidays: 'Une série des jours fériés ne peut pas les exclure.',
} as const;

/** An empty input counts as missing. */
const emptyAsMissing = <T>(schema: z.ZodType<T>): z.ZodType<T> =>
  z.preprocess((value) => (value === '' ? undefined : value), schema) as unknown as z.ZodType<T>;

const absent = (otherwise: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? recurrenceMessages.missing : otherwise,
});

const day = passing(z.string(absent('Date attendue')), validators.existingDay, validators.inCalendar);
const time = z
  .string(absent('Heure attendue'))
  .refine((value) => validators.time(value) === null, validators.dateFaults.format);
const repeat = z.enum(Object.keys(recurrenceTypes) as [RecurrenceType, ...RecurrenceType[]], absent('Valeur inconnue'));

const whole = (least: number, most: number) =>
  z
    .int('Nombre entier uniquement')
    .min(least, `Doit être supérieur ou égal à ${least}`)
    .max(most, `Doit être inférieur ou égal à ${most}`);

const list = <T extends z.ZodType>(of: T) => z.array(of, 'Liste attendue');

export const recurrenceInput = z
  .strictObject(
    {
      startDate: emptyAsMissing(day),
      endDate: emptyAsMissing(day),
      startTime: emptyAsMissing(time),
      endTime: emptyAsMissing(time),
      /** Midnights between the start and the end; absent: one if the end is not after the start, else none. */
      midnights: whole(0, 3).optional(),
      repeat: emptyAsMissing(repeat),
      /** Every n days, weeks or months. */
      frequency: whole(1, 366).default(1),
      /** Monday=1 … Sunday=0. */
      days: list(whole(0, 6)).max(7, 'Sept jours au plus').default([]),
      monthDays: list(whole(1, 31)).max(31, 'Trente et un jours au plus').default([]),
      /** Names of public holidays. */
      holidayDays: list(z.string('Texte attendu').max(120, validators.tooLong(120)))
        .max(100, 'Cent au plus')
        .default([]),
      excludeHolidays: z.boolean('Oui ou non attendu').default(false),
      /** Days without a service. */
      exclusions: list(day).max(longestSeries, recurrenceMessages.tooLong).default([]),
    },
    { error: ({ code }) => (code === 'unrecognized_keys' ? messages.unknownKey : recurrenceMessages.missing) },
  )
  .superRefine((series, context) => {
    const refuse = (path: keyof typeof series, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (series.startDate > series.endDate) return refuse('endDate', recurrenceMessages.wrong);
    if (series.midnights === 0 && series.endTime <= series.startTime) refuse('endTime', recurrenceMessages.wrong);
    if (dayNumber(series.endDate) - dayNumber(series.startDate) > longestSeries)
      refuse('endDate', recurrenceMessages.tooLong);
    if (series.repeat === 'weekly' && series.days.length === 0) refuse('days', recurrenceMessages.noDay);
    if (series.repeat === 'monthly' && series.monthDays.length === 0)
      refuse('monthDays', recurrenceMessages.noMonthDay);
    if (series.repeat !== 'holidays') return;
    if (series.holidayDays.length === 0) refuse('holidayDays', recurrenceMessages.noHoliday);
    if (series.excludeHolidays) refuse('excludeHolidays', recurrenceMessages.onlyHolidays);
  });

export type Recurrence = z.output<typeof recurrenceInput>;

/** The checked input of a form or a call; throws a problem if it is invalid. */
export function recurrenceOf(input: unknown): Recurrence {
  const parsed = recurrenceInput.safeParse(input);
  if (parsed.success) return parsed.data;
  const violations = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const missing = violations.find(({ message }) => message === recurrenceMessages.missing);
  throw new Problem('invalid', (missing ?? violations[0])?.message ?? recurrenceMessages.wrong, { violations });
}

/** Whether the series has a service on that day. */
function falls(series: Recurrence, number: number, holiday: string | null): boolean {
  const first = dayNumber(series.startDate);
  if (series.excludeHolidays && holiday !== null) return false;
  switch (series.repeat) {
    case 'daily':
      return (number - first) % series.frequency === 0;
    case 'weekly':
      return (
        series.days.includes(weekdayOf(number)) && ((mondayOf(number) - mondayOf(first)) / 7) % series.frequency === 0
      );
    case 'monthly': {
      // A month without a 31st has no service on it (N-014).
      const day = dayOfNumber(number);
      const months =
        (Number(day.slice(0, 4)) - Number(series.startDate.slice(0, 4))) * 12 +
        Number(day.slice(5, 7)) -
        Number(series.startDate.slice(5, 7));
      return series.monthDays.includes(Number(day.slice(8))) && months % series.frequency === 0;
    }
    case 'holidays':
      return holiday !== null && series.holidayDays.includes(holiday);
  }
}

export interface Occurrence {
  day: string;
  /** Instants. */
  start: string;
  end: string;
}

/** The services of the series. Each begins and ends at its local times, whatever clock changes happen in between. */
export function occurrences(series: Recurrence, zone: string, holidays: readonly Holiday[]): Occurrence[] {
  const names = new Map(holidays.map(({ day, name }) => [day, name]));
  const exclusions = new Set(series.exclusions);
  const midnights = series.midnights ?? (series.endTime <= series.startTime ? 1 : 0);
  const found: Occurrence[] = [];
  for (let number = dayNumber(series.startDate); number <= dayNumber(series.endDate); number += 1) {
    const day = dayOfNumber(number);
    if (exclusions.has(day) || !falls(series, number, names.get(day) ?? null)) continue;
    const start = instantAt(day, series.startTime, zone);
    const end = instantAt(dayOfNumber(number + midnights), series.endTime, zone);
    // A clock change may put the start at or after the end: then there is no service.
    if (end <= start) continue;
    if (found.length === mostOccurrences) throw new Problem('invalid', recurrenceMessages.tooMany);
    found.push({ day, start, end });
  }
  return found;
}
