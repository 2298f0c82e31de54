// A row of the view user_companies, as the caller's profile and as the wire's userCompany.
import type { StoredFile } from '#core/kernel/field.ts';
import { allRights, isRight, type Right } from '#core/rights.ts';
import { can, type Profile, roleFlags } from '#core/roles.ts';
import type { AgencyFacts, UserCompany } from '#core/session/session.ts';

export interface ProfileRow extends CompanyRow {
  id: string;
  user_id: string | null;
  kind: 'AGENCY' | 'CUSTOMER';
  firstname: string;
  lastname: string;
  fullname: string;
  position: string | null;
  email: string | null;
  status: number;
  plannable: boolean;
  rights: string[];
  version: number;
  is_owner: boolean;
  profile_picture: StoredFile | null;
}

export interface CompanyRow {
  agency_id: string;
  agency_name: string;
  customer_id: string | null;
  customer_name: string | null;
  errors: UserCompany['company']['errors'];
  currency: string;
  time_zone: string;
  country: string;
  holiday_locale: string;
  simplified_stock: boolean;
  pending: boolean;
}

export const profileOf = (row: ProfileRow): Profile => ({
  id: row.id,
  kind: row.kind,
  agencyId: row.agency_id,
  customerId: row.customer_id,
  // Ignore rights that no longer exist.
  rights: new Set(row.rights.filter(isRight)),
  isOwner: row.is_owner,
  plannable: row.plannable,
  locked: row.errors.find(({ lock }) => lock)?.message ?? null,
});

export const agencyFactsOf = (row: CompanyRow): AgencyFacts => ({
  currency: row.currency,
  timeZone: row.time_zone,
  country: row.country,
  holidayLocale: row.holiday_locale,
  simplifiedStock: row.simplified_stock,
});

export function companyOf(row: CompanyRow): UserCompany['company'] {
  const agency = { id: row.agency_id, name: row.agency_name };
  const isCustomer = row.customer_id !== null;
  return {
    id: row.customer_id ?? agency.id,
    name: row.customer_name ?? agency.name,
    type: isCustomer ? 'CUSTOMER' : 'AGENCY',
    agency: isCustomer ? agency : null,
    errors: row.errors,
    ...agencyFactsOf(row),
    pending: row.pending,
  };
}

export const rightsMap = (held: Iterable<Right>): Record<string, boolean> =>
  Object.fromEntries([...held].map((right) => [right, true]));

export function userCompanyOf(row: ProfileRow): UserCompany {
  const profile = profileOf(row);
  const asker = { platform: null, profile };
  return {
    id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    fullname: row.fullname,
    email: row.email,
    position: row.position,
    status: row.status,
    plannable: row.plannable,
    profilePicture: row.profile_picture,
    // The effective rights: the owner has all of them, except those that need more than the right itself.
    rights: rightsMap(allRights.map((right) => right.key).filter((key) => can(asker, [key]))),
    company: companyOf(row),
    isOwner: row.is_owner,
    ...roleFlags(profile),
  };
}
