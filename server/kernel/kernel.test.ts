import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity } from '#core/kernel/entity.ts';
import type { Problem } from '#core/kernel/problem.ts';
import type { ListInput } from '#core/kernel/query.ts';
import { listedSchema, rowSchema } from '#core/kernel/schema.ts';
import type { Right } from '#core/rights.ts';
import { nobody } from '#server/db/context.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { freshDatabase } from '#server/testing/database.ts';
import type { Call, RawJson } from './call.ts';
import { Crate, fixtureExtensions, fixtureTables, Keeper } from './fixtures.ts';
import { history, list, read } from './list.ts';
import { type Plan, planOf } from './plan.ts';
import { problemOf } from './problems.ts';
import { act, save } from './save.ts';

let database: Database;
const [mine, theirs] = [randomUUID(), randomUUID()];
const named = (name: string): Entity => (name === 'crate' ? Crate : Keeper);
const crates: Plan = planOf(Crate, fixtureExtensions.crate ?? {}, named);
const keepers: Plan = planOf(Keeper, {}, named);

beforeAll(async () => {
  const ownerUrl = await freshDatabase();
  database = await openDatabase({ ownerUrl, secret: 'test' });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(fixtureTables(database.roles.app));
  await owner.end();
  await database.platformTransaction(async (db) => {
    for (const id of [mine, theirs])
      await db.query({ text: `insert into agencies (id, name, country) values ($1, 'A', 'FR')`, values: [id] });
  });
});
afterAll(() => database.close());

type Row = Record<string, never> & { id: string; version: number };

const caller = {
  userId: randomUUID(),
  sessionId: randomUUID(),
  name: 'Anne Onyme',
  platform: null,
  profiles: [],
  acting: null,
};
async function run(
  operation: (plan: Plan, call: Call) => Promise<RawJson | undefined>,
  plan: Plan,
  more: { input?: unknown; params?: unknown; agency?: string; rights?: Right[] },
): Promise<Record<string, never>> {
  const rights = new Set<Right>(
    more.rights ?? ['listSites', 'createSite', 'editSite', 'archiveSite', 'deleteSite', 'listMargins'],
  );
  const context = { ...nobody, agency: more.agency ?? mine, user: caller.userId };
  const base = {
    caller,
    profile: null,
    asker: { platform: null, profile: { rights, isOwner: false, kind: 'AGENCY' as const } },
    context,
    now: new Date(),
    services: null as never,
    source: { ip: '', userAgent: null },
    afterCommit: () => expect.fail('nothing is left to do'),
    files: () => expect.fail('no file is sent'),
  };
  const answer = await database.transaction(context, (db) =>
    operation(plan, { ...base, db, params: more.params as never, input: more.input as never }),
  );
  return answer ? JSON.parse(answer.text) : {};
}
const keep = async (input: unknown, agency = mine): Promise<Row> =>
  (await run(save, keepers, { input, agency })).keeper as unknown as Row;
const pack = async (input: unknown, agency = mine): Promise<Row> =>
  (await run(save, crates, { input, agency })).crate as unknown as Row;
const find = async (input: ListInput, agency = mine): Promise<string[]> => {
  const answer = await run(list, crates, { input, agency });
  for (const row of answer.crates as unknown as Row[]) listedSchema(Crate).parse(row);
  return (answer.crates as unknown as { label: string }[]).map((row) => row.label);
};
const problem = async (work: Promise<unknown>): Promise<Problem> => {
  const caught = await work.then(
    () => null,
    (error: unknown) => error,
  );
  const told = caught === null ? null : problemOf(caught);
  if (!told) throw caught ?? new Error('it went through');
  return told;
};

