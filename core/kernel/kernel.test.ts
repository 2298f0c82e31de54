import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customerStatus } from '../customers/customer.ts';
import { passwordFaults } from '../session/password.ts';
import { Site, siteStatus } from '../sites/site.ts';
import { StockAssignment } from '../stock/assignment.ts';
import { keptUntilDeleted, machine, refusal, refusalInMenus, stateOf, undoOf } from './machine.ts';
import { inFrench, isAuthenticationFailure, Problem } from './problem.ts';
import { countActive, flagName, isInactive } from './query.ts';
import { checkDraft } from './schema.ts';
import { dayExists } from './validators.ts';

const customer = { id: '00000000-0000-7000-8000-000000000001' };
const faults = (draft: unknown, current: Record<string, unknown> | null = null): Record<string, string> => {
  const checked = checkDraft(Site, draft, current);
  return checked.ok ? {} : Object.fromEntries(checked.violations.map((one) => [one.path, one.message]));
};

describe('a draft', () => {
  test('of a creation needs every required field that has no default', () => {
    expect(faults({})).toEqual({ name: 'Obligatoire', customer: 'Obligatoire' });
    expect(faults({ name: '   ', customer })).toEqual({ name: 'Obligatoire' });
    expect(faults({ name: 'Entrepôt', customer })).toEqual({});
  });
  test('of an edit may omit any field but cannot clear a required one', () => {
    expect(faults({ comments: null }, {})).toEqual({});
    expect(faults({ name: null, radius: null }, {})).toEqual({ name: 'Obligatoire', radius: 'Obligatoire' });
  });
  test('of pieces is refused below zero and in parts as « Entier positif uniquement »', () => {
    for (const quantity of [-3, 1.5])
      expect(checkDraft(StockAssignment, { quantity }, {})).toMatchObject({
        violations: [{ path: 'quantity', message: 'Entier positif uniquement' }],
      });
  });
  test('is refused with every unknown key, at any depth', () => {
    expect(
      faults({ name: 'a', customer, admin: true, address: { planet: 'Mars' }, siteKeys: [{ label: 'x', door: 1 }] }),
    ).toEqual({
      admin: 'Champ inconnu',
      'address.planet': 'Champ inconnu',
      'siteKeys.0.door': 'Champ inconnu',
    });
  });
  test('loses the fields that the server writes and the extra members of references', () => {
    const checked = checkDraft(
      Site,
      { name: 'a', customer: { ...customer, name: 'x', secret: 1 }, status: 300, createdAt: 'never' },
      null,
    );
    expect(checked).toEqual({ ok: true, draft: { name: 'a', customer, siteSettingsFeature: {} } });
  });
  test('is trimmed, has null for empty text, and is refused with a NUL character', () => {
    expect(checkDraft(Site, { name: ' a ', customer, comments: '' }, null)).toMatchObject({
      ok: true,
      draft: { name: 'a', comments: null },
    });
    expect(faults({ name: 'a\u0000b', customer })).toEqual({ name: 'Caractère interdit' });
  });
  test('of any shape never makes the check throw', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.boolean(),
        (body, editing) => typeof checkDraft(Site, body, editing ? {} : null).ok === 'boolean',
      ),
    );
  });
  test('that passes once passes again unchanged', () => {
    const draft = fc.record(
      {
        name: fc.string({ minLength: 1, maxLength: 50 }),
        customer: fc.constant(customer),
        radius: fc.integer({ min: 0, max: 1000 }),
        phone: fc.constant(undefined),
        comments: fc.option(fc.string()),
      },
      { requiredKeys: ['name', 'customer'] },
    );
    fc.assert(
      fc.property(draft, ({ phone: _, ...body }) => {
        const once = checkDraft(Site, body, null);
        if (once.ok) expect(checkDraft(Site, once.draft, null)).toEqual(once);
      }),
    );
  });
});

test.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-04-31', false],
  ['0000-01-01', false],
  ['2026-1-1', false],
])('the day %s exists: %s', (value, expected) => {
  expect(dayExists(value)).toBe(expected);
});

