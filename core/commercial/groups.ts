// What one invoice of a period holds: everything of a customer, of one of his sites, or of one of his contracts.
import type { invoiceGroupings } from '../customers/customer.ts';
import type { Part } from './lines.ts';

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

/** What a service brings now is not what was billed of it: « écart après facturation ». */
export function differsFromBilled(
  now: readonly Pick<Part, 'key' | 'minutes'>[],
  billed: readonly { key: string; minutes: number | null }[],
): boolean {
  const words = (parts: readonly { key: string; minutes: number | null }[]): string =>
    parts
      .map(({ key, minutes }) => `${key} ${minutes ?? ''}`)
      .toSorted()
      .join();
  return words(now) !== words(billed);
}