const full = (keeper: string, other: string): Record<string, unknown> => ({
  label: `Caisse ${randomUUID()}`,
  keeper: { id: keeper, name: 'ignored' },
  tags: [{ id: keeper }, { id: other }],
  weight: 12.345,
  price: 99_999_999_999.999,
  count: 7,
  packedAt: '2026-11-15T09:30:00+01:00',
  due: '2028-02-29',
  validity: '2027-01-31',
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
  test('gives back every kind as it was sent, computed fields and defaults besides', async () => {
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

  test('replaces lines, matched by their id, in the order given', async () => {
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

  test('refuses what is wrong on its field and writes nothing', async () => {
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
      weight: 'Nombre positif uniquement',
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

  test('tells a value that another row holds', async () => {
    const crate = await pack({ label: randomUUID() });
    expect((await problem(pack({ label: crate.label }))).details.violations).toEqual([
      { path: 'label', message: 'Déjà utilisé' },
    ]);
  });

  test('of a stale version is a conflict that shows the row as it is', async () => {
    const crate = await pack({ label: randomUUID() });
    await pack({ id: crate.id, version: 1, weight: 5 });
    const stale = await problem(pack({ id: crate.id, version: 1, weight: 6 }));
    expect(stale.kind).toBe('conflict');
    expect(stale.details.current).toMatchObject({ id: crate.id, version: 2, weight: 5 });
    expect(await pack({ id: crate.id, weight: 7 })).toMatchObject({ weight: 7, version: 3 });
  });

  test('of a row of another agency is a row that does not exist', async () => {
    const crate = await pack({ label: randomUUID() });
    expect((await problem(pack({ id: crate.id, label: 'x' }, theirs))).kind).toBe('missing');
    expect((await problem(pack({ id: 'not-a-uuid', label: 'x' }))).kind).toBe('missing');
  });

  test('leaves its audit line, member by member of a group', async () => {
    const crate = await pack({ label: randomUUID(), specs: { height: 1 } });
    await pack({ id: crate.id, specs: { height: 2 }, weight: 3 });
    await pack({ id: crate.id, weight: 3 });
    const { history: told } = await run(history, crates, { params: { id: crate.id } });
    expect(
      (told as unknown as { action: string; author: string; changes: object }[]).map(({ action, author, changes }) => ({
        action,
        author,
        changes,
      })),
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
  test('name one another', async () => {
    const crate = await pack({ label: randomUUID() });
    const keeper = await keep({ name: 'Paul', favourite: { id: crate.id } });
    const edited = await pack({ id: crate.id, keeper: { id: keeper.id } });
    expect(keeper.favourite).toEqual({ id: crate.id, name: crate.label });
    expect(edited.keeper).toEqual({ id: keeper.id, name: 'Paul' });
  });
});

describe('a field with a right', () => {
  const without: Right[] = ['listSites', 'editSite'];
  test('is null to who lacks it, in reads, lists and history, and not his to write', async () => {
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
  test('moves only from its states and under its condition, and removes at its end', async () => {
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
});

describe('a list', () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    const agency = theirs;
    const keeper = await keep({ name: 'Béatrice' }, agency);
    ids.keeper = keeper.id;
    const rows = [
      {
        label: 'Été',
        weight: 2,
        keeper: { id: keeper.id },
        due: '2026-01-10',
        packedAt: '2026-01-01T00:00:00Z',
        colour: 'RED',
        tags: [{ id: keeper.id }],
        specs: { fragile: true },
      },
      { label: 'eau', weight: null, due: '2026-02-10', packedAt: '2026-02-01T00:00:00Z', colour: 'BLUE' },
      {
        label: 'Zèbre',
        weight: 10.5,
        due: '2026-03-10',
        packedAt: '2026-03-01T00:00:00Z',
        place: { city: 'Saint-Étienne' },
        phone: ['04 65 71 00 02'],
      },
      { label: '100 %_\\ pur', weight: 1, due: null, packedAt: null },
    ];
    for (const row of rows) await pack(row, agency);
  });
  const all = ['100 %_\\ pur', 'eau', 'Été', 'Zèbre'];
  const cases: [string, ListInput, string[]][] = [
    ['is in French order by default', {}, all],
    ['turns its order', { orderBy: 'label', ascending: false }, [...all].reverse()],
    ['puts rows without value last in both directions', { orderBy: 'weight' }, ['100 %_\\ pur', 'Été', 'Zèbre', 'eau']],
    ['orders by the name of a reference', { orderBy: 'keeper', limit: 1 }, ['Été']],
    ['orders by a member of a group', { orderBy: 'specs.fragile', ascending: false, limit: 1 }, ['Été']],
    ['orders by a computed member', { orderBy: 'specs.inner.itemCount', limit: 1, page: 9 }, []],
    ['pages', { limit: 2, page: 2 }, ['Été', 'Zèbre']],
    ['finds words without accents', { query: 'ETE' }, ['Été']],
    ['finds every word of a query, over several fields', { query: 'zeb etienne' }, ['Zèbre']],
    ['finds a phone number', { query: '71 00 02' }, ['Zèbre']],
    ['takes the signs of a pattern for what they are', { query: '%_\\' }, ['100 %_\\ pur']],
    ['finds nothing where there is nothing', { query: 'introuvable' }, []],
    ['filters by a code', { filters: { colour: 'RED' } }, ['Été']],
    ['filters by codes', { filters: { colour: ['RED', 'BLUE'] } }, ['eau', 'Été']],
    ['filters by status', { filters: { status: [200] } }, []],
    ['filters by a flag of a group', { filters: { 'specs.fragile': true } }, ['Été']],
    ['filters by a span of numbers', { filters: { weight: { from: 1.5, to: 10.5 } } }, ['Été', 'Zèbre']],
    ['filters by a span of days', { filters: { due: { from: '2026-02-01', to: '2026-02-28' } } }, ['eau']],
    [
      'filters by its declared date',
      { filters: { start: '2026-01-15T00:00:00Z', end: '2026-02-15T00:00:00Z' } },
      ['eau'],
    ],
    ['filters by text', { filters: { label: 'été' } }, ['Été']],
    ['filters by an address', { filters: { place: 'étienne' } }, ['Zèbre']],
    ['ignores what means no filter', { filters: { status: -1, colour: 'all', keeper: [], label: null, due: '' } }, all],
    ['keeps rows without a reference', { filters: { isKeeper: 0 } }, ['100 %_\\ pur', 'eau', 'Zèbre']],
    [
      'sets ids aside when their flag says none',
      { filters: { keeper: ['00000000-0000-7000-8000-000000000000'], isKeeper: -1 } },
      all,
    ],
    ['keeps rows without any of many references', { filters: { isTags: 0 } }, ['100 %_\\ pur', 'eau', 'Zèbre']],
  ];
  test.each(cases)('%s', async (_, input, expected) => {
    expect(await find(input, theirs)).toEqual(expected);
  });

  test('filters by ids, one or many references', async () => {
    expect(await find({ filters: { keeper: [ids.keeper], isKeeper: 1 } }, theirs)).toEqual(['Été']);
    expect(await find({ filters: { tags: [ids.keeper] } }, theirs)).toEqual(['Été']);
  });

  test('counts what the filter lets through, whatever the page', async () => {
    expect((await run(list, crates, { input: { limit: 1 }, agency: theirs })).filtered).toBe(4);
  });

  test.each([
    [{ filters: { nothing: 1 } }, 'filters.nothing'],
    [{ filters: { price: 1 } }, 'filters.price'],
    [{ filters: { colour: 'GREEN' } }, 'filters.colour'],
    [{ filters: { keeper: ['x'] } }, 'filters.keeper'],
    [{ filters: { weight: { from: 1, or: 1 } } }, 'filters.weight'],
    [{ filters: { isNothing: 0 } }, 'filters.nothing'],
    [{ filters: { 'specs.fragile': 'yes' } }, 'filters.specs.fragile'],
    [{ orderBy: 'items' }, 'orderBy'],
    [{ orderBy: 'label; drop table crates' }, 'orderBy'],
  ])('refuses %j', async (input, path) => {
    const refused = await problem(run(list, crates, { input, agency: theirs }));
    expect(refused.kind).toBe('invalid');
    expect(refused.details.violations?.[0]?.path).toBe(path);
  });

  test('refuses a day that PostgreSQL cannot read', async () => {
    expect((await problem(run(list, crates, { input: { filters: { due: { from: 'hier' } } } }))).kind).toBe('invalid');
  });
});
