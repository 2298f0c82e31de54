// The input schema of each kind of field.
import * as z from 'zod';
import { location, passing } from './called.ts';
import { codesIn } from './codes.ts';
import type { Field, Fields, Kind } from './field.ts';
import { formatFor } from './formats.ts';
import './issues.ts';
import { hasPendingImage, htmlLimit, isBlankHtml, pendingMessage } from './html.ts';
import { amountDecimals, mostDigits } from './money.ts';
import { messages } from './problem.ts';
import { isMasked } from './sealed.ts';
import type { Validator } from './validators.ts';
import * as validators from './validators.ts';

const textLimit = { single: 255, multi: 5_000 };

/**
 * What the API document says of a value beyond its type. A JSON schema does not show checks written as functions, nor
 * transforms, so each is described in the metadata of its schema.
 */
interface SchemaFacts {
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
const withFacts = <S extends z.ZodType>(schema: S, facts: SchemaFacts): S => schema.meta({ ...facts }) as S;

/** PostgreSQL refuses NUL in text. */
const cleanString = (max: number, facts: SchemaFacts = {}): z.ZodType<string | null> =>
  withFacts(z.string('Texte attendu'), { maxLength: max, ...facts })
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
    .transform((value) => value.trim())
    .check((context) => {
      const message = validators.notLonger(max)(context.value);
      if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
    })
    // An emptied input clears the value.
    .transform((value) => (value === '' ? null : value));

const formatted = (name: Field['format'], max: number, french: boolean): z.ZodType<string | null> => {
  const format = formatFor(name, french);
  if (!format) return cleanString(max);
  // A French rule does not apply to all agencies, so the API document leaves it out.
  const checked = passing(cleanString(max, format.french ? {} : format.jsonSchema), format.check);
  const { kept } = format;
  return kept ? checked.transform((value) => (value === null ? null : kept(value))) : checked;
};

const bounds = (field: Field): Validator<number>[] => [
  ...(field.min === undefined ? [] : [validators.atLeast(field.min, field.tooLow)]),
  ...(field.max === undefined ? [] : [validators.atMost(field.max)]),
  ...(field.multiple === undefined ? [] : [validators.multipleOf(field.multiple)]),
];

const numberFacts = ({ min, max, multiple }: Field): SchemaFacts => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
  ...(multiple === undefined ? {} : { multipleOf: multiple }),
});

const number = (field: Field, facts: SchemaFacts, ...first: Validator<number>[]): z.ZodType<number> =>
  passing(
    withFacts(z.number(validators.numberExpected), { ...facts, ...numberFacts(field) }),
    ...first,
    ...bounds(field),
  );

/** Digits before the separator: as many as a money column holds (server/kernel/kinds.ts). */
const amount = (field: Field, scale: number): z.ZodType<number> => {
  const digits = mostDigits - (field.decimals ?? amountDecimals);
  return number(field, {}, validators.decimal(field.decimals ?? scale, digits));
};

const day = (): z.ZodType<string> =>
  passing(withFacts(z.string('Date attendue'), { format: 'date' }), validators.existingDay, validators.inCalendar);
export const codes = (field: Field): (string | number)[] => codesIn(field.options ?? {});
/** Every option may be chosen and duplicates are ignored, but the list has a limit. */
const mostOf = (field: Field): number => Math.max(100, codes(field).length);
const oneOf = (values: (string | number)[]): z.ZodType =>
  withFacts(
    z.custom((value) => values.includes(value as string | number), 'Valeur inconnue'),
    // OpenAPI 3.0 requires at least one value.
    values.length === 0
      ? {}
      : { enum: values, type: values.every((value) => typeof value === 'number') ? 'integer' : 'string' },
  );
/** A form may send back more members than the id; they are ignored. */
const reference = (): z.ZodType<{ id: string }> =>
  z.object({ id: z.uuid('Identifiant invalide') }, 'Référence attendue').transform(({ id }) => ({ id }));

/** Duplicates are ignored, like those of choices. */
const references = (most: number, tooMany: string): z.ZodType<{ id: string }[]> =>
  z
    .array(reference(), 'Liste attendue')
    .max(most, tooMany)
    .transform((list) => [...new Map(list.map((one) => [one.id.toLowerCase(), one])).values()]);

