// The API document states the rules of each save; this test compares it with the check itself.
import { describe, expect, test } from 'vitest';
import { allEndpoints } from '#core/endpoints.ts';
import { allEntities } from '#core/entities.ts';
import { prefixes } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import { codes } from '#core/kernel/input.ts';
import { messages } from '#core/kernel/problem.ts';
import { checkDraft } from '#core/kernel/schema.ts';
import { tooLong } from '#core/kernel/validators.ts';
import type { Described } from '#server/testing/generated.ts';
import { openApi } from './openapi.ts';

interface Schema extends Described {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: (Schema & { title?: string })[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const { paths } = openApi(allEndpoints, { title: 'Essai', version: '1', url: 'https://vigie.example' }) as {
  paths: Record<string, { post?: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>;
};

const saves = allEntities.flatMap((of) => {
  const endpoint = allEndpoints.find(({ entity }) => entity?.of === of && entity.operation === 'save');
  const [mount] = Object.keys(endpoint?.mounts ?? {}) as (keyof typeof prefixes)[];
  if (!endpoint || !mount) return [];
  const { schema } = paths[prefixes[mount] + endpoint.path]?.post?.requestBody.content['application/json'] ?? {};
  return [{ name: of.name, of, schema: schema as Schema }];
});
const creations = saves.filter(({ of }) => Object.keys(of.grants.create).length > 0);

const violations = (of: Entity, body: unknown): { path: string; message: string }[] => {
  const checked = checkDraft(of, body, null);
  return checked.ok ? [] : checked.violations;
};

/** Paths of required fields: members of groups, not the groups. */
const requiredPaths = (schema: Schema, prefix = ''): string[] =>
  (schema.required ?? []).flatMap((name) =>
    schema.properties?.[name] ? requiredPaths(schema.properties[name], `${prefix}${name}.`) : `${prefix}${name}`,
  );

interface Place {
  path: string;
  field: Field;
  schema: Schema;
  /** A body with this value at the path. */
  body(value: unknown): unknown;
  /** The path of its violations. */
  at: string;
}

function placesOf(fields: Fields, schema: Schema, body: Place['body'], prefix = '', at = ''): Place[] {
  return Object.entries(fields).flatMap(([name, field]): Place[] => {
    if (field.written === 'server') return [];
    const here = schema.properties?.[name] as Schema;
    const wrapped: Place['body'] = (value) => body({ [name]: value });
    const place: Place = { path: `${prefix}${name}`, field, schema: here, body: wrapped, at: `${at}${name}` };
    const within = field.fields as Fields;
    if (field.kind === 'group') return placesOf(within, here, wrapped, `${prefix}${name}.`, `${at}${name}.`);
    if (field.kind !== 'lines') return [place];
    const line: Place['body'] = (value) => wrapped([value]);
    return [place, ...placesOf(within, here.items as Schema, line, `${prefix}${name}[].`, `${at}${name}.0.`)];
  });
}

describe.each(saves)('the save of $name', ({ of, schema }) => {
  const places = placesOf(of.fields, schema, (value) => value);
  const ofKind = (...kinds: Field['kind'][]): Place[] => places.filter(({ field }) => kinds.includes(field.kind));

  test('states the maximum length of each text', () => {
    for (const { path, schema, body, at } of ofKind('text', 'html')) {
      const most = schema.maxLength ?? 0;
      expect(most, path).toBeGreaterThan(0);
      const faults = (length: number): string[] =>
        violations(of, body('x'.repeat(length))).flatMap((one) => (one.path === at ? one.message : []));
      expect(faults(most + 1), path).toContain(tooLong(most));
      expect(faults(most), path).not.toContain(tooLong(most));
    }
  });

  test('states the bounds of each number', () => {
    for (const { path, field, schema } of ofKind('integer', 'decimal')) {
      expect(schema, path).toMatchObject({
        type: field.kind === 'integer' ? 'integer' : 'number',
        ...(field.min === undefined ? {} : { minimum: field.min }),
        ...(field.max === undefined ? {} : { maximum: field.max }),
      });
    }
  });

  test('states the maximum length of each list', () => {
    for (const { path, schema, body, at } of ofKind('refs', 'files', 'lines', 'choices', 'phones')) {
      const most = schema.maxItems ?? 0;
      expect(most, path).toBeGreaterThan(0);
      const faults = violations(of, body(Array.from({ length: most + 1 }, () => null)));
      expect(
        faults.filter((one) => one.path === at && / au plus$|^Doit contenir/.test(one.message)),
        path,
      ).toHaveLength(1);
    }
  });

  test('states formats and the values of each choice', () => {
    for (const { path, schema } of ofKind('day')) expect(schema, path).toMatchObject({ format: 'date' });
    for (const { path, schema } of ofKind('moment')) expect(schema, path).toMatchObject({ format: 'date-time' });
    for (const { path, schema } of ofKind('time')) expect(schema.pattern, path).toBeDefined();
    for (const { path, field, schema } of ofKind('choice', 'status')) {
      const values = field.kind === 'status' ? Object.keys(field.machine?.states ?? {}).map(Number) : codes(field);
      expect(schema.enum, path).toEqual(schema.nullable ? [...values, null] : values);
    }
    for (const { path, field, schema } of ofKind('text')) {
      if (field.format === 'email') expect(schema.format, path).toBe('email');
      if (field.format === 'slug' || field.format === 'siret' || field.format === 'colour')
        expect(schema.pattern, path).toBeDefined();
    }
  });
});

describe.each(creations)('the creation of $name', ({ of, schema }) => {
  test('states its required fields', () => {
    const creation = schema.anyOf?.find(({ title }) => title === 'Création') as Schema;
    const demanded = violations(of, {}).flatMap(({ path, message }) => (message === messages.required ? path : []));
    expect(requiredPaths(creation).sort()).toEqual(demanded.sort());
  });
});

test('most creations have required fields, and each edit requires its record', () => {
  const demanding = creations.filter(({ schema }) =>
    schema.anyOf?.some(({ title, required }) => title === 'Création' && required),
  );
  expect(demanding.length).toBeGreaterThan(creations.length / 2);
  for (const { schema } of saves) expect(schema.anyOf).toContainEqual({ title: 'Modification', required: ['id'] });
});
