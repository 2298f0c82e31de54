import { describe, expect, test } from 'vitest';
import { rightSet } from './grants.ts';
import type { Right } from './rights.ts';
import { type Asker, can, isAtLeast, mayGrant, type Profile, platformRole, roleFlags, siteRight } from './roles.ts';

const profile = (more: Partial<Profile>): Profile => ({
  id: 'p',
  kind: 'AGENCY',
  agencyId: 'a',
  customerId: null,
  rights: new Set(),
  isOwner: false,
  plannable: true,
  locked: null,
  ...more,
});
const holding = (...rights: Right[]): Asker => ({ platform: null, profile: profile({ rights: new Set(rights) }) });

describe('roles', () => {
  const collaborator = new Set(rightSet('collaborator'));
  test.each([
    [
      'a plannable agent with the collaborator rights is an agent, not staff',
      { rights: collaborator },
      { isAgent: true, isStaff: false },
    ],
    [
      'a plannable agent with other rights is both',
      { rights: new Set<Right>([...collaborator, 'listSites']) },
      { isAgent: true, isStaff: true, isStaffNonAgent: false },
    ],
    ['a plannable agent with fewer rights is both', { rights: new Set<Right>() }, { isAgent: true, isStaff: true }],
    [
      'an agent who is not plannable is staff',
      { rights: collaborator, plannable: false },
      { isAgent: false, isStaff: true, isStaffNonAgent: true },
    ],
    [
      'the owner is staff whatever his rights',
      { rights: collaborator, isOwner: true },
      { isStaff: true, isAgencyOwner: true },
    ],
    [
      'a contact is a customer and nothing else',
      { kind: 'CUSTOMER' as const, customerId: 'c', rights: new Set(rightSet('customer')) },
      { isCustomer: true, isAgent: false, isStaff: false },
    ],
  ])('%s', (_, more, expected) => {
    expect(roleFlags(profile(more))).toMatchObject(expected);
  });
  test('admin implies support, super-admin implies admin', () => {
    expect(platformRole({ superAdmin: false, admin: true, isSupport: false })).toBe('admin');
    expect(isAtLeast('admin', 'support')).toBe(true);
    expect(isAtLeast('superAdmin', 'admin')).toBe(true);
    expect(isAtLeast('support', 'admin')).toBe(false);
    expect(isAtLeast(null, 'support')).toBe(false);
  });
});

describe('a right check', () => {
  const owner: Asker = { platform: null, profile: profile({ isOwner: true }) };
  const support: Asker = { platform: 'support', profile: null };
  test('passes for the owner, for support, and for holders of any of the rights', () => {
    expect(can(owner, ['deleteSite'])).toBe(true);
    expect(can(support, ['deleteSite'])).toBe(true);
    expect(can(holding('listSites'), ['editSite', 'listSites'])).toBe(true);
    expect(can(holding('listSites'), ['editSite'])).toBe(false);
    expect(can({ platform: null, profile: null }, ['listSites'])).toBe(false);
  });
  test('of an owner-only right passes only for the owner', () => {
    expect(can(owner, ['readEmail'])).toBe(true);
    expect(can(support, ['readEmail'])).toBe(false);
    expect(can(holding('readEmail'), ['readEmail'])).toBe(false);
  });
  test('of a platform-only right passes only for admins', () => {
    expect(can(owner, ['manageSubscription'])).toBe(false);
    expect(can({ platform: 'admin', profile: null }, ['manageSubscription'])).toBe(true);
    expect(can(support, ['manageSubscription'])).toBe(false);
  });
  test('of platform staff acting for a profile uses the rights of that profile', () => {
    expect(can({ platform: 'superAdmin', profile: profile({ rights: new Set(['listSites']) }) }, ['editSite'])).toBe(
      false,
    );
  });
  test('nobody can grant a right he does not hold, nor one that the editor does not offer', () => {
    expect(mayGrant(holding('listSites'), 'listSites')).toBe(true);
    expect(mayGrant(holding('listSites'), 'editSite')).toBe(false);
    expect(mayGrant(owner, 'readEmail')).toBe(false);
  });
});

test('site rights pass for owner and platform, and depend on the site’s settings for others', () => {
  const site = { rightsAgent: { readKeys: true }, rightsCustomer: { readKeys: false } };
  expect(siteRight({ platform: 'support', profile: null }, site, 'readKeys')).toBe(true);
  expect(siteRight({ platform: null, profile: profile({ isOwner: true }) }, site, 'readAlarms')).toBe(true);
  expect(siteRight(holding(), site, 'readKeys')).toBe(true);
  expect(siteRight({ platform: null, profile: profile({ kind: 'CUSTOMER' }) }, site, 'readKeys')).toBe(false);
});
