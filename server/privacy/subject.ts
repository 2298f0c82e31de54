// Whom an export or an erasure is about: his ids and addresses, wherever tables name him by them.
import type { PersonKind } from '#core/privacy/person.ts';
import type { Db, Statement } from '#server/db/database.ts';

export interface Subject {
  /** Who it is, in words. */
  name: string;
  agencies: string[];
  agents: string[];
  contacts: string[];
  users: string[];
  addresses: string[];
}

export interface PersonRef {
  agency: string;
  kind: PersonKind;
  id: string;
}

const tableOf: Record<PersonKind, string> = { agent: 'agents', contact: 'contacts' };
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

/** A profile of one agency, as that agency knows it. */
export async function subjectOf(db: Db, { agency, kind, id }: PersonRef): Promise<Subject | null> {
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
        users: row.user_id ? [row.user_id] : [],
        addresses: known([row.email, row.account]),
      }
    : null;
}

/** An account with every profile that it holds. */
export async function ownSubject(db: Db, user: string): Promise<Subject | null> {
  const [account] = await db.query<{ email: string; name: string }>({
    text: `select email, firstname || ' ' || lastname as name from users where id = $1`,
    values: [user],
  });
  if (!account) return null;
  const profiles = await db.query<{ kind: PersonKind; agency_id: string; id: string; email: string | null }>({
    text: `select 'agent' as kind, agency_id, id, email from agents where user_id = $1
      union all select 'contact', agency_id, id, email from contacts where user_id = $1`,
    values: [user],
  });
  const ids = (kind: PersonKind): string[] => profiles.flatMap((one) => (one.kind === kind ? [one.id] : []));
  return {
    name: account.name,
    agencies: [...new Set(profiles.map(({ agency_id }) => agency_id))],
    agents: ids('agent'),
    contacts: ids('contact'),
    users: [user],
    addresses: known([account.email, ...profiles.map(({ email }) => email)]),
  };
}

/** `:agents`, `:contacts`, `:users`, `:agencies`, `:addresses`, and the texts given. */
export function bound(text: string, subject: Subject, texts: Record<string, string> = {}): Statement {
  const values: unknown[] = [];
  const places = new Map<string, string>();
  const written = text.replaceAll(/(?<!:):([a-z]+)\b/g, (whole, name: string) => {
    const isText = Object.hasOwn(texts, name);
    if (!isText && !['agents', 'contacts', 'users', 'agencies', 'addresses'].includes(name)) return whole;
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

/** Agency tables are looked into within these agencies alone. */
export const rowsOf = (where: string, account: boolean): string =>
  account ? `(${where})` : `t.agency_id = any (:agencies) and (${where})`;
