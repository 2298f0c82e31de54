// What one invoice of a period holds: everything of a customer, of one of his sites, or of one of his contracts.
import type { invoiceGroupings } from '../customers/customer.ts';
import { compare, type Exact, priceDecimals, round } from '../kernel/money.ts';

export type InvoiceGrouping = keyof typeof invoiceGroupings;

interface Placed {
  customer: { id: string };
  site: { id: string } | null;
  contract: { id: string } | null;
}

/** The same in every preparation. Flat amounts have no site: they join the invoice of the contract, or of the customer. */
export function groupKey(grouping: InvoiceGrouping, { customer, site, contract }: Placed): string {
  const own = grouping === 'SITE' ? site?.id : grouping === 'CONTRACT' ? contract?.id : null;
  return own ? `${customer.id} ${own}` : customer.id;
}

/** A flat amount joins the invoice of its contract, of its only site, or of the customer. */
export function flatGroup(contract: {
  id: string;
  customer: { id: string; grouping: InvoiceGrouping };
  sites: readonly { id: string }[];
}): string {
  const { customer, sites } = contract;
  return groupKey(customer.grouping, { customer, contract, site: sites.length === 1 ? (sites[0] ?? null) : null });
}

interface BilledPart {
  key: string;
  minutes: number | null;
  /** Of one hour or piece; null: not kept when it was billed. */
  price: Exact | null;
}

/** What a service brings now is not what was billed of it, in hours or in price: « écart après facturation ». */
export function differsFromBilled(now: readonly BilledPart[], billed: readonly BilledPart[]): boolean {
  const known = new Map(billed.map((part) => [part.key, part]));
  return (
    now.length !== known.size ||
    now.some(({ key, minutes, price }) => {
      const was = known.get(key);
      if (!was || was.minutes !== minutes) return true;
      return was.price !== null && (price === null || compare(was.price, round(price, priceDecimals)) !== 0);
    })
  );
}
