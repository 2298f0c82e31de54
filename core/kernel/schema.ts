// Drafts are checked here, by the form and again by the server; rows are described here for the API's document and its tests.
import * as z from 'zod';
import type { Entity } from './entity.ts';
import type { Field, Fields, Kind, StoredFile, TextFormat } from './field.ts';
import { hasPendingImage, htmlLimit, isBlankHtml, pendingMessage } from './html.ts';
import { messages, type Violation } from './problem.ts';
import type { Validator } from './validators.ts';
import * as validators from './validators.ts';

const textLimit = { single: 255, multi: 5_000 };

/** PostgreSQL refuses NUL in text; nobody types one. */
const cleanString = (max: number): z.ZodType<string | null> =>
  z
    .string('Texte attendu')
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
    .transform((value) => value.trim())
    .refine((value) => value.length <= max, `Maximum ${max} caractères`)
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

const formats: Record<TextFormat, Validator<string>> = {
  email: validators.email,
  phone: validators.phone,
  slug: validators.slug,
  siret: validators.siret,
  country: validators.country,
};

const formatted = (format: TextFormat, max: number): z.ZodType<string | null> =>
  passing(cleanString(max), formats[format]);

const bounds = (field: Field): Validator<number>[] => [
  ...(field.min === undefined ? [] : [field.min === 0 ? validators.positive : validators.atLeast(field.min)]),
  ...(field.max === undefined ? [] : [validators.atMost(field.max)]),
  ...(field.multiple === undefined ? [] : [validators.multipleOf(field.multiple)]),
];

const number = (field: Field, ...first: Validator<number>[]): z.ZodType<number> =>
  passing(z.number('Nombre attendu'), ...first, ...bounds(field));

const decimals = (field: Field): z.ZodType<number> => number(field, validators.decimal);

const degrees = (most: number): z.ZodNumber =>
  z.number('Position invalide').min(-most, 'Position invalide').max(most, 'Position invalide');
const day = (): z.ZodType<string> => passing(z.string('Date attendue'), validators.existingDay);
const codes = (field: Field): (string | number)[] =>
  Object.keys(field.options ?? {}).map((key) => (/^-?\d+$/.test(key) ? Number(key) : key));
const oneOf = (values: (string | number)[]): z.ZodType =>
  z.custom((value) => values.includes(value as string | number), 'Valeur inconnue');
/** More than the id may come back from a form; it is ignored. */
const reference = (): z.ZodType<{ id: string }> =>
  z.object({ id: z.uuid('Identifiant invalide') }, 'Référence attendue').transform(({ id }) => ({ id }));

/** The value that goes in, null apart. */
const input: Record<Kind, (field: Field) => z.ZodType> = {
  text: (field) => {
    const max = field.max ?? (field.multiline ? textLimit.multi : textLimit.single);
    return field.format ? formatted(field.format, max) : cleanString(max);
  },
  html: (field) =>
    cleanString(field.max ?? htmlLimit)
      .refine((value) => value === null || !hasPendingImage(value), pendingMessage)
      .transform((value) => (value === null || isBlankHtml(value) ? null : value)),
  integer: (field) => number(field, field.min === 0 ? validators.positiveInteger : validators.integer),
  decimal: decimals,
  money: decimals,
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
  time: () => passing(z.string('Heure attendue'), validators.time),
  expiry: day,
  status: (field) => oneOf(Object.keys(field.machine?.states ?? {}).map(Number)),
  choice: (field) => oneOf(codes(field)),
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
        country: formatted('country', textLimit.single).nullable().optional(),
        location: z
          .strictObject({ latitude: degrees(90), longitude: degrees(180) }, 'Position invalide')
          .nullable()
          .optional(),
      },
      'Adresse attendue',
    ),
  phones: () =>
    z
      .array(formatted('phone', 30), 'Liste attendue')
      .max(10, '10 numéros au plus')
      .transform((list) => list.filter((value) => value !== null)),
  lines: (field) =>
    z
      .array(
        fieldsSchema(field.fields as Fields, true).extend({ id: z.uuid('Identifiant invalide').optional() }),
        'Liste attendue',
      )
      .max(field.max ?? 500, `${field.max ?? 500} lignes au plus`),
  group: (field) => fieldsSchema(field.fields as Fields, false),
};

function fieldSchema(field: Field, creating: boolean): z.ZodType {
  if (field.written === 'server') return z.unknown().optional();
  const schema = input[field.kind](field).nullable();
  const emptied = empties[field.kind];
  if (emptied) return schema.transform((value) => value ?? emptied(field)).optional();
  if (!field.required) return schema.optional();
  const present = schema.refine((value) => value !== null, messages.required);
  return creating && field.default === undefined && !optionalWhenAbsent.has(field.kind) ? present : present.optional();
}

/** Kinds that have no null: clearing them empties them. */
const empties: Partial<Record<Kind, (field: Field) => unknown>> = {
  phones: () => [],
  refs: () => [],
  files: () => [],
  lines: () => [],
  flags: (field) => Object.fromEntries(Object.keys(field.options ?? {}).map((key) => [key, false])),
  address: () => ({ street: null, zipcode: null, city: null, country: null, location: null }),
};

/** Always there on the way out, so 'required' to the types, yet a creation may leave them out. */
const optionalWhenAbsent: ReadonlySet<Kind> = new Set(['flag', 'group']);

