import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { type AgentAnomaly, agentAnomalies, anomaliesOf } from '#core/agents/anomalies.ts';
import type { Contract } from '#core/agents/contracts.ts';
import { Customer, customerTypes } from '#core/customers/customer.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Address } from '#core/kernel/field.ts';
import { checkDraft } from '#core/kernel/schema.ts';
import { InformationNote } from '#core/notes/note.ts';
import { RightsSet } from '#core/rights/set.ts';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import { Site } from '#core/sites/site.ts';
import { type DemoAgency, type DemoWorld, demoWorld } from './index.ts';
import { azur as writtenAzur } from './lists/azur.ts';
import { boreal as writtenBoreal } from './lists/boreal.ts';
import { north, type Place, riviera } from './lists/places.ts';

const now = new Date('2026-11-15T10:00:00Z');
const world = demoWorld({ now });
const [azur, boreal] = world.agencies as [DemoAgency, DemoAgency];
const doubled = demoWorld({ now, factor: 2 });

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
const linesOf = (agency: DemoAgency) => agency.customers.flatMap((customer) => customer.draft.userCompanies ?? []);
const usersOf = (of: DemoWorld) => [...of.platformUsers, ...of.agencies.flatMap((agency) => agency.users)];
const draftsOf = (agency: DemoAgency): [Entity, unknown][] => [
  ...agency.specialties.map(({ draft }): [Entity, unknown] => [Specialty, draft]),
  ...agency.agents.map(({ draft }): [Entity, unknown] => [Agent, draft]),
  ...agency.customers.map(({ draft }): [Entity, unknown] => [Customer, draft]),
  ...agency.sites.map(({ draft }): [Entity, unknown] => [Site, draft]),
  ...agency.checkpoints.map(({ draft }): [Entity, unknown] => [Checkpoint, draft]),
  ...agency.rounds.map(({ draft }): [Entity, unknown] => [Round, draft]),
  ...agency.rightsSets.map(({ draft }): [Entity, unknown] => [RightsSet, draft]),
  ...agency.notes.map(({ draft }): [Entity, unknown] => [InformationNote, draft]),
];
const idsOf = (agency: DemoAgency): string[] => [
  agency.agency.id,
  ...[agency.specialties, agency.users, agency.agents, agency.customers, agency.sites, agency.instructions]
    .flat()
    .map(({ id }) => id),
  ...linesOf(agency).map(({ id }) => id ?? ''),
  ...[agency.planning.series, agency.planning.services, agency.planning.breaks, agency.planning.unavailabilities]
    .flat()
    .map(({ id }) => id),
  ...agency.sites.flatMap(({ draft }) =>
    [draft.siteKeys, draft.siteAlarms, draft.siteUsers].flatMap((lines) => (lines ?? []).map(({ id }) => id ?? '')),
  ),
];
const repeated = (values: readonly unknown[]): unknown[] => {
  const seen = new Set<unknown>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
};

