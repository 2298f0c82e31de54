import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rowSchema } from '#core/kernel/schema.ts';
import type { Right } from '#core/rights.ts';
import { crates, depot } from '#server/testing/depot.ts';
import { Crate } from './fixtures.ts';
import { history, list, read } from './list.ts';
import { act } from './move.ts';
import { save } from './save.ts';

const { theirs, run, keep, pack, find, problem } = depot();

const full = (keeper: string, other: string): Record<string, unknown> => ({
  label: `Caisse ${randomUUID()}`,
  keeper: { id: keeper, name: 'ignored' },
  tags: [{ id: keeper }, { id: other }],
  weight: 12.345,
  price: 99_999_999_999.99,
  count: 7,
  packedAt: '2026-11-15T09:30:00+01:00',
  due: '2028-02-29',
  at: '23:59',
  place: {
    street: "12 rue de l'Été",
    zipcode: '06000',
    city: 'Nice',
    country: 'FR',
    location: { latitude: 43.7, longitude: 7.25 },
  },
  phone: ['04 65 71 00 01'],
  mail: 'caisse@azur.example',
  notes: '<p>Fragile</p>',
  colour: 'RED',
  handling: { upright: true },
  specs: { fragile: true, height: 40, inner: { lining: 'Mousse' } },
  items: [{ name: 'Radio', owner: { id: keeper }, quantity: 2 }, { name: 'Lampe' }],
});

describe('a save', () => {
  test('returns every kind as sent, with computed fields and defaults', async () => {
    const [keeper, other] = [await keep({ name: 'Zoé' }), await keep({ name: 'Émile' })];
    const sent = full(keeper.id, other.id);
    const crate = await pack(sent);
    rowSchema(Crate).parse(crate);
    expect(crate).toMatchObject({
      ...sent,
      status: 100,
      version: 1,
      keeper: { id: keeper.id, name: 'Zoé' },
      tags: [
        { id: other.id, name: 'Émile' },
        { id: keeper.id, name: 'Zoé' },
      ],
      packedAt: '2026-11-15T08:30:00.000Z',
      handling: { dry: true, upright: true, cold: false },
      specs: { fragile: true, height: 40, inner: { lining: 'Mousse', itemCount: 2 } },
      items: [
        { name: 'Radio', owner: { id: keeper.id, name: 'Zoé' }, quantity: 2 },
        { name: 'Lampe', owner: null, quantity: 1 },
      ],
    });
  });

  test('leaves an absent key alone, clears with null, and merges flags and groups', async () => {
    const keeper = await keep({ name: 'Zoé' });
    const crate = await pack(full(keeper.id, keeper.id));
    const edited = await pack({
      id: crate.id,
      weight: null,
      keeper: null,
      phone: null,
      handling: { cold: true },
      specs: { height: null },
    });
    expect(edited).toMatchObject({
      label: crate.label,
      weight: null,
      keeper: null,
      phone: [],
      handling: { dry: true, upright: true, cold: true },
      specs: { fragile: true, height: null, inner: { lining: 'Mousse' } },
      version: 2,
      place: crate.place,
      items: crate.items,
    });
  });

  test('replaces lines, matched by id, in the order of the draft', async () => {
    const crate = await pack({ label: randomUUID(), items: [{ name: 'a', quantity: 5 }, { name: 'b' }] });
    const [a] = crate.items as unknown as { id: string }[];
    const edited = await pack({ id: crate.id, items: [{ name: 'c' }, { id: a?.id, name: 'A' }] });
    expect(edited.items).toMatchObject([{ name: 'c' }, { id: a?.id, name: 'A', quantity: 5 }]);
    const foreign = await pack({ label: randomUUID(), items: [{ name: 'x' }] });
    const stolen = await problem(
      pack({ id: crate.id, items: [{ id: (foreign.items as unknown as { id: string }[])[0]?.id, name: 'y' }] }),
    );
    expect(stolen.details.violations).toEqual([{ path: 'items.0.id', message: 'Ligne introuvable' }]);
  });

  test('refuses a wrong value on its field and writes nothing', async () => {
    const before = await find({ limit: 5000 });
    const refused = await problem(
      pack({
        label: '',
        weight: -1,
        due: '2026-02-30',
        colour: 'GREEN',
        unknown: 1,
        items: [{ quantity: 1.5 }],
        specs: { inner: { lining: 4 } },
        place: { country: 'france' },
        mail: 'no',
      }),
    );
    expect(refused.kind).toBe('invalid');
    expect(Object.fromEntries((refused.details.violations ?? []).map((one) => [one.path, one.message]))).toEqual({
      label: 'Obligatoire',
      weight: 'Doit être supérieur ou égal à 0',
      due: "La date n'existe pas",
      colour: 'Valeur inconnue',
      unknown: 'Champ inconnu',
      'items.0.name': 'Obligatoire',
      'items.0.quantity': 'Nombre entier uniquement',
      'specs.inner.lining': 'Texte attendu',
      'place.country': 'Code de pays à deux lettres attendu',
      mail: 'Veuillez saisir une adresse mail valide',
    });
    expect((await problem(pack({ label: randomUUID(), weight: 1001 }))).details.violations).toEqual([
      { path: 'weight', message: 'Trop lourd' },
    ]);
    expect(await find({ limit: 5000 })).toEqual(before);
  });

  test('refuses a reference into another agency on its field', async () => {
    const foreign = await keep({ name: 'Étranger' }, theirs);
    const refused = await problem(
      pack({
        label: randomUUID(),
        keeper: { id: foreign.id },
        tags: [{ id: foreign.id }],
        items: [{ name: 'x', owner: { id: foreign.id } }],
      }),
    );
    expect(refused.details.violations?.map((one) => one.path)).toEqual(['keeper', 'tags.0', 'items.0.owner']);
    expect(refused.message).toBe('Gardien introuvable');
  });

  test('refuses a duplicate value on its field', async () => {
    const crate = await pack({ label: randomUUID() });
    expect((await problem(pack({ label: crate.label }))).details.violations).toEqual([
      { path: 'label', message: 'Déjà utilisé' },
    ]);
  });

  test('of a stale version is a conflict with the current row', async () => {
    const crate = await pack({ label: randomUUID() });
    await pack({ id: crate.id, version: 1, weight: 5 });
    const stale = await problem(pack({ id: crate.id, version: 1, weight: 6 }));
    expect(stale.kind).toBe('conflict');
    expect(stale.details.current).toMatchObject({ id: crate.id, version: 2, weight: 5 });
    expect(await pack({ id: crate.id, weight: 7 })).toMatchObject({ weight: 7, version: 3 });
  });

  test('of a row of another agency answers that the row is missing', async () => {
    const crate = await pack({ label: randomUUID() });
    expect((await problem(pack({ id: crate.id, label: 'x' }, theirs))).kind).toBe('missing');
    expect((await problem(pack({ id: 'not-a-uuid', label: 'x' }))).kind).toBe('missing');
  });

  test('writes an audit line that lists groups member by member', async () => {
    const crate = await pack({ label: randomUUID(), specs: { height: 1 } });
    await pack({ id: crate.id, specs: { height: 2 }, weight: 3 });
    await pack({ id: crate.id, weight: 3 });
    const { history: lines } = await run(history, crates, { params: { id: crate.id } });
    expect(
      (lines as unknown as { action: string; author: string; changes: object }[]).map(
        ({ action, author, changes }) => ({
          action,
          author,
          changes,
        }),
      ),
    ).toEqual([
      {
        action: 'edit',
        author: 'Anne Onyme',
        changes: { weight: { before: null, after: 3 }, 'specs.height': { before: 1, after: 2 } },
      },
      {
        action: 'create',
        author: 'Anne Onyme',
        changes: expect.objectContaining({ label: { before: null, after: crate.label } }),
      },
    ]);
  });
});

