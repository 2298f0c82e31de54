// Every restricted field: a caller without access cannot see it, sort or filter by it, search it, read it in the history
// or write it, in any scope. New fields are covered automatically.
import { describe, expect, test } from 'vitest';
import { allEntities, entityNamed } from '#core/entities.ts';
import type { Entity, Scope } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type FieldView, refusedWrite, viewOf } from '#core/kernel/view.ts';
import { allRights, type Right } from '#core/rights.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { foundIds } from '#server/kernel/finding.ts';
import { sqlKinds } from '#server/kernel/kinds.ts';
import { history, listStatement } from '#server/kernel/list.ts';
import { alias, planOf } from '#server/kernel/plan.ts';
import { readerOf } from '#server/kernel/reader.ts';
import { extensions } from '#server/product.ts';
import { filledIn } from '#server/testing/filled.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const filledRow = filledIn(here);

/** All rights but one. */
const without =
  (missing: Right | null) =>
  (right: Right): boolean =>
    right !== missing;

interface Case {
  of: Entity;
  scope: Scope;
  seen: FieldView;
  missing: Right | null;
}

const rightKeys = allRights.map(({ key }) => key);

const cases = allEntities.flatMap((of) =>
  (['agency', 'agent', 'customer'] as const).flatMap((scope): Case[] => {
    if (!of.grants.list[scope] && !of.grants.read[scope]) return [];
    return [null, ...rightKeys].flatMap((missing) =>
      viewOf(of, scope, without(missing))
        .hidden.filter((seen) => seen.missing === missing)
        .map((seen) => ({ of, scope, seen, missing })),
    );
  }),
);

test('there are restricted fields of every sort', () => {
  expect(cases.length).toBeGreaterThan(40);
  expect(cases.filter(({ missing }) => missing !== null).length).toBeGreaterThan(10);
  for (const scope of ['agency', 'agent', 'customer']) expect(cases.some((one) => one.scope === scope)).toBe(true);
});

const title = ({ of, scope, seen, missing }: Case) =>
  `${of.name}.${seen.path} on the path of the ${scope}${missing ? ` without ${missing}` : ''}`;

/** A value at a path that may lead through lists. */
const valuesAt = (value: unknown, [name = '', ...rest]: readonly string[]): unknown[] =>
  Array.isArray(value)
    ? value.flatMap((one) => valuesAt(one, [name, ...rest]))
    : typeof value !== 'object' || value === null
      ? []
      : rest.length === 0
        ? [(value as Record<string, unknown>)[name]]
        : valuesAt((value as Record<string, unknown>)[name], rest);

describe.each(cases.map((one) => [title(one), one] as const))('%s', (_, { of, scope, seen, missing }) => {
  const plan = planOf(of, extensions[of.name] ?? {}, entityNamed);
  const reader = readerOf(plan, viewOf(of, scope, without(missing)));
  const { path, field } = seen;

  test('is null in reads and lists', async () => {
    const id = await filledRow(of);
    const context = { ...nobody, agency: here.agency.id, user: here.people.owner.id };
    for (const shape of ['row', 'listed'] as const) {
      const text = `select row_to_json(r) as row from (select ${reader.columns(shape)} from ${of.table} ${alias} where ${alias}.id = $1) r`;
      const [found] = await here.database.read<{ row: unknown }>(context, { text, values: [id] });
      expect(found, 'the row is there').toBeDefined();
      expect(valuesAt(found?.row, path.split('.')).filter((value) => value != null)).toEqual([]);
    }
  });

  test('is hidden in the history', async () => {
    if (scope !== 'agency' || !of.grants.read.agency) return;
    const context = { ...nobody, agency: here.agency.id, user: here.people.owner.id };
    const rights = new Set(rightKeys.filter((right) => right !== missing));
    const { history: lines } = await history(plan, {
      params: { id: await filledRow(of) },
      asker: { platform: null, profile: { rights, isOwner: false, kind: 'AGENCY' } },
      context,
      db: { query: (statement: Parameters<Db['query']>[0]) => here.database.read(context, statement) },
    } as unknown as Call);
    expect(lines.length).toBeGreaterThan(0);
    for (const { changes } of lines)
      for (const [key, { before, after }] of Object.entries(changes)) {
        expect(key === path || key.startsWith(`${path}.`)).toBe(false);
        const inner = path.startsWith(`${key}.`) ? path.slice(key.length + 1).split('.') : null;
        if (inner) expect(valuesAt([before, after], inner).filter((value) => value !== undefined)).toEqual([]);
      }
  });

  test('cannot be sorted by, filtered by or searched', () => {
    const refused = (work: () => unknown): void => {
      const thrown = (() => {
        try {
          work();
        } catch (error) {
          return error;
        }
        return null;
      })();
      expect(thrown).toBeInstanceOf(Problem);
      expect((thrown as Problem).kind).toBe('forbidden');
      expect((thrown as Problem).details.right).toBe(missing ?? undefined);
    };
    if (field.column && seen.memberOf === null && (sqlKinds[field.kind].order || plan.placeOf(path)?.bare))
      refused(() => listStatement(reader, { orderBy: path }));
    if (field.filter && seen.memberOf === null) refused(() => listStatement(reader, { filters: { [path]: ['x'] } }));
    // Its words are in an index of their own, which this view does not search.
    const limited = plan.indexes.find(({ right }) => right !== null)?.name;
    if (field.search === true && seen.memberOf === null) expect([undefined, reader.index]).not.toContain(limited);
    if (field.search === 'target')
      expect(foundIds(reader, 'x', () => '$1')).not.toContain(`from ${entityNamed(field.target ?? '').table} g`);
  });

  test('cannot be written', async () => {
    if (field.written === 'server') return;
    const draft = {};
    let inner: Record<string, unknown> = draft;
    const names = path.split('.');
    const list = seen.memberOf?.split('.').length ?? 0;
    for (const [index, name] of names.entries()) {
      if (index === names.length - 1) inner[name] = null;
      else if (index === list - 1) {
        const line = {};
        inner[name] = [line];
        inner = line;
      } else {
        inner[name] = {};
        inner = inner[name] as Record<string, unknown>;
      }
    }
    expect(refusedWrite(reader.view, draft, null)).toEqual({ path, right: missing });
  });
});