describe('the demo repeats itself', () => {
  test('the same seed and day give the same rows, another seed gives different rows', () => {
    expect(hashOf(demoWorld({ now }))).toBe(hashOf(world));
    expect(hashOf(demoWorld({ now, seed: 2 }))).not.toBe(hashOf(world));
  });

  test('ids and names stay the same on another day', () => {
    const later = demoWorld({ now: new Date('2027-06-01T00:00:00Z') });
    const names = (of: DemoWorld) => of.agencies.map(({ sites }) => sites.map(({ id, draft }) => [id, draft.name]));
    expect(names(later)).toEqual(names(world));
  });

  test('a greater factor keeps the first rows', () => {
    const first = doubled.agencies[0]?.sites.slice(0, azur.sites.length);
    expect(first?.map(({ id, draft }) => [id, draft.name])).toEqual(
      azur.sites.map(({ id, draft }) => [id, draft.name]),
    );
  });

  test('ids look like uuid v7, grow with the rows and are unique', () => {
    const ids = [...world.platformUsers.map(({ id }) => id), ...world.agencies.flatMap(idsOf)];
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([]);
    expect(repeated(ids)).toEqual([]);
    for (const rows of [azur.agents, azur.customers, azur.sites, azur.instructions, azur.users]) {
      const order = rows.map(({ id }) => id);
      expect(order.toSorted()).toEqual(order);
    }
  });

  test('every row was made within the two years before', () => {
    const twoYearsAgo = now.getTime() - 731 * 86_400_000;
    for (const { agency, agents, customers, sites, instructions, users } of world.agencies) {
      for (const { createdAt } of [agency, ...agents, ...customers, ...sites, ...instructions, ...users]) {
        expect(Date.parse(createdAt)).toBeGreaterThan(twoYearsAgo);
        expect(Date.parse(createdAt)).toBeLessThan(now.getTime());
      }
    }
  });

  test('no site is older than its customer, no instruction than its site, no sign-in than its account or later than now', () => {
    for (const { customers, sites, instructions } of doubled.agencies) {
      const opened = new Map(sites.map(({ id, createdAt }) => [id, createdAt]));
      expect(instructions.length).toBeGreaterThan(sites.length / 2);
      for (const { createdAt, draft } of instructions)
        expect(createdAt >= (opened.get(draft.site?.id ?? '') ?? '9')).toBe(true);
      const made = new Map(customers.map(({ id, createdAt }) => [id, createdAt]));
      for (const { createdAt, draft } of sites)
        expect(createdAt > (made.get(draft.customer?.id ?? '') ?? '')).toBe(true);
    }
    for (const { lastLogin, createdAt } of usersOf(doubled)) {
      expect(lastLogin === null || (lastLogin > createdAt && lastLogin < now.toISOString())).toBe(true);
    }
  });
});

