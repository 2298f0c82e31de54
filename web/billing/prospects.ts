// H-015: a prospect becomes a customer with its first invoice; who creates it confirms.
import { preparationMessages } from '#core/commercial/calls.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Reference } from '#core/kernel/field.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { confirm } from '#ui/confirm.tsx';
import { may } from '#ui/may.ts';

/** True at once for a customer, and for a caller who may not read which it is. */
export async function confirmProspect(customer: Reference | null | undefined): Promise<boolean> {
  const session = sessionStore.get();
  if (!customer || !session || !may(session, Customer, 'read')) return true;
  const answer = await call(endpointsOf(Customer).read, { params: { id: customer.id } });
  const { customerInfos } = (answer as { customer: { customerInfos: { prospect?: boolean | null } } }).customer;
  if (!customerInfos.prospect) return true;
  return confirm({ title: preparationMessages.prospect, message: customer.name, confirmLabel: 'Convertir en client' });
}
