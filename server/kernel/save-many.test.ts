// A batch of drafts has the same result as its drafts saved one by one.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crates, depot, type Row } from '#server/testing/depot.ts';
import type { Call } from './call.ts';
import { history, read } from './list.ts';
import { act } from './move.ts';
import type { Plan } from './plan.ts';
import { save, saveMany } from './save.ts';
import { uuidv7 } from './uuid.ts';

const { run, keep, pack, stored, problem, theirs } = depot();

const batch = async (plan: Plan, call: Call): Promise<{ rows: Row[] }> => {
  const bodies = call.input as unknown as Record<string, unknown>[];
  const saved = await saveMany(plan, bodies, call, { pathOf: (index) => `crates.${index}` });
  return { rows: saved.map(({ after }) => after as unknown as Row) };
};
const packAll = async (input: unknown[], more: object = {}): Promise<Row[]> =>
  (await run(batch, crates, { input, ...more })).rows as unknown as Row[];

interface Line extends Record<string, unknown> {
  id: string;
}

/** The row without the values that always differ. */
const comparable = ({ id: _id, version, label: _label, items, ...row }: Record<string, unknown>) => ({
  ...row,
  version,
  items: (items as Line[]).map(({ id: _line, ...line }) => line),
});

const historyOf = async (id: string) =>
  ((await run(history, crates, { params: { id } })).history as unknown as { action: string; changes: object }[]).map(
    ({ action, changes }) => {
      const { label: _label, items: _items, ...rest } = changes as Record<string, unknown>;
      return { action, changes: rest };
    },
  );

test('any batch of creations and edits equals its drafts saved one by one, history included', async () => {
  const [keeper, other, file, paper] = [
    await keep({ name: 'Paul' }),
    await keep({ name: 'Anne' }),
    await stored(),
    await stored(),
  ];
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const line = fc.record(
    {
      name: fc.constantFrom('clé', 'lampe'),
      owner: fc.constantFrom(null, { id: keeper.id }),
      quantity: fc.integer({ min: 0, max: 9 }),
      proof: fc.constantFrom(null, { id: file.id }),
    },
    { requiredKeys: ['name'] },
  );
  const draft = fc.record(
    {
      keeper: fc.constantFrom(null, { id: keeper.id }, { id: other.id }),
      tags: fc.subarray([{ id: keeper.id }, { id: other.id }]),
      weight: fc.constantFrom(null, 0.125, 999.875),
      price: fc.constantFrom(null, 12.5),
      count: fc.constantFrom(null, 0, 7),
      phone: fc.constantFrom([], ['+33 4 93 00 00 00']),
      notes: fc.constantFrom(null, '<p>Un <b>texte</b><script>x</script></p>', `<p><img data-file="${file.id}"></p>`),
      handling: fc.record({ dry: fc.boolean(), cold: fc.boolean() }, { requiredKeys: [] }),
      place: fc.record(
        { city: fc.constantFrom(null, 'Nice'), country: fc.constantFrom('BE', null) },
        { requiredKeys: [] },
      ),
      specs: fc.record(
        { fragile: fc.boolean(), inner: fc.record({ lining: fc.constantFrom(null, 'soie') }, { requiredKeys: [] }) },
        { requiredKeys: [] },
      ),
      cover: fc.constantFrom(null, { id: file.id }),
      papers: fc.shuffledSubarray([{ id: file.id }, { id: paper.id }]),
      items: fc.array(line, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  /** An edit keeps some lines by id, each with some of its members. */
  const edit = fc.record({ draft, kept: maybe(fc.array(fc.record({ at: fc.nat(2), part: line }), { maxLength: 2 })) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ made: draft, edits: fc.array(edit, { maxLength: 2 }) }), { minLength: 1, maxLength: 4 }),
      async (plans) => {
        const together = await packAll(plans.map(({ made }) => ({ ...made, label: randomUUID() })));
        const apart: Row[] = [];
        for (const { made } of plans) apart.push(await pack({ ...made, label: randomUUID() }));
        let [rows, twins] = [together, apart];
        for (const round of [0, 1]) {
          const bodyOf = (
            row: Row,
            { draft: changes, kept }: { draft: object; kept: { at: number; part: object }[] | undefined },
          ) => {
            const lines = row.items as unknown as Line[];
            const chosen = new Map((kept ?? []).map(({ at, part }) => [at, part]));
            const items = [...chosen].flatMap(([at, part]) => (lines[at] ? [{ ...part, id: lines[at].id }] : []));
            return { ...changes, id: row.id, ...(kept ? { items } : {}) };
          };
          const edits = plans.flatMap(({ edits: some }, index) => (some[round] ? [{ index, edit: some[round] }] : []));
          if (edits.length === 0) continue;
          await packAll(edits.map(({ index, edit: one }) => bodyOf(rows[index] as Row, one)));
          for (const { index, edit: one } of edits) await pack(bodyOf(twins[index] as Row, one));
          const again = async (row: Row) =>
            (await run(read, crates, { params: { id: row.id } })).crate as unknown as Row;
          rows = await Promise.all(rows.map(again));
          twins = await Promise.all(twins.map(again));
        }
        for (const [index, row] of rows.entries()) {
          const twin = twins[index] as Row;
          expect(comparable(row)).toEqual(comparable(twin));
          expect(await historyOf(row.id)).toEqual(await historyOf(twin.id));
        }
      },
    ),
    { numRuns: Number(process.env.BATCH_RUNS ?? 25) },
  );
}, 120_000);

