// Frozen states: the triggers of the database match the declarations of core.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEntities } from '#core/entities.ts';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { isFrozen, writableOf } from '#core/kernel/frozen.ts';
import { sqlKinds } from '#server/kernel/kinds.ts';
import { imagesTable, joinTable, linesTable, nameAt } from '#server/kernel/names.ts';
import { freshDatabase } from '#server/testing/database.ts';
import { tableBehind } from '#server/testing/views.ts';
import { type Database, openDatabase } from './database.ts';

let database: Database;
let triggers: Trigger[] = [];

interface Trigger {
  table: string;
  function: string;
  /** The condition and the arguments of the trigger. */
  when: string;
  args: string[];
}

beforeAll(async () => {
  database = await openDatabase({ ownerUrl: await freshDatabase(), secret: 'test' });
  const { rows } = await database.platform.query<Record<string, string>>(`
    select t.tgrelid::regclass::text as table, p.proname as function, pg_get_triggerdef(t.oid) as definition,
      encode(t.tgargs, 'escape') as args
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname in ('refuse_frozen', 'refuse_frozen_lines', 'refuse_issued', 'refuse_issued_lines')`);
  triggers = rows.map(({ table, function: name, definition, args }) => ({
    table: String(table),
    function: String(name),
    when: /WHEN \((.*)\) EXECUTE/.exec(String(definition))?.[1] ?? '',
    args: String(args).split('\\000').slice(0, -1),
  }));
});
afterAll(() => database.close());

/** An issued paper has triggers of its own, which no correction passes. */
const isRowGuard = (name: string): boolean => !name.endsWith('_lines');
const statesIn = (condition: string): number[] => (condition.match(/\b\d{3}\b/g) ?? []).map(Number);
/** A condition without a status depends on the function of the row. */
const appliesTo = (condition: string, code: number): boolean =>
  statesIn(condition).length === 0 || statesIn(condition).includes(code);

const isOfRow = ({ machine }: Entity): boolean =>
  Object.values(machine?.states ?? {}).some(({ writable }) => typeof writable === 'function');

/** A row that the function freezes: an acknowledged note, an issued invoice, an answered announcement. */
const frozenRow = (of: Entity, code: number): Record<string, unknown> => ({
  status: code,
  ...(isOfRow(of) ? { acknowledgedCount: 1, issuedAt: '2026-11-17T08:00:00.000Z', isBound: true } : {}),
});

const written = (of: Entity): [string, Field][] =>
  flatFields(of.fields).filter(([, field]) => field.written === 'form' && field.kind !== 'status');

const tablesOf = (of: Entity, path: string, field: Field): string[] => {
  const name = nameAt(path);
  if (field.kind === 'lines') return [linesTable(name, field)];
  if (field.kind === 'refs' || field.kind === 'files') return [joinTable(of, name, field)];
  return field.kind === 'html' ? [imagesTable(of, name)] : [];
};

const frozen = allEntities.filter(({ machine }) =>
  Object.values(machine?.states ?? {}).some(({ writable }) => writable !== undefined),
);

test('services, notes, reports, contracts, requests, announcements, estimates, invoices and purchase orders have frozen states', () => {
  expect(frozen.map(({ name }) => name).toSorted()).toEqual([
    'agencyReport',
    'agentContract',
    'agentRequest',
    'customerContract',
    'customerRequest',
    'estimate',
    'informationNote',
    'invoice',
    'offer',
    'purchaseOrder',
    'service',
  ]);
});

describe.each(frozen.map((of) => ({ name: of.name, of })))('$name', ({ of }) => {
  const codes = Object.keys(of.machine?.states ?? {}).map(Number);

  test.each(codes)('status %i: triggers refuse the columns that the declaration freezes', (code) => {
    const row = frozenRow(of, code);
    const guards = triggers.filter(
      ({ table, function: name, when }) => table === of.table && isRowGuard(name) && appliesTo(when, code),
    );
    // Without a status in its condition, the trigger checks the row at every status.
    if (writableOf(of, row) === null) return expect(guards.filter(({ when }) => statesIn(when).length > 0)).toEqual([]);
    expect(guards).toHaveLength(1);
    for (const [path, field] of written(of)) {
      const columns = Object.keys(sqlKinds[field.kind].columns(nameAt(path), field));
      for (const column of columns)
        expect([column, guards[0]?.args.includes(column)]).toEqual([column, !isFrozen(of, row, path)]);
    }
  });

  test.each(codes)('status %i: triggers refuse the lists that the declaration freezes', (code) => {
    const row = frozenRow(of, code);
    for (const [path, field] of written(of)) {
      const tables = tablesOf(of, path, field);
      for (const list of tables.map((name) => tableBehind[name] ?? name)) {
        const guards = triggers.filter(
          ({ table, function: name, args: [record, , condition = ''] }) =>
            table === list && !isRowGuard(name) && record === of.table && appliesTo(condition, code),
        );
        if (writableOf(of, row) === null)
          expect(guards.filter(({ args }) => statesIn(args[2] ?? '').length > 0)).toEqual([]);
        // Insert, delete and update. The table behind a view also holds rows of their own entity, which stay writable
        // until nothing of the record is.
        else {
          const isRefused = tables.includes(list) ? isFrozen(of, row, path) : writableOf(of, row) === 'nothing';
          expect([list, guards.length]).toEqual([list, isRefused ? 3 : 0]);
        }
      }
    }
  });
});

/** Issued by the server, without a form. */
const withoutForm: ReadonlySet<string> = new Set(['agency_invoices', 'agency_invoice_items']);

test('no trigger freezes a table without a declaration', () => {
  const known = new Set(
    frozen.flatMap((of) => [
      of.table,
      ...written(of).flatMap(([path, field]) => tablesOf(of, path, field).map((name) => tableBehind[name] ?? name)),
    ]),
  );
  expect(triggers.filter(({ table }) => !known.has(table) && !withoutForm.has(table))).toEqual([]);
});
