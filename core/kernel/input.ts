// What may go in, kind by kind.
import * as z from 'zod';
import type { Field, Fields, Kind } from './field.ts';
import { formatFor } from './formats.ts';
import { hasPendingImage, htmlLimit, isBlankHtml, pendingMessage } from './html.ts';
import { amountDecimals, mostDigits } from './money.ts';
import { messages } from './problem.ts';
import { isMasked } from './sealed.ts';
import type { Validator } from './validators.ts';
import * as validators from './validators.ts';

const textLimit = { single: 255, multi: 5_000 };

/**
 * What the API document tells of a value beyond its type. Checks written as functions and transforms leave no trace in a
 * JSON schema, so each is told beside it, as metadata of the schema.
 */
interface Told {
  type?: 'integer' | 'string';
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  enum?: (string | number)[];
  nullable?: boolean;
}
const told = <S extends z.ZodType>(schema: S, facts: Told): S => schema.meta({ ...facts }) as S;

/** PostgreSQL refuses NUL in text; nobody types one. */
const cleanString = (max: number, facts: Told = {}): z.ZodType<string | null> =>
  told(z.string('Texte attendu'), { maxLength: max, ...facts })
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
    .transform((value) => value.trim())
    .check((context) => {
      const message = validators.notLonger(max)(context.value);
      if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
    })
    // An emptied input clears.
    .transform((value) => (value === '' ? null : value));

/** A value passes when every validator answers nothing. */
const passing = <T>(schema: z.ZodType<T>, ...validators: Validator<NonNullable<T>>[]): z.ZodType<T> =>
  schema.check((context) => {
    const { value } = context;
    if (value === null || value === undefined) return;
    for (const validator of validators) {
      const message = validator(value);
      if (message !== null) context.issues.push({ code: 'custom', message, input: value });
      if (message !== null) return;
    }
  });

const formatted = (name: Field['format'], max: number, french: boolean): z.ZodType<string | null> => {
  const format = formatFor(name, french);
  if (!format) return cleanString(max);
  // A rule of France alone is no rule for all callers.
  const checked = passing(cleanString(max, format.french ? {} : format.told), format.check);
  const { kept } = format;
  return kept ? checked.transform((value) => (value === null ? null : kept(value))) : checked;
};

const bounds = (field: Field): Validator<number>[] => [
  ...(field.min === undefined ? [] : [validators.atLeast(field.min)]),
  ...(field.max === undefined ? [] : [validators.atMost(field.max)]),
  ...(field.multiple === undefined ? [] : [validators.multipleOf(field.multiple)]),
];

const numberFacts = ({ min, max, multiple }: Field): Told => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
  ...(multiple === undefined ? {} : { multipleOf: multiple }),
});

const number = (field: Field, facts: Told, ...first: Validator<number>[]): z.ZodType<number> =>
  passing(told(z.number(validators.numberExpected), { ...facts, ...numberFacts(field) }), ...first, ...bounds(field));

/** Digits before the separator: as many as the column of the kind money holds (server/kernel/kinds.ts). */
const amount = (field: Field, scale: number): z.ZodType<number> => {
  const digits = mostDigits - (field.decimals ?? amountDecimals);
  return number(field, {}, validators.decimal(field.decimals ?? scale, digits));
};

const degrees = (most: number): z.ZodNumber =>
  z.number('Position invalide').min(-most, 'Position invalide').max(most, 'Position invalide');
const day = (): z.ZodType<string> =>
  passing(told(z.string('Date attendue'), { format: 'date' }), validators.existingDay);
export const codes = (field: Field): (string | number)[] =>
  Object.keys(field.options ?? {}).map((key) => (/^-?\d+$/.test(key) ? Number(key) : key));
/** All of them may be chosen; what comes twice is no fault, an endless list is. */
const mostOf = (field: Field): number => Math.max(100, codes(field).length);
const oneOf = (values: (string | number)[]): z.ZodType =>
  told(
    z.custom((value) => values.includes(value as string | number), 'Valeur inconnue'),
    // OpenAPI 3.0 wants one value at least.
    values.length === 0
      ? {}
      : { enum: values, type: values.every((value) => typeof value === 'number') ? 'integer' : 'string' },
  );
/** More than the id may come back from a form; it is ignored. */
const reference = (): z.ZodType<{ id: string }> =>
  z.object({ id: z.uuid('Identifiant invalide') }, 'Référence attendue').transform(({ id }) => ({ id }));

/** What the agency of a save decides about its values. */
export interface AgencyRules {
  /** Rules of France alone bear on them too (E-021). */
  french: boolean;
  /** Decimals of its currency. */
  scale: number;
}

/** Before the agency is known: what one of them may send. */
export const someAgency: AgencyRules = { french: false, scale: amountDecimals };

