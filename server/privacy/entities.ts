// Personal data of entities, derived from their declarations (`personal`).
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import type { Fate, PersonalReference } from '#core/kernel/personal.ts';
import {
  columnOf,
  imagesTable,
  joinTable,
  linesTable,
  nameAt,
  parentColumn,
  quoted,
  targetColumn,
} from '#server/kernel/names.ts';
import { atHis, type Held, type NobodysTable, type PersonalTable } from './personal.ts';

type Tables = Record<string, PersonalTable | NobodysTable>;

/** Which rows refer to the person. */
interface Naming {
  /** A condition on the table of this alias. */
  rows(t: string): string;
  /** The ids of the person in audit lines; null: the lines refer to his site. */
  ids: string | null;
}

function namingBy(column: string, { target, label }: Field): Naming {
  if (target === 'agent') return { rows: (t) => `${t}.${column} = any (:agents)`, ids: ':agents' };
  if (target === 'customer') return { rows: (t) => `${t}.${column} = any (:customers)`, ids: ':customers' };
  if (target === 'site') return { rows: (t) => atHis(t, column), ids: null };
  throw new Error(`${label}: a person is an agent, a customer, or the customer of a site`);
}

interface Child {
  label: string;
  table: string;
  holdsFiles: boolean;
}

/** Tables of a row's lists, files and pictures. */
const childrenOf = (of: Entity): Child[] =>
  flatFields(of.fields).flatMap(([path, field]): Child[] => {
    const [name, { label }] = [nameAt(path), field];
    if (field.kind === 'lines') return [{ label, table: linesTable(name, field), holdsFiles: false }];
    if (field.kind === 'refs') return [{ label, table: joinTable(of, name, field), holdsFiles: false }];
    if (field.kind === 'files') return [{ label, table: joinTable(of, name, field), holdsFiles: true }];
    return field.kind === 'html'
      ? [{ label: `${label} (images)`, table: imagesTable(of, name), holdsFiles: true }]
      : [];
  });

const fileColumns = (of: Entity): string[] =>
  flatFields(of.fields).flatMap(([path, field]) => (field.kind === 'file' ? [columnOf(nameAt(path), field)] : []));

const ours = 't.agency_id = any (:agencies)';

/** A condition on `t`: this column refers to a row that refers to the person. */
const ofRows = ({ table }: Entity, column: string, naming: Naming): string =>
  `t.${column} in (select r.id from ${table} r where r.agency_id = t.agency_id and ${naming.rows('r')})`;

const historyAndWords = (of: Entity, naming: Naming): string[] => [
  `update audit t set changes = '{}' where ${ours} and t.entity = ${quoted(of.name)} and ${ofRows(of, 'entity_id', naming)}`,
  `delete from search t where ${ours} and (t.entity = ${quoted(of.name)} or t.entity like ${quoted(`${of.name}:%`)}) and ${ofRows(of, 'id', naming)}`,
];

/** Deleted rows are found by their audit lines. */
const historyOf = (of: Entity, fields: readonly string[], naming: Naming): string => {
  const names = `array[${fields.map(quoted).join(', ')}]`;
  const mentioned = `t.entity_id in (select c.entity_id from audit c where c.agency_id = t.agency_id and c.entity = t.entity
    and exists (select from unnest(${naming.ids}) i where c.changes::text like '%' || i || '%'))`;
  const rows = ofRows(of, 'entity_id', naming);
  return `update audit t set changes = t.changes - ${names} where ${ours} and t.entity = ${quoted(of.name)} and t.changes ?| ${names}
    and ${naming.ids === null ? rows : `(${rows} or ${mentioned})`}`;
};

const literal = (value: string | number | null): string => (typeof value === 'string' ? quoted(value) : String(value));

