// Rules between dates, a fixed day and today (1 §5; E-009 to E-011), shared by the form and the server.
import { wallClock } from './clock.ts';
import { flatFields, valueAt } from './entity.ts';
import type { Field, Fields } from './field.ts';
import { isOnlyFrench } from './formats.ts';
import type { Violation } from './problem.ts';
import * as validators from './validators.ts';

/** Another value of the record by its dotted path (in a line: of that line), a fixed day, or the day of the save. */
export type Bound = { path: string } | { day: string } | 'today';

export interface DateRules {
  after?: Bound;
  notBefore?: Bound;
  before?: Bound;
  notAfter?: Bound;
  /** Later than the moment of the save. */
  future?: true;
  /** At most this many years after `from`. */
  within?: { years: number; from: Bound };
}

/** When and where a draft is saved. */
export interface Circumstances {
  /** Null: no date is known, so nothing is compared with today. */
  now: Date | null;
  zone: string;
  holidayLocale: string;
  /** The agency's country; null: unknown. */
  country: string | null;
  currency: string;
}

/** For rows that must be valid on any day, such as the demo's. */
export const unknownDay: Circumstances = {
  now: null,
  zone: 'Europe/Paris',
  holidayLocale: 'FR',
  country: null,
  currency: 'EUR',
};

type Values = Record<string, unknown>;

const dayLength = 10;
const isMoment = (value: string): boolean => value.length > dayLength;

/** In a form that compares as text. Null: not a date; the field's own check reports it. */
function comparable(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (validators.dayExists(value) || validators.time(value) === null) return value;
  const instant = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

function shown(value: string, zone: string): string {
  if (!isMoment(value)) return validators.frenchDay(value);
  const { day, time } = wallClock(value, zone);
  return `${validators.frenchDay(day)} ${time}`;
}

interface Compared {
  bound: Bound;
  by(bound: string, shown: string): validators.Validator<string>;
}

const { after, notBefore, before, notAfter } = validators;
const comparisons = Object.entries({ after, notBefore, before, notAfter });

const comparedBy = ({ future, within, ...rules }: DateRules): Compared[] => [
  ...comparisons.flatMap(([name, by]): Compared[] => {
    const bound = rules[name as keyof typeof rules];
    return bound === undefined ? [] : [{ bound, by }];
  }),
  ...(future ? [{ bound: 'today' as const, by: validators.inFuture }] : []),
  ...(within ? [{ bound: within.from, by: (from: string) => validators.withinYears(within.years, from) }] : []),
];

const dated = new WeakMap<Fields, [string, Field][]>();

/** Fields with a date rule, or with lines that have one. */
function datedFields(fields: Fields): [string, Field][] {
  let found = dated.get(fields);
  if (!found) {
    found = flatFields(fields).filter(
      ([, field]) => field.dates || (field.kind === 'lines' && datedFields(field.fields as Fields).length > 0),
    );
    dated.set(fields, found);
  }
  return found;
}

/** Checks only the dates that the draft sets, or whose bound it sets: old values are not checked again. */
export function dateViolations(fields: Fields, draft: Values, whole: Values, at: Circumstances): Violation[] {
  return datedFields(fields).flatMap(([path, field]): Violation[] => {
    const sent = valueAt(draft, path);
    if (field.kind === 'lines' && Array.isArray(sent)) {
      const lines = valueAt(whole, path);
      const wholeLine = (line: Values, index: number): Values => (Array.isArray(lines) && lines[index]) || line;
      return sent.flatMap((line: Values, index) =>
        dateViolations(field.fields as Fields, line, wholeLine(line, index), at).map((one) => ({
          ...one,
          path: `${path}.${index}.${one.path}`,
        })),
      );
    }
    const value = field.dates && field.written === 'form' ? comparable(valueAt(whole, path)) : null;
    if (value === null || !field.dates) return [];
    for (const { bound, by } of comparedBy(field.dates)) {
      const named = typeof bound === 'object' && 'path' in bound ? valueAt(draft, bound.path) : undefined;
      if (sent === undefined && named === undefined) continue;
      const other = boundOf(bound, whole, isMoment(value), at);
      if (other === null) continue;
      const [one, two] =
        isMoment(value) === isMoment(other) ? [value, other] : [dayOf(value, at.zone), dayOf(other, at.zone)];
      const message = by(two, shown(two, at.zone))(one);
      if (message !== null) return [{ path, message }];
    }
    return [];
  });
}

const dayOf = (value: string, zone: string): string => (isMoment(value) ? wallClock(value, zone).day : value);

function boundOf(bound: Bound, whole: Values, moment: boolean, at: Circumstances): string | null {
  const { now } = at;
  if (bound !== 'today') return 'day' in bound ? bound.day : comparable(valueAt(whole, bound.path));
  if (now === null) return null;
  return moment ? now.toISOString() : todayOf(at);
}

const days = new WeakMap<Circumstances, string>();

/** Today in the agency's zone; null: unknown. Computed once for all the rows of a file. */
export function todayOf(at: Circumstances): string | null {
  if (at.now === null) return null;
  let day = days.get(at);
  if (day === undefined) {
    ({ day } = wallClock(at.now, at.zone));
    days.set(at, day);
  }
  return day;
}

/** Rules between days do not depend on the current date or the zone. */
const dependsOnNow = ({ kind, dates }: Field): boolean =>
  dates !== undefined && (kind === 'moment' || comparedBy(dates).some(({ bound }) => bound === 'today'));

/** Whether checking drafts of these fields needs the day or the place of the save. */
export const needsCircumstances = (fields: Fields): boolean =>
  flatFields(fields).some(
    ([, field]) =>
      dependsOnNow(field) ||
      isOnlyFrench(field.format) ||
      field.indelible !== undefined ||
      field.kind === 'address' ||
      (field.kind === 'money' && field.decimals === undefined) ||
      (field.kind === 'lines' && needsCircumstances(field.fields as Fields)),
  );
