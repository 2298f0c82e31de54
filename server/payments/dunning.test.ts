import { expect, test } from 'vitest';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { savePartialPayments } from '#core/payments/invoice-calls.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { dun } from './dunning.ts';
import { issueAgencyInvoice } from './invoicing.ts';

const here = await world();
const { agency, sql, jobsDone } = here;
const services = servicesOf(here.app);
const admin = here.as('superAdmin');

test('an agency suspended by a late invoice comes back when the platform cancels it, and is told so', async () => {
  const { id } = await services.database.transaction({ ...nobody, agency: agency.id }, (db) =>
    issueAgencyInvoice(db, {
      buyerId: agency.id,
      lines: [{ offerId: null, label: 'Licences', quantity: 3, unitPrice: 10, vatRate: 20 }],
      dueAt: '2099-01-01',
    }),
  );
  await sql(`update agency_invoices set due_date = current_date - 40 where id = $1`, [id]);
  await dun(services);
  const errors = async () =>
    (await sql<{ errors: object[] }>('select errors from agencies where id = $1', [agency.id]))[0]?.errors;
  expect(await errors()).toMatchObject([{ lock: true, by: 'payments' }]);
  const { agencyInvoice } = (
    await admin.answer(endpointOf(AgencyInvoice, 'read'), { mount: 'platform', params: { id } })
  ).body;
  const [{ id: payment, date, amount }] = agencyInvoice.partialPayments;
  const cancelled = { id: payment, date, amount, status: 'CANCELLED_MANUALLY' };
  const saved = await admin.answer(savePartialPayments, {
    ...{ mount: 'platform', input: { id, partialPayments: [cancelled] } as never },
  });
  expect(saved.status).toBe(200);
  await jobsDone();
  expect(await errors()).toEqual([]);
  const subjects = (await here.outbox.to(here.people.owner.email)).map(({ subject }) => subject);
  expect(subjects).toContain('Votre accès est rouvert');
});