describe('a machine', () => {
  test('of sites and customers can undo every move that keeps the record', () => {
    for (const status of [siteStatus, customerStatus]) {
      for (const move of Object.values(status.moves)) {
        if (move.to === null) continue;
        for (const from of move.from)
          if (from !== move.to) expect(undoOf(status, from, move.to), `${move.label} from ${from}`).not.toBeNull();
      }
    }
  });
  test('undoes a move into the archives with the move that goes back to where the record was', () => {
    const rest = { label: '', done: '', right: 'editSite' } as const;
    const life = machine({
      initial: 100,
      states: {
        100: { label: 'A', tone: 'neutral' },
        300: { label: 'B', tone: 'neutral' },
        400: { label: 'C', tone: 'neutral' },
      },
      moves: {
        archive: { ...rest, from: [100, 300], to: 400 },
        reactivate: { ...rest, from: [400], to: 100, returns: 'archivedFrom' },
      },
    });
    expect([undoOf(life, 100, 400), undoOf(life, 300, 400), undoOf(life, 400, 300)]).toEqual([
      ...['reactivate', 'reactivate', 'archive'],
    ]);
  });
  test('refuses every move from every state it does not name', () => {
    for (const [name, move] of Object.entries(siteStatus.moves)) {
      for (const code of Object.keys(siteStatus.states).map(Number)) {
        expect(refusal(siteStatus, name, { status: code }) === null, `${name} from ${code}`).toBe(
          (move.from as readonly number[]).includes(code),
        );
      }
    }
    expect(refusal(siteStatus, 'explode', { status: 100 })).toBe('Action inconnue');
  });
  test('offers a move from the states that it names, otherwise from every state where it is possible', () => {
    const go = { label: 'b', from: [1, 2], to: 3, right: 'editSite', done: '' } as const;
    const state = { label: 'a', tone: 'info' } as const;
    const declared = (offered?: number[]) =>
      machine({
        initial: 1,
        states: { 1: state, 2: state, 3: state },
        moves: { go: { ...go, ...(offered ? { offered } : {}) } },
      });
    const shown = (offered?: number[]) =>
      [1, 2, 3].filter((status) => refusalInMenus(declared(offered), 'go', { status }) === null);
    expect([shown(), shown([1]), shown([])]).toEqual([[1, 2], [1], []]);
    expect(refusalInMenus(declared(), 'explode', { status: 1 })).toBe('Action inconnue');
    // A list whose rows do not tell their status: known if there is one only.
    const one = keptUntilDeleted({ right: 'deleteSite', done: 'Supprimée' });
    expect(refusalInMenus(one, 'delete', {})).toBeNull();
    expect(refusalInMenus(declared(), 'go', {})).not.toBeNull();
    // An undo makes it from the others.
    expect(undoOf(declared([1]), 3, 2)).toBe('go');
    expect(refusal(declared([1]), 'go', { status: 2 })).toBeNull();
    expect(() => declared([3])).toThrow('move go: offered from 3');
  });
  test('shows an unknown code as ???', () => {
    expect(stateOf(siteStatus, 999).label).toBe('???');
  });
  test('cannot be declared with a move to an unknown state', () => {
    expect(() =>
      machine({
        initial: 1,
        states: { 1: { label: 'a', tone: 'info' } },
        moves: { go: { label: 'b', from: [1], to: 2, right: 'editSite', done: '' } },
      }),
    ).toThrow('unknown state 2');
  });
});

describe('filters', () => {
  test.each([[-1], ['all'], [undefined], [null], [''], [[]]])('%j means none', (value) => {
    expect(isInactive(value)).toBe(true);
  });
  test.each([[0], [false], ['a'], [[1]], [{ from: 1 }]])('%j counts', (value) => {
    expect(isInactive(value)).toBe(false);
  });
  test('the date range is not counted', () => {
    expect(
      countActive({ status: [100], dateRange: { from: 'x' }, start: 'x', end: 'y', customer: [], prospect: false }),
    ).toBe(2);
    expect(flagName('customer')).toBe('isCustomer');
  });
});

test.each([
  ['', ['6 caractères min.', '1 chiffre min.', '1 minuscule min.', '1 majuscule min.']],
  ['Demo1234', []],
  ['demo1234', ['1 majuscule min.']],
  ['DEMO1234', ['1 minuscule min.']],
  ['Demodemo', ['1 chiffre min.']],
  ['Dé1', ['6 caractères min.']],
])('the password %j lacks %j', (password, expected) => {
  expect(passwordFaults(password)).toEqual(expected);
});

test('the five English messages are translated, and four of them are authentication failures', () => {
  expect(inFrench('Invalid credentials.')).toBe('Combinaison utilisateur / mot de passe incorrecte');
  expect(inFrench('Missing parameters')).toBe('Des paramètres sont manquants.');
  expect(inFrench('Bonjour')).toBe('Bonjour');
  expect(
    ['Invalid credentials.', 'Expired JWT Token', 'Invalid JWT Token', 'JWT Token not found'].every(
      isAuthenticationFailure,
    ),
  ).toBe(true);
  expect(isAuthenticationFailure('Missing parameters.')).toBe(false);
});

test('the JSON of a problem has its status, its message and its details', () => {
  expect(new Problem('forbidden', 'Non', { right: 'listSites' }).toJSON()).toEqual({
    code: 403,
    message: 'Non',
    right: 'listSites',
  });
});
