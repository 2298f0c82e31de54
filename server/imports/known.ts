// Existing data of the agency: names that cells refer to, and records that rows may repeat. One query each.
import type { ImportColumn } from '#core/imports/columns.ts';
import { headOf, importColumns } from '#core/imports/columns.ts';
import { importKinds } from '#core/imports/imports.ts';
import { type Find, importRulesOf } from '#core/imports/own.ts';
import { cardPaper } from '#core/imports/paper.ts';
import type { ImportPeriod } from '#core/imports/services.ts';
import { valueAt } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/values.ts';
import { Service } from '#core/planning/service.ts';
import type { Db } from '#server/db/database.ts';
import { listedOnly } from '#server/kernel/listing.ts';
import { addressColumns, columnOf, nameAt, snake } from '#server/kernel/names.ts';
import { alias, type Plan } from '#server/kernel/plan.ts';

/** Alternative names of a row, besides its title. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  customer: ['customer_number_id'],
  // An agency has one type for cards (unique index); another type of that name would be ambiguous.
  expirationType: [`case when is_card then '${cardPaper}' end`],
  agent: ['registration_number', `lastname || ' ' || firstname`, `firstname || ' ' || lastname`],
};

/** Looks up the names of every entity that a mapped column refers to. */
export async function finder(plan: Plan, columns: readonly ImportColumn[], db: Db): Promise<Find> {
  const lines = Object.entries(importRulesOf(plan.of)?.first ?? {});
  const looked = lines.flatMap(([path, { refers = [] }]) =>
    columns.some((column) => column.path.startsWith(`${path}.`)) ? refers : [],
  );
  const targets = new Set([...columns.flatMap(({ field }) => (field.target ? [field.target] : [])), ...looked]);
  const names = new Map<string, Map<string, Reference[]>>();
  for (const target of targets) {
    const { table, title } = plan.named(target);
    const others = otherNames[target] ?? [];
    const rows = await db.query<{ id: string; name: string | null; others: (string | null)[] }>({
      text: `select id, ${snake(title)} as name, array[${others.map((one) => `(${one})::text`).join(', ')}]::text[] as others from ${table}`,
    });
    const known = new Map<string, Reference[]>();
    for (const { id, name, others: more } of rows)
      for (const word of new Set([name, ...more].map((one) => headOf(one ?? ''))))
        if (word !== '') known.set(word, [...(known.get(word) ?? []), { id, name: name ?? '' }]);
    names.set(target, known);
  }
  return (target, name) => names.get(target)?.get(headOf(name)) ?? [];
}

const keysOf = ({ of }: Plan): readonly (readonly string[])[] => importKinds.find((kind) => kind.of === of)?.keys ?? [];

function sqlOf(plan: Plan, path: string): string {
  const column = importColumns(plan.of).find((one) => one.path === path);
  if (!column) throw new Error(`${plan.of.name}: ${path} identifies no record`);
  const own = columnOf(nameAt(column.fieldPath), column.field);
  return `${alias}.${column.part ? addressColumns(own)[column.part] : own}::text`;
}

/** Ignores case, accents and spaces. */
const normal = (value: unknown): string | null => {
  const text = headOf(typeof value === 'object' ? ((value as { id?: string } | null)?.id ?? '') : String(value ?? ''));
  return text === '' ? null : text;
};

/** Finds the record and the earlier row of the file that this row repeats; remembers the row for later ones. */
export type Recognise = (draft: Record<string, unknown>, row: number) => { known: string | null; twin: number | null };

interface Within {
  zone: string;
  period?: ImportPeriod | undefined;
}

export async function recogniser(plan: Plan, db: Db, { zone, period }: Within): Promise<Recognise> {
  if (plan.of === Service) return serviceRecogniser(db, zone, period);
  const keys = keysOf(plan);
  const paths = [...new Set(keys.flat())];
  const rows = await db.query<{ id: string; identifying: (string | null)[] }>({
    text: `select ${alias}.id, array[${paths.map((path) => sqlOf(plan, path)).join(', ')}] as identifying from ${plan.of.table} ${alias}${listedOnly(plan)}`,
  });
  const records = new Map<string, string>();
  const file = new Map<string, number>();
  const keyOf = (set: readonly string[], values: (path: string) => unknown): string | null => {
    const parts = set.map((path) => normal(values(path)));
    return parts.includes(null) ? null : JSON.stringify([set, parts]);
  };
  for (const { id, identifying } of rows)
    for (const set of keys) {
      const key = keyOf(set, (path) => identifying[paths.indexOf(path)]);
      if (key !== null && !records.has(key)) records.set(key, id);
    }
  const keysIn = (draft: Record<string, unknown>): string[] =>
    keys.flatMap((set) => keyOf(set, (path) => valueAt(draft, path)) ?? []);
  return (draft, row) => {
    const own = keysIn(draft);
    const known = own.flatMap((key) => records.get(key) ?? [])[0] ?? null;
    // Two rows may name one record by different values.
    if (known !== null) own.push(known);
    const twin = own.flatMap((key) => file.get(key) ?? [])[0] ?? null;
    for (const key of own) if (!file.has(key)) file.set(key, row);
    return { known, twin };
  };
}

/** V-023: same site, start, end and post. Only of the chosen days, because an agency has too many services. */
async function serviceRecogniser(db: Db, zone: string, period: ImportPeriod | undefined): Promise<Recognise> {
  const rows = period
    ? await db.query<{ id: string; site: string; start: Date; end: Date; post: string | null }>({
        name: 'known-services',
        text: `select s.id, s.site_id as site, s.start_at as start, s.end_at as "end", s.post_title as post from services s
          where s.agency_id = app_agency() and s.circuit_id is null and s.status not in (600, 700)
            and s.start_at >= ($1::date)::timestamp at time zone $3 and s.start_at < ($2::date + 1)::timestamp at time zone $3`,
        values: [period.start, period.end, zone],
      })
    : [];
  const keyOf = (site: unknown, start: unknown, end: unknown, post: unknown): string | null =>
    site && start && end
      ? JSON.stringify([
          site,
          new Date(start as string).getTime(),
          new Date(end as string).getTime(),
          headOf(String(post ?? '')),
        ])
      : null;
  const records = new Map(rows.map(({ id, site, start, end, post }) => [keyOf(site, start, end, post), id]));
  const file = new Map<string, number>();
  const keyIn = ({ site, startAt, endAt, postTitle }: Record<string, unknown>): string | null =>
    keyOf((site as { id?: string } | undefined)?.id, startAt, endAt, postTitle);
  return (draft, row) => {
    const key = keyIn(draft);
    if (key === null) return { known: null, twin: null };
    const twin = file.get(key) ?? null;
    if (twin === null) file.set(key, row);
    return { known: records.get(key) ?? null, twin };
  };
}
