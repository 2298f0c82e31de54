// The only place where a field becomes SQL. The compiler reports a missing kind.
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Address, Field, Fields, Kind } from '#core/kernel/field.ts';
import { amountDecimals, mostDigits } from '#core/kernel/money.ts';
import {
  addressColumns,
  columnOf,
  joinTable,
  linesTable,
  nameAt,
  parentColumn,
  quoted,
  snake,
  targetColumn,
} from './names.ts';
import { maskedSql } from './sealed.ts';
import { isUuid } from './uuid.ts';

/** Finds the entity a reference points at. */
export type Named = (name: string) => Entity;

/** A field in SQL: its entity, its name, and the alias of its table. */
export interface Place {
  of: Entity;
  name: string;
  field: Field;
  alias: string;
  named: Named;
  /** The SQL value of a field that no column holds. */
  bare?: string | undefined;
  /** For lines: whether the reader sees this member; absent: all members. */
  sees?(member: string): boolean;
}

/** Adds a value to the statement; returns its placeholder. */
export type Bind = (value: unknown, type: string) => string;

export interface SqlKind {
  /** Columns of the row's own table, with their PostgreSQL types. */
  columns(name: string, field: Field): Record<string, string>;
  /** An expression ready for JSON. */
  select(place: Place): string;
  /** A shorter expression for lists. */
  listed?(place: Place): string;
  /** Column values to write; missing keys stay unchanged. */
  write(name: string, field: Field, value: unknown): Record<string, unknown>;
  /** Expressions to order by; absent: this kind has no order. */
  order?(place: Place): string[];
  /** A condition; null: the value has the wrong shape. */
  filter?(place: Place, value: unknown, bind: Bind): string | null;
  /** Text that the search finds. */
  words?(place: Place): string;
}

const french = (expression: string): string => `${expression} collate "fr-x-icu"`;
/** The SQL value of a field that is one column or one expression. */
export const sqlValue = ({ alias, name, field, bare }: Place): string => bare ?? `${alias}.${columnOf(name, field)}`;
const own = sqlValue;

const single = (type: string): Pick<SqlKind, 'columns' | 'write'> => ({
  columns: (name, field) => ({ [columnOf(name, field)]: type }),
  write: (name, field, value) => ({ [columnOf(name, field)]: value }),
});

const nowhere: Pick<SqlKind, 'columns' | 'write'> = { columns: () => ({}), write: () => ({}) };

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
// Strict patterns: PostgreSQL also accepts « now », « yesterday » or « infinity ».
const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);
const isDay = matches(/^\d{4}-\d\d-\d\d$/);
const isMoment = matches(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/);
const isTime = matches(/^\d\d:\d\d$/);

/** Moments may be written in several zones; days, times and numbers compare as they are. */
const isReversed = (type: string, from: unknown, to: unknown): boolean =>
  from != null &&
  to != null &&
  (type === 'timestamptz' ? Date.parse(String(from)) > Date.parse(String(to)) : (from as string) > (to as string));

/** `{ from, to }`, both ends included. */
const between =
  (type: string, isBound: (value: unknown) => boolean): NonNullable<SqlKind['filter']> =>
  (place, value, bind) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const { from, to, ...rest } = value as Record<string, unknown>;
    if (Object.keys(rest).length > 0 || ![from, to].every((bound) => bound == null || isBound(bound))) return null;
    if (isReversed(type, from, to)) return null;
    const bounds = [
      ...(from == null ? [] : [`${own(place)} >= ${bind(from, type)}`]),
      ...(to == null ? [] : [`${own(place)} <= ${bind(to, type)}`]),
    ];
    return bounds.length > 0 ? bounds.join(' and ') : 'true';
  };

const contains = (expressions: string[], value: unknown, bind: Bind): string | null => {
  if (typeof value !== 'string') return null;
  const pattern = bind(`%${value.replaceAll(/[\\%_]/g, '\\$&')}%`, 'text');
  // Under the C locale `ilike` would not fold accented letters.
  return `(${expressions.map((expression) => `search_words_of(${expression}) like search_words_of(${pattern})`).join(' or ')})`;
};

const anyOf =
  (type: string, valid: (code: unknown, field: Field) => boolean): NonNullable<SqlKind['filter']> =>
  (place, value, bind) => {
    const codes = Array.isArray(value) ? value : [value];
    return codes.every((code) => valid(code, place.field)) ? `${own(place)} = any (${bind(codes, `${type}[]`)})` : null;
  };

