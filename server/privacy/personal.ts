// Declares the personal data of a table: how to find it, and what an erasure does with it. Entities declare it themselves
// (`personal`); other tables are in `people.ts` of their module.
import type { PersonKind } from '#core/privacy/person.ts';

/** Rows of the person: `:agents`, `:contacts`, `:customers`, `:users` are ids, `:addresses` e-mail addresses. */
type Condition = string;

export interface PersonalTable {
  /** In French: the title in an export. */
  label: string;
  where: Condition;
  /** Belongs to the account, not to an agency: exported only to the person, erased with the account. */
  account?: true;
  /** Columns left out of the export: hashes, keys, tokens. */
  hides?: readonly string[];
  /** Derived data: not exported. */
  derived?: true;
  /** Internal to the agency: its published version is exported instead. */
  internal?: true;
  /** Columns with files about the person. */
  files?: readonly string[];
  /** Its rows are records: their history and search words are personal data too. */
  records?: true;
  fate: TableFate;
}

type TableFate =
  /** Statements of the erasure, in order; `:name` is the pseudonym, `:old` the real name. */
  | { erase: readonly string[] }
  /** When a person of this kind is erased, the row stays under the pseudonym, with only these columns. */
  | { pseudonymise: { of: PersonKind; columns: readonly string[]; sets: Record<string, string> } }
  /** Deleted with the account (foreign keys). */
  | 'withAccount'
  /** What is kept, why, and by which rule; it refers to the pseudonym. `erase`: the parts that are erased anyway. */
  | {
      keep: string;
      rule: string;
      erase?: readonly string[];
      /** Part of another record, such as the evidence of a contract: it goes with that one alone. */
      withRecord?: true;
    };

export interface NobodysTable {
  /** The reason. */
  nobodys: string;
}

/** By table. */
export type Held = Readonly<Record<string, PersonalTable | NobodysTable>>;

export const nobodys = (reasons: Readonly<Record<string, string>>): Held =>
  Object.fromEntries(Object.entries(reasons).map(([table, why]) => [table, { nobodys: why }]));

/** Rows of a table `t` with a `site_id`: on the sites of the customer. */
export const atHis = (t = 't', column = 'site_id'): Condition =>
  `${t}.${column} in (select s.id from sites s where s.agency_id = ${t}.agency_id and s.customer_id = any (:customers))`;

export const removed = (table: string, label: string, where: Condition): PersonalTable => ({
  label,
  where,
  fate: { erase: [`delete from ${table} t where t.agency_id = any (:agencies) and ${where}`] },
});

/** Rows about a collaborator without legal retention. */
export const ofAgent = (table: string, label: string): PersonalTable =>
  removed(table, label, 't.agent_id = any (:agents)');

export const ofCustomer = (table: string, label: string): PersonalTable =>
  removed(table, label, 't.customer_id = any (:customers)');

/** Work done on a site stays; texts about the place are erased. */
export const emptied = (table: string, label: string, sets: string): PersonalTable => ({
  label,
  where: atHis(),
  fate: { erase: [`update ${table} t set ${sets} where t.agency_id = any (:agencies) and ${atHis()}`] },
});

/** Replaces the author of a row about somebody else. */
export const authorOf = (table: string): string =>
  `update ${table} t set author = :name, user_id = null where t.agency_id = any (:agencies) and t.user_id = any (:users)`;

export const workedHours = { keep: 'Les heures travaillées se justifient après le départ', rule: 'staffFiles' };