describe('the demo has the documented size', () => {
  test('Azur Sécurité has 25 customers, 80 sites and 60 agents, Boréal Protection 8, 20 and 15', () => {
    const counts = ({ agency, customers, sites, agents }: DemoAgency) => [
      agency.name,
      customers.length,
      sites.length,
      agents.filter(({ draft }) => draft.agentInfos?.plannable).length,
    ];
    expect(counts(azur)).toEqual(['Azur Sécurité', 25, 80, 60]);
    expect(counts(boreal)).toEqual(['Boréal Protection', 8, 20, 15]);
    expect(counts(doubled.agencies[0] as DemoAgency)).toEqual(['Azur Sécurité', 50, 160, 120]);
    expect(counts(doubled.agencies[1] as DemoAgency)).toEqual(counts(boreal));
  });

  test('a factor that is not a whole number is refused', () => {
    expect(() => demoWorld({ now, factor: 0 })).toThrow(RangeError);
    expect(() => demoWorld({ now, factor: 1.5 })).toThrow(RangeError);
  });

  test('the sites of an archived customer are archived', () => {
    const gone = new Set(
      world.agencies.flatMap(({ customers }) => customers).flatMap(({ id, status }) => (status === 300 ? [id] : [])),
    );
    const open = world.agencies.flatMap(({ sites }) => sites).filter(({ status }) => status !== 300);
    expect(open.filter(({ draft }) => gone.has(draft.customer?.id ?? '')).map(({ draft }) => draft.name)).toEqual([]);
  });

  test('every status, type and kind of customer occurs', () => {
    const found = (values: readonly unknown[]) =>
      [...new Set(values)].sort((one, other) => Number(one) - Number(other));
    expect(found(azur.sites.map(({ status }) => status))).toEqual([100, 200, 300]);
    expect(found(azur.customers.map(({ status }) => status))).toEqual([100, 200, 300]);
    expect(found(azur.agents.map(({ status }) => status))).toEqual([100, 200, 300]);
    expect(found(azur.customers.map(({ draft }) => draft.type))).toEqual(Object.keys(customerTypes).map(Number));
    expect(azur.customers.filter(({ draft }) => draft.customerInfos?.prospect).length).toBeGreaterThanOrEqual(3);
    for (const lines of ['siteKeys', 'siteAlarms', 'siteUsers'] as const) {
      expect(azur.sites.filter(({ draft }) => (draft[lines] ?? []).length > 0).length).toBeGreaterThanOrEqual(3);
    }
    const contactCounts = azur.customers.map(({ contacts }) => contacts.length);
    expect(found(contactCounts)).toEqual([2, 3]);
  });

  test('each anomaly occurs on a sheet, and most sheets are correct', () => {
    const card = azur.expirationTypes[0]?.id;
    const today = new Date(now.getTime()).toISOString().slice(0, 10);
    const anomalies = azur.agents
      .filter(({ status }) => status < 300)
      .map(({ id, draft, secrets }) => {
        const infos = draft.agentInfos ?? {};
        return anomaliesOf(
          {
            holdsEquipment: azur.stock.assignments.some(
              ({ draft: held, returned, lost }) => held.agent?.id === id && returned + lost < (held.quantity ?? 1),
            ),
            type: infos.type ?? 'EMPLOYEE',
            plannable: infos.plannable ?? true,
            cardNumber: infos.cardNumber ?? null,
            hasSocialSecurityNumber: secrets.socialSecurityNumber !== null,
            birthDate: infos.birthDate ?? null,
            nationality: infos.nationality ?? null,
            gender: infos.gender ?? 0,
            externalCompanyName: infos.externalCompanyName ?? null,
            externalCompanySiret: infos.externalCompanySiret ?? null,
            contracts: (infos.contracts ?? []) as Contract[],
            expirations: (infos.expirations ?? []).map(({ type, expiresAt }) => ({
              type: type?.id ?? '',
              isCard: type?.id === card,
              expiresAt: expiresAt ?? '',
            })),
          },
          today,
          true,
        );
      });
    const found = new Set(anomalies.flat());
    const wanted = Object.keys(agentAnomalies).filter((anomaly) => anomaly !== 'COMPANY_MISSING');
    expect(wanted.filter((anomaly) => !found.has(anomaly as AgentAnomaly))).toEqual([]);
    expect(anomalies.filter((one) => one.length === 0).length).toBeGreaterThan(anomalies.length / 2);
  });

  test('every specialty is held by an agent', () => {
    const held = new Set(azur.agents.flatMap(({ draft }) => (draft.agentInfos?.specialties ?? []).map(({ id }) => id)));
    expect(azur.specialties.filter(({ id }) => !held.has(id)).map(({ draft }) => draft.name)).toEqual([]);
  });
});

test('each site in service has four to eight checkpoints and one or two rounds, which use only its own checkpoints', () => {
  for (const { sites, checkpoints, rounds } of world.agencies) {
    const siteOf = new Map(checkpoints.map(({ id, draft }) => [id, draft.site?.id]));
    for (const { id, status } of sites) {
      const points = checkpoints.filter(({ draft }) => draft.site?.id === id).length;
      const own = rounds.filter(({ draft }) => draft.site?.id === id);
      if (status !== 100) expect([points, own.length]).toEqual([0, 0]);
      else {
        expect(points >= 4 && points <= 8, `${points} points`).toBe(true);
        expect(own.length === 1 || own.length === 2, `${own.length} rounds`).toBe(true);
      }
      for (const { draft } of own)
        expect(new Set((draft.checkpoints ?? []).map(({ checkpoint }) => siteOf.get(checkpoint?.id ?? '')))).toEqual(
          new Set([id]),
        );
    }
    const tags = checkpoints.flatMap(({ draft }) => draft.tagId ?? []);
    expect(repeated(tags)).toEqual([]);
    expect(repeated([...checkpoints, ...rounds].map(({ id }) => id))).toEqual([]);
  }
});

