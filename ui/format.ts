// How French readers see values, and how what they type becomes the wire's value again.
import { wallClock } from '#core/kernel/clock.ts';
import { dateFaults, dayExists, frenchDay } from '#core/kernel/validators.ts';
import { instantAt, lastDayOfMonth } from './clock.ts';

export const dash = '—';
const textLimit = 144;

export const truncate = (text: string, limit = textLimit): string =>
  text.length > limit ? `${text.slice(0, limit).trimEnd()}…` : text;

export const formatDay = frenchDay;

/** Decision 69: valid through the last day of its month, written as on a card. */
export const formatExpiry = (day: string): string => formatDay(day).slice(3);

export function formatMoment(instant: string, zone: string): string {
  const { day, time } = wallClock(instant, zone);
  return `${formatDay(day)} ${time}`;
}

const plain = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 3 });
const currencies = new Map<string, Intl.NumberFormat>();

export const formatNumber = (value: number): string => plain.format(value);

export function formatMoney(value: number, currency: string): string {
  let formatter = currencies.get(currency);
  if (!formatter) {
    formatter = new Intl.NumberFormat('fr-FR', { style: 'currency', currency });
    currencies.set(currency, formatter);
  }
  return formatter.format(value);
}

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

export type Typed = { value: string } | { fault: string };

const pad = (digits: string | undefined): string => (digits ?? '').padStart(2, '0');
const existing = (day: string): Typed => (dayExists(day) ? { value: day } : { fault: dateFaults.missing });

export function parseDay(text: string): Typed {
  const typed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return existing(typed);
  const parts = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  return parts ? existing(`${parts[3]}-${pad(parts[2])}-${pad(parts[1])}`) : { fault: dateFaults.format };
}

export function parseTime(text: string): Typed {
  const parts = /^(\d{1,2})[:hH.](\d{2})$/.exec(text.trim()) ?? /^(\d{2})(\d{2})$/.exec(text.trim());
  if (!parts || Number(parts[1]) > 23 || Number(parts[2]) > 59) return { fault: dateFaults.format };
  return { value: `${pad(parts[1])}:${parts[2]}` };
}

export function parseMoment(text: string, zone: string): Typed {
  const typed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d\d:\d\d)$/.test(typed) && !Number.isNaN(Date.parse(typed))) {
    return { value: new Date(typed).toISOString() };
  }
  const cut = typed.lastIndexOf(' ');
  const day = parseDay(cut < 0 ? typed : typed.slice(0, cut));
  if ('fault' in day) return day;
  const time = parseTime(cut < 0 ? '' : typed.slice(cut + 1));
  return 'fault' in time ? time : { value: instantAt(day.value, time.value, zone) };
}

export function parseExpiry(text: string): Typed {
  const typed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return existing(typed);
  const parts = /^(\d{1,2})[/. -]?(\d{4})$/.exec(typed);
  if (!parts) return { fault: dateFaults.format };
  const month = Number(parts[1]);
  return month >= 1 && month <= 12 ? { value: lastDayOfMonth(Number(parts[2]), month) } : { fault: dateFaults.missing };
}

/** Point or comma, spaces between thousands (E-045). Null: no number. */
export function parseNumber(text: string): number | null {
  const typed = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : null;
}
