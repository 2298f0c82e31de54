// Formats and parses durations: « 1h05 » (O-032) is the one way to write hours on screens, papers and mails.

export const inHours = (minutes: number): string => {
  const whole = Math.abs(Math.round(minutes));
  return `${minutes < 0 ? '-' : ''}${Math.floor(whole / 60)}h${String(whole % 60).padStart(2, '0')}`;
};

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
const shortestDay = 23;

/** Leave is counted in days: « 5 jours », « 1 jour et 4h00 », « 4h00 ». */
export function inDays(byDay: Readonly<Record<string, number>>): string {
  const hours = Object.values(byDay);
  const whole = hours.filter((one) => one >= shortestDay).length;
  const rest = hours.reduce((sum, one) => sum + (one >= shortestDay ? 0 : one), 0);
  const days = whole === 0 ? [] : [`${whole} ${whole === 1 ? 'jour' : 'jours'}`];
  return [...days, ...(rest > 0 || whole === 0 ? [inHours(rest * 60)] : [])].join(' et ');
}
