// Converts typed text to wire values, with the error if it is not understood.
import { wallClock } from '#core/kernel/clock.ts';
import { inHours, parseDuration } from '#core/kernel/duration.ts';
import type { Field, Fields, Kind } from '#core/kernel/field.ts';
import { scaleOf } from '#core/kernel/money.ts';
import type { Violation } from '#core/kernel/problem.ts';
import { numberExpected } from '#core/kernel/validators.ts';
import { instantAt } from '../clock.ts';
import { isDateKind } from '../Filters/normalise.ts';
import type { Picker, TypedInputProps } from '../fields/TypedInput.tsx';
import { formatDay, formatMoment, parseDay, parseMoment, parseNumber, parseTime, type Typed } from '../format.ts';
import type { Locale } from './locale.ts';

export type TypedKind = 'integer' | 'decimal' | 'money' | 'day' | 'moment' | 'time';

const wire = {
  day: /^\d{4}-\d{2}-\d{2}$/,
  moment: /^\d{4}-\d{2}-\d{2}T/,
  time: /^\d{2}:\d{2}$/,
} as const;

const asWritten = (pattern: RegExp, format: (value: string) => string) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? format(value) : String(value);
const understood = (typed: Typed): string | null => ('value' in typed ? typed.value : null);
const number = (value: unknown): string => String(value).replace('.', ',');
const whenWire = (pattern: RegExp, into: (value: string) => string) => (value: string) =>
  pattern.test(value) ? into(value) : '';

type Way = Pick<TypedInputProps, 'show' | 'read' | 'picker' | 'placeholder' | 'inputMode' | 'align' | 'step'>;

const numbers = (inputMode: 'numeric' | 'decimal', step?: number): Way => ({
  show: number,
  read: parseNumber,
  inputMode,
  step,
  align: 'end',
});
const same = (value: string): string => value;

const ways: Record<TypedKind, (locale: Locale) => Way> = {
  integer: () => numbers('numeric', 1),
  decimal: () => numbers('decimal'),
  // E-045
  money: ({ currency }) => numbers('decimal', 10 ** -scaleOf(currency)),
  day: () => ({
    show: asWritten(wire.day, formatDay),
    read: (text) => understood(parseDay(text)),
    placeholder: 'JJ/MM/AAAA',
    inputMode: 'numeric',
    picker: { type: 'date', into: whenWire(wire.day, same), from: same },
  }),
  moment: ({ zone }) => ({
    show: asWritten(wire.moment, (value) => formatMoment(value, zone)),
    read: (text) => understood(parseMoment(text, zone)),
    placeholder: 'JJ/MM/AAAA HH:mm',
    picker: momentPicker(zone),
  }),
  time: () => ({
    show: String,
    read: (text) => understood(parseTime(text)),
    placeholder: 'HH:mm',
    picker: { type: 'time', into: whenWire(wire.time, same), from: same },
  }),
};

const momentPicker = (zone: string): Picker => ({
  type: 'datetime-local',
  into: whenWire(wire.moment, (value) => {
    const { day, time } = wallClock(value, zone);
    return `${day}T${time}`;
  }),
  from: (picked) => instantAt(picked.slice(0, 10), picked.slice(11, 16), zone),
});

/** Minutes, typed as a duration. */
export const durationWay: Way = {
  show: (value) => (typeof value === 'number' ? inHours(value) : String(value)),
  read: parseDuration,
  placeholder: '1h05',
  align: 'end',
};

export const typedWay = (kind: TypedKind, locale: Locale): Way => ways[kind](locale);

const faults: Partial<Record<Kind, (text: string, locale: Locale) => Typed>> = {
  day: parseDay,
  time: parseTime,
  moment: (text, { zone }) => parseMoment(text, zone),
};

/** The error of one typed value; null: none. */
function typedFault(field: Field, value: unknown, locale: Locale): string | null {
  const parse = faults[field.kind];
  if (!parse || typeof value !== 'string' || value === '') return null;
  const typed = parse(value, locale);
  return 'fault' in typed ? typed.fault : null;
}

const numeric: readonly Kind[] = ['integer', 'decimal', 'money'];

/** The error of a range bound: every kind of date has day bounds. */
export function boundFault(field: Field, bound: unknown, locale: Locale): string | null {
  if (numeric.includes(field.kind)) return typeof bound === 'string' ? numberExpected : null;
  return typedFault(isDateKind(field) ? { ...field, kind: 'day' } : field, bound, locale);
}

/** Errors of typed text at any depth, reported before the general check, with the same messages. */
export function typedFaults(fields: Fields, values: Record<string, unknown>, locale: Locale, prefix = ''): Violation[] {
  return Object.entries(fields).flatMap(([name, field]): Violation[] => {
    const path = prefix + name;
    const value = values[name];
    if (field.kind === 'lines' && Array.isArray(value)) {
      return value.flatMap((line: Record<string, unknown>, index) =>
        typedFaults(field.fields as Fields, line, locale, `${path}.${index}.`),
      );
    }
    if (field.kind === 'group' && value) {
      return typedFaults(field.fields as Fields, value as Record<string, unknown>, locale, `${path}.`);
    }
    const message = typedFault(field, value, locale);
    return message ? [{ path, message }] : [];
  });
}
