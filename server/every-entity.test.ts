import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEntities } from '#core/entities.ts';
import { flatFields } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { sqlKinds } from '#server/kernel/kinds.ts';
import { columnOf, joinTable, linesTable, parentColumn, targetColumn } from '#server/kernel/names.ts';
import { extensions } from '#server/product.ts';
import { migratedDatabase } from '#server/testing/database.ts';
import { tableBehind } from '#server/testing/views.ts';

let database: Database;
let columns: Map<string, { type: string; exact: string; nullable: boolean }>;
let checks: Map<string, string>;

beforeAll(async () => {
  database = await openDatabase({ ownerUrl: await migratedDatabase(), secret: 'test' });
  const found = await database.platform.query<{ name: string; type: string; exact: string; nullable: boolean }>(`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type, format_type(a.atttypid, a.atttypmod) as exact, not a.attnotnull as nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`);
  columns = withViews(found.rows.map((row) => [row.name, row]));
  const constraints = await database.platform.query<{ name: string; text: string }>(`
    select c.relname || '.' || a.attname as name, pg_get_constraintdef(k.oid) as text from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1] where k.contype = 'c' and c.relnamespace = 'public'::regnamespace and cardinality(k.conkey) = 1`);
  checks = withViews(constraints.rows.map((row) => [row.name, row.text]));
});
afterAll(() => database.close());

/** A view has neither NOT NULL nor check constraints: take them from its table. */
function withViews<T>(entries: [string, T][]): Map<string, T> {
  const seen = new Map(entries);
  for (const [view, table] of Object.entries(tableBehind))
    for (const [name, value] of entries) if (name.startsWith(`${table}.`)) seen.set(name.replace(table, view), value);
  const id = seen.get('agencies.id');
  if (id !== undefined) {
    for (const view of ['agency_records', 'administered_agencies', 'administered_users'])
      seen.set(`${view}.agency_id`, id);
    // Of an account: the day it was made.
    seen.set('administered_users.updated_at', id);
  }
  return seen;
}

const names = new Set(allEntities.map((entity) => entity.name));

test('names, plurals and tables are unique', () => {
  for (const key of ['name', 'plural', 'table'] as const)
    expect(new Set(allEntities.map((entity) => entity[key])).size).toBe(allEntities.length);
});

describe.each(allEntities.map((entity) => [entity.name, entity] as const))('%s', (_, of) => {
  const computed = extensions[of.name]?.computed ?? {};

  function ownFields(fields: Fields): [string, Field][] {
    return flatFields(fields).filter(([path]) => !(path in computed));
  }

  test('every field has its columns, of its type, NOT NULL if required', () => {
    const seen = new Set<string>();
    const check = (table: string, entries: [string, Field][]): void => {
      for (const [path, field] of entries) {
        const name = path.split('.').at(-1) as string;
        for (const [column, type] of Object.entries(sqlKinds[field.kind].columns(name, field))) {
          const key = `${table}.${column}`;
          // The type of an amount includes its digits.
          expect(columns.get(key)?.[type.includes('(') ? 'exact' : 'type'], key).toBe(type);
          expect(seen.has(key), `${key} serves two fields`).toBe(false);
          seen.add(key);
          if (field.required && field.kind !== 'address')
            expect(columns.get(key)?.nullable, `${key} may be null`).toBe(false);
        }
        if (field.kind === 'lines') check(linesTable(name, field), ownFields(field.fields as Fields));
        if (field.kind === 'refs' || field.kind === 'files') {
          for (const column of [
            'agency_id',
            parentColumn(of),
            targetColumn(field),
            ...(field.kind === 'files' ? ['rank'] : []),
          ])
            expect(columns.has(`${joinTable(of, name, field)}.${column}`)).toBe(true);
        }
      }
    };
    check(of.table, ownFields(of.fields));
    for (const column of ['agency_id', 'id', 'version', 'updated_at'])
      expect(columns.has(`${of.table}.${column}`), column).toBe(true);
  });

  test('codes of statuses and choices equal those of the database', () => {
    for (const [path, field] of ownFields(of.fields)) {
      const codes = Object.keys(field.machine?.states ?? (field.kind === 'choice' ? (field.options ?? {}) : {}));
      if (codes.length === 0) continue;
      const constraint = checks.get(`${of.table}.${columnOf(path.split('.').at(-1) as string, field)}`) ?? '';
      const accepted = [...constraint.matchAll(/'([^']+)'|\b(\d+)\b/g)].map((match) => match[1] ?? match[2]);
      expect(new Set(accepted), path).toEqual(new Set(codes));
    }
  });

  test('every reference names an entity', () => {
    const walk = (fields: Fields): void => {
      for (const field of Object.values(fields)) {
        if (field.target) expect(names.has(field.target), field.target).toBe(true);
        if (field.fields) walk(field.fields);
      }
    };
    walk(of.fields);
    if (of.date) expect(of.fields[of.date]).toBeDefined();
  });

  test('the list has a title, a default order by a column, and a right or role on every mount', () => {
    expect(of.description).not.toBe('');
    expect(of.fields[of.order.by]?.column, `${of.order.by} is no column`).toBeDefined();
    for (const grants of Object.values(of.grants))
      for (const needs of Object.values(grants)) expect(needs === 'signedIn' || needs.length > 0).toBe(true);
  });
});
