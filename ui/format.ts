// Formats values for French readers. Parsing is in core, because imported files use it too.
import { wallClock } from '#core/kernel/clock.ts';
import { formatDecimal } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';

export const dash = '—';
const textLimit = 144;

export const truncate = (text: string, limit = textLimit): string =>
  text.length > limit ? `${text.slice(0, limit).trimEnd()}…` : text;

export const formatDay = frenchDay;

/** Decision 69: valid through the last day of its month, written as on a card. */

export function formatMoment(instant: string, zone: string): string {
  const { day, time } = wallClock(instant, zone);
  return `${formatDay(day)} ${time}`;
}

/** « 17:31 » of today, « 16/11 17:31 » of another day. */
export function shortMoment(instant: string, zone: string, now = new Date()): string {
  const { day, time } = wallClock(instant, zone);
  return day === wallClock(now, zone).day ? time : `${formatDay(day).slice(0, 5)} ${time}`;
}

export const formatNumber = (value: number): string => formatDecimal(value);

const relative = new Intl.RelativeTimeFormat('fr-FR', { numeric: 'auto' });
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** « il y a 3 jours », « dans 2 heures ». */
export function formatRelative(instant: string, now = new Date()): string {
  const seconds = (Date.parse(instant) - now.getTime()) / 1000;
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return "à l'instant";
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${Math.abs(count) < 2 ? one : many}`;

export { formatMoney } from '#core/kernel/money.ts';
export {
  parseDay,
  parseDegrees,
  parseMoment,
  parseNumber,
  parseTime,
  type Typed,
} from '#core/kernel/typed.ts';
