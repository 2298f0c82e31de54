// What the platform does by hand on its invoices: each act leaves its trace.
import { expect, test } from 'vitest';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { saveAgencyInvoice, savePartialPayments } from '#core/payments/invoice-calls.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, sql } = here;
const admin = as('superAdmin');
const [{ yesterday }] = (await sql(`select ((now() at time zone 'Europe/Paris')::date - 1)::text as yesterday`)) as [
  { yesterday: string },
];

const save = (more: object = {}): Promise<Answer> =>
  admin.answer(saveAgencyInvoice, {
    mount: 'platform',
    input: {
      ...{ agency: { id: agency.id }, dueDate: '2099-01-01' },
      items: [{ title: 'Abonnement', quantity: 1, price: 50, vat: 20 }],
      ...more,
    } as never,
  });
const mark = async ({ id, version, partialPayments }: AnyRow, status: string): Promise<Answer> => {
  const { id: payment, date, amount } = partialPayments[0];
  return admin.answer(savePartialPayments, {
    mount: 'platform',
    input: { id, version, partialPayments: [{ id: payment, date, amount, status }] } as never,
  });
};
const historyOf = async (id: string): Promise<AnyRow[]> =>
  (await admin.answer(endpointOf(AgencyInvoice, 'history'), { mount: 'platform', params: { id } })).body.history;

test.each(['VALIDATED_MANUALLY', 'CANCELLED_MANUALLY'])('a payment marked %s is in the history', async (status) => {
  const { agencyInvoice } = (await save()).body;
  expect((await mark(agencyInvoice, status)).status).toBe(200);
  const [last] = await historyOf(agencyInvoice.id);
  const [author] = await sql<{ name: string }>(
    `select author as name from audit where entity_id = $1 and action = 'number'`,
    [agencyInvoice.id],
  );
  expect(last).toMatchObject({ action: 'editPayments', author: author?.name });
  expect(last?.changes).toMatchObject({
    status: { before: 'COMING_SOON', after: status },
    partialPayments: { before: [{ status: 'COMING_SOON' }], after: [{ status, amount: 60 }] },
  });
  const again = await mark(agencyInvoice, status);
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining(`par ${author?.name}`)]);
});

test.each(['admin', 'support'] as const)('%s reads the invoices of agencies, and writes none', async (who) => {
  const { agencyInvoice } = (await save()).body;
  const reader = as(who);
  const { id } = agencyInvoice;
  const read = (name: 'list' | 'read' | 'history') =>
    reader.answer(endpointOf(AgencyInvoice, name), {
      mount: 'platform',
      ...(name === 'list' ? { input: {} } : { params: { id } }),
    });
  expect((await read('list')).body.agencyInvoices.map((row: AnyRow) => row.id)).toContain(id);
  expect((await read('read')).body.agencyInvoice).toMatchObject({ total: 60, agencyName: agency.name });
  expect((await read('history')).status).toBe(200);
  const { token } = await here.sessionOf(who);
  const paper = await here.app.inject({
    url: `/api/admin/agency-invoice/${id}/pdf`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(paper.statusCode).toBe(200);
  const { id: payment, date, amount } = agencyInvoice.partialPayments[0];
  const input = { id, partialPayments: [{ id: payment, date, amount, status: 'VALIDATED_MANUALLY' }] } as never;
  expect((await reader.answer(savePartialPayments, { mount: 'platform', input })).status).toBe(403);
});

test('a due date that is past is refused, not replaced', async () => {
  const late = await save({ dueDate: yesterday });
  expect([late.status, late.body.message]).toEqual([400, paymentMessages.lateDue]);
});

test('a means of payment that is no longer valid is not chosen, and stays where it was (Z-020)', async () => {
  const expired = uuidv7();
  await sql(
    `insert into payment_methods (agency_id, id, type, provider, ref, expiration) values ($1, $2, 'card', 'stripe', 'pm_old', '12/2099')`,
    [agency.id, expired],
  );
  const { agencyInvoice } = (await save()).body;
  const [{ id: payment, date, amount }] = agencyInvoice.partialPayments;
  const choose = (more: object = {}): Promise<Answer> =>
    admin.answer(savePartialPayments, {
      mount: 'platform',
      input: {
        id: agencyInvoice.id,
        partialPayments: [{ id: payment, date, amount, paymentMethod: expired, ...more }],
      } as never,
    });
  await sql(`update payment_methods set expiration = '06/2024' where id = $1`, [expired]);
  const refused = await choose();
  expect([refused.status, refused.body.violations]).toEqual([
    400,
    [{ path: 'partialPayments.0.paymentMethod', message: paymentMessages.notValid }],
  ]);
  await sql('update agency_payments set method_id = $2 where id = $1', [payment, expired]);
  expect((await choose({ note: 'Carte à renouveler' })).status).toBe(200);
});

test('of a payment that counts nothing is edited', async () => {
  const { agencyInvoice } = (await save()).body;
  const paid = (await mark(agencyInvoice, 'VALIDATED_MANUALLY')).body.agencyInvoice;
  const [{ id, date, amount, status }] = paid.partialPayments;
  const send = (more: object): Promise<Answer> =>
    admin.answer(savePartialPayments, {
      mount: 'platform',
      input: { id: paid.id, partialPayments: [{ id, date, amount, status, ...more }] } as never,
    });
  for (const [path, value] of [
    ['date', '2098-01-01'],
    ['note', 'Virement du 3'],
  ] as const)
    expect(await send({ [path]: value })).toMatchObject({
      status: 400,
      body: { violations: [{ path: `partialPayments.0.${path}`, message: paymentMessages.held }] },
    });
  expect((await send({ note: null })).status).toBe(200);
});

test('the platform filters its invoices by agency', async () => {
  const { agencyInvoice } = (await save()).body;
  const listed = async (agencyName: string): Promise<string[]> => {
    const input = { filters: { agencyName }, limit: 500 };
    const { body } = await admin.answer(endpointOf(AgencyInvoice, 'list'), { mount: 'platform', input });
    return body.agencyInvoices.map((row: AnyRow) => row.id);
  };
  expect(await listed(agency.name)).toContain(agencyInvoice.id);
  expect(await listed('Une autre agence')).toEqual([]);
});
