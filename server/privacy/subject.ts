// The subject of an export or an erasure: his ids and addresses in all tables.
import { privateCustomer } from '#core/customers/customer.ts';
import type { PersonKind } from '#core/privacy/person.ts';
import type { Db, Statement } from '#server/db/database.ts';

export interface Subject {
  /** The person's name. */
  name: string;
  agencies: string[];
  agents: string[];
  contacts: string[];
  /** Only private customers: companies are not persons. */
  customers: string[];
  users: string[];
  addresses: string[];
}

export interface PersonRef {
  agency: string;
  kind: PersonKind;
  id: string;
}

const tableOf: Record<PersonKind, string> = { agent: 'agents', contact: 'contacts', customer: 'customers' };
export const profileTable = (kind: PersonKind): string => tableOf[kind];

interface Found extends Record<string, unknown> {
  fullname: string;
  email: string | null;
  user_id: string | null;
  account: string | null;
}

const known = (addresses: (string | null)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (address ? [address, address.toLowerCase()] : []))),
];

interface FoundCustomer extends Record<string, unknown> {
  name: string;
  email: string | null;
  contacts: string[];
  users: string[];
}

/** Contacts belong to the record; a contact with the customer's address is the customer. */
async function customerSubject(db: Db, { agency, id }: PersonRef): Promise<Subject | null> {
  const [row] = await db.query<FoundCustomer>({
    text: `select t.name, t.email, array(select c.id from contacts c where c.agency_id = t.agency_id and c.customer_id = t.id) as contacts,
        array(select c.user_id from contacts c where c.agency_id = t.agency_id and c.customer_id = t.id and c.user_id is not null
          and lower(c.email) = lower(t.email)) as users
      from customers t where t.agency_id = $1 and t.id = $2 and t.type = ${privateCustomer}`,
    values: [agency, id],
  });
  return (
    (row && {
      name: row.name,
      agencies: [agency],
      agents: [],
      contacts: row.contacts,
      customers: [id],
      users: row.users,
      addresses: known([row.email]),
    }) ??
    null
  );
}

/** A profile of one agency, with the data of that agency. */
export async function subjectOf(db: Db, person: PersonRef): Promise<Subject | null> {
  const { agency, kind, id } = person;
  if (kind === 'customer') return customerSubject(db, person);
  const [row] = await db.query<Found>({
    text: `select t.fullname, t.email, t.user_id, u.email as account from ${tableOf[kind]} t left join users u on u.id = t.user_id
      where t.agency_id = $1 and t.id = $2`,
    values: [agency, id],
  });
  return row
    ? {
        name: row.fullname,
        agencies: [agency],
        agents: kind === 'agent' ? [id] : [],
        contacts: kind === 'contact' ? [id] : [],
        customers: [],
        users: row.user_id ? [row.user_id] : [],
        addresses: known([row.email, row.account]),
      }
    : null;
}

/** An account with all its profiles. */
export async function ownSubject(db: Db, user: string): Promise<Subject | null> {
  const [account] = await db.query<{ email: string; name: string }>({
    text: `select email, firstname || ' ' || lastname as name from users where id = $1`,
    values: [user],
  });
  if (!account) return null;
  const profiles = await db.query<{ kind: PersonKind; agency_id: string; id: string; email: string | null }>({
    text: `select 'agent' as kind, agency_id, id, email from agents where user_id = $1
      union all select 'contact', agency_id, id, email from contacts where user_id = $1
      union all select 'customer', o.agency_id, o.id, o.email from customers o join contacts c on c.agency_id = o.agency_id and c.customer_id = o.id
        join users u on u.id = c.user_id where u.id = $1 and o.type = ${privateCustomer} and lower(o.email) in (lower(c.email), lower(u.email))`,
    values: [user],
  });
  const ids = (kind: PersonKind): string[] => profiles.flatMap((one) => (one.kind === kind ? [one.id] : []));
  return {
    name: account.name,
    agencies: [...new Set(profiles.map(({ agency_id }) => agency_id))],
    agents: ids('agent'),
    contacts: ids('contact'),
    customers: ids('customer'),
    users: [user],
    addresses: known([account.email, ...profiles.map(({ email }) => email)]),
  };
}

/** Binds `:agents`, `:contacts`, `:customers`, `:users`, `:agencies`, `:addresses`, and the texts. */
export function bound(text: string, subject: Subject, texts: Record<string, string> = {}): Statement {
  const values: unknown[] = [];
  const places = new Map<string, string>();
  const written = text.replaceAll(/(?<!:):([a-z]+)\b/g, (whole, name: string) => {
    const isText = Object.hasOwn(texts, name);
    if (!isText && !['agents', 'contacts', 'customers', 'users', 'agencies', 'addresses'].includes(name)) return whole;
    let place = places.get(name);
    if (!place) {
      const value = isText ? texts[name] : subject[name as keyof Subject];
      place = `$${values.push(value)}::${isText ? 'text' : name === 'addresses' ? 'text[]' : 'uuid[]'}`;
      places.set(name, place);
    }
    return place;
  });
  return { text: written, values };
}

/** Agency tables are searched only within these agencies. */
export const rowsOf = (where: string, account: boolean): string =>
  account ? `(${where})` : `t.agency_id = any (:agencies) and (${where})`;