describe('the demo is valid', () => {
  test.each([
    ['as it is', world],
    ['twice as large', doubled],
  ])('every draft passes the check of a creation, %s', (_, of) => {
    for (const [entity, draft] of of.agencies.flatMap(draftsOf)) {
      const checked = checkDraft(entity, draft, null);
      expect(checked.ok ? [] : checked.violations, JSON.stringify(draft)).toEqual([]);
    }
  });

  const placed = (of: DemoAgency): Address[] =>
    [of.agency.address, ...[...of.customers, ...of.sites].map(({ draft }) => draft.address)] as Address[];
  const isNear = (address: Address, place: Place): boolean => {
    const { latitude = 0, longitude = 0 } = address.location ?? {};
    const north = (latitude - place.latitude) * 111.32;
    const east = (longitude - place.longitude) * 111.32 * Math.cos((latitude * Math.PI) / 180);
    return Math.hypot(north, east) <= 2;
  };

  test.each([
    ['Azur Sécurité', doubled.agencies[0] as DemoAgency, Object.values(riviera), '06'],
    ['Boréal Protection', boreal, Object.values(north), '59'],
  ])('%s: postcode, street and position agree with the town', (_, agency, places: Place[], department) => {
    for (const address of placed(agency)) {
      const place = places.find(({ city, zipcode }) => city === address.city && zipcode === address.zipcode);
      expect(place, JSON.stringify(address)).toBeDefined();
      expect(address.zipcode?.startsWith(department)).toBe(true);
      expect(place && isNear(address, place), JSON.stringify(address)).toBe(true);
      expect(
        place?.streets.some((street) => address.street?.endsWith(` ${street}`)),
        JSON.stringify(address),
      ).toBe(true);
    }
  });

  test('the towns are inside their department', () => {
    const inside = (places: Place[], [south, west, top, east]: [number, number, number, number]) =>
      places.every(
        ({ latitude, longitude }) => latitude > south && latitude < top && longitude > west && longitude < east,
      );
    expect(inside(Object.values(riviera), [43.48, 6.63, 44.37, 7.72])).toBe(true);
    expect(inside(Object.values(north), [49.96, 2.06, 51.09, 4.24])).toBe(true);
  });

  test('telephone numbers are reserved for fiction, and unique', () => {
    const phones = world.agencies.flatMap((agency) => [
      ...agency.agency.phone,
      ...[...agency.agents, ...agency.customers].flatMap(({ draft }) => draft.phone ?? []),
      ...linesOf(agency).flatMap(({ phone }) => phone ?? []),
    ]);
    expect(phones.length).toBeGreaterThan(150);
    expect(phones.filter((phone) => !/^(04 65 71|03 53 01|06 39 98) \d\d \d\d$/.test(phone))).toEqual([]);
    expect(repeated(phones)).toEqual([]);
  });

  test('e-mails end in .example and belong to one person each', () => {
    for (const each of [world, doubled]) {
      const emails = each.agencies.flatMap((agency) => [
        ...agency.agents
          .filter(({ draft }) => draft.agentInfos?.type !== 'EXTERNAL' || draft.agentInfos.plannable)
          .map(({ draft }) => draft.email),
        ...linesOf(agency).map(({ email }) => email),
      ]);
      expect(repeated(emails)).toEqual([]);
      expect(repeated(usersOf(each).map(({ email }) => email))).toEqual([]);
      const all = [
        ...emails,
        ...usersOf(each).map(({ email }) => email),
        ...each.agencies.flatMap(({ customers }) => customers.map(({ draft }) => draft.email)),
      ];
      expect(all.filter((email) => !/^[a-z0-9.-]+@[a-z0-9-]+\.example$/.test(email ?? ''))).toEqual([]);
    }
  });

  test('customer numbers are consecutive, site slugs are unique', () => {
    for (const { customers, sites } of doubled.agencies) {
      expect(customers.map(({ draft }) => draft.customerInfos?.customerNumberId)).toEqual(
        customers.map((_, rank) => `411-${String(rank + 1).padStart(4, '0')}`),
      );
      expect(repeated(sites.map(({ draft }) => draft.slug))).toEqual([]);
    }
  });

  test('SIRET and SIREN numbers pass the Luhn check', () => {
    const luhn = (digits: string): number =>
      digits
        .split('')
        .reverse()
        .reduce((sum, digit, place) => {
          const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
          return sum + (value > 9 ? value - 9 : value);
        }, 0) % 10;
    for (const { siret } of [writtenAzur, writtenBoreal]) {
      expect(siret).toMatch(/^\d{14}$/);
      expect([luhn(siret), luhn(siret.slice(0, 9))]).toEqual([0, 0]);
    }
  });

  test('every reference stays within its agency', () => {
    for (const { specialties, agents, customers, sites } of doubled.agencies) {
      const known = {
        specialty: new Set(specialties.map(({ id }) => id)),
        agent: new Set(agents.map(({ id }) => id)),
        customer: new Set(customers.map(({ id }) => id)),
      };
      const named = [
        ...agents.map(({ draft }) => draft.agentInfos?.specialties ?? []),
        ...sites.map(({ draft }) => draft.specialties ?? []),
        ...customers.map(({ draft }) => draft.customerInfos?.specialties ?? []),
      ].flat();
      for (const { id } of named) expect(known.specialty.has(id)).toBe(true);
      for (const { draft } of sites) {
        expect(known.customer.has(draft.customer?.id ?? '')).toBe(true);
        const barred = (draft.siteUsers ?? []).map(({ agent }) => agent?.id ?? '');
        expect(barred.filter((id) => !known.agent.has(id))).toEqual([]);
        expect(repeated(barred)).toEqual([]);
      }
      for (const { contacts, draft } of customers) {
        expect(contacts.map(({ id }) => id)).toEqual((draft.userCompanies ?? []).map(({ id }) => id));
      }
    }
  });

  test('an account is linked to at most one profile per agency, with the same address', () => {
    for (const agency of doubled.agencies) {
      const accounts = new Map([...doubled.platformUsers, ...agency.users].map((user) => [user.id, user]));
      const profiles = [
        ...agency.agents.map(({ userId, draft }) => ({ userId, email: draft.email })),
        ...agency.customers.flatMap(({ contacts, draft }) =>
          contacts.map(({ userId }, place) => ({ userId, email: draft.userCompanies?.[place]?.email })),
        ),
      ].filter(({ userId }) => userId !== null);
      for (const { userId, email } of profiles) expect(accounts.get(userId ?? '')?.email).toBe(email);
      expect(repeated(profiles.map(({ userId }) => userId))).toEqual([]);
      const linked = new Set(profiles.map(({ userId }) => userId));
      expect(agency.users.filter(({ id }) => !linked.has(id))).toEqual([]);
    }
  });
});

test('agents of Azur wrote the daily log of the last week, each on his own service, with one intrusion', () => {
  const { logbook, planning } = azur;
  const services = new Map(planning.services.map((service) => [service.id, service]));
  const entries = logbook.filter(({ kind }) => kind === 'entry');
  expect(entries.length).toBeGreaterThan(30);
  expect(new Set(logbook.map(({ id }) => id)).size).toBe(logbook.length);
  for (const { content, siteId, agentId, at } of entries) {
    const service = services.get(String(content.service));
    expect(service?.draft.site?.id).toBe(siteId);
    expect(service?.draft.agents?.map(({ id }) => id)).toContain(agentId);
    expect(Date.parse(at)).toBeGreaterThan(now.getTime() - 8 * 86_400_000);
    expect(Date.parse(at)).toBeLessThanOrEqual(now.getTime());
  }
  expect(entries.filter(({ content }) => content.type === 30)).toHaveLength(1);
});
