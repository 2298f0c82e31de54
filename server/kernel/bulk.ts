// Insert the rows of the demonstration, without a caller and without checks. Same mapping to SQL as the generic save.
import type { Entity } from '#core/kernel/entity.ts';
import type { Db } from '#server/db/database.ts';
import { columnsFor, writeChildren } from './children.ts';
import { type Columns, insertRows } from './rows.ts';

export interface BulkRow {
  id: string;
  createdAt: string;
  draft: object;
  /** Columns that no form writes. */
  columns: Columns;
}

export interface BulkInsert {
  of: Entity;
  agency: string;
  rows: readonly BulkRow[];
  /** Columns of lines that no form writes, by list path and line id. */
  lineColumns?(path: string, id: string): Columns;
}

export async function insertEntity(db: Db, { of, agency, rows, lineColumns }: BulkInsert): Promise<void> {
  await insertRows(db, of.table, rows, ({ id, createdAt, draft, columns }) => ({
    agency_id: agency,
    id,
    created_at: createdAt,
    updated_at: createdAt,
    ...columnsFor(of.fields, draft as Record<string, unknown>, true),
    ...columns,
  }));
  const parents = rows.map(({ id, draft }) => ({ id, draft: draft as Record<string, unknown>, current: null }));
  await writeChildren(of, db, agency, parents, lineColumns);
}
