// Periods of a date filter (D-032). A saved filter stores the period, not its days: « Semaine en cours » stays the
// current week.
import { addDays, lastDayOfMonth } from '../clock.ts';

export interface DayRange {
  from: string;
  /** Null: no end. */
  to: string | null;
}

const monday = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

function month(day: string, shift: number): DayRange {
  const date = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + shift, 1));
  return {
    from: date.toISOString().slice(0, 10),
    to: lastDayOfMonth(date.getUTCFullYear(), date.getUTCMonth() + 1),
  };
}

const year = (day: string, shift: number): DayRange => {
  const number = Number(day.slice(0, 4)) + shift;
  return { from: `${number}-01-01`, to: `${number}-12-31` };
};

const around = (day: string, before: number, after: number): DayRange => ({
  from: addDays(day, before),
  to: addDays(day, after),
});

export const periods = {
  yesterday: { label: 'Hier', range: (day: string) => around(day, -1, -1) },
  today: { label: "Aujourd'hui", range: (day: string) => around(day, 0, 0) },
  fromToday: { label: 'À partir d’aujourd’hui', range: (day: string) => ({ from: day, to: null }) },
  tomorrow: { label: 'Demain', range: (day: string) => around(day, 1, 1) },
  next3Days: { label: '3 prochains jours', range: (day: string) => around(day, 0, 3) },
  last3Days: { label: '3 derniers jours', range: (day: string) => around(day, -3, 0) },
  currentWeek: { label: 'Semaine en cours', range: (day: string) => around(monday(day), 0, 6) },
  previousWeek: { label: 'Semaine précédente', range: (day: string) => around(monday(day), -7, -1) },
  rollingWeek: { label: '7 jours glissants', range: (day: string) => around(day, -7, 7) },
  currentMonth: { label: 'Mois en cours', range: (day: string) => month(day, 0) },
  previousMonth: { label: 'Mois précédent', range: (day: string) => month(day, -1) },
  rollingMonth: { label: '30 jours glissants', range: (day: string) => around(day, -30, 30) },
  currentYear: { label: 'Année en cours', range: (day: string) => year(day, 0) },
  previousYear: { label: 'Année précédente', range: (day: string) => year(day, -1) },
} as const satisfies Record<string, { label: string; range(day: string): DayRange }>;

export type Period = keyof typeof periods;

/** A period that looks ahead is read from its first day on (decision 81). */
export const isAhead = (filter: unknown): boolean =>
  (filter as { period?: unknown } | null | undefined)?.period === ('fromToday' satisfies Period);

export const customPeriod = 'Personnalisé';

export const isPeriod = (key: unknown): key is Period => typeof key === 'string' && key in periods;
