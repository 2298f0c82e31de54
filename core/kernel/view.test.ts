import { describe, expect, test } from 'vitest';
import type { Right } from '../rights.ts';
import { entity, type Scope } from './entity.ts';
import { choices, flag, flags, found, group, lines, money, ref, text } from './field.ts';
import { isUnchanged } from './same.ts';
import { refusedWrite, viewOf, withoutHidden } from './view.ts';

const Crate = entity({
  name: 'crate',
  plural: 'crates',
  table: 'crates',
  label: { one: 'Caisse', many: 'Caisses' },
  description: '',
  title: 'label',
  order: { by: 'label', ascending: true },
  grants: { list: {}, read: {}, create: {}, edit: {} },
  historyRights: { rights: 'editSite' },
  fields: {
    label: text('Nom', { required: true }),
    price: money('Prix', { right: 'listMargins', writeRight: 'editSite' }),
    rank: text('Rang', { writeRight: 'editSite' }),
    faults: choices('Défauts', { DENT: 'Bosse', LOSS: 'Perte' }, { optionRights: { LOSS: 'listMargins' } }),
    owner: ref('Propriétaire', 'agent', { writeRight: 'editSite' }),
    memo: text('Mémo', { reserved: 'reading' }),
    note: text('Note', { reserved: 'reading', right: 'listMargins' }),
    keeper: text('Gardien', { reserved: 'customers' }),
    proof: text('Preuve', { right: 'listMargins', rightIn: ['agency', 'customer'] }),
    seal: text('Scellé', { reserved: 'writing' }),
    opened: flags('Ouvert', { keys: 'Clés' }),
    keys: text('Clés', { shownWhen: { path: 'opened.keys', is: true, on: 'customer' } }),
    tidy: text('Rangement', { shownWhen: { path: 'fragile', is: true } }),
    fragile: flag('Fragile'),
    inner: group('Intérieur', { lining: text('Doublure'), cost: money('Coût') }, { right: 'listMargins' }),
    items: lines('Objets', { name: text('Nom'), cost: money('Coût', { right: 'listMargins' }) }),
    best: found('Meilleur', { name: text('Nom'), cost: money('Coût', { right: 'listMargins' }) }),
  },
});

const view = (scope: Scope, ...held: Right[]) => viewOf(Crate, scope, (right) => held.includes(right));
const all: Right[] = ['listMargins', 'editSite'];

describe('what a caller sees', () => {
  test.each([
    ['label', 'agency', [], true],
    ['price', 'agency', [], false],
    ['price', 'agency', ['listMargins'], true],
    ['inner.cost', 'agency', [], false],
    ['inner.cost', 'agency', ['listMargins'], true],
    ['items', 'agency', [], true],
    ['items.name', 'agency', [], true],
    ['items.cost', 'agency', [], false],
    ['items.cost', 'agency', ['listMargins'], true],
    ['best.cost', 'customer', [], false],
    ['memo', 'agency', [], true],
    ['memo', 'agent', all, false],
    ['memo', 'customer', all, false],
    ['keeper', 'agency', [], true],
    ['keeper', 'agent', [], true],
    ['keeper', 'customer', all, false],
    ['proof', 'agency', [], false],
    ['proof', 'customer', ['listMargins'], true],
    ['proof', 'customer', [], false],
    ['proof', 'agent', [], true],
    ['seal', 'customer', all, true],
    ['tidy', 'customer', all, true],
    ['unknown', 'agency', all, false],
  ] as const)('%s in the scope of the %s with %j: %s', (path, scope, held, seen) => {
    expect(view(scope, ...held).sees(path)).toBe(seen);
  });

  test('names no right where none would open the field', () => {
    expect(view('agency').at('note')?.missing).toBe('listMargins');
    expect(view('customer').at('note')).toMatchObject({ seen: false, missing: null });
    expect(view('customer', 'listMargins').sees('note')).toBe(false);
  });

  test('is the same object for the same rights, and another object for other rights', () => {
    expect(view('agency', 'listMargins')).toBe(view('agency', 'listMargins', 'listSites'));
    expect(view('agency', 'listMargins')).not.toBe(view('agency'));
    expect(view('agency')).not.toBe(view('customer'));
  });

  test('depends on the record if a condition names the scope; a condition without `on` hides nothing', () => {
    expect(view('customer').at('keys')?.conditions).toEqual([{ path: 'opened.keys', is: true, on: 'customer' }]);
    expect(view('agent').at('keys')?.conditions).toEqual([]);
    expect(view('agency').at('tidy')?.conditions).toEqual([]);
  });
});

