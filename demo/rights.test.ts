import { describe, expect, test } from 'vitest';
import { hasSameOfferedRights, rightSet, withNeeds } from '#core/grants.ts';
import { rightsOfSet } from '#core/rights/set.ts';
import { passwordFaults } from '#core/session/password.ts';
import { type DemoAgency, demoAccounts, demoPassword, demoWorld } from './index.ts';

const world = demoWorld({ now: new Date('2026-11-15T10:00:00Z') });
const [azur, boreal] = world.agencies as [DemoAgency, DemoAgency];

describe('people hold differing rights', () => {
  const agentOf = (email: string) => [...azur.agents, ...boreal.agents].find(({ draft }) => draft.email === email);

  test('the listed accounts exist, with a password that the rule accepts', () => {
    const emails = [...world.platformUsers, ...azur.users, ...boreal.users].map(({ email }) => email);
    expect(demoAccounts.filter(([email]) => !emails.includes(email))).toEqual([]);
    expect(demoAccounts).toHaveLength(7);
    expect(passwordFaults(demoPassword)).toEqual([]);
  });

  test('platform accounts belong to no agency', () => {
    const roles = world.platformUsers.map(({ email, superAdmin, isSupport }) => [email, superAdmin, isSupport]);
    expect(roles.slice(0, 2)).toEqual([
      ['admin@vigie.example', true, false],
      ['support@vigie.example', false, true],
    ]);
  });

  test('each agency has one owner', () => {
    expect(azur.agents.filter(({ isOwner }) => isOwner).map(({ draft }) => draft.email)).toEqual([
      'direction@azur.example',
    ]);
    expect(boreal.agents.filter(({ isOwner }) => isOwner).map(({ draft }) => draft.email)).toEqual([
      'direction@boreal.example',
    ]);
  });

  test('planner, guard and customer hold their default sets, the customer also his material', () => {
    const sorted = (rights: readonly string[] | undefined) => [...(rights ?? [])].sort();
    expect(sorted(agentOf('planning@azur.example')?.rights)).toEqual(rightSet('admin').sort());
    expect(agentOf('planning@azur.example')?.draft.agentInfos?.plannable).toBe(false);
    expect(sorted(agentOf('agent@azur.example')?.rights)).toEqual(rightSet('collaborator').sort());
    expect(agentOf('agent@azur.example')?.draft.agentInfos?.plannable).toBe(true);
    const client = azur.users.find(({ email }) => email === 'client@azur.example');
    const customer = azur.customers.find(({ contacts }) => contacts.some(({ userId }) => userId === client?.id));
    expect(sorted(customer?.contacts[0]?.rights)).toEqual(
      [...rightSet('customer'), 'listStockReferences', 'listStockReferenceAssignments'].sort(),
    );
    expect(azur.sites.filter(({ draft }) => draft.customer?.id === customer?.id).length).toBeGreaterThan(3);
  });

  test('the accountant sees customers but no site, the site supervisor sees sites but cannot edit them', () => {
    const accountant = agentOf('compta@azur.example')?.rights ?? [];
    expect([
      accountant.includes('listCustomers'),
      accountant.includes('editCustomer'),
      accountant.includes('listSites'),
    ]).toEqual([true, false, false]);
    const supervisor = agentOf('sites@azur.example')?.rights ?? [];
    expect([supervisor.includes('listSites'), supervisor.includes('editSite')]).toEqual([true, false]);
  });

  test('the agency has its own valid sets of rights; its post leader and accountant have theirs', () => {
    for (const { rightsSets } of world.agencies)
      for (const { draft } of rightsSets) expect(draft.rights).toEqual(rightsOfSet(draft.rights ?? []));
    const isHeld = (name: string, email: string): boolean =>
      hasSameOfferedRights(
        new Set(azur.rightsSets.find(({ draft }) => draft.name === name)?.draft.rights ?? []),
        new Set(agentOf(email)?.rights),
      );
    expect(isHeld('Chef de poste', 'chef.poste@azur.example')).toBe(true);
    expect(isHeld('Comptabilité', 'compta@azur.example')).toBe(true);
    expect(isHeld('Exploitation', 'planning@azur.example')).toBe(false);
  });

  test('every map of rights includes the rights that its rights require', () => {
    const profiles = world.agencies.flatMap(({ agents, customers }) => [
      ...agents,
      ...customers.flatMap(({ contacts }) => contacts),
    ]);
    for (const { rights } of profiles) expect(new Set(rights)).toEqual(withNeeds(rights));
  });
});
