import { beforeAll, describe, expect, test } from 'vitest';
import type { ListInput } from '#core/kernel/query.ts';
import type { AnyRow } from '#server/testing/client.ts';
import { crates, depot, tiedCrates } from '#server/testing/depot.ts';
import { list } from './list.ts';

const { theirs, run, keep, pack, find, problem } = depot();

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
    ['ignores empty filters', { filters: { status: -1, colour: 'all', keeper: [], label: null, due: '' } }, all],
    ['keeps rows without a reference', { filters: { isKeeper: 0 } }, ['100 %_\\ pur', 'eau', 'Zèbre']],
    [
      'ignores ids when their flag is -1',
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

  test('keeps the rows that a link names, and refuses what is no list of ids', async () => {
    const { crates: rows = [] } = await run(list, crates, { input: { query: 'Zèbre' }, agency: theirs });
    const [only] = rows.map(({ id }: { id: string }) => id);
    expect(await find({ filters: { id: [only] } }, theirs)).toEqual(['Zèbre']);
    expect(await find({ filters: { id: [] } }, theirs)).toEqual(await find({}, theirs));
    for (const id of ['x', [1], Array.from({ length: 1_001 }, () => only)])
      expect((await problem(run(list, crates, { input: { filters: { id } }, agency: theirs }))).kind).toBe('invalid');
  });

  test.each([
    [true, ['100 %_\\ pur', 'Été', 'Zèbre', 'eau']],
    [false, ['eau', 'Zèbre', 'Été', '100 %_\\ pur']],
  ])('orders equal values by the tie of its extension, in the same direction', async (ascending, expected) => {
    const { crates: rows = [] } = await run(list, tiedCrates, {
      input: { orderBy: 'status', ascending },
      agency: theirs,
    });
    expect(rows.map(({ label }: { label: string }) => label)).toEqual(expected);
  });

  test('gives only the fields that are asked for, and those that are never empty', async () => {
    const rowOf = async (input: ListInput): Promise<AnyRow> =>
      (await run(list, crates, { input: { query: 'Été', ...input }, agency: theirs })).crates?.[0] ?? {};
    const whole = await rowOf({});
    const { id, version, status } = whole;
    const found = { label: 'Été', colour: 'RED', keeper: { name: 'Béatrice' }, tags: [{}], specs: { fragile: true } };
    expect(whole).toMatchObject(found);
    const row = await rowOf({ fields: ['label', 'specs.fragile'] });
    expect(row).toMatchObject({ ...found, id, version, status, colour: null, keeper: null, tags: [] });
    expect(Object.keys(row)).toEqual(Object.keys(whole));
  });

  test('counts all filtered rows, on every page', async () => {
    expect((await run(list, crates, { input: { limit: 1 }, agency: theirs })).filtered).toBe(4);
  });

  test.each([
    [1, 3],
    [2, 4],
    [3, 6],
  ])('without a count, page %i of three rows says how far it reaches', async (page, filtered) => {
    const reply = await run(list, crates, { input: { limit: 3, page, count: false }, agency: theirs });
    expect(reply.filtered).toBe(filtered);
  });

  test.each([
    [{ filters: { nothing: 1 } }, 'filters.nothing'],
    [{ filters: { price: 1 } }, 'filters.price'],
    // Names that every JavaScript object answers to.
    [{ filters: { constructor: 1 } }, 'filters.constructor'],
    [{ filters: { toString: 1, hasOwnProperty: 'x' } }, 'filters.toString'],
    [{ filters: JSON.parse('{"__proto__": 1}') }, 'filters.__proto__'],
    [{ orderBy: 'constructor' }, 'orderBy'],
    [{ orderBy: '__proto__' }, 'orderBy'],
    [{ filters: { colour: 'GREEN' } }, 'filters.colour'],
    [{ filters: { keeper: ['x'] } }, 'filters.keeper'],
    [{ filters: { weight: { from: 1, or: 1 } } }, 'filters.weight'],
    [{ filters: { weight: { from: 10, to: 9 } } }, 'filters.weight'],
    [{ filters: { start: '2027-01-02T00:00:00Z', end: '2027-01-01T23:00:00Z' } }, 'filters.end'],
    [{ filters: { isNothing: 0 } }, 'filters.nothing'],
    [{ filters: { 'specs.fragile': 'yes' } }, 'filters.specs.fragile'],
    [{ orderBy: 'items' }, 'orderBy'],
    [{ fields: ['label', 'nothing'] }, 'fields'],
    [{ fields: ['constructor'] }, 'fields'],
    [{ fields: ['id from users --'] }, 'fields'],
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
