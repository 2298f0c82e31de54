// What the agency has already: names that cells refer to, and records that rows may repeat. One question each.
import type { ImportColumn } from '#core/imports/columns.ts';
import { headOf, importColumns } from '#core/imports/columns.ts';
import { importKinds } from '#core/imports/imports.ts';
import { valueAt } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/values.ts';
import type { Db } from '#server/db/database.ts';
import { listedOnly } from '#server/kernel/listing.ts';
import { addressColumns, columnOf, nameAt, snake } from '#server/kernel/names.ts';
import { alias, type Plan } from '#server/kernel/plan.ts';

/** How else a row may be named than by its title. */
const otherNames: Readonly<Record<string, string>> = { customer: 'customer_number_id' };

export type Find = (target: string, name: string) => readonly Reference[];

/** Looks up the names of every entity that a mapped column refers to. */
export async function finder(plan: Plan, columns: readonly ImportColumn[], db: Db): Promise<Find> {
  const targets = new Set(columns.flatMap(({ field }) => (field.target ? [field.target] : [])));
  const names = new Map<string, Map<string, Reference[]>>();
  for (const target of targets) {
    const { table, title } = plan.named(target);
    const other = otherNames[target];
    const rows = await db.query<{ id: string; name: string | null; other: string | null }>({
      text: `select id, ${snake(title)} as name, ${other ?? 'null'} as other from ${table}`,
    });
    const known = new Map<string, Reference[]>();
    for (const { id, name, other: number } of rows)
      for (const word of new Set([name, number].map((one) => headOf(one ?? ''))))
        if (word !== '') known.set(word, [...(known.get(word) ?? []), { id, name: name ?? '' }]);
    names.set(target, known);
  }
  return (target, name) => names.get(target)?.get(headOf(name)) ?? [];
}

const keysOf = ({ of }: Plan): readonly (readonly string[])[] => importKinds.find((kind) => kind.of === of)?.keys ?? [];

function sqlOf(plan: Plan, path: string): string {
  const column = importColumns(plan.of).find((one) => one.path === path);
  if (!column) throw new Error(`${plan.of.name}: ${path} tells no record`);
  const own = columnOf(nameAt(column.fieldPath), column.field);
  return `${alias}.${column.part ? addressColumns(own)[column.part] : own}::text`;
}

/** Capitals, accents and spaces tell nobody apart. */
const normal = (value: unknown): string | null => {
  const text = headOf(typeof value === 'object' ? ((value as { id?: string } | null)?.id ?? '') : String(value ?? ''));
  return text === '' ? null : text;
};

export interface Recogniser {
  /** The record that the row repeats. */
  known(draft: Record<string, unknown>): string | null;
  /** The row of this file that it repeats; notes it otherwise. */
  seen(draft: Record<string, unknown>, row: number): number | null;
}

export async function recogniser(plan: Plan, db: Db): Promise<Recogniser> {
  const keys = keysOf(plan);
  const paths = [...new Set(keys.flat())];
  const rows = await db.query<{ id: string; told: (string | null)[] }>({
    text: `select ${alias}.id, array[${paths.map((path) => sqlOf(plan, path)).join(', ')}] as told from ${plan.of.table} ${alias}${listedOnly(plan)}`,
  });
  const records = new Map<string, string>();
  const file = new Map<string, number>();
  const keyOf = (set: readonly string[], values: (path: string) => unknown): string | null => {
    const told = set.map((path) => normal(values(path)));
    return told.includes(null) ? null : JSON.stringify([set, told]);
  };
  for (const { id, told } of rows)
    for (const set of keys) {
      const key = keyOf(set, (path) => told[paths.indexOf(path)]);
      if (key !== null && !records.has(key)) records.set(key, id);
    }
  const told = (draft: Record<string, unknown>): string[] =>
    keys.flatMap((set) => keyOf(set, (path) => valueAt(draft, path)) ?? []);
  return {
    known: (draft) => told(draft).flatMap((key) => records.get(key) ?? [])[0] ?? null,
    seen: (draft, row) => {
      const own = told(draft);
      const before = own.flatMap((key) => file.get(key) ?? [])[0];
      for (const key of own) if (!file.has(key)) file.set(key, row);
      return before ?? null;
    },
  };
}
