// The API document tells of each save what its check demands: asked of the check itself.
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

interface Told extends Described {
  properties?: Record<string, Told>;
  items?: Told;
  anyOf?: (Told & { title?: string })[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const { paths } = openApi(allEndpoints, { title: 'Essai', version: '1', url: 'https://vigie.example' }) as {
  paths: Record<string, { post?: { requestBody: { content: { 'application/json': { schema: Told } } } } }>;
};

const saves = allEntities.flatMap((of) => {
  const endpoint = allEndpoints.find(({ entity }) => entity?.of === of && entity.operation === 'save');
  const [mount] = Object.keys(endpoint?.mounts ?? {}) as (keyof typeof prefixes)[];
  if (!endpoint || !mount) return [];
  const { schema } = paths[prefixes[mount] + endpoint.path]?.post?.requestBody.content['application/json'] ?? {};
  return [{ name: of.name, of, schema: schema as Told }];
});
const creations = saves.filter(({ of }) => Object.keys(of.grants.create).length > 0);

const violations = (of: Entity, body: unknown): { path: string; message: string }[] => {
  const checked = checkDraft(of, body, null);
  return checked.ok ? [] : checked.violations;
};

/** Members of groups by their path, groups themselves left out. */
const requiredPaths = (told: Told, prefix = ''): string[] =>
  (told.required ?? []).flatMap((name) =>
    told.properties?.[name] ? requiredPaths(told.properties[name], `${prefix}${name}.`) : `${prefix}${name}`,
  );

interface Place {
  path: string;
  field: Field;
  told: Told;
  /** A body that holds this value there. */
  body(value: unknown): unknown;
  /** Where a violation of it stands. */
  at: string;
}

function placesOf(fields: Fields, told: Told, body: Place['body'], prefix = '', at = ''): Place[] {
  return Object.entries(fields).flatMap(([name, field]): Place[] => {
    if (field.written === 'server') return [];
    const here = told.properties?.[name] as Told;
    const wrapped: Place['body'] = (value) => body({ [name]: value });
    const place: Place = { path: `${prefix}${name}`, field, told: here, body: wrapped, at: `${at}${name}` };
    const within = field.fields as Fields;
    if (field.kind === 'group') return placesOf(within, here, wrapped, `${prefix}${name}.`, `${at}${name}.`);
    if (field.kind !== 'lines') return [place];
    const line: Place['body'] = (value) => wrapped([value]);
    return [place, ...placesOf(within, here.items as Told, line, `${prefix}${name}[].`, `${at}${name}.0.`)];
  });
}

describe.each(saves)('the save of $name', ({ of, schema }) => {
  const places = placesOf(of.fields, schema, (value) => value);
  const ofKind = (...kinds: Field['kind'][]): Place[] => places.filter(({ field }) => kinds.includes(field.kind));

  test('tells each text’s longest length', () => {
    for (const { path, told, body, at } of ofKind('text', 'html')) {
      const most = told.maxLength ?? 0;
      expect(most, path).toBeGreaterThan(0);
      const faults = (length: number): string[] =>
        violations(of, body('x'.repeat(length))).flatMap((one) => (one.path === at ? one.message : []));
      expect(faults(most + 1), path).toContain(tooLong(most));
      expect(faults(most), path).not.toContain(tooLong(most));
    }
  });

  test('tells the bounds of each number', () => {
    for (const { path, field, told } of ofKind('integer', 'decimal')) {
      expect(told, path).toMatchObject({
        type: field.kind === 'integer' ? 'integer' : 'number',
        ...(field.min === undefined ? {} : { minimum: field.min }),
        ...(field.max === undefined ? {} : { maximum: field.max }),
      });
    }
  });

  test('tells how many elements each list holds at most', () => {
    for (const { path, told, body, at } of ofKind('refs', 'files', 'lines', 'choices', 'phones')) {
      const most = told.maxItems ?? 0;
      expect(most, path).toBeGreaterThan(0);
      const faults = violations(of, body(Array.from({ length: most + 1 }, () => null)));
      expect(
        faults.filter((one) => one.path === at && / au plus$|^Doit contenir/.test(one.message)),
        path,
      ).toHaveLength(1);
    }
  });

  test('tells formats, and the values to choose from', () => {
    for (const { path, told } of ofKind('day', 'expiry')) expect(told, path).toMatchObject({ format: 'date' });
    for (const { path, told } of ofKind('moment')) expect(told, path).toMatchObject({ format: 'date-time' });
    for (const { path, told } of ofKind('time')) expect(told.pattern, path).toBeDefined();
    for (const { path, field, told } of ofKind('choice', 'status')) {
      const values = field.kind === 'status' ? Object.keys(field.machine?.states ?? {}).map(Number) : codes(field);
      expect(told.enum, path).toEqual(told.nullable ? [...values, null] : values);
    }
    for (const { path, field, told } of ofKind('text')) {
      if (field.format === 'email') expect(told.format, path).toBe('email');
      if (field.format === 'slug' || field.format === 'siret' || field.format === 'colour')
        expect(told.pattern, path).toBeDefined();
    }
  });
});

describe.each(creations)('the creation of $name', ({ of, schema }) => {
  test('tells what it demands', () => {
    const told = schema.anyOf?.find(({ title }) => title === 'Création') as Told;
    const demanded = violations(of, {}).flatMap(({ path, message }) => (message === messages.required ? path : []));
    expect(requiredPaths(told).sort()).toEqual(demanded.sort());
  });
});

test('most creations demand something, and each edit its record', () => {
  const demanding = creations.filter(({ schema }) =>
    schema.anyOf?.some(({ title, required }) => title === 'Création' && required),
  );
  expect(demanding.length).toBeGreaterThan(creations.length / 2);
  for (const { schema } of saves) expect(schema.anyOf).toContainEqual({ title: 'Modification', required: ['id'] });
});
