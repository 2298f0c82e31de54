import { expect, test } from 'vitest';
import { rightSet } from '#core/grants.ts';
import { offeredRights, type Right } from '#core/rights.ts';
import type { Asker } from '#core/roles.ts';
import { areas, difference, searchRights, toggled, whyFixed, withSet } from './choice.ts';

const asker = (...rights: Right[]): Asker => ({
  platform: null,
  profile: { rights: new Set(rights), isOwner: false, kind: 'AGENCY' },
});
const owner: Asker = { platform: null, profile: { rights: new Set(), isOwner: true, kind: 'AGENCY' } };

test('ticking a deletion ticks the rights it needs; unticking a list unticks the rights that need it', () => {
  const ticked = toggled(new Set(), 'deleteSite');
  expect([...ticked].sort()).toEqual(['deleteSite', 'editSite', 'listSites']);
  expect([...toggled(ticked, 'listSites')]).toEqual([]);
});

test('rights reserved for the owner or the platform are not offered', () => {
  const keys = offeredRights.map(({ key }) => key);
  expect(keys).not.toContain('readEmail');
  expect(keys).not.toContain('manageSubscription');
  expect(keys).toContain('listSites');
  expect(areas).toContain('Sites');
});

test('a right that the editor lacks is fixed, with the reason', () => {
  expect(whyFixed(asker('listSites'), new Set(), 'createSite')).toBe('vous n’avez pas ce droit');
  expect(whyFixed(asker('listSites'), new Set(), 'listSites')).toBeNull();
  expect(whyFixed(owner, new Set(), 'deleteSite')).toBeNull();
});

test('a right that needs one that the editor lacks is fixed too', () => {
  expect(whyFixed(asker('editSite'), new Set(), 'editSite')).toBe('lié à « Lister les sites », que vous n’avez pas');
  const held = new Set<Right>(['listSites', 'editSite']);
  expect(whyFixed(asker('listSites'), held, 'listSites')).toBe('lié à « Modifier un site », que vous n’avez pas');
});

test('the owner applies a default set completely, except rights that are not offered', () => {
  const offered = new Set(offeredRights.map(({ key }) => key));
  for (const set of ['collaborator', 'customer', 'admin', 'full'] as const) {
    const expected = rightSet(set).filter((key) => offered.has(key));
    expect(
      [...withSet(owner, new Set(['exportData']), rightSet(set))].filter((key) => offered.has(key)).sort(),
    ).toEqual(expected.sort());
  }
});

test('applying a set changes no right that the editor lacks', () => {
  const editor = asker('listSites', 'editSite', 'readOwnPlanning');
  const before = new Set<Right>(['listCustomers', 'editSite', 'listSites']);
  const after = withSet(editor, before, rightSet('collaborator'));
  expect(difference(before, after)).toEqual(['listSites', 'editSite', 'readOwnPlanning']);
  expect(after.has('listCustomers')).toBe(true);
});

test('a search finds rights by label and area, ignoring accents', () => {
  expect(searchRights('supprimer controle').map(({ key }) => key)).toEqual(['deleteCheckpoint']);
  expect(searchRights('')).toEqual(offeredRights);
  expect(searchRights('introuvable xyz')).toEqual([]);
});
