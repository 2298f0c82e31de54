// Rights that open only part of a table. The row policies read the name of the right (`app.part`).
import type { Right } from '../rights.ts';

/** Of the agency: the right of a part → the right that opens the whole. */
const parts: Readonly<Partial<Record<Right, Right>>> = {
  // B-036: « Lister les documents des collaborateurs ».
  listAgentDocuments: 'listDocuments',
};

/** The part that this caller is limited to; null: none. */
export const partOf = (holds: (right: Right) => boolean, isCustomer = false): Right | null => {
  // Decision 14: without the list, a customer user has the requests that he made himself.
  if (isCustomer) return holds('listCustomerRequests') ? null : 'readOwnCustomerRequest';
  return (Object.entries(parts) as [Right, Right][]).find(([part, whole]) => holds(part) && !holds(whole))?.[0] ?? null;
};
