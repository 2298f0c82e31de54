// Writes the commercial contracts of a demo agency.
import { CommercialContract, PriceIndex } from '#core/commercial/contract.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { insertEntity } from '#server/kernel/bulk.ts';

const plain = <R extends object>(row: R): R & { columns: Record<string, never> } => ({ ...row, columns: {} });

export async function insertCommercial(db: Db, { agency: { id: agency }, commercial }: DemoAgency): Promise<void> {
  await insertEntity(db, { of: PriceIndex, agency, rows: commercial.indexes.map(plain) });
  await insertEntity(db, { of: CommercialContract, agency, rows: commercial.contracts.map(plain) });
}