describe('a batch', () => {
  test('keeps the fields of a line that the draft leaves out', async () => {
    const crate = await pack({ label: randomUUID(), items: [{ name: 'clé', quantity: 5 }] });
    const [line] = crate.items as unknown as Line[];
    const [row] = await packAll([{ id: crate.id, items: [{ id: line?.id, name: 'lampe' }] }]);
    expect((row as Row).items).toEqual([{ ...line, name: 'lampe' }]);
  });

  test('refuses like a single save, with the position of the draft, and writes none of the drafts', async () => {
    const label = randomUUID();
    const hidden = { rights: ['listSites', 'createSite', 'editSite'] };
    expect((await problem(packAll([{ label }, { label: randomUUID(), price: 3 }], hidden))).details.right).toBe(
      'listMargins',
    );
    expect((await problem(packAll([{ label }, { label: null }]))).details.violations).toEqual([
      { path: 'crates.1.label', message: 'Obligatoire' },
    ]);
    expect(
      (await problem(packAll([{ label }, { label: randomUUID(), keeper: { id: randomUUID() } }]))).details.violations,
    ).toEqual([{ path: 'crates.1.keeper', message: 'Gardien introuvable' }]);
    const crate = await pack({ label: randomUUID() });
    expect((await problem(packAll([{ label }, { id: crate.id, version: 7, count: 1 }]))).kind).toBe('conflict');
    expect((await problem(packAll([{ label }, { id: randomUUID(), count: 1 }]))).kind).toBe('missing');
    expect((await problem(packAll([{ id: crate.id }, { id: crate.id }]))).kind).toBe('invalid');
    expect((await problem(packAll([{ id: crate.id, count: 1 }], { agency: theirs }))).kind).toBe('missing');
    const foreign = (await pack({ label: randomUUID(), items: [{ name: 'clé' }] })).items as unknown as Line[];
    expect(
      (await problem(packAll([{ id: crate.id, items: [{ id: foreign[0]?.id, name: 'x' }] }]))).details.violations,
    ).toEqual([{ path: 'crates.0.items.0.id', message: 'Ligne introuvable' }]);
    // The refused batches wrote nothing: the label is still free.
    expect((await pack({ label })).label).toBe(label);
  });

  test('reports a conflict with the row as the caller may see it', async () => {
    const crate = await pack({ label: randomUUID(), price: 10 });
    await pack({ id: crate.id, count: 1 });
    const refused = await problem(
      run(save, crates, { input: { id: crate.id, version: 1, count: 2 }, rights: ['listSites', 'editSite'] }),
    );
    expect(refused.details.current).toMatchObject({ id: crate.id, count: 1, price: null });
  });
});

describe('an id made by the client', () => {
  test('is the id of the new record, in a batch too', async () => {
    const [one, two] = [uuidv7(), uuidv7()];
    expect((await pack({ newId: one, label: randomUUID() })).id).toBe(one);
    expect((await packAll([{ newId: two.toUpperCase(), label: randomUUID() }]))[0]?.id).toBe(two);
  });

  test('is refused when it is already used, twice in a batch, or the id of a removed record', async () => {
    const newId = uuidv7();
    await pack({ newId, label: randomUUID(), weight: 1 });
    const used = { kind: 'conflict', message: 'Cet identifiant est déjà utilisé.' };
    expect(await problem(pack({ newId, label: randomUUID() }))).toMatchObject(used);
    const twice = uuidv7();
    const two = [1, 2].map(() => ({ newId: twice, label: randomUUID() }));
    expect(await problem(packAll(two))).toMatchObject(used);
    for (const type of ['close', 'delete']) await run(act, crates, { params: { id: newId, type } });
    expect(await problem(pack({ newId, label: randomUUID() }))).toMatchObject(used);
    // Another agency may use the same id.
    expect((await pack({ newId, label: randomUUID() }, theirs)).id).toBe(newId);
  });

  test('is kept once when two clients use it at the same time', async () => {
    const newId = uuidv7();
    const both = await Promise.allSettled([1, 2].map(() => pack({ newId, label: randomUUID() })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('is a version 7 identifier', async () => {
    const refused = await problem(pack({ newId: randomUUID(), label: randomUUID() }));
    expect(refused.details.violations).toEqual([{ path: 'newId', message: 'Identifiant invalide' }]);
  });
});
