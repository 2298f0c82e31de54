// Checks that the database enforces unique fields.
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import { columnOf, nameAt } from '#server/kernel/names.ts';
import type { World } from './world.ts';

/** Unique fields with a missing or wrong index. */
export async function notKeptUnique({ sql }: Pick<World, 'sql'>, entities: readonly Entity[]): Promise<string[]> {
  const found = await sql<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'`,
  );
  const definitions = new Map(found.map(({ name, definition }) => [name, definition]));
  return entities.flatMap((of) =>
    flatFields(of.fields).flatMap(([path, field]) => {
      if (!field.unique) return [];
      const column = columnOf(nameAt(path), field);
      const key = field.kind === 'text' ? `lower((${column} COLLATE "fr-x-icu"))` : column;
      const wanted = `CREATE UNIQUE INDEX ${of.table}_${column}_key ON public.${of.table} USING btree (agency_id, ${key})`;
      const is = definitions.get(`${of.table}_${column}_key`);
      return is === wanted ? [] : [`${of.name}.${path}: ${is ?? 'no index'} instead of ${wanted}`];
    }),
  );
}
