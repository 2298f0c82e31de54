// Looks for a text in every column of the database: what must never be stored in clear.
import type { World } from './world.ts';

/** « table.column » of each place that holds it. */
export async function tablesWith({ sql }: Pick<World, 'sql'>, text: string): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and not c.relispartition
        and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') order by 1, 2`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await sql<{ key: string }>(
      `select distinct v.key from "${schema}"."${name}" t cross join jsonb_each_text(to_jsonb(t)) v where strpos(v.value, $1) > 0`,
      [text],
    );
    found.push(...rows.map(({ key }) => `${name}.${key}`));
  }
  return found;
}
