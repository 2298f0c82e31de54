// Which sample records the user's own records depend on. Asked of the catalogue, so that a new table that refers to an
// agent or a site counts by itself: what nobody declares a part of a sample is the user's.
import { allEntities } from '#core/entities.ts';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Db } from '#server/db/database.ts';
import { imagesTable, joinTable, linesTable, nameAt, parentColumn, quoted } from '#server/kernel/names.ts';

export type SampleKind = 'agent' | 'customer' | 'site' | 'service';

/** The entities of samples, in the order in which they can be removed. */
export const sampleKinds = ['service', 'site', 'customer', 'agent'] as const satisfies readonly SampleKind[];
const tableOf: Readonly<Record<SampleKind, string>> = {
  ...{ service: 'services', site: 'sites', customer: 'customers', agent: 'agents' },
};

interface Owner {
  /** The record that a row belongs to. */
  entity: string;
  column: string;
  label: string;
}

/** What the product writes by itself about a record, and goes with it. */
const followers: readonly [SampleKind, ...string[]][] = [
  ['agent', 'agent_calendars', 'agent_planning_mails', 'expiration_reminders'],
  ['customer', 'customer_planning_mails'],
  ['service', 'service_consents', 'service_events'],
];
/** The published copy follows its service. */
const copies = new Set(['published_services', 'published_service_agents']);

const partsOf = (of: Entity): [string, Owner][] => {
  const part: Owner = { entity: of.name, column: parentColumn(of), label: of.label.one };
  return flatFields(of.fields).flatMap(([path, field]): [string, Owner][] => {
    const name = nameAt(path);
    if (field.kind === 'lines') return [[linesTable(name, field), part]];
    if (field.kind === 'refs' || field.kind === 'files') return [[joinTable(of, name, field), part]];
    return field.kind === 'html' ? [[imagesTable(of, name), part]] : [];
  });
};

/** Of the staff register, which has no gaps: a contract is never a part of a sample. */
const contracts = 'agent_contracts';

/** A table of its own wins over the lists that show it, but what a sample lists is a part of it. */
function owners(): Map<string, Owner> {
  const alone = allEntities.map((of): [string, Owner] => [
    of.table,
    { entity: of.name, column: 'id', label: of.label.one },
  ]);
  const isSample = ({ name }: Entity): boolean => (sampleKinds as readonly string[]).includes(name);
  const found = new Map([
    ...allEntities.flatMap(partsOf),
    ...alone,
    ...allEntities.filter(isSample).flatMap(partsOf),
    ...alone.filter(([table]) => table === contracts || Object.values(tableOf).includes(table)),
  ]);
  for (const [kind, ...tables] of followers)
    for (const table of tables) found.set(table, { entity: kind, column: `${kind}_id`, label: '' });
  return found;
}

interface Reference extends Record<string, unknown> {
  source: string;
  target: string;
  column: string;
}

const references = `select c.conrelid::regclass::text as source, c.confrelid::regclass::text as target, a.attname as column
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  where c.contype = 'f' and array_length(c.conkey, 1) = 2 and has_table_privilege(c.conrelid, 'select')
    and c.confrelid = any ($1::regclass[]) order by 1, 3`;

/** Their own name, if the record has one. */
const named = `coalesce(to_jsonb(t) ->> 'name', to_jsonb(t) ->> 'fullname', to_jsonb(t) ->> 'title', to_jsonb(t) ->> 'number', to_jsonb(t) ->> 'reference')`;

function usesBy({ source, target, column }: Reference, known: Map<string, Owner>): string | null {
  const kind = sampleKinds.find((one) => tableOf[one] === target) as SampleKind;
  const owner = known.get(source);
  if (copies.has(source)) return null;
  const isOwn = owner
    ? `and not exists (select from sample_rows o where o.agency_id = t.agency_id and o.entity = ${quoted(owner.entity)} and o.id = t.${owner.column})`
    : '';
  return `(select ${quoted(kind)} as entity, s.id, s.name, concat_ws(' ', ${quoted(owner?.label || 'Autre fiche')}, ${owner?.column === 'id' ? named : 'null'}) as by
    from sample_rows s join ${source} t on t.agency_id = s.agency_id and t.${column} = s.id
    where s.agency_id = app_agency() and s.entity = ${quoted(kind)} ${isOwn} limit 50)`;
}

/** A record that was renamed or filled in has become the user's own. */
const renamed = (['agent', 'customer', 'site'] as const).map(
  (
    kind,
  ) => `(select ${quoted(kind)}, s.id, t.${kind === 'agent' ? 'fullname' : 'name'}, case when t.${kind === 'agent' ? 'fullname' : 'name'} <> s.name then 'renommée par vous' else 'complétée par vous' end from sample_rows s
    join ${tableOf[kind]} t on t.agency_id = s.agency_id and t.id = s.id
    where s.agency_id = app_agency() and s.entity = ${quoted(kind)} and (t.${kind === 'agent' ? 'fullname' : 'name'} <> s.name or t.version > 1))`,
);

/** The tables of one release do not change. */
let statement: string | null = null;

export interface Use extends Record<string, unknown> {
  entity: SampleKind;
  id: string;
  name: string;
  by: string;
}

export async function usesOfSamples(db: Db): Promise<Use[]> {
  if (statement === null) {
    const found = await db.query<Reference>({ text: references, values: [Object.values(tableOf)] });
    const known = owners();
    statement = [...found.map((one) => usesBy(one, known)).filter((one) => one !== null), ...renamed].join(
      '\nunion all\n',
    );
  }
  return db.query<Use>({ name: 'uses-of-samples', text: statement });
}

/** With what they cannot be without: the customer of a site, the site and the people of a service. */
export async function keptWith(db: Db, used: readonly Use[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>({
    name: 'kept-samples',
    text: `with used as (select unnest($1::uuid[]) as id), of_services as (
        select id from used union select s.site_id from services s join used u on u.id = s.id where s.agency_id = app_agency()
        union select a.agent_id from service_agents a join used u on u.id = a.service_id where a.agency_id = app_agency())
      select id from of_services
      union select s.customer_id from sites s join of_services u on u.id = s.id where s.agency_id = app_agency()`,
    values: [used.map(({ id }) => id)],
  });
  return new Set(rows.map(({ id }) => id));
}
