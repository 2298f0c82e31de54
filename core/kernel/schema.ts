// Drafts are checked here, by the form and again by the server; rows are described here for the API's document and its tests.
import * as z from 'zod';
import type { Entity } from './entity.ts';
import type { Field, Fields, Kind, TextFormat } from './field.ts';
import { hasPendingImage, htmlLimit, isBlankHtml, pendingMessage } from './html.ts';
import { messages, type Violation } from './problem.ts';

const textLimit = { single: 255, multi: 5_000 };
const int32 = 2_147_483_647;
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** PostgreSQL refuses NUL in text; nobody types one. */
const cleanString = (max: number): z.ZodType<string | null> =>
  z
    .string('Texte attendu')
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
    .transform((value) => value.trim())
    .refine((value) => value.length <= max, `Maximum ${max} caractères`)
    // An emptied input clears.
    .transform((value) => (value === '' ? null : value));

const formats: Record<TextFormat, { pattern: RegExp; message: string }> = {
  email: { pattern: /^[^\s@<>()",;:]+@[^\s@<>()",;:.]+(\.[^\s@<>()",;:.]+)+$/, message: 'Veuillez saisir une adresse mail valide' },
  phone: { pattern: /^\+?[0-9][0-9 ().-]{3,24}$/, message: 'Numéro de téléphone invalide' },
  slug: { pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/, message: 'Lettres minuscules, chiffres et tirets uniquement' },
  siret: { pattern: /^\d{14}$/, message: '14 chiffres attendus' },
  country: { pattern: /^[A-Z]{2}$/, message: 'Code de pays à deux lettres attendu' },
};

const formatted = (format: TextFormat, max: number): z.ZodType<string | null> =>
  cleanString(max).refine((value) => value === null || formats[format].pattern.test(value), formats[format].message);

export function dayExists(value: string): boolean {
  const parts = dayPattern.exec(value);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const number = (field: Field): z.ZodNumber => {
  let schema = z.number('Nombre attendu');
  if (field.min !== undefined) schema = schema.min(field.min, field.min === 0 ? 'Nombre positif uniquement' : `Au moins ${field.min}`);
  if (field.max !== undefined) schema = schema.max(field.max, `Au plus ${field.max}`);
  return schema;
};

const decimals = (field: Field): z.ZodType<number> =>
  number(field).refine(
    (value) => Math.abs(value) < 1e11 && Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-4,
    '11 chiffres et 3 décimales au plus',
  );

const degrees = (most: number): z.ZodNumber => z.number('Position invalide').min(-most, 'Position invalide').max(most, 'Position invalide');
const day = (): z.ZodType<string> => z.string('Date attendue').refine(dayExists, "La date n'existe pas");
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
  integer: (field) =>
    number(field).refine((value) => Number.isInteger(value) && Math.abs(value) <= int32, field.min === 0 ? 'Entier positif uniquement' : 'Nombre entier uniquement'),
  decimal: decimals,
  money: decimals,
  flag: () => z.boolean('Oui ou non attendu'),
  flags: (field) =>
    z.strictObject(
      Object.fromEntries(Object.keys(field.options ?? {}).map((key) => [key, z.boolean('Oui ou non attendu').optional()])),
      'Valeur inconnue',
    ),
  day,
  moment: () => z.iso.datetime({ offset: true, message: 'Date et heure attendues' }).transform((value) => new Date(value).toISOString()),
  time: () => z.string('Heure attendue').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Format français invalide'),
  expiry: day,
  status: (field) => oneOf(Object.keys(field.machine?.states ?? {}).map(Number)),
  choice: (field) => oneOf(codes(field)),
  ref: reference,
  refs: () => z.array(reference(), 'Liste attendue').max(1_000, '1000 éléments au plus'),
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
      .array(fieldsSchema(field.fields as Fields, true).extend({ id: z.uuid('Identifiant invalide').optional() }), 'Liste attendue')
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
  lines: () => [],
  flags: (field) => Object.fromEntries(Object.keys(field.options ?? {}).map((key) => [key, false])),
  address: () => ({ street: null, zipcode: null, city: null, country: null, location: null }),
};

/** Always there on the way out, so 'required' to the types, yet a creation may leave them out. */
const optionalWhenAbsent: ReadonlySet<Kind> = new Set(['flag', 'group']);

const fieldsSchema = (fields: Fields, creating: boolean): z.ZodObject =>
  z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, creating)])));

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

export type Checked = { ok: true; draft: Record<string, unknown> } | { ok: false; violations: Violation[] };

/** The one check of a draft. `current` is the row an edit starts from, so that rules across fields see the whole. */
export function checkDraft(of: Entity, body: unknown, current: Record<string, unknown> | null): Checked {
  const parsed = draftSchema(of, current === null).safeParse(body);
  if (!parsed.success) return { ok: false, violations: violationsOf(parsed.error, body) };
  const draft = withoutServerFields(parsed.data, of.fields);
  const violations = of.check?.({ ...current, ...draft }) ?? [];
  return violations.length > 0 ? { ok: false, violations } : { ok: true, draft };
}

const namedSchema = z.object({ id: z.uuid(), name: z.string() });

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
