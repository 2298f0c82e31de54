// H-015: a prospect becomes a customer when an invoice is created for it. Who confirms it is asked on the screens.
import { Customer } from '#core/customers/customer.ts';
import { entityNamed } from '#core/entities.ts';
import type { Call } from '#server/kernel/call.ts';
import { planOf } from '#server/kernel/plan.ts';
import { saveMany } from '#server/kernel/save.ts';
import { customerExtension } from './customers.ts';

const plan = planOf(Customer, customerExtension, entityNamed);

export async function convertProspects(customers: readonly string[], call: Call): Promise<void> {
  if (customers.length === 0) return;
  const prospects = await call.db.query<{ id: string }>({
    name: 'prospects-among',
    text: 'select id from customers where agency_id = app_agency() and id = any ($1::uuid[]) and prospect',
    values: [[...new Set(customers)]],
  });
  await saveMany(
    plan,
    prospects.map(({ id }) => ({ id, customerInfos: { prospect: false } })),
    call,
    { byServer: true },
  );
}
