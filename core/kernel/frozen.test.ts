import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InformationNote } from '../notes/note.ts';
import { Service } from '../planning/service.ts';
import { Site } from '../sites/site.ts';
import { entity, flatFields } from './entity.ts';
import { status, text } from './field.ts';
import { frozenPaths, frozenReason, frozenViolations, isFrozen, withoutFrozen, writableOf } from './frozen.ts';
import { machine } from './machine.ts';

const id = (end: number): string => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const service = (code: number, more: object = {}) => ({
  id: id(1),
  version: 3,
  status: code,
  site: { id: id(7), name: 'Entrepôt' },
  postTitle: 'Accueil',
  startAt: '2027-01-04T07:00:00.000Z',
  endAt: '2027-01-04T15:00:00.000Z',
  agents: [
    { id: id(2), name: 'Anne' },
    { id: id(3), name: 'Bruno' },
  ],
  breaks: [],
  rounds: [{ id: id(4), round: { id: id(5), name: 'Ronde de nuit' }, numberOfExecutions: 2 }],
  comment: null,
  ...more,
});

describe('a service', () => {
  test.each([100, 110, 120, 200, 250, 500, 700])('at %i is fully writable', (code) => {
    expect(writableOf(Service, service(code))).toBeNull();
    expect(frozenReason(Service, service(code))).toBeNull();
    expect(frozenPaths(Service, { postTitle: 'Ronde', agents: [] }, service(code))).toEqual([]);
  });

  test.each([300, 400, 800])('at %i has a frozen plan; the comment stays writable', (code) => {
    const row = service(code);
    const draft = {
      site: { id: id(8) },
      startAt: '2027-01-04T08:00:00.000Z',
      agents: [{ id: id(2) }],
      postTitle: 'Ronde',
      comment: 'Clés rendues',
      breaks: [{ startAt: '2027-01-04T10:00:00.000Z', endAt: '2027-01-04T10:20:00.000Z' }],
    };
    expect(frozenPaths(Service, draft, row)).toEqual(['site', 'postTitle', 'startAt', 'breaks', 'agents']);
    expect(frozenViolations(Service, draft, row)[0]?.message).toContain('« Corriger »');
  });

  test('that is archived is completely frozen', () => {
    expect(frozenPaths(Service, { comment: 'Clés rendues' }, service(600))).toEqual(['comment']);
    expect(frozenReason(Service, service(600))).toContain('archivé');
  });

  test('sent back unchanged changes nothing, whatever the order and the names', () => {
    const row = service(300);
    const same = {
      site: { id: id(7).toUpperCase() },
      postTitle: ' Accueil ',
      startAt: row.startAt,
      agents: [{ id: id(3) }, { id: id(2) }],
      rounds: [{ id: id(4), round: { id: id(5) } }],
    };
    expect(frozenPaths(Service, same, row)).toEqual([]);
    expect(withoutFrozen(Service, { ...same, comment: 'Clés rendues' }, row)).toEqual({ comment: 'Clés rendues' });
  });

  test('that is new has nothing frozen', () => {
    expect(frozenViolations(Service, { postTitle: 'Accueil' }, null)).toEqual([]);
    expect(withoutFrozen(Service, { postTitle: 'Accueil' }, null)).toEqual({ postTitle: 'Accueil' });
  });
});

test('the text, files and recipients of a note, and what it asks of them, are frozen once one reader confirmed it (a function of the row)', () => {
  const note = (acknowledgedCount: number) => ({ status: 100, title: 'Tenue', content: '<p>A</p>', acknowledgedCount });
  const text = { title: 'Tenue d’hiver', content: '<p>B</p>', files: [{ id: id(9) }] };
  const asked = { recipients: 'CHOSEN', specialties: [{ id: id(8) }], sites: [{ id: id(7) }], agents: [{ id: id(6) }] };
  const frozen = { ...text, ...asked, mandatory: true };
  const draft = { ...frozen, notifyByEmail: true, startDate: '2027-01-01', endDate: '2027-01-31' };
  expect(frozenPaths(InformationNote, draft, note(0))).toEqual([]);
  expect(frozenPaths(InformationNote, draft, note(1))).toEqual(Object.keys(frozen));
  expect(frozenPaths(InformationNote, draft, { ...note(1), status: 300 })).toEqual(Object.keys(frozen));
});

test('an entity without frozen states has no frozen field', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...flatFields(Site.fields).map(([path]) => path)),
      fc.integer(),
      (path, code) => !isFrozen(Site, { status: code }, path),
    ),
  );
});

test('a declaration is refused if a state leaves writable a field that no form writes', () => {
  const declared = (writable: readonly string[]) =>
    entity({
      name: 'paper',
      plural: 'papers',
      table: 'papers',
      label: { one: 'Papier', many: 'Papiers' },
      description: 'Des papiers.',
      title: 'name',
      order: { by: 'name', ascending: true },
      grants: { list: {}, read: {}, create: {}, edit: {} },
      fields: {
        name: text('Nom', { required: true }),
        number: text('Numéro', { written: 'server' }),
        status: status(
          'Statut',
          machine({ initial: 100, states: { 100: { label: 'Émis', tone: 'info', writable } }, moves: {} }),
        ),
      },
    });
  expect(declared(['name']).machine?.states[100]?.writable).toEqual(['name']);
  expect(() => declared(['nom'])).toThrow('paper: no form writes nom');
  expect(() => declared(['number'])).toThrow('paper: no form writes number');
  expect(frozenReason(declared([]), { status: 100 })).toBe('Au statut « Émis », cette fiche ne se modifie plus.');
});
