// Personal data of the whole product: from the entities, and from the tables that modules declare.
import type { Entity } from '#core/kernel/entity.ts';
import { heldBy } from './entities.ts';
import type { Held, NobodysTable, PersonalTable } from './personal.ts';

/** SQL for tables that depend on records. */
interface Found {
  /** Ids of records whose history and search words are personal data. */
  records: string;
  /** Ids of files about the person. */
  files: string;
}

/** The tables of a module; a function for tables that depend on all modules. */
export type DeclaredPeople = Held | ((found: Found) => Held);

export interface People {
  tables: Held;
  /** Tables with personal data: the person's own record first, the account last. */
  personal: readonly (readonly [string, PersonalTable])[];
  /** SQL: ids of the files about the person, whoever uploaded them. */
  files: string;
}

const isPersonal = (entry: [string, PersonalTable | NobodysTable]): entry is [string, PersonalTable] =>
  'label' in entry[1];

const rank = ({ fate, account }: PersonalTable): number =>
  account ? 2 : typeof fate === 'object' && 'pseudonymise' in fate ? 0 : 1;

/** The declaration of a module wins over that of an entity. */
export function peopleOf(entities: readonly Entity[], declared: readonly DeclaredPeople[]): People {
  const first: Held = Object.assign({}, ...entities.map(heldBy), ...declared.filter((one) => typeof one === 'object'));
  const selected = (columns: (table: PersonalTable) => readonly string[]): string =>
    Object.entries(first)
      .filter(isPersonal)
      .flatMap(([name, table]) =>
        columns(table).map(
          (column) =>
            `select t.${column} from ${name} t where t.agency_id = any (:agencies) and t.${column} is not null and (${table.where})`,
        ),
      )
      .join(' union ');
  const found = {
    records: selected(({ records }) => (records ? ['id'] : [])),
    files: selected(({ files = [] }) => files),
  };
  const tables: Held = Object.assign(
    {},
    first,
    ...declared.map((one) => (typeof one === 'function' ? one(found) : {})),
  );
  const personal = Object.entries(tables).filter(isPersonal);
  return {
    tables,
    personal: personal.toSorted(([, one], [, other]) => rank(one) - rank(other)),
    files: found.files,
  };
}
