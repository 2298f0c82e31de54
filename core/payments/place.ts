// Where « Paiements » leads (Z-006).
import type { Right } from '../rights.ts';

/** Decision 16: the means of payment are hidden from platform staff, whose invoices are « Factures agences ». */
export function paymentsPlace(can: (rights: readonly Right[]) => boolean, isPlatformStaff: boolean): string {
  if (isPlatformStaff) return '/';
  if (can(['listSubscriptionInvoices'])) return '/payments/invoices';
  return can(['editPaymentMethod']) ? '/payments/methods' : '/';
}

/** Z-013: the agency's people choose a means of payment. Staff go on to their agencies, a list that is closed while they act. */
export const staffPlace = (isAdmin: boolean, acting: boolean): string =>
  isAdmin && !acting ? '/adminAgencies' : '/home';
