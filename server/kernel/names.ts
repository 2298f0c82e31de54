// How declared names become SQL names (wire.md, "Kinds in SQL").
import type { Entity } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { snake } from '#core/kernel/snake.ts';

export { snake };

/** The last part of a dotted path. */
export const nameAt = (path: string): string => path.split('.').at(-1) ?? path;

export const columnOf = (name: string, field: Field): string =>
  field.sql ?? (field.kind === 'ref' || field.kind === 'file' ? `${snake(name)}_id` : snake(name));

/** lines: the child table. */
export const linesTable = (name: string, field: Field): string => field.table ?? snake(name);

/** refs, files: a join table. */
export const joinTable = (of: Entity, name: string, field: Field): string =>
  field.table ?? `${snake(of.name)}_${snake(name)}`;

/** html: the join table of its pictures. */
export const imagesTable = (of: Entity, name: string): string => `${snake(of.name)}_${snake(name)}_images`;

export const parentColumn = (of: Entity): string => `${snake(of.name)}_id`;
export const targetColumn = (field: Field): string => `${snake(field.target ?? 'file')}_id`;

/** The flat columns of an address, prefixed with the field's name unless that is `address`. */
export const addressColumns = (
  column: string,
): Record<'street' | 'zipcode' | 'city' | 'country' | 'latitude' | 'longitude', string> => {
  const prefix = column === 'address' ? '' : `${column}_`;
  return {
    street: `${prefix}street`,
    zipcode: `${prefix}zipcode`,
    city: `${prefix}city`,
    country: `${prefix}country`,
    latitude: `${prefix}latitude`,
    longitude: `${prefix}longitude`,
  };
};

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A constant in SQL. */
export const literal = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? quoted(value) : String(value);
