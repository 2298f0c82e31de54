// Parses what French people type, in a form or in a spreadsheet, into JSON values.
import { instantAt } from './clock.ts';
import { readDecimal, toNumber } from './money.ts';
import { dateFaults, dayExists } from './validators.ts';

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

/** Accepts point or comma, and spaces between thousands (E-045). Null: not a number, or too many digits for JSON. */
export function parseNumber(text: string): number | null {
  const typed = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  const read = /e/i.test(typed) ? null : readDecimal(typed);
  return read && toNumber(read);
}

/** Degrees of a position. Maps give more digits than needed: keep a precision of one centimetre. */
export function parseDegrees(text: string): number | null {
  const [, kept = text] = /^([^.,]*[.,]\d{7})\d*$/.exec(text.trim()) ?? [];
  return parseNumber(kept);
}