/** Rules of input values that depend on the agency. */
export interface AgencyRules {
  /** French rules apply too (E-021). */
  french: boolean;
  /** Decimals of the currency. */
  scale: number;
}

/** Used before the agency is known: accepts the input of any agency. */
export const anyAgency: AgencyRules = { french: false, scale: amountDecimals };

/** The schema of an input value, without null. */
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
    number(field, { type: 'integer' }, (field.min ?? -1) >= 0 ? validators.positiveInteger : validators.integer),
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
    passing(
      z.iso
        .datetime({ offset: true, message: 'Date et heure attendues' })
        .transform((value) => new Date(value).toISOString()),
      validators.inCalendar,
    ),
  time: () =>
    passing(withFacts(z.string('Heure attendue'), { pattern: validators.timePattern.source }), validators.time),
  status: (field) => oneOf(Object.keys(field.machine?.states ?? {}).map(Number)),
  choice: (field) => oneOf(codes(field)),
  choices: (field) =>
    z
      .array(oneOf(codes(field)), 'Liste attendue')
      .max(mostOf(field), `${mostOf(field)} éléments au plus`)
      .transform((chosen) => codes(field).filter((code) => chosen.includes(code))),
  // Only the server writes it.
  hours: () => z.unknown(),
  ref: reference,
  refs: () => references(1_000, '1000 éléments au plus'),
  file: reference,
  files: (field) => references(field.max ?? 100, `${field.max ?? 100} fichiers au plus`),
  address: () =>
    z.strictObject(
      {
        street: cleanString(textLimit.single).nullable().optional(),
        zipcode: cleanString(20).nullable().optional(),
        city: cleanString(120).nullable().optional(),
        country: formatted('country', textLimit.single, false).nullable().optional(),
        location: location.nullable().optional(),
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
    const held = withFacts(passing(settled as z.ZodType<unknown[]>, ...(filled ? [someItem] : []), ...exactly(count)), {
      nullable: false,
      minItems: count ?? 1,
      ...(count === undefined ? {} : { maxItems: count }),
    });
    // An absent value takes the default, if there is one.
    const usual = Array.isArray(field.default) && field.default.length > 0;
    return creating && !usual ? held : held.optional();
  }
  if (!field.required) return schema.optional();
  const present = withFacts(
    schema.refine((value) => value !== null, messages.required),
    { nullable: false, ...(field.kind === 'text' || field.kind === 'html' ? { minLength: 1 } : {}) },
  );
  return creating && field.default === undefined && !optionalWhenAbsent.has(field.kind) ? present : present.optional();
}

const someItem: Validator<unknown[]> = (list) => (list.length > 0 ? null : messages.required);
const exactly = (count: number | undefined): Validator<unknown[]>[] =>
  count === undefined ? [] : [validators.exactCount(count)];

/** Kinds without null: null empties them. */
const empties: Partial<Record<Kind, (field: Field) => unknown>> = {
  phones: () => [],
  refs: () => [],
  files: () => [],
  lines: () => [],
  choices: () => [],
  flags: (field) => Object.fromEntries(Object.keys(field.options ?? {}).map((key) => [key, false])),
  address: () => ({ street: null, zipcode: null, city: null, country: null, location: null }),
};

/** Never null in the output, so 'required' for the types, yet a creation may leave them out. */
const optionalWhenAbsent: ReadonlySet<Kind> = new Set(['flag', 'group']);

export const fieldsSchema = (fields: Fields, creating: boolean, rules: AgencyRules): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, creating, rules)])),
  );

/** The required members of a creation, as in a JSON schema. */
export interface Requirement {
  required?: string[];
  properties?: Record<string, Requirement>;
}

/** Runs the check on an absent value to learn what is required. A group is required if one of its members is. */
export function requirementOf(fields: Fields): Requirement {
  const groups: Record<string, Requirement> = {};
  const required = Object.entries(fields).flatMap(([name, field]) => {
    if (field.written === 'server') return [];
    if (field.kind !== 'group') return fieldSchema(field, true, anyAgency).safeParse(undefined).success ? [] : [name];
    const members = requirementOf(field.fields as Fields);
    if (members.required) groups[name] = members;
    return members.required ? [name] : [];
  });
  return {
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(groups).length > 0 ? { properties: groups } : {}),
  };
}
