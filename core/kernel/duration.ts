// Formats and parses durations: « 1h05 » (O-032) is the one way to write hours on screens, papers and mails.

export const inHours = (minutes: number): string => {
  const whole = Math.abs(Math.round(minutes));
  return `${minutes < 0 ? '-' : ''}${Math.floor(whole / 60)}h${String(whole % 60).padStart(2, '0')}`;
};

/** A difference: « +1h05 », « −0h15 ». */
export const inSignedHours = (minutes: number): string => {
  const whole = Math.round(minutes);
  return `${whole > 0 ? '+' : whole < 0 ? '−' : ''}${inHours(Math.abs(whole))}`;
};

export type Unit = 'minutes' | 'signedMinutes';

/** A number of this unit in words. */
export const inUnit = (value: number, unit: Unit): string =>
  unit === 'signedMinutes' ? inSignedHours(value) : inHours(value);

/** « 1h05 », « 1:05 », « 2h », « 65 » minutes. Null: not a duration. */
export function parseDuration(text: string): number | null {
  const typed = text.replace(/[\s\u00a0\u202f]/g, '').toLowerCase();
  const parts = /^(\d{1,4})[h:](\d{1,2})?(min|mn|m)?$/.exec(typed);
  if (parts) return Number(parts[2] ?? 0) > 59 ? null : Number(parts[1]) * 60 + Number(parts[2] ?? 0);
  const alone = /^(\d{1,6})(min|mn|m)?$/.exec(typed);
  return alone ? Number(alone[1]) : null;
}

/** Sum of all days, rounded to a hundredth. */
export const totalHours = (byDay: Readonly<Record<string, number>>): number =>
  Math.round(Object.values(byDay).reduce((sum, one) => sum + one, 0) * 100) / 100;

/** Hours of a day without a change of clock; the day of one has 23 or 25. */
export const shortestDay = 23;

/** « 5 jours », « 1 jour et 4h00 », « 4h00 »: whole days, and the hours beside them. */
export function daysAndHours(days: number, hours: number): string {
  const whole = days === 0 ? [] : [`${days} ${days === 1 ? 'jour' : 'jours'}`];
  return [...whole, ...(hours > 0 || days === 0 ? [inHours(hours * 60)] : [])].join(' et ');
}

/** Leave is counted in days. */
export function inDays(byDay: Readonly<Record<string, number>>): string {
  const hours = Object.values(byDay);
  const partial = hours.filter((one) => one < shortestDay);
  return daysAndHours(
    hours.length - partial.length,
    partial.reduce((sum, one) => sum + one, 0),
  );
}