/** The tables of an entity whose rows refer to the person by this column. */
function tablesOf(
  of: Entity,
  column: string,
  fate: Exclude<Fate, NobodysTable>,
  naming: Naming,
): Record<string, Omit<PersonalTable, 'label'>> {
  const where = naming.rows('t');
  /** Skips rows that already have these values. */
  const changed = (sets: readonly (readonly [string, string])[]): string =>
    `update ${of.table} t set ${sets.map(([name, value]) => `${name} = ${value}`).join(', ')}, version = version + 1
      where ${ours} and ${where} and (${sets.map(([name, value]) => `t.${name} is distinct from ${value}`).join(' or ')})`;
  if (fate === 'unlink') return { [of.table]: { where, fate: { erase: [changed([[column, 'null']])] } } };
  if (typeof fate === 'object' && 'keep' in fate) return { [of.table]: { where, fate } };
  const isWiped = fate === 'remove' || of.title in fate.becomes;
  const children = childrenOf(of).filter(({ holdsFiles }) => fate === 'remove' || (isWiped && holdsFiles));
  const history =
    fate === 'remove' || isWiped ? historyAndWords(of, naming) : [historyOf(of, Object.keys(fate.becomes), naming)];
  const erase =
    fate === 'remove'
      ? `delete from ${of.table} t where ${ours} and ${where}`
      : changed(
          Object.entries(fate.becomes).map(([name, value]) => [
            columnOf(name, of.fields[name] as Field),
            literal(value),
          ]),
        );
  return {
    // Before their parent rows, by which they are found.
    ...Object.fromEntries(
      children.map(({ table, holdsFiles }) => {
        const held = ofRows(of, parentColumn(of), naming);
        const gone = { erase: [`delete from ${table} t where ${ours} and ${held}`] };
        return [table, { where: held, fate: gone, ...(holdsFiles && { files: ['file_id'] }) }];
      }),
    ),
    [of.table]: {
      where,
      ...(isWiped && { records: true as const, files: fileColumns(of) }),
      fate: { erase: [...history, erase] },
    },
  };
}

/** Two references of one table: the rows of either. */
function joined(one: PersonalTable | NobodysTable | undefined, other: PersonalTable): PersonalTable {
  if (!one || 'nobodys' in one) return other;
  const [first, second] = [one.fate, other.fate];
  if (
    typeof first !== 'object' ||
    typeof second !== 'object' ||
    'keep' in first ||
    'keep' in second ||
    'pseudonymise' in first ||
    'pseudonymise' in second
  )
    throw new Error(`${one.label}: what the law keeps names one person`);
  return {
    ...one,
    ...other,
    where: `(${one.where}) or (${other.where})`,
    fate: { erase: [...first.erase, ...second.erase] },
  };
}

const spelled = (reference: PersonalReference): { fate: Fate; label?: string; internal?: true } =>
  typeof reference === 'object' && 'fate' in reference ? reference : { fate: reference };

function tablesOfReference(of: Entity, name: string, reference: PersonalReference): Tables {
  const { fate, label = of.label.many, internal } = spelled(reference);
  const field = of.fields[name] as Field;
  const isList = field.kind === 'refs';
  const [table, column] = isList
    ? [joinTable(of, name, field), targetColumn(field)]
    : [of.table, columnOf(name, field)];
  if (typeof fate === 'object' && 'nobodys' in fate) return { [table]: fate };
  const naming = namingBy(column, field);
  if (isList) {
    const isKept = typeof fate === 'object' && 'keep' in fate;
    const erase = [`delete from ${table} t where ${ours} and ${naming.rows('t')}`];
    const listed = { label, where: naming.rows('t'), fate: isKept ? fate : { erase } };
    return { [table]: internal ? { ...listed, internal } : listed };
  }
  const labels = new Map(childrenOf(of).map((child) => [child.table, `${label} : ${child.label}`]));
  return Object.fromEntries(
    Object.entries(tablesOf(of, column, fate, naming)).map(([one, table]) => [
      one,
      { label: labels.get(one) ?? label, ...table, ...(internal && { internal }) },
    ]),
  );
}

/** A table without references to persons. */
export const namesNobody: NobodysTable = { nobodys: 'aucune référence à une personne' };

/** All tables of the entity; tables without references to persons are `nobodys`. */
export function heldBy(of: Entity): Held {
  const held: Tables = {};
  for (const [name, reference] of Object.entries(of.personal ?? {}))
    for (const [table, more] of Object.entries(reference ? tablesOfReference(of, name, reference) : {}))
      held[table] = 'nobodys' in more ? more : joined(held[table], more);
  for (const table of [of.table, ...childrenOf(of).map((child) => child.table)]) held[table] ??= namesNobody;
  return held;
}