/** The value that goes in, null apart. */
const input: Record<Kind, (field: Field, rules: AgencyRules) => z.ZodType> = {
  text: (field, { french }) => {
    const schema = formatted(field.format, field.max ?? (field.multiline ? textLimit.multi : textLimit.single), french);
    return field.sealed
      ? schema.refine((value) => !isMasked(value), 'Valeur masquée : saisissez la valeur entière')
      : schema;
  },
  html: (field) =>
    cleanString(field.max ?? htmlLimit)
      .refine((value) => value === null || !hasPendingImage(value), pendingMessage)
      .transform((value) => (value === null || isBlankHtml(value) ? null : value)),
  integer: (field) =>
    number(field, { type: 'integer' }, field.min === 0 ? validators.positiveInteger : validators.integer),
  decimal: (field) => number(field, {}, validators.decimal(field.decimals)),
  money: (field, { scale }) => amount(field, scale),
  flag: () => z.boolean('Oui ou non attendu'),
  flags: (field) =>
    z.strictObject(
      Object.fromEntries(
        Object.keys(field.options ?? {}).map((key) => [key, z.boolean('Oui ou non attendu').optional()]),
      ),
      'Valeur inconnue',
    ),
  day,
  moment: () =>
    z.iso
      .datetime({ offset: true, message: 'Date et heure attendues' })
      .transform((value) => new Date(value).toISOString()),
  time: () => passing(told(z.string('Heure attendue'), { pattern: validators.timePattern.source }), validators.time),
  expiry: day,
  status: (field) => oneOf(Object.keys(field.machine?.states ?? {}).map(Number)),
  choice: (field) => oneOf(codes(field)),
  choices: (field) =>
    z
      .array(oneOf(codes(field)), 'Liste attendue')
      .max(mostOf(field), `${mostOf(field)} éléments au plus`)
      .transform((chosen) => codes(field).filter((code) => chosen.includes(code))),
  // Written by the server alone.
  hours: () => z.unknown(),
  ref: reference,
  refs: () => z.array(reference(), 'Liste attendue').max(1_000, '1000 éléments au plus'),
  file: reference,
  files: (field) =>
    z.array(reference(), 'Liste attendue').max(field.max ?? 100, `${field.max ?? 100} fichiers au plus`),
  address: () =>
    z.strictObject(
      {
        street: cleanString(textLimit.single).nullable().optional(),
        zipcode: cleanString(20).nullable().optional(),
        city: cleanString(120).nullable().optional(),
        country: formatted('country', textLimit.single, false).nullable().optional(),
        location: z
          .strictObject({ latitude: degrees(90), longitude: degrees(180) }, 'Position invalide')
          .nullable()
          .optional(),
      },
      'Adresse attendue',
    ),
  phones: () =>
    z
      .array(formatted('phone', 30, false), 'Liste attendue')
      .max(10, '10 numéros au plus')
      .transform((list) => list.filter((value) => value !== null)),
  lines: (field, rules) =>
    z
      .array(
        fieldsSchema(field.fields as Fields, true, rules).extend({ id: z.uuid('Identifiant invalide').optional() }),
        'Liste attendue',
      )
      .max(field.max ?? 500, `${field.max ?? 500} lignes au plus`),
  group: (field, rules) => fieldsSchema(field.fields as Fields, false, rules),
  found: () => z.unknown(),
};

export function fieldSchema(field: Field, creating: boolean, rules: AgencyRules): z.ZodType {
  if (field.written === 'server') return z.unknown().optional();
  const schema = input[field.kind](field, rules).nullable();
  const emptied = empties[field.kind];
  if (emptied) {
    const settled = schema.transform((value) => value ?? emptied(field));
    const { filled, count } = field;
    if (!filled && count === undefined) return settled.optional();
    const held = told(passing(settled as z.ZodType<unknown[]>, ...(filled ? [someItem] : []), ...exactly(count)), {
      nullable: false,
      minItems: count ?? 1,
      ...(count === undefined ? {} : { maxItems: count }),
    });
    // What is left out takes the default, if it has one.
    const usual = Array.isArray(field.default) && field.default.length > 0;
    return creating && !usual ? held : held.optional();
  }
  if (!field.required) return schema.optional();
  const present = told(
    schema.refine((value) => value !== null, messages.required),
    { nullable: false, ...(field.kind === 'text' || field.kind === 'html' ? { minLength: 1 } : {}) },
  );
  return creating && field.default === undefined && !optionalWhenAbsent.has(field.kind) ? present : present.optional();
}

const someItem: Validator<unknown[]> = (list) => (list.length > 0 ? null : messages.required);
const exactly = (count: number | undefined): Validator<unknown[]>[] =>
  count === undefined ? [] : [validators.exactCount(count)];

/** Kinds that have no null: clearing them empties them. */
const empties: Partial<Record<Kind, (field: Field) => unknown>> = {
  phones: () => [],
  refs: () => [],
  files: () => [],
  lines: () => [],
  choices: () => [],
  flags: (field) => Object.fromEntries(Object.keys(field.options ?? {}).map((key) => [key, false])),
  address: () => ({ street: null, zipcode: null, city: null, country: null, location: null }),
};

/** Always there on the way out, so 'required' to the types, yet a creation may leave them out. */
const optionalWhenAbsent: ReadonlySet<Kind> = new Set(['flag', 'group']);

export const fieldsSchema = (fields: Fields, creating: boolean, rules: AgencyRules): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, creating, rules)])),
  );

/** What a creation must hold, as a JSON schema tells it. */
export interface Requirement {
  required?: string[];
  properties?: Record<string, Requirement>;
}

/** Asked of the check itself: what it refuses to go without. A group is there if one of its members must be. */
export function requirementOf(fields: Fields): Requirement {
  const groups: Record<string, Requirement> = {};
  const required = Object.entries(fields).flatMap(([name, field]) => {
    if (field.written === 'server') return [];
    if (field.kind !== 'group') return fieldSchema(field, true, someAgency).safeParse(undefined).success ? [] : [name];
    const members = requirementOf(field.fields as Fields);
    if (members.required) groups[name] = members;
    return members.required ? [name] : [];
  });
  return {
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(groups).length > 0 ? { properties: groups } : {}),
  };
}
