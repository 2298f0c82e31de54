// What a table holds of a person, how to find it, and what an erasure does with it. Entities say it themselves (`personal`);
// the other tables stand in `people.ts` of their module.
import type { PersonKind } from '#core/privacy/person.ts';

/** Rows of the person: `:agents`, `:contacts`, `:customers`, `:users` are ids, `:addresses` his e-mail addresses. */
type Condition = string;

export interface PersonalTable {
  /** In French: the section of an export. */
  label: string;
  where: Condition;
  /** Belongs to the account, not to an agency: exported to the person alone, erased with the account. */
  account?: true;
  /** Columns that are nothing to read: hashes, keys, tokens. */
  hides?: readonly string[];
  /** Derived from the rest: not exported. */
  derived?: true;
  /** The agency's own: what he was told of it is exported in its place. */
  internal?: true;
  /** Columns that hold files about him. */
  files?: readonly string[];
  /** Its rows are records: their history and search words are his. */
  records?: true;
  fate: TableFate;
}

type TableFate =
  /** Statements of the erasure, in order; `:name` is the name under which he goes on, `:old` his own. */
  | { erase: readonly string[] }
  /** The row itself stays under its pseudonym when one of that kind is erased, freed of all but these columns. */
  | { pseudonymise: { of: PersonKind; columns: readonly string[]; sets: Record<string, string> } }
  /** Goes with the account (foreign keys). */
  | 'withAccount'
  /** What stays, why, and by which rule; it points at the pseudonym. `erase`: what of it goes all the same. */
  | { keep: string; rule: string; erase?: readonly string[] };

export interface NobodysTable {
  /** The reason. */
  nobodys: string;
}

/** By table. */
export type Held = Readonly<Record<string, PersonalTable | NobodysTable>>;

export const nobodys = (reasons: Readonly<Record<string, string>>): Held =>
  Object.fromEntries(Object.entries(reasons).map(([table, why]) => [table, { nobodys: why }]));

/** Rows of a table `t` that has a `site_id`: on the sites of the customer. */
export const atHis = (t = 't', column = 'site_id'): Condition =>
  `${t}.${column} in (select s.id from sites s where s.agency_id = ${t}.agency_id and s.customer_id = any (:customers))`;

export const removed = (table: string, label: string, where: Condition): PersonalTable => ({
  label,
  where,
  fate: { erase: [`delete from ${table} t where t.agency_id = any (:agencies) and ${where}`] },
});

/** Rows about a collaborator that nothing obliges to keep. */
export const ofAgent = (table: string, label: string): PersonalTable =>
  removed(table, label, 't.agent_id = any (:agents)');

export const ofCustomer = (table: string, label: string): PersonalTable =>
  removed(table, label, 't.customer_id = any (:customers)');

/** What was done on a site stays true for those who did it; what was said of the place goes. */
export const emptied = (table: string, label: string, sets: string): PersonalTable => ({
  label,
  where: atHis(),
  fate: { erase: [`update ${table} t set ${sets} where t.agency_id = any (:agencies) and ${atHis()}`] },
});

/** Whoever wrote a line that tells of somebody else. */
export const authorOf = (table: string): string =>
  `update ${table} t set author = :name, user_id = null where t.agency_id = any (:agencies) and t.user_id = any (:users)`;

export const workedHours = { keep: 'Les heures travaillées se justifient après le départ', rule: 'staffFiles' };