const fieldsSchema = (fields: Fields, creating: boolean): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, creating)])),
  );

const drafts = new WeakMap<Entity, { create: z.ZodObject; edit: z.ZodObject }>();

/** The schema of a save's body. */
export function draftSchema(of: Entity, creating: boolean): z.ZodObject {
  let both = drafts.get(of);
  if (!both) {
    const build = (create: boolean): z.ZodObject => {
      // A group is partial on an edit, whole on a creation: its required members are asked for even when it is absent.
      const fields = Object.fromEntries(
        Object.entries(of.fields).map(([name, field]) => [
          name,
          field.kind === 'group' && create
            ? z.preprocess((value) => value ?? {}, fieldsSchema(field.fields as Fields, true))
            : fieldSchema(field, create),
        ]),
      );
      return z.strictObject({
        ...fields,
        id: z.uuid('Identifiant invalide').nullable().optional(),
        version: z.number().int().optional(),
        willActivate: z.boolean('Oui ou non attendu').optional(),
      });
    };
    both = { create: build(true), edit: build(false) };
    drafts.set(of, both);
  }
  return creating ? both.create : both.edit;
}

export function violationsOf(error: z.ZodError, body: unknown): Violation[] {
  return error.issues.flatMap((issue): Violation[] => {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: messages.unknownKey }));
    }
    let value: unknown = body;
    for (const key of issue.path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
    return [{ path, message: value === undefined ? messages.required : issue.message }];
  });
}

function withoutServerFields(values: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    if (value === undefined || field?.written === 'server') continue;
    if (field?.fields && Array.isArray(value)) {
      kept[name] = value.map((line: Record<string, unknown>) => withoutServerFields(line, field.fields as Fields));
    } else if (field?.fields && value !== null) {
      kept[name] = withoutServerFields(value as Record<string, unknown>, field.fields);
    } else kept[name] = value;
  }
  return kept;
}

/** The row as the draft would leave it: a group keeps the members that the draft does not name. */
function merged(
  fields: Fields,
  current: Record<string, unknown> | null,
  draft: Record<string, unknown>,
): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...current, ...draft };
  for (const [name, field] of Object.entries(fields)) {
    const [before, after] = [current?.[name], draft[name]];
    if (field.kind === 'group' && before && after) {
      whole[name] = merged(field.fields as Fields, before as Record<string, unknown>, after as Record<string, unknown>);
    }
  }
  return whole;
}

export type Checked = { ok: true; draft: Record<string, unknown> } | { ok: false; violations: Violation[] };

/** The one check of a draft. `current` is the row an edit starts from, so that rules across fields see the whole. */
export function checkDraft(of: Entity, body: unknown, current: Record<string, unknown> | null): Checked {
  const parsed = draftSchema(of, current === null).safeParse(body);
  if (!parsed.success) return { ok: false, violations: violationsOf(parsed.error, body) };
  const draft = withoutServerFields(parsed.data, of.fields);
  const violations = of.check?.(merged(of.fields, current, draft)) ?? [];
  return violations.length > 0 ? { ok: false, violations } : { ok: true, draft };
}

const namedSchema = z.object({ id: z.uuid(), name: z.string() });

export const storedFileSchema: z.ZodType<StoredFile> = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  mimeType: z.string(),
  size: z.int(),
  url: z.string(),
});

const output: Record<Kind, (field: Field) => z.ZodType> = {
  text: () => z.string(),
  html: () => z.string(),
  integer: () => z.int(),
  decimal: () => z.number(),
  money: () => z.number(),
  flag: () => z.boolean(),
  flags: (field) => z.record(z.enum(Object.keys(field.options ?? {})), z.boolean()),
  day: () => z.iso.date(),
  moment: () => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  time: () => z.string().regex(/^\d\d:\d\d$/),
  expiry: () => z.iso.date(),
  status: () => z.int(),
  choice: (field) => z.union(codes(field).map((code) => z.literal(code))),
  ref: () => namedSchema,
  refs: () => z.array(namedSchema),
  file: () => storedFileSchema,
  files: () => z.array(storedFileSchema),
  address: () =>
    z.strictObject({
      street: z.string().nullable(),
      zipcode: z.string().nullable(),
      city: z.string().nullable(),
      country: z.string().nullable(),
      location: z.strictObject({ latitude: z.number(), longitude: z.number() }).nullable(),
    }),
  phones: () => z.array(z.string()),
  lines: (field) => z.array(outSchema(field.fields as Fields).extend({ id: z.uuid() })),
  group: (field) => outSchema(field.fields as Fields),
};

const outSchema = (fields: Fields): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const schema = output[field.kind](field);
        return [name, field.required && !field.right && field.reserved !== 'reading' ? schema : schema.nullable()];
      }),
    ),
  );

const identity = { id: z.uuid(), version: z.int() };

/** One row as a read answers it. */
export const rowSchema = (of: Entity): z.ZodObject => outSchema(of.fields).extend(identity);

const onlyColumns = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
      if (field.kind !== 'group') return field.column ? [[name, field]] : [];
      const members = onlyColumns(field.fields as Fields);
      return Object.keys(members).length > 0 ? [[name, { ...field, fields: members }]] : [];
    }),
  );

/** One row as a list answers it: only what a column can show. */
export const listedSchema = (of: Entity): z.ZodObject => outSchema(onlyColumns(of.fields)).extend(identity);
