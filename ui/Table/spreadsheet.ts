// Rows as a spreadsheet: one typed cell per visible column, with a bold header (D-031).
import { wallClock } from '#core/kernel/clock.ts';
import { totalHours } from '#core/kernel/duration.ts';
import { shownAt } from '#core/kernel/entity.ts';
import type { Field, Kind } from '#core/kernel/field.ts';
import { textOfHtml } from '#core/kernel/html.ts';
import { currencySign, scaleOf } from '#core/kernel/money.ts';
import { today } from '../clock.ts';
import { formatDay } from '../format.ts';
import type { Locale } from '../kinds/locale.ts';
import { textOf } from '../kinds.tsx';
import type { AnyRow } from '../moves.ts';
import type { Column } from './columns.ts';
import type { Cell, Sheet } from './writeSheet.ts';

/** Limit of a cell in Excel. */
const longestText = 32_767;
/** Excel has no earlier day. */
const firstDay = '1900-03-01';
const minutesOfDay = 1_440;

/** Shown as on the screens (« 7h30 », « 151h40 »), and Excel can sum it. */
const duration = (minutes: number): Cell => ({ value: minutes / minutesOfDay, format: '[h]"h"mm' });
/** Excel shows no time below zero: in hours, where 15 minutes are « −0,25 h ». */
const difference = (minutes: number): Cell => ({ value: minutes / 60, format: '+0.00" h";−0.00" h";0" h"' });
const pixelsPerLetter = 7;

const words = (text: string): Cell => (text === '' ? null : text.slice(0, longestText));

const moneyFormats = new Map<string, string>();

/** Same format as `formatMoney`. */
function moneyFormat(currency: string, decimals = scaleOf(currency)): string {
  const key = `${currency} ${decimals}`;
  let format = moneyFormats.get(key);
  if (format === undefined) {
    const fraction = '0'.repeat(scaleOf(currency)).padEnd(decimals, '#');
    format = `#,##0${fraction === '' ? '' : `.${fraction}`} "${currencySign(currency)}"`;
    moneyFormats.set(key, format);
  }
  return format;
}

/** Spreadsheets have no time zones: write the local time. */
const dateCell = (day: string, time: string, format: string): Cell =>
  day < firstDay ? null : { value: new Date(`${day}T${time}:00Z`), format };

const typed: Partial<Record<Kind, (value: never, locale: Locale, field: Field) => Cell>> = {
  integer: (value: number, _locale, { unit }) =>
    unit === undefined ? value : unit === 'minutes' ? duration(value) : difference(value),
  decimal: (value: number) => value,
  money: (value: number, { currency }, { decimals }) => ({ value, format: moneyFormat(currency, decimals) }),
  day: (value: string) => dateCell(value, '00:00', 'dd/mm/yyyy'),
  moment: (value: string, { zone }) => {
    const { day, time } = wallClock(value, zone);
    return dateCell(day, time, 'dd/mm/yyyy hh:mm');
  },
  time: (value: string) => {
    const [hours = 0, minutes = 0] = value.split(':').map(Number);
    return { value: (hours * 60 + minutes) / minutesOfDay, format: 'hh:mm' };
  },
  hours: (value: Readonly<Record<string, number>>) => duration(totalHours(value) * 60),
  html: (value: string) => words(textOfHtml(value)),
};

function cellOf(field: Field, value: unknown, locale: Locale): Cell {
  if (value === null || value === undefined) return null;
  const own = typed[field.kind]?.(value as never, locale, field);
  return own ?? words(textOf(field, value, locale));
}

const longestSheetName = 31;
const forbidden = /[\\/:*?"<>|[\]]+/g;
const plainName = (title: string): string => title.replace(forbidden, ' ').trim() || 'Export';

/** « Sites 15-11-2026.xlsx » */
export const fileName = (title: string, locale: Locale): string =>
  `${plainName(title)} ${formatDay(today(locale.zone)).replaceAll('/', '-')}.xlsx`;

const headOf = (columns: readonly Column[]): Cell[] =>
  columns.map(({ field }): Cell => ({ value: field.label, fontWeight: 'bold' }));

const rowsIn = (columns: readonly Column[], rows: readonly AnyRow[], locale: Locale): Cell[][] =>
  rows.map((row) =>
    columns.map(({ path, field, sheet }) => {
      const value = shownAt(row, path, field);
      if (sheet?.words) return words(sheet.words(row, value, locale));
      return cellOf(field, sheet?.value ? sheet.value(row, value) : value, locale);
    }),
  );

export const sheetOf = (
  title: string,
  columns: readonly Column[],
  rows: readonly AnyRow[],
  locale: Locale,
  /** Not the first rows of the sheet: without its header. */
  isNext = false,
): Sheet => ({
  name: plainName(title).slice(0, longestSheetName),
  widths: columns.map(({ width }) => Math.round(width / pixelsPerLetter)),
  cells: [...(isNext ? [] : [headOf(columns)]), ...rowsIn(columns, rows, locale)],
});
