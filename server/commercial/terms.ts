// The terms of commercial contracts, read for billing.
import type { ContractTerms } from '#core/commercial/terms.ts';
import type { Db } from '#server/db/database.ts';

/** Of a customer, or of all. */
export async function readTerms(_db: Db, _customer: string | null): Promise<ContractTerms[]> {
  return [];
}
