// What is left of references, locked before it is taken. The database moves the quantities itself (0064-stock.sql);
// here a shortage is said in words, before anything is written.
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';

export interface Left extends Record<string, unknown> {
  id: string;
  title: string;
  quantity: number;
  status: number;
}

/** Always in the same order, against deadlocks. */
export async function lockReferences(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Left>> {
  const rows = await db.query<Left>({
    name: 'lock-stock-references',
    text: 'select id, title, quantity, status from stock_references where id = any ($1::uuid[]) order by id for update',
    values: [[...new Set(ids.map((id) => id.toLowerCase()))]],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** By reference: what comes in, or, below zero, goes out. */
export class Movements {
  readonly sums = new Map<string, number>();
  add(reference: string, pieces: number): void {
    const id = reference.toLowerCase();
    this.sums.set(id, (this.sums.get(id) ?? 0) + pieces);
  }
}

export const shortage = ({ title, quantity }: Pick<Left, 'title' | 'quantity'>): string =>
  quantity <= 0 ? `« ${title} » est en rupture de stock.` : `Il ne reste que ${quantity} « ${title} ».`;

export async function refuseShortage(db: Db, { sums }: Movements): Promise<ReadonlyMap<string, Left>> {
  const left = await lockReferences(db, [...sums.keys()]);
  for (const [id, pieces] of sums) {
    const reference = left.get(id);
    if (reference && pieces < 0 && reference.quantity + pieces < 0) {
      const message = shortage(reference);
      throw new Problem('invalid', message, { violations: [{ path: 'quantity', message }] });
    }
  }
  return left;
}