describe('two entities that point at each other', () => {
  test('return the name of each other', async () => {
    const crate = await pack({ label: randomUUID() });
    const keeper = await keep({ name: 'Paul', favourite: { id: crate.id } });
    const edited = await pack({ id: crate.id, keeper: { id: keeper.id } });
    expect(keeper.favourite).toEqual({ id: crate.id, name: crate.label });
    expect(edited.keeper).toEqual({ id: keeper.id, name: 'Paul' });
  });
});

describe('a field with a right', () => {
  const without: Right[] = ['listSites', 'editSite'];
  test('is null without the right, in reads, lists and history, and cannot be written', async () => {
    const crate = await pack({ label: randomUUID(), price: 10 });
    const params = { id: crate.id };
    expect((await run(read, crates, { params, rights: without })).crate).toMatchObject({ price: null });
    expect((await run(read, crates, { params })).crate).toMatchObject({ price: 10 });
    const listed = await run(list, crates, { input: { limit: 5000 }, rights: without });
    expect(new Set((listed.crates as unknown as { price: unknown }[]).map((row) => row.price))).toEqual(
      new Set([null]),
    );
    expect(JSON.stringify(await run(history, crates, { params, rights: without }))).not.toContain('price');
    expect(
      (await problem(run(save, crates, { input: { id: crate.id, price: 1 }, rights: without }))).details.right,
    ).toBe('listMargins');
  });
});

describe('a conditional machine', () => {
  test('allows a move only from its states and under its condition; the last move removes the record', async () => {
    const crate = await pack({ label: randomUUID() });
    const params = (type: string): object => ({ params: { id: crate.id, type } });
    expect((await problem(run(act, crates, params('delete')))).message).toBe(
      '« Suppression » est impossible au statut « Ouverte ».',
    );
    expect((await problem(run(act, crates, params('close')))).message).toBe('Une caisse sans poids ne se ferme pas.');
    await pack({ id: crate.id, weight: 1 });
    expect((await run(act, crates, params('close'))).crate).toMatchObject({ status: 200, version: 3 });
    expect(await run(act, crates, params('delete'))).toEqual({});
    expect((await problem(run(read, crates, { params: { id: crate.id } }))).kind).toBe('missing');
  });

  test('answers with no record after any move that removes it, whatever its name', async () => {
    const { id } = await pack({ label: randomUUID() });
    expect(await run(act, crates, { params: { id, type: 'scrap' } })).toEqual({});
    expect((await problem(run(read, crates, { params: { id } }))).kind).toBe('missing');
  });
});
