// Every status of a payment × every status that a call asks for × every role (Z-036, Z-037; decision 101).
import { expect, test } from 'vitest';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { savePartialPayments } from '#core/payments/invoice-calls.ts';
import { chosenStatuses, mayFollow, type PaymentStatus, paymentStatuses } from '#core/payments/statuses.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { world } from '#server/testing/world.ts';
import { issueAgencyInvoice } from './invoicing.ts';

// Without a provider nothing moves by itself.
const here = await world();
const { as, sql, agency } = here;
const all = Object.keys(paymentStatuses) as PaymentStatus[];

async function paymentIn(status: PaymentStatus): Promise<{ invoice: string; payment: string }> {
  const { id } = await servicesOf(here.app).database.transaction({ ...nobody, agency: platformAgencyId }, (db) =>
    issueAgencyInvoice(db, {
      ...{ buyerId: agency.id, dueAt: '2099-01-01' },
      lines: [{ offerId: null, label: 'Abonnement', quantity: 1, unitPrice: 10, vatRate: 20 }],
    }),
  );
  const [row] = await sql<{ id: string }>(
    'update agency_payments set status = $2 where agency_invoice_id = $1 returning id',
    [id, status],
  );
  return { invoice: id, payment: row?.id as string };
}

const statusOf = async (payment: string): Promise<string | undefined> =>
  (await sql<{ status: string }>('select status from agency_payments where id = $1', [payment]))[0]?.status;

const isAllowed = (from: PaymentStatus, to: PaymentStatus): boolean =>
  from === to || (chosenStatuses.includes(to) && mayFollow(from, to));

test.each(all)('from %s a super-admin reaches what the table allows, and nothing else', async (from) => {
  for (const to of all) {
    const { invoice, payment } = await paymentIn(from);
    const input = { id: invoice, partialPayments: [{ id: payment, date: '2099-01-01', amount: 12, status: to }] };
    const { status } = await as('superAdmin').answer(savePartialPayments, { mount: 'platform', input });
    expect([to, status]).toEqual([to, isAllowed(from, to) ? 200 : 400]);
    expect(await statusOf(payment)).toBe(isAllowed(from, to) ? to : from);
  }
});

test.each(['support', 'admin', 'owner', 'staff', 'agent', 'customer'] as const)('%s moves no payment', async (who) => {
  const { invoice, payment } = await paymentIn('COMING_SOON');
  const partialPayments = [{ id: payment, date: '2099-01-01', amount: 12, status: 'VALIDATED_MANUALLY' }];
  const answer = await as(who).answer(savePartialPayments, {
    mount: 'platform',
    input: { id: invoice, partialPayments },
  });
  expect([answer.status, await statusOf(payment)]).toEqual([403, 'COMING_SOON']);
});