describe('what a caller writes', () => {
  const current = {
    label: 'A',
    price: 5,
    rank: 'x',
    owner: { id: '1', name: 'Anne' },
    opened: { keys: false },
    items: [{ id: 'i', name: 'n', cost: 3 }],
  };
  test.each([
    ['agency', [], { label: 'B' }, null],
    ['agency', [], { price: 5 }, { path: 'price', right: 'listMargins' }],
    ['agency', ['listMargins'], { price: 5 }, null],
    ['agency', ['listMargins'], { price: 6 }, { path: 'price', right: 'editSite' }],
    ['agency', all, { price: 6 }, null],
    ['agency', [], { rank: 'x' }, null],
    ['agency', [], { rank: 'y' }, { path: 'rank', right: 'editSite' }],
    ['agency', [], { owner: { id: '1' } }, null],
    ['agency', [], { owner: { id: '2' } }, { path: 'owner', right: 'editSite' }],
    ['agency', [], { inner: { lining: 'x' } }, { path: 'inner.lining', right: 'listMargins' }],
    ['agency', [], { items: [{ id: 'i', name: 'm' }] }, null],
    ['agency', [], { items: [{ id: 'i', cost: null }] }, { path: 'items.cost', right: 'listMargins' }],
    ['customer', all, { seal: 'x' }, { path: 'seal', right: null }],
    ['customer', all, { memo: 'x' }, { path: 'memo', right: null }],
    ['agent', all, { keeper: 'x' }, { path: 'keeper', right: null }],
    ['customer', all, { keys: 'x' }, { path: 'keys', right: null }],
    ['agent', all, { keys: 'x' }, null],
  ] as const)('in the scope of the %s with %j, %j: %j', (scope, held, draft, refused) => {
    expect(refusedWrite(view(scope, ...held), draft, current)).toEqual(refused);
  });

  test('a field is writable if the record meets its condition; a new record meets none', () => {
    expect(refusedWrite(view('customer'), { keys: 'x' }, { opened: { keys: true } })).toBeNull();
    expect(refusedWrite(view('customer'), { keys: 'x', opened: { keys: true } }, null)?.path).toBe('keys');
  });

  test('an unchecked draft of any shape never makes the check throw', () => {
    for (const strange of [3, 'x', [null], [3], {}, null])
      expect(() =>
        refusedWrite(view('agency'), { items: strange, owner: strange, rank: strange }, current, false),
      ).not.toThrow();
  });
});

test('lines are unchanged if their order and each sent member are', () => {
  const { items } = Crate.fields;
  const before = [
    { id: 'a', name: 'x', cost: 1 },
    { id: 'b', name: 'y', cost: 2 },
  ];
  expect(isUnchanged(items, [{ id: 'a' }, { id: 'b', name: 'y' }], before)).toBe(true);
  expect(isUnchanged(items, [{ id: 'b' }, { id: 'a' }], before)).toBe(false);
  expect(isUnchanged(items, [{ id: 'a' }], before)).toBe(false);
  expect(isUnchanged(items, [{ id: 'a' }, { id: 'b', cost: 3 }], before)).toBe(false);
});

test('a recorded change contains no hidden value, at top level, in a line or in a found value', () => {
  const changes = {
    label: { before: 'A', after: 'B' },
    price: { before: 1, after: 2 },
    'inner.cost': { before: 1, after: 2 },
    inner: { before: null, after: { lining: 'x', cost: 3 } },
    items: { before: [], after: [{ id: 'i', name: 'n', cost: 3 }] },
    best: { before: { name: 'n', cost: 3 }, after: null },
  };
  expect(withoutHidden(view('agency'), changes)).toEqual({
    label: { before: 'A', after: 'B' },
    inner: { before: null, after: {} },
    items: { before: [], after: [{ id: 'i', name: 'n' }] },
    best: { before: { name: 'n' }, after: null },
  });
  expect(withoutHidden(view('agency', ...all), changes)).toEqual(changes);
});

test('a recorded change of no field is told only to holders of its right', () => {
  const changes = { 'rights.listSites': { before: false, after: true }, rightsOfWay: { before: 1, after: 2 } };
  expect(withoutHidden(view('agency', 'editSite'), changes)).toEqual(changes);
  expect(withoutHidden(view('agency', 'listMargins'), changes)).toEqual({ rightsOfWay: { before: 1, after: 2 } });
});

test('an option that the caller may not see is not in the history', () => {
  const changes = { faults: { before: ['DENT'], after: ['DENT', 'LOSS'] } };
  expect(withoutHidden(view('agency', 'listMargins'), changes)).toEqual(changes);
  expect(withoutHidden(view('agency'), changes)).toEqual({});
  expect(withoutHidden(view('agency'), { faults: { before: ['LOSS'], after: ['DENT'] } })).toEqual({
    faults: { before: [], after: ['DENT'] },
  });
});
