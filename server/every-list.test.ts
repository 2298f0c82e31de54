// Tests every declared order and filter on real rows. New entities are covered automatically.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { allEntities, entityNamed } from '#core/entities.ts';
import { columnFields, type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { type Context, nobody } from '#server/db/context.ts';
import { sqlKinds } from '#server/kernel/kinds.ts';
import { listStatement } from '#server/kernel/list.ts';
import { planOf } from '#server/kernel/plan.ts';
import { extensions } from '#server/product.ts';
import { endpointOf } from '#server/testing/client.ts';
import { referToAny } from '#server/testing/filled.ts';
import type { Setting } from '#server/testing/requests.ts';
import { rowOf, saverOf, writtenEntities } from '#server/testing/rows.ts';
import { fullDraft, type Refer } from '#server/testing/samples.ts';
import { newPremises, settle } from '#server/testing/wall-rows.ts';
import { world } from '#server/testing/world.ts';

type Row = Record<string, unknown> & { id: string };
type Input = Parameters<typeof listStatement>[1];

const here = await world();
const { agency, people, sql } = here;
const setting: Setting = { world: here, mount: 'agency', person: people.owner, where: 'own', fresh: false };
const settled = newPremises(randomUUID(), people.superAdmin.id);
const contexts: Context[] = [agency.id, settled.agency, platformAgencyId].map((id) => ({
  ...nobody,
  agency: id,
  user: people.owner.id,
}));

beforeAll(async () => {
  // Entities without a save call have rows in the second agency, inserted by SQL.
  await sql(`insert into agencies (id, name) values ($1, 'Mur')`, [settled.agency]);
  await settle(here, settled, people.support.id);
  const refer = await referToAny(setting);
  for (const of of writtenEntities)
    for (const _twice of [1, 2]) {
      // A draft is the model of one subscription.
      const model =
        of.name === 'invoiceRecurrence' ? await rowOf(entityNamed('invoice'), { ...setting, fresh: true }) : null;
      const own: Refer = model ? (target) => (target === 'invoice' ? model : refer(target)) : refer;
      const { who, mount } = saverOf(of);
      await here.as(who).call(endpointOf(of, 'save'), { mount, input: fullDraft(of, own) });
    }
}, 120_000);

const valueAt = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name] ?? null, row);

/** A filter that matches the value; undefined: none. */
const passes: Partial<Record<Field['kind'], (value: never) => unknown>> = {
  text: (value: string) => value,
  address: ({ city }: { city: string | null }) => city ?? undefined,
  flag: (value: boolean) => value,
  status: (value: number) => [value],
  choice: (value: string | number) => [value],
  choices: ([first]: string[]) => (first === undefined ? undefined : [first]),
  ref: ({ id }: { id: string }) => [id],
  refs: ([first]: { id: string }[]) => (first ? [first.id] : undefined),
  integer: (value: number) => ({ from: value, to: value }),
  decimal: (value: number) => ({ from: value, to: value }),
  money: (value: number) => ({ from: value, to: value }),
  day: (value: string) => ({ from: value, to: value }),
  // Returned in milliseconds, stored in microseconds.
  moment: (value: string) => ({ from: value, to: new Date(Date.parse(value) + 1_000).toISOString() }),
};

/** A filter that matches no row; undefined: the kind has none. */
const passedByNone: Partial<Record<Field['kind'], unknown>> = {
  text: 'introuvable-zqx',
  address: 'introuvable-zqx',
  ref: [randomUUID()],
  refs: [randomUUID()],
  integer: { from: 999_999_999 },
  decimal: { from: 999_999_999 },
  money: { from: 999_999_999 },
  day: { from: '2999-01-01' },
  moment: { from: '2999-01-01T00:00:00Z' },
};

describe.each(allEntities.map((of) => [of.name, of] as const))('%s', (_, of: Entity) => {
  const extension = extensions[of.name] ?? {};
  const plan = planOf(of, extension, entityNamed);
  const answers = async (context: Context, input: Input): Promise<Row[]> => {
    const [row] = await here.database.read<{ reply: string }>(
      context,
      listStatement(plan.whole, { limit: 1_000, ...input }),
    );
    const reply = JSON.parse(row?.reply ?? '') as Record<string, unknown> & { filtered: number };
    const rows = reply[of.plural] as Row[];
    expect(reply.filtered).toBe(rows.length);
    return rows;
  };
  /** Rows of the first agency that has some. */
  const found = async (): Promise<{ context: Context; rows: Row[] }> => {
    for (const context of contexts) {
      const rows = await answers(context, {});
      if (rows.length > 0) return { context, rows };
    }
    return expect.fail(`no row of ${of.name}: lay one down in server/testing/wall-rows.ts`);
  };

  test('every sortable column is sorted in both directions', async () => {
    const { context, rows } = await found();
    for (const [path, field] of columnFields(of)) {
      if (!sqlKinds[field.kind].order && !(path in (extension.computed ?? {}))) continue;
      const [up, down] = [
        await answers(context, { orderBy: path, ascending: true }),
        await answers(context, { orderBy: path, ascending: false }),
      ];
      const ids = (of: Row[]): string[] => of.map(({ id }) => id);
      expect(ids(up).toSorted(), path).toEqual(ids(rows).toSorted());
      // Rows with a null or equal value may be in any order.
      const jsonOf = (row: Row): string => JSON.stringify(valueAt(row, path));
      const alone = (row: Row): boolean =>
        valueAt(row, path) !== null && rows.filter((other) => jsonOf(other) === jsonOf(row)).length === 1;
      expect(ids(down.filter(alone)), path).toEqual(ids(up.filter(alone)).toReversed());
    }
  });

  // Agents and customers read a copy of some.
  const { own } = plan;
  const sortable = own ? columnFields(of).filter(([, field]) => sqlKinds[field.kind].order) : [];
  if (own)
    test.each([
      ['agents', { agent: people.agent.profile?.id ?? '' }],
      ['customers', { customer: people.customer.profile?.customerId ?? '' }],
    ])('every column can be sorted on the path of %s', async (_who, path) => {
      const context: Context = { ...nobody, agency: agency.id, user: people.agent.id, ...path };
      for (const [orderBy] of sortable)
        await here.database.read(context, listStatement(own.whole, { orderBy })).catch((error: Error) => {
          expect.fail(`${orderBy}: ${error.message}`);
        });
    });

  test('every declared filter keeps only the rows with its value', async () => {
    const { context, rows } = await found();
    for (const [path, field] of flatFields(of.fields)) {
      if (!field.filter) continue;
      const sample = passes[field.kind];
      expect(sample, `no sample of a filter on ${field.kind}`).toBeDefined();
      const row = rows.find((one) => valueAt(one, path) !== null);
      const wanted = row && sample?.(valueAt(row, path) as never);
      if (row && wanted !== undefined) {
        const kept = await answers(context, { filters: { [path]: wanted } });
        expect(
          kept.map(({ id }) => id),
          path,
        ).toContain(row.id);
        // A text filter matches anywhere in the text, an address filter in each part.
        if (field.kind === 'flag' || field.kind === 'status' || field.kind === 'ref')
          for (const one of kept)
            expect(JSON.stringify(valueAt(one, path)), path).toBe(JSON.stringify(valueAt(row, path)));
      }
      if (passedByNone[field.kind] !== undefined)
        expect(await answers(context, { filters: { [path]: passedByNone[field.kind] } }), path).toEqual([]);
    }
  });
});
