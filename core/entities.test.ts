import { describe, expect, test } from 'vitest';
import { allEndpoints } from './endpoints.ts';
import { allEntities } from './entities.ts';
import { columnFields, type Entity, flatFields, isShown, type Scope } from './kernel/entity.ts';
import { type Condition, type Field, type Fields, flag, text } from './kernel/field.ts';
import { canBePending } from './kernel/machine.ts';
import type { Module } from './kernel/module.ts';
import * as modules from './modules.ts';

const conditionsOf = ({ shownWhen }: Field): readonly Condition[] =>
  shownWhen === undefined ? [] : 'path' in shownWhen ? [shownWhen] : shownWhen;

/** Includes fields of lines. */
const everyField = (fields: Fields): Field[] =>
  Object.values(fields).flatMap((field) => [field, ...(field.fields ? everyField(field.fields) : [])]);

/** Valid paths: fields, and single flags of a `flags` field. */
const pathsOf = (of: Entity): string[] =>
  flatFields(of.fields).flatMap(([path, field]) => [
    path,
    ...(field.kind === 'flags' ? Object.keys(field.options ?? {}).map((key) => `${path}.${key}`) : []),
  ]);

test('the list of entities has those of every module', () => {
  const brought = Object.values<Module>(modules).flatMap(({ entities }) => entities.map(({ name }) => name));
  expect(allEntities.map(({ name }) => name).sort()).toEqual(brought.sort());
});

test('what a call or an entity is made of is announced: entities, and the notifications of each user', () => {
  const known = new Set([...allEntities.map(({ name }) => name), 'notification']);
  const named = [...allEntities, ...allEndpoints].flatMap(({ madeOf = [] }) => (madeOf === 'all' ? [] : madeOf));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('no list offers two columns of the same name', () => {
  const named = allEntities.flatMap((of) => columnFields(of).map(([, { label }]) => `${of.name}: ${label}`));
  expect(named.filter((name, at) => named.indexOf(name) < at)).toEqual([]);
});

describe.each(allEntities.map((of) => [of.name, of] as const))('%s', (_, of) => {
  test('a condition names a value of the record', () => {
    const known = pathsOf(of);
    const named = everyField(of.fields).flatMap((field) => conditionsOf(field).map(({ path }) => path));
    expect(named.filter((path) => !known.includes(path))).toEqual([]);
  });

  test('the fields of the subtitle are columns of the list', () => {
    const columns = columnFields(of).map(([path]) => path);
    expect((of.subtitle ?? []).filter((path) => !columns.includes(path))).toEqual([]);
  });
});

describe('a field is shown', () => {
  const values = { open: true, rights: { read: false }, kind: null };
  const shown = (options: Parameters<typeof text>[1], scope: Scope = 'agency'): boolean =>
    isShown(text('Champ', options), values, scope);

  test.each<[string, Parameters<typeof text>[1], Scope, boolean]>([
    ['without a condition', {}, 'agency', true],
    ['if its condition holds', { shownWhen: { path: 'open', is: true } }, 'agency', true],
    ['not if its condition does not hold', { shownWhen: { path: 'rights.read', is: true } }, 'agency', false],
    [
      'if the condition is null and the value is absent',
      { shownWhen: { path: 'absent.deep', is: null } },
      'agency',
      true,
    ],
    [
      'if all conditions hold',
      {
        shownWhen: [
          { path: 'open', is: true },
          { path: 'kind', is: null },
        ],
      },
      'agency',
      true,
    ],
    [
      'not if one does not hold',
      {
        shownWhen: [
          { path: 'open', is: true },
          { path: 'kind', is: 1 },
        ],
      },
      'agency',
      false,
    ],
    [
      'whatever a condition of another scope says',
      { shownWhen: { path: 'rights.read', is: true, on: 'customer' } },
      'agency',
      true,
    ],
    [
      'by the condition of its own scope',
      { shownWhen: { path: 'rights.read', is: true, on: 'customer' } },
      'customer',
      false,
    ],
    ['only to the agency with « reading »', { reserved: 'reading' }, 'agent', false],
    ['to all with « writing »', { reserved: 'writing' }, 'customer', true],
  ])('%s', (_title, options, scope, expected) => {
    expect(shown(options, scope)).toBe(expected);
  });

  test('whatever its kind', () => {
    expect(isShown(flag('Oui', { shownWhen: { path: 'open', is: false } }), values, 'agency')).toBe(false);
  });
});

test('a new record may be inactive where it can be activated; a paper may not', () => {
  const pending = allEntities.flatMap(({ name, machine }) => (machine && canBePending(machine) ? [name] : []));
  expect(pending.toSorted()).toEqual([
    ...['agencyOffer', 'agencySubscription', 'agent', 'customer', 'informationNote', 'offer', 'site', 'stockReference'],
  ]);
});
