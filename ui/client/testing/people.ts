// Users and profiles for tests.
import { rightSet } from '#core/grants.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import type { enterAgency } from '#core/platform/visits.ts';
import type { Right, RightSet } from '#core/rights.ts';
import { roleFlags } from '#core/roles.ts';
import type { Device } from '#core/session/devices.ts';
import type { User, UserCompany } from '#core/session/session.ts';

export const agencyId = '01900000-0000-7000-8000-00000000000a';
export const customerId = '01900000-0000-7000-8000-00000000000c';

interface Shape {
  kind?: 'AGENCY' | 'CUSTOMER';
  rights?: readonly Right[] | RightSet;
  isOwner?: boolean;
  plannable?: boolean;
  company?: Partial<UserCompany['company']>;
  id?: string;
}

const listOf = (rights: readonly Right[] | RightSet): readonly Right[] =>
  typeof rights === 'string' ? rightSet(rights) : rights;

export function someProfile(shape: Shape = {}): UserCompany {
  const { kind = 'AGENCY', isOwner = false, plannable = false, id = '01900000-0000-7000-8000-00000000000b' } = shape;
  const rights = listOf(shape.rights ?? 'admin');
  const agency = { id: agencyId, name: 'Azur Sécurité' };
  const flags = roleFlags({
    id,
    kind,
    agencyId,
    customerId: kind === 'CUSTOMER' ? customerId : null,
    rights: new Set(rights),
    isOwner,
    plannable,
    locked: null,
  });
  return {
    id,
    firstname: 'Camille',
    lastname: 'Roux',
    fullname: 'Camille Roux',
    email: 'camille@exemple.fr',
    position: null,
    status: 100,
    plannable,
    profilePicture: null,
    rights: Object.fromEntries(rights.map((right) => [right, true])),
    isOwner,
    ...flags,
    company: {
      ...(kind === 'CUSTOMER' ? { id: customerId, name: 'Résidence du Port' } : agency),
      type: kind,
      agency: kind === 'CUSTOMER' ? agency : null,
      errors: [],
      currency: 'EUR',
      timeZone: 'Europe/Paris',
      country: 'FR',
      holidayLocale: 'FR',
      simplifiedStock: true,
      pending: false,
      ...shape.company,
    },
  };
}

/** The answer to platform staff who enter an agency. */
export function enteredAgency({ id, name }: { id: string; name: string }): Output<typeof enterAgency> {
  const { currency, timeZone, country, holidayLocale, simplifiedStock } = someProfile().company;
  return { agency: { id, name, currency, timeZone, country, holidayLocale, simplifiedStock } };
}

export const someDevice = (changes: Partial<Device> = {}): Device => ({
  id: '01900000-0000-7000-8000-0000000000d0',
  registered: true,
  deviceInfos: 'Linux',
  browserName: 'Firefox',
  browserVersion: '150.0',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: '2026-11-15T08:00:00.000Z',
  connected: true,
  current: false,
  ...changes,
});

export const someUser = (changes: Partial<User> = {}): User => ({
  id: '01900000-0000-7000-8000-000000000001',
  email: 'camille@exemple.fr',
  firstname: 'Camille',
  lastname: 'Roux',
  admin: false,
  isSupport: false,
  superAdmin: false,
  agentAdmin: false,
  customerAdmin: false,
  firstLogin: false,
  secondFactor: false,
  mustEnrol: false,
  passwordLength: 6,
  pendingEmail: null,
  userCompanies: [],
  pagesConfig: {},
  acting: null,
  ...changes,
});
