// Calendar days as integers (days since 1970-01-01), without a clock or a time zone.

const dayLength = 86_400_000;

/** The most days of a planning that are read, mailed or searched at once. */
export const longestPeriod = 62;

export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayLength;

export const dayOfNumber = (number: number): string => new Date(number * dayLength).toISOString().slice(0, 10);

export const daysAfter = (day: string, count: number): string => dayOfNumber(dayNumber(day) + count);

/** Monday=1 … Saturday=6, Sunday=0 (M-016). 1970-01-01 was a Thursday. */
export const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7;

export const mondayOf = (number: number): number => number - ((weekdayOf(number) + 6) % 7);

export interface IsoWeek {
  /** 1 to 53. */
  number: number;
  /** The year of its Thursday. */
  year: number;
}

export function isoWeek(monday: number): IsoWeek {
  const thursday = dayOfNumber(monday + 3);
  const year = Number(thursday.slice(0, 4));
  return { number: Math.floor((monday + 3 - dayNumber(`${thursday.slice(0, 4)}-01-01`)) / 7) + 1, year };
}

/** « 08:30 » in minutes since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Minutes since midnight as « 08:30 ». */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** 2026-11, plus or minus a number of months. */
export function monthAfter(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

export const monthNames = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];

/** « novembre 2026 » */
export const monthText = (month: string): string => `${monthNames[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;

/** « Novembre 2026 » */
export const monthTitle = (month: string): string => {
  const text = monthText(month);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** « d’octobre 2026 », « de septembre 2026 » */
export const ofMonth = (month: string): string => `${/^[ao]/.test(monthText(month)) ? 'd’' : 'de '}${monthText(month)}`;

/** Of a month, or of a day in it. */
export const lastDayOf = (month: string): string =>
  dayOfNumber(dayNumber(`${monthAfter(month.slice(0, 7), 1)}-01`) - 1);