const isCode = (code: unknown, field: Field): boolean =>
  (typeof code === 'number' || typeof code === 'string') &&
  Object.hasOwn(field.options ?? field.machine?.states ?? {}, String(code));
const codeType = (field: Field): string =>
  Object.keys(field.options ?? {}).every((key) => /^-?\d+$/.test(key)) ? 'integer' : 'text';

const text: SqlKind = {
  ...single('text'),
  select: (place) => (place.field.sealed ? maskedSql(own(place)) : own(place)),
  order: (place) => [french(own(place))],
  filter: (place, value, bind) => contains([own(place)], value, bind),
  words: own,
};

const numeric = (type: string): SqlKind => ({
  ...single(type),
  select: own,
  order: (place) => [own(place)],
  filter: between(type, isNumber),
});

const date: SqlKind = {
  ...single('date'),
  select: (place) => `${own(place)}::text`,
  order: (place) => [own(place)],
  filter: between('date', isDay),
};

/** A moment in the wire format. */
export const utc = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The id and name of the target row; null if its policies hide it. */
const referenced = (entity: Entity, condition: (alias: string) => string): string => {
  return `(select json_build_object('id', r.id, 'name', r.${snake(entity.title)}) from ${entity.table} r where ${condition('r')})`;
};

const nameOfTarget = (place: Place): string => {
  const target = place.named(place.field.target ?? '');
  return `(select r.${snake(target.title)} from ${target.table} r where r.agency_id = ${place.alias}.agency_id and r.id = ${own(place)})`;
};

/** What a picker shows of a target row, `g`: its name and what distinguishes it from others of the same name. */
export const wordsOfTarget = (target: Entity, named: Named): string => {
  const fields = new Map(flatFields(target.fields));
  const shown = [target.title, ...(target.subtitle ?? [])].flatMap((path) => {
    const field = fields.get(path);
    if (!field || field.right) return [];
    return (
      sqlKinds[field.kind].words?.({ of: target, name: nameAt(path), field, alias: 'g', named, bare: undefined }) ?? []
    );
  });
  return `concat_ws(' ', ${shown.join(', ')})`;
};

/** A file in the wire format. */
const fileJson = 'file_json(f, app_file_url(f.id))';

