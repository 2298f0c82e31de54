// The people of the test world: two agencies with their people, and platform staff.
import { hash as argon2 } from '@node-rs/argon2';
import { rightSet } from '#core/grants.ts';
import type { Right } from '#core/rights.ts';
import type { Database, Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

/** The password of everybody. */
export const password = 'Chouquette1';

export interface PersonProfile {
  id: string;
  kind: 'AGENCY' | 'CUSTOMER';
  agencyId: string;
  customerId: string | null;
  plannable: boolean;
}

export interface Person {
  /** users.id */
  id: string;
  email: string;
  fullname: string;
  /** Null: platform staff. */
  profile: PersonProfile | null;
}

type Agency = 'azur' | 'boreal';
export type Role =
  | { of: Agency; rights: Right[]; owns?: true; plannable?: true }
  | { of: Agency; customer: true; rights: Right[] }
  | { platform: 'is_support' | 'admin' | 'super_admin' };

const roles = {
  owner: { of: 'azur', rights: [], owns: true },
  staff: { of: 'azur', rights: rightSet('admin') },
  powerless: { of: 'azur', rights: [] },
  agent: { of: 'azur', rights: rightSet('collaborator'), plannable: true },
  customer: { of: 'azur', customer: true, rights: rightSet('customer') },
  foreignOwner: { of: 'boreal', rights: [], owns: true },
  foreignAgent: { of: 'boreal', rights: rightSet('collaborator'), plannable: true },
  foreignCustomer: { of: 'boreal', customer: true, rights: rightSet('customer') },
  support: { platform: 'is_support' },
  admin: { platform: 'admin' },
  superAdmin: { platform: 'super_admin' },
} as const satisfies Record<string, Role>;

export type PersonName = keyof typeof roles;

interface Place {
  id: string;
  name: string;
}

export interface Cast {
  agency: Place;
  otherAgency: Place;
  customer: Place;
  otherCustomer: Place;
  people: Record<PersonName, Person>;
}

interface Places {
  agency: Place;
  customer: Place;
}

const placesOf = (cast: Omit<Cast, 'people'>): Record<Agency, Places> => ({
  azur: { agency: cast.agency, customer: cast.customer },
  boreal: { agency: cast.otherAgency, customer: cast.otherCustomer },
});

/** One SIRET for each. */
const companies = {
  azur: { siret: '99906001500016', vatNumber: 'FR46999060015' },
  boreal: { siret: '99906003100013', vatNumber: 'FR94999060031' },
};

async function createAgency(db: Db, of: Agency, name: string, customerName: string): Promise<Places> {
  const [agency, customer] = [
    { id: uuidv7(), name },
    { id: uuidv7(), name: customerName },
  ];
  // Its agents have no papers; tests of that check enable it.
  await db.query({
    // With the mentions without which no invoice is issued.
    text: `insert into agencies (id, name, check_card, siret, vat_number, legal_status, street, zipcode, city)
      values ($1, $2, 1, $3, $4, 'SAS', '12 avenue de la Mer', '06000', 'Nice')`,
    values: [agency.id, name, companies[of].siret, companies[of].vatNumber],
  });
  // The platform too: it sells to agencies.
  await db.query({
    text: `update agencies set siret = '99906002300010', vat_number = 'FR70999060023', legal_status = 'SAS', street = '3 rue du Port', zipcode = '33000', city = 'Bordeaux'
      where id = platform_agency()`,
  });
  await db.query({
    text: `insert into customers (agency_id, id, name, street, zipcode, city) values ($1, $2, $3, '1 quai des Docks', '06300', 'Nice')`,
    values: [agency.id, customer.id, customerName],
  });
  return { agency, customer };
}

async function createPerson(
  db: Db,
  name: string,
  role: Role,
  places: Record<Agency, Places>,
  hash: string | null,
): Promise<Person> {
  const id = uuidv7();
  const [firstname, lastname] = [`${name[0]?.toUpperCase()}${name.slice(1)}`, 'Test'];
  const email = `${name.toLowerCase()}@vigie.example`;
  const person: Person = { id, email, fullname: `${firstname} ${lastname}`, profile: null };
  await db.query({
    text: 'insert into users (id, email, password_hash, firstname, lastname) values ($1, $2, $3, $4, $5)',
    values: [id, email, hash, firstname, lastname],
  });
  if ('platform' in role) {
    await db.query({ text: `update users set ${role.platform} = true where id = $1`, values: [id] });
    return person;
  }
  const { agency, customer } = places[role.of];
  const common = [agency.id, uuidv7(), id, firstname, lastname, email, role.rights];
  const profile = { id: common[1] as string, agencyId: agency.id };
  if ('customer' in role) {
    await db.query({
      text: `insert into contacts (agency_id, id, user_id, firstname, lastname, email, rights, customer_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [...common, customer.id],
    });
    return { ...person, profile: { ...profile, kind: 'CUSTOMER', customerId: customer.id, plannable: false } };
  }
  const plannable = role.plannable ?? false;
  await db.query({
    text: `insert into agents (agency_id, id, user_id, firstname, lastname, email, rights, plannable)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [...common, plannable],
  });
  if (role.owns) await db.query({ text: 'update agencies set manager_id = $2 where id = $1', values: [agency.id, id] });
  return { ...person, profile: { ...profile, kind: 'AGENCY', customerId: null, plannable } };
}

export async function populate(database: Database): Promise<Cast> {
  // Made cheaply, and so checked cheaply: each sign-in of a test would cost a tenth of a second.
  const hash = await argon2(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  return database.platformTransaction(async (db) => {
    const azur = await createAgency(db, 'azur', 'Azur Sécurité', 'Marina Baie');
    const boreal = await createAgency(db, 'boreal', 'Boréal Protection', 'Entrepôts du Nord');
    const people: Partial<Record<PersonName, Person>> = {};
    for (const [name, role] of Object.entries(roles) as [PersonName, Role][]) {
      people[name] = await createPerson(db, name, role, { azur, boreal }, hash);
    }
    return {
      agency: azur.agency,
      otherAgency: boreal.agency,
      customer: azur.customer,
      otherCustomer: boreal.customer,
      people: people as Record<PersonName, Person>,
    };
  });
}

/** One more person, without a password: open a session for him. */
export const hire = (database: Database, cast: Cast, name: string, role: Role): Promise<Person> =>
  database.platformTransaction((db) => createPerson(db, name, role, placesOf(cast), null));
