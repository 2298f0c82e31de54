// Where « Paiements » leads (Z-006).
import type { Right } from '../rights.ts';

/** Decision 16: the means of payment are hidden from platform staff. */
export function paymentsPlace(can: (rights: readonly Right[]) => boolean, isPlatformStaff: boolean): string {
  if (can(['listSubscriptionInvoices'])) return '/payments/invoices';
  return can(['editPaymentMethod']) && !isPlatformStaff ? '/payments/methods' : '/';
}
