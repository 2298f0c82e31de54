// Checks drafts, in the form and on the server. Describes rows, for the API document and its tests.
import * as z from 'zod';
import { type Entity, isHiddenFromSome } from './entity.ts';
import type { Field, Fields, Kind, StoredFile } from './field.ts';
import { removalViolations } from './indelible.ts';
import { type AgencyRules, anyAgency, codes, fieldSchema, fieldsSchema, requirementOf } from './input.ts';
import { scaleOf } from './money.ts';
import { postcodeViolations } from './postcode.ts';
import { messages, type Violation } from './problem.ts';
import { type Circumstances, dateViolations, unknownDay } from './rules.ts';
import { withoutMasks } from './sealed.ts';
import { isFrench } from './validators.ts';

const drafts = new WeakMap<Entity, Map<string, z.ZodObject>>();

/** The schema of a save's body. */
export function draftSchema(of: Entity, creating: boolean, rules = anyAgency): z.ZodObject {
  let made = drafts.get(of);
  if (!made) {
    made = new Map();
    drafts.set(of, made);
  }
  const key = `${creating} ${rules.french} ${rules.scale}`;
  let schema = made.get(key);
  if (!schema) {
    schema = madeSchema(of, creating, rules);
    made.set(key, schema);
  }
  return schema;
}

function madeSchema(of: Entity, creating: boolean, rules: AgencyRules): z.ZodObject {
  // A group is partial on an edit and complete on a creation: its required members are required even if the group is absent.
  const fields = Object.fromEntries(
    Object.entries(of.fields).map(([name, field]) => [
      name,
      field.kind === 'group' && creating
        ? z.preprocess((value) => value ?? {}, fieldsSchema(field.fields as Fields, true, rules))
        : fieldSchema(field, creating, rules),
    ]),
  );
  return z.strictObject({
    ...fields,
    id: z.uuid('Identifiant invalide').nullable().optional(),
    // Decision 86: the client may choose the id of a new record.
    newId: z.uuidv7('Identifiant invalide').optional(),
    version: z.number().int().optional(),
    willActivate: z.boolean('Oui ou non attendu').optional(),
  });
}

/** The body of a save in the API document: the required members of a creation, or the id of the edited record. */
export function saveSchema(of: Entity): z.ZodObject {
  const edited = { title: 'Modification', required: ['id'] };
  const made = { title: 'Création', ...requirementOf(of.fields) };
  return draftSchema(of, false).meta({ anyOf: Object.keys(of.grants.create).length > 0 ? [made, edited] : [edited] });
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

/** The row after the draft is applied: a group or a known line keeps the members that the draft does not set. */
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
    } else if (field.kind === 'lines' && Array.isArray(before) && Array.isArray(after)) {
      const known = new Map((before as Record<string, unknown>[]).map((line) => [line?.id, line]));
      whole[name] = (after as Record<string, unknown>[]).map((line) => ({ ...known.get(line?.id), ...line }));
    }
  }
  return whole;
}

export type Checked = { ok: true; draft: Record<string, unknown> } | { ok: false; violations: Violation[] };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The only check of a draft. `current` is the row before an edit, so that rules across fields see the whole record;
 * `at` is when and where it is saved.
 */
export function checkDraft(
  of: Entity,
  body: unknown,
  current: Record<string, unknown> | null,
  at: Circumstances = unknownDay,
): Checked {
  const input = withoutMasks(of, body, current);
  const rules = { french: isFrench(at.holidayLocale), scale: scaleOf(at.currency) };
  const parsed = draftSchema(of, current === null, rules).safeParse(input);
  const draft = parsed.success ? withoutServerFields(parsed.data, of.fields) : isRecord(input) ? input : {};
  const whole = merged(of.fields, current, draft);
  const violations = [
    ...(parsed.success ? [] : violationsOf(parsed.error, input)),
    ...dateViolations(of.fields, draft, whole, at),
    ...postcodeViolations(of.fields, draft, current, at),
    ...removalViolations(of.fields, draft, current, at),
    ...(parsed.success ? (of.check?.(whole) ?? []) : []),
  ];
  return violations.length > 0 ? { ok: false, violations } : { ok: true, draft };
}

const namedSchema = z.object({ id: z.uuid(), name: z.string() });

export const storedFileSchema: z.ZodType<StoredFile> = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  mimeType: z.string(),
  size: z.int(),
  url: z.string(),
  awaited: z.literal(true).optional(),
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
  status: () => z.int(),
  choice: (field) => z.union(codes(field).map((code) => z.literal(code))),
  choices: (field) => z.array(z.union(codes(field).map((code) => z.literal(code)))),
  hours: () => z.record(z.iso.date(), z.number()),
  ref: () => namedSchema,
  refs: ({ beside }) =>
    z.array(beside ? namedSchema.extend({ [beside]: z.string().nullable().optional() }) : namedSchema),
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
  found: (field) => outSchema(field.fields as Fields),
};

/** Null for some callers (core/kernel/view.ts). */
const mayBeHidden = ({ right, reserved, shownWhen }: Field): boolean =>
  right !== undefined || isHiddenFromSome({ reserved }) || [shownWhen ?? []].flat().some(({ on }) => on !== undefined);

const outSchema = (fields: Fields): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const schema = output[field.kind](field);
        return [name, field.required && !mayBeHidden(field) ? schema : schema.nullable()];
      }),
    ),
  );

const identity = { id: z.uuid(), version: z.int() };

/** One row of a read. */
export const rowSchema = (of: Entity): z.ZodObject => outSchema(of.fields).extend(identity);

/** The fields that a column can show. */
export const onlyColumns = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
      if (field.kind !== 'group') return field.column ? [[name, field]] : [];
      const members = onlyColumns(field.fields as Fields);
      return Object.keys(members).length > 0 ? [[name, { ...field, fields: members }]] : [];
    }),
  );

/** One row of a list: only the fields that a column can show. */
export const listedSchema = (of: Entity): z.ZodObject => outSchema(onlyColumns(of.fields)).extend(identity);