export const sqlKinds: Record<Kind, SqlKind> = {
  text,
  html: {
    ...single('text'),
    select: own,
    listed: (place) => `html_preview(${own(place)})`,
    filter: (place, value, bind) => contains([`html_text(${own(place)})`], value, bind),
    words: (place) => `html_text(${own(place)})`,
  },
  integer: numeric('integer'),
  decimal: numeric('numeric'),
  money: {
    ...numeric('numeric'),
    columns: (name, field) => ({
      [columnOf(name, field)]: `numeric(${mostDigits},${field.decimals ?? amountDecimals})`,
    }),
  },
  flag: {
    ...single('boolean'),
    select: own,
    order: (place) => [own(place)],
    filter: (place, value, bind) => (typeof value === 'boolean' ? `${own(place)} = ${bind(value, 'boolean')}` : null),
  },
  flags: {
    columns: (name, field) => ({ [columnOf(name, field)]: 'text[]' }),
    select: (place) =>
      `json_build_object(${Object.keys(place.field.options ?? {})
        .flatMap((key) => [quoted(key), `${quoted(key)} = any (${own(place)})`])
        .join(', ')})`,
    write: (name, field, value) => ({
      [columnOf(name, field)]: Array.isArray(value)
        ? value
        : Object.entries(value as object).flatMap(([key, held]) => (held ? [key] : [])),
    }),
  },
  day: date,
  moment: {
    ...single('timestamp with time zone'),
    select: (place) => utc(own(place)),
    order: (place) => [own(place)],
    filter: between('timestamptz', isMoment),
  },
  time: {
    ...single('time without time zone'),
    select: (place) => `to_char(${own(place)}, 'HH24:MI')`,
    order: (place) => [own(place)],
    filter: between('time', isTime),
  },
  status: { ...single('integer'), select: own, order: (place) => [own(place)], filter: anyOf('integer', isCode) },
  choice: {
    columns: (name, field) => ({ [columnOf(name, field)]: codeType(field) }),
    write: (name, field, value) => ({ [columnOf(name, field)]: value }),
    select: own,
    order: (place) => [own(place)],
    filter: (place, value, bind) => anyOf(codeType(place.field), isCode)(place, value, bind),
  },
  choices: {
    columns: (name, field) => ({ [columnOf(name, field)]: `${codeType(field)}[]` }),
    write: (name, field, value) => ({ [columnOf(name, field)]: value }),
    select: (place) => `to_json(${own(place)})`,
    // Order by the number of choices.
    order: (place) => [`cardinality(${own(place)})`],
    filter: (place, value, bind) => {
      const chosen = Array.isArray(value) ? value : [value];
      if (value === 0) return `cardinality(${own(place)}) = 0`;
      return chosen.every((code) => isCode(code, place.field))
        ? `${own(place)} && ${bind(chosen, `${codeType(place.field)}[]`)}`
        : null;
    },
  },
  hours: {
    columns: (name, field) => ({ [columnOf(name, field)]: 'jsonb' }),
    write: (name, field, value) => ({ [columnOf(name, field)]: value }),
    select: own,
    order: (place) => [`hours_total(${own(place)})`],
  },
  ref: {
    columns: (name, field) => ({ [columnOf(name, field)]: 'uuid' }),
    write: (name, field, value) => ({ [columnOf(name, field)]: (value as { id: string } | null)?.id ?? null }),
    select: (place) =>
      referenced(
        place.named(place.field.target ?? ''),
        (alias) => `${alias}.agency_id = ${place.alias}.agency_id and ${alias}.id = ${own(place)}`,
      ),
    order: (place) => [french(nameOfTarget(place))],
    filter: (place, value, bind) => {
      if (value === 0) return `${own(place)} is null`;
      return anyOf('uuid', isUuid)(place, value, bind);
    },
    // In the index, the name at the last save: the module of the target calls putWords when it changes.
    words: (place) => {
      if (place.field.search !== 'target') return nameOfTarget(place);
      const target = place.named(place.field.target ?? '');
      return `(select ${wordsOfTarget(target, place.named)} from ${target.table} g where g.agency_id = ${place.alias}.agency_id and g.id = ${own(place)})`;
    },
  },
  refs: {
    ...nowhere,
    select: (place) => {
      const target = place.named(place.field.target ?? '');
      const { beside } = place.field;
      return `(select coalesce(json_agg(json_build_object('id', r.id, 'name', r.${snake(target.title)}${beside ? `, '${beside}', r.${snake(beside)}` : ''}) order by ${french(`r.${snake(target.title)}`)}, r.id), '[]')
        from ${joinTable(place.of, place.name, place.field)} j join ${target.table} r on r.agency_id = j.agency_id and r.id = j.${targetColumn(place.field)}
        where j.agency_id = ${place.alias}.agency_id and j.${parentColumn(place.of)} = ${place.alias}.id)`;
    },
    filter: (place, value, bind) => {
      const held = (more: string): string =>
        `exists (select from ${joinTable(place.of, place.name, place.field)} j where j.agency_id = ${place.alias}.agency_id and j.${parentColumn(place.of)} = ${place.alias}.id${more})`;
      if (value === 0) return `not ${held('')}`;
      const ids = Array.isArray(value) ? value : [value];
      return ids.every(isUuid) ? held(` and j.${targetColumn(place.field)} = any (${bind(ids, 'uuid[]')})`) : null;
    },
    words: (place) => {
      const { table, title } = place.named(place.field.target ?? '');
      return `(select string_agg(g.${snake(title)}, ', ' order by ${french(`g.${snake(title)}`)}, g.id) from ${joinTable(place.of, place.name, place.field)} j
        join ${table} g on g.agency_id = j.agency_id and g.id = j.${targetColumn(place.field)}
        where j.agency_id = ${place.alias}.agency_id and j.${parentColumn(place.of)} = ${place.alias}.id)`;
    },
  },
  file: {
    columns: (name, field) => ({ [columnOf(name, field)]: 'uuid' }),
    write: (name, field, value) => ({ [columnOf(name, field)]: (value as { id: string } | null)?.id ?? null }),
    select: (place) =>
      `(select ${fileJson} from files f where f.agency_id = ${place.alias}.agency_id and f.id = ${own(place)})`,
  },
  files: {
    ...nowhere,
    select: (place) =>
      `(select coalesce(json_agg(${fileJson} order by j.rank, f.id), '[]') from ${joinTable(place.of, place.name, place.field)} j
        join files f on f.agency_id = j.agency_id and f.id = j.file_id
        where j.agency_id = ${place.alias}.agency_id and j.${parentColumn(place.of)} = ${place.alias}.id)`,
  },
  address: {
    columns: (name, field) => {
      const at = addressColumns(columnOf(name, field));
      return {
        [at.street]: 'text',
        [at.zipcode]: 'text',
        [at.city]: 'text',
        [at.country]: 'text',
        [at.latitude]: 'double precision',
        [at.longitude]: 'double precision',
      };
    },
    select: (place) => {
      const at = addressColumns(columnOf(place.name, place.field));
      const { alias } = place;
      return `json_build_object('street', ${alias}.${at.street}, 'zipcode', ${alias}.${at.zipcode}, 'city', ${alias}.${at.city}, 'country', ${alias}.${at.country},
        'location', case when ${alias}.${at.latitude} is null then null else json_build_object('latitude', ${alias}.${at.latitude}, 'longitude', ${alias}.${at.longitude}) end)`;
    },
    write: (name, field, value) => {
      const at = addressColumns(columnOf(name, field));
      const address = value as Partial<Address>;
      const written: Record<string, unknown> = {};
      for (const key of ['street', 'zipcode', 'city', 'country'] as const)
        if (address[key] !== undefined) written[at[key]] = address[key];
      if (address.location !== undefined) {
        written[at.latitude] = address.location?.latitude ?? null;
        written[at.longitude] = address.location?.longitude ?? null;
      }
      return written;
    },
    order: (place) => {
      const at = addressColumns(columnOf(place.name, place.field));
      return [
        french(`${place.alias}.${at.city}`),
        `${place.alias}.${at.zipcode}`,
        french(`${place.alias}.${at.street}`),
      ];
    },
    filter: (place, value, bind) => contains(addressParts(place), value, bind),
    words: (place) => `concat_ws(' ', ${addressParts(place).join(', ')})`,
  },
  phones: {
    ...single('text[]'),
    select: (place) => `to_json(${own(place)})`,
    // As typed, and as digits: « 06 12… » and « +33 6 12… » are one number (search_phone).
    words: (place) =>
      `(select string_agg(p || ' ' || regexp_replace(p, '[^0-9]', '', 'g'), ' ') from unnest(${own(place)}) p)`,
  },
  lines: {
    ...nowhere,
    select: (place) => {
      const fields = place.field.fields as Fields;
      const parts = Object.entries(fields).map(
        ([name, field]) =>
          `${place.sees?.(name) === false ? 'null' : sqlKinds[field.kind].select({ ...place, name, field, alias: 'l', bare: undefined })} as "${name}"`,
      );
      // A line whose required reference is hidden from the caller is hidden with it.
      const hidden = Object.entries(fields).flatMap(([name, field]) =>
        field.kind === 'ref' && field.required ? [`x."${name}" is not null`] : [],
      );
      return `(select coalesce(json_agg(row_to_json(x)), '[]') from (select l.id as "id", ${parts.join(', ')} from ${linesTable(place.name, place.field)} l
        where l.agency_id = ${place.alias}.agency_id and l.${parentColumn(place.of)} = ${place.alias}.id order by l.rank, l.id) x
        ${hidden.length > 0 ? `where ${hidden.join(' and ')}` : ''})`;
    },
    words: (place) => {
      const searched = Object.entries(place.field.fields as Fields).flatMap(([name, field]) => {
        const words =
          field.search && sqlKinds[field.kind].words?.({ ...place, name, field, alias: 'l', bare: undefined });
        return words ? [words] : [];
      });
      return `(select string_agg(concat_ws(' ', ${searched.join(', ')}), ' ') from ${linesTable(place.name, place.field)} l
        where l.agency_id = ${place.alias}.agency_id and l.${parentColumn(place.of)} = ${place.alias}.id)`;
    },
  },
  group: {
    ...nowhere,
    select: () => {
      throw new Error('the members of a group are selected one by one; lines have none');
    },
  },
  found: {
    ...nowhere,
    select: () => {
      throw new Error('what is found elsewhere is computed');
    },
  },
};

function addressParts(place: Place): string[] {
  const at = addressColumns(columnOf(place.name, place.field));
  return [at.street, at.zipcode, at.city].map((column) => `${place.alias}.${column}`);
}
