import { afterAll, expect, test } from 'vitest';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import {
  listBuyerMethods,
  markAgencyInvoiceSent,
  previewAgencyInvoice,
  printAgencyInvoice,
  readSeller,
  saveAgencyInvoice,
  savePartialPayments,
  saveSeller,
} from '#core/payments/invoice-calls.ts';
import {
  bankDetails,
  cardDetails,
  createPaymentCustomer,
  deletePaymentMethod,
  finishSetup,
  listPaymentMethods,
  setDefaultPaymentMethod,
} from '#core/payments/method-calls.ts';
import {
  confirmAgreement,
  confirmPayment,
  fixPayments,
  pendingAgreement,
  readPaymentIntent,
} from '#core/payments/payment-calls.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { type Answer, type AnyRow, type Client, endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import type { PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';
import { askLiftSuspension, dun } from './dunning.ts';
import { issueAgencyInvoice, refreshInvoice } from './invoicing.ts';
import { localGoCardless } from './testing/gocardless-server.ts';
import { localStripe } from './testing/stripe-server.ts';

const cards = await localStripe();
const debits = await localGoCardless();
const here = await world({ stripe: cards, goCardless: debits });
afterAll(() => Promise.all([cards.close(), debits.close()]));
const { as, sql, agency, otherAgency, jobsDone } = here;
const services = servicesOf(here.app);
/** Staff on the platform's own path. */
const onPlatform = (client: Client): Client => ({
  ...client,
  answer: (endpoint, options) => client.answer(endpoint, { mount: 'platform', ...options }),
});
const [admin, owner, stranger] = [onPlatform(as('superAdmin')), as('owner'), as('foreignOwner')];
const [{ today }] = (await sql(`select (now() at time zone 'Europe/Paris')::date::text as today`)) as [
  { today: string },
];
const later = '2099-01-01';
const item = { title: 'Abonnement mensuel', quantity: 1, price: 49.99, vat: 20 };

const method = async (ref: string, more = 'true', type: 'card' | 'sepa' = 'card'): Promise<string> => {
  const id = uuidv7();
  await sql(
    `insert into payment_methods (agency_id, id, type, provider, ref, is_default, brand, number, expiration, bank_name) values ($1, $2, $3, $4, $5, ${more}, 'Visa', '•••• 4242', '12/2099', 'BNP')`,
    [agency.id, id, type, type === 'card' ? 'stripe' : 'gocardless', ref],
  );
  return id;
};
const pdfOf = async (who: PersonName, path: string, payload?: object): Promise<{ text: string; bytes: Buffer }> => {
  const { token } = await here.sessionOf(who);
  const answer = await here.app.inject({
    ...{ method: payload ? 'POST' : 'GET', url: `/api${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(payload ? { payload } : {}),
  });
  expect(answer.statusCode).toBe(200);
  return { text: (await openPdf(answer.rawPayload)).text, bytes: answer.rawPayload };
};
const noMethods = (): Promise<unknown> => sql('delete from payment_methods where agency_id = $1', [agency.id]);
const save = (input: object): Promise<Answer> => admin.answer(saveAgencyInvoice, { input: input as never });
const bill = async (more: object = {}): Promise<AnyRow> =>
  (await save({ agency: { id: agency.id }, items: [item], dueDate: later, ...more })).body.agencyInvoice;
const read = async (id: string): Promise<AnyRow> =>
  (await admin.answer(endpointOf(AgencyInvoice, 'read'), { params: { id } })).body.agencyInvoice;
const order = (more: object = {}) =>
  services.database.transaction({ ...nobody, agency: agency.id }, (db) =>
    issueAgencyInvoice(db, {
      buyerId: agency.id,
      lines: [{ offerId: null, label: 'Licences', quantity: 3, unitPrice: 10, vatRate: 20 }],
      dueAt: later,
      ...more,
    }),
  );

test('an invoice is numbered in the platform’s own series, frozen and printed as Factur-X', async () => {
  const one = await bill();
  expect(one).toMatchObject({
    ...{ agencyName: agency.name, total: 59.99, price: 49.99, totalVat: 10, balance: 59.99, status: 'COMING_SOON' },
    partialPaymentsStatus: 0,
    reference: expect.stringMatching(/^F\d{4}-\d{4}$/),
    partialPayments: [{ amount: 59.99, status: 'COMING_SOON', date: later }],
  });
  const two = await bill();
  expect(Number(two.reference.slice(-4))).toBe(Number(one.reference.slice(-4)) + 1);
  const { text, bytes } = await pdfOf('superAdmin', `/admin/agency-invoice/${one.id}/pdf`);
  expect(text).toContain(one.reference);
  expect(text).toContain(agency.name);
  expect(bytes.toString('latin1')).toContain('factur-x.xml');
  expect((await pdfOf('owner', `/agency/${agency.id}/agency-invoice/${one.id}/pdf`)).bytes.equals(bytes)).toBe(true);
  for (const statement of [
    `update agency_invoices set total = 1 where id = $1`,
    `delete from agency_invoices where id = $1`,
    `update agency_invoice_items set price = 1 where agency_invoice_id = $1`,
  ])
    await expect(
      services.database.transaction({ ...nobody, agency: platformAgencyId }, (db) =>
        db.query({ text: statement, values: [one.id] }),
      ),
    ).rejects.toThrow();
});

test('an order of an agency makes an invoice of the platform in its own transaction, once per key', async () => {
  const [first, second] = await Promise.all([order({ once: 'renewal 1' }), order({ once: 'renewal 1' })]);
  expect(second).toEqual(first);
  const rows = await sql<{ agency_id: string }>('select agency_id from agency_invoices where id = $1', [first.id]);
  expect(rows).toEqual([{ agency_id: platformAgencyId }]);
  // Afterwards the transaction is the agency's again.
  const after = await services.database.transaction({ ...nobody, agency: agency.id }, async (db) => {
    await issueAgencyInvoice(db, {
      buyerId: agency.id,
      lines: [{ offerId: null, label: 'A', quantity: 1, unitPrice: 1, vatRate: 20 }],
      dueAt: later,
    });
    return (await db.query<{ agency: string }>({ text: 'select app_agency() as agency' }))[0]?.agency;
  });
  expect(after).toBe(agency.id);
});

test('an agency reads its own invoices and nobody else’s; only super-admins write them', async () => {
  const one = await bill();
  const list = (client: typeof owner) => client.answer(endpointOf(AgencyInvoice, 'list'), { input: {} });
  const own = (await list(owner)).body;
  expect(own.agencyInvoices.map(({ id }: { id: string }) => id)).toContain(one.id);
  expect((await list(stranger)).body.agencyInvoices).toEqual([]);
  expect((await owner.answer(endpointOf(AgencyInvoice, 'read'), { params: { id: one.id } })).status).toBe(200);
  expect((await stranger.answer(endpointOf(AgencyInvoice, 'read'), { params: { id: one.id } })).status).toBe(404);
  expect((await owner.answer(printAgencyInvoice, { params: { id: one.id } })).status).toBe(200);
  expect((await stranger.answer(printAgencyInvoice, { params: { id: one.id } })).status).toBe(404);
  expect((await onPlatform(as('admin')).answer(saveAgencyInvoice, { input: {} as never })).status).toBe(403);
  expect((await stranger.answer(confirmPayment, { params: { id: one.partialPayments[0].id } })).status).toBe(404);
  const moved = await services.database.transaction({ ...nobody, agency: agency.id }, (db) =>
    db.query({
      text: `update agency_payments set amount = 0.01 where buyer_id = $1 returning id`,
      values: [agency.id],
    }),
  );
  expect(moved).toEqual([]);
});

test('what is due is triggered on save, by the default method; what is settled no longer changes', async () => {
  await noMethods();
  await method('pm_ok');
  const { id, version } = await bill();
  const halves = [
    { date: today, amount: 30, note: 'Acompte' },
    { date: later, amount: 29.99 },
  ];
  const saved = await admin.answer(savePartialPayments, { input: { id, version, partialPayments: halves } });
  expect(saved.body.agencyInvoice.partialPayments.map((one: { status: string }) => one.status)).toEqual([
    'PENDING',
    'COMING_SOON',
  ]);
  await jobsDone();
  const now = await read(id);
  expect(now).toMatchObject({ status: 'COMING_SOON', partialPaymentsStatus: 50, balance: 29.99 });
  const [paid, rest] = now.partialPayments;
  expect(paid.status).toBe('VALIDATED');
  const change = (partialPayments: object[]): Promise<Answer> =>
    admin.answer(savePartialPayments, { input: { id, partialPayments } as never });
  expect((await change([{ ...keep(paid), amount: 10 }, keep(rest)])).body.violations[0]).toMatchObject({
    message: paymentMessages.held,
  });
  expect((await change([{ ...keep(paid), status: 'CANCELLED_MANUALLY' }, keep(rest)])).status).toBe(400);
  expect((await change([keep(rest)])).status).toBe(400);
  expect((await change([keep(paid), { ...keep(rest), status: 'PENDING' }])).body.violations[0]).toMatchObject({
    message: paymentMessages.notChosen,
  });
  expect((await change([keep(paid), { ...keep(rest), amount: 40 }])).body.violations[0]).toMatchObject({
    message: paymentMessages.tooMuch,
  });
  expect(
    (await change([keep(paid), { ...keep(rest), status: 'VALIDATED_MANUALLY' }])).body.agencyInvoice,
  ).toMatchObject({
    ...{ status: 'VALIDATED', partialPaymentsStatus: 100, balance: 0 },
  });
  expect((await admin.answer(savePartialPayments, { input: { id, version, partialPayments: halves } })).status).toBe(
    409,
  );
});

const keep = ({ id, date, amount, status }: AnyRow) => ({ id, date, amount, status });

test('an invoice whose payments are all cancelled is undone by a credit note', async () => {
  const { id, reference, partialPayments } = await bill();
  const [one] = partialPayments;
  await admin.answer(savePartialPayments, {
    input: { id, partialPayments: [{ ...keep(one), status: 'CANCELLED_MANUALLY' }] } as never,
  });
  expect(await read(id)).toMatchObject({ status: 'CANCELLED_MANUALLY', balance: 0 });
  const [credit] = await sql<{ reference: string; total: number }>(
    'select reference, total from agency_invoices where credit_of_id = $1',
    [id],
  );
  expect(credit).toMatchObject({ reference: expect.stringMatching(/^A\d{4}-\d{4}$/), total: 59.99 });
  const [row] = await sql<{ id: string }>('select id from agency_invoices where credit_of_id = $1', [id]);
  expect((await pdfOf('superAdmin', `/admin/agency-invoice/${row?.id}/pdf`)).text).toContain(reference);
});

test('a preview writes nothing; sent is a mark; an address is needed', async () => {
  const before = await sql('select count(*) from agency_invoices');
  const draft = { agency: { id: agency.id }, items: [item], dueDate: later };
  expect((await pdfOf('superAdmin', `/admin${previewAgencyInvoice.path}`, draft)).text).toContain('Abonnement mensuel');
  expect(await sql('select count(*) from agency_invoices')).toEqual(before);
  const { id } = await bill();
  expect((await admin.answer(markAgencyInvoiceSent, { params: { id }, input: {} })).body.agencyInvoice.sent).toBe(true);
  await sql(`update agencies set street = null where id = $1`, [otherAgency.id]);
  const refused = await save({ agency: { id: otherAgency.id }, items: [item], dueDate: later });
  expect(refused.body.message).toBe(paymentMessages.addressRequired);
});

test('without the seller’s mentions nothing is numbered; a super-admin writes them', async () => {
  const { seller } = (await admin.answer(readSeller)).body;
  const changed = await admin.answer(saveSeller, { input: { ...seller, siret: null, suspensionDays: 45 } });
  expect(changed.body).toMatchObject({ seller: { siret: null, suspensionDays: 45 }, cards: true, debits: true });
  expect((await save({ agency: { id: agency.id }, items: [item], dueDate: later })).body.message).toBe(
    'Mentions obligatoires manquantes : le SIRET du vendeur.',
  );
  await admin.answer(saveSeller, { input: { ...seller, suspensionDays: 30 } });
});

test('a card is added on the provider’s page: its customer first, then the card, default and masked', async () => {
  await noMethods();
  const action = { query: { action: 'methods' } };
  expect((await owner.answer(cardDetails, action)).body.message).toBe(paymentMessages.noCustomer);
  await sql(`update agencies set city = '' where id = $1`, [agency.id]);
  expect((await owner.answer(createPaymentCustomer)).body.message).toBe(paymentMessages.addressRequired);
  await sql(`update agencies set city = 'Nice' where id = $1`, [agency.id]);
  cards.fail('error', 'POST', /customers$/);
  expect((await owner.answer(createPaymentCustomer)).status).toBe(409);
  const { customer } = (await owner.answer(createPaymentCustomer)).body;
  expect((await owner.answer(createPaymentCustomer)).body.customer).toBe(customer);
  const { redirectUrl } = (await owner.answer(cardDetails, action)).body;
  const session = new URL(redirectUrl).pathname.slice(1);
  const [setup] = await sql<{ id: string }>('select id from payment_setups where ref = $1', [session]);
  const finish = () => owner.answer(finishSetup, { params: { id: setup?.id as string } });
  expect((await finish()).body.state).toBe('open');
  expect((await stranger.answer(finishSetup, { params: { id: setup?.id as string } })).status).toBe(404);
  cards.completeCheckout(session);
  expect([(await finish()).body.state, (await finish()).body.state]).toEqual(['done', 'done']);
  const { paymentMethods, defaultPaymentMethod } = (await owner.answer(listPaymentMethods)).body;
  expect(paymentMethods).toMatchObject([
    { type: 'card', enabled: true, stripeCard: { number: '•••• 4242', brand: 'Visa' }, goBankDetail: null },
  ]);
  expect(defaultPaymentMethod).toBe(paymentMethods[0].id);
});

test('a mandate signed at the provider arrives by its event, even if nobody comes back', async () => {
  await noMethods();
  const { redirectUrl } = (await owner.answer(bankDetails, { query: { action: 'methods' } })).body;
  expect(redirectUrl).toContain('https://');
  const [setup] = await sql<{ ref: string }>(
    `select ref from payment_setups where provider = 'gocardless' order by created_at desc limit 1`,
  );
  const ref = setup?.ref as string;
  const mandate = debits.sign(ref);
  const post = (about: 'billing_request' | 'mandate', of: string) => {
    const { body, headers } = debits.events([{ about, ref: of }]);
    return here.app.inject({ method: 'POST', url: '/payment-events/gocardless', headers, payload: body });
  };
  await post('billing_request', ref);
  await jobsDone();
  const listed = async () => (await owner.answer(listPaymentMethods)).body.paymentMethods;
  expect(await listed()).toMatchObject([
    { type: 'sepa', enabled: true, goBankDetail: { bankName: 'BNP PARIBAS', accountNumber: '•••• 606' } },
  ]);
  debits.cancelMandate(mandate);
  await post('mandate', mandate);
  await jobsDone();
  expect(await listed()).toMatchObject([{ enabled: false }]);
});

test('the default is chosen among the valid methods, and is not deleted', async () => {
  await noMethods();
  const [first, second, dead] = [await method('pm_ok'), await method('pm_2', 'false'), await method('pm_3', 'false')];
  await sql('update payment_methods set enabled = false where id = $1', [dead]);
  const choose = (id: string) => owner.answer(setDefaultPaymentMethod, { params: { id } });
  expect((await choose(first)).body.message).toBe(paymentMessages.alreadyDefault);
  expect((await choose(dead)).body.message).toBe(paymentMessages.notEnabled);
  expect((await owner.answer(deletePaymentMethod, { params: { id: first } })).body.message).toBe(
    paymentMessages.keepsDefault,
  );
  expect((await choose(second)).body.defaultPaymentMethod).toBe(second);
  const left = (await owner.answer(deletePaymentMethod, { params: { id: first } })).body.paymentMethods;
  expect(left.map(({ id }: { id: string }) => id)).not.toContain(first);
  expect((await stranger.answer(setDefaultPaymentMethod, { params: { id: second } })).status).toBe(404);
  const seen = (await admin.answer(listBuyerMethods, { params: { id: agency.id } })).body.paymentMethods;
  expect(seen).toContainEqual({ id: second, label: 'Visa •••• 4242 (12/2099)', enabled: true, isDefault: true });
});

test('3-D Secure: the agency pays on its page, and an accepted intent is said so', async () => {
  await noMethods();
  await method('pm_3ds');
  const { id } = await bill({ dueDate: today });
  await jobsDone();
  const [payment] = (await read(id)).partialPayments;
  expect(payment).toMatchObject({
    status: 'ERROR',
    isAuthenticationRequired: true,
    error: 'Une authentification 3D Secure est requise.',
  });
  const asked = (await owner.answer(confirmPayment, { params: { id: payment.id } })).body;
  expect(asked).toMatchObject({ status: 'authentication_required', redirectUrl: expect.stringContaining('https://') });
  cards.authenticate(new URL(asked.redirectUrl).pathname.split('/').at(-1) as string, true);
  expect((await owner.answer(readPaymentIntent, { params: { id: payment.id } })).body.status).toBe('succeeded');
  await sql(`update agency_payments set updated_at = now() - interval '1 hour' where id = $1`, [payment.id]);
  expect((await owner.answer(fixPayments)).body).toMatchObject({ changed: 1 });
  expect(await read(id)).toMatchObject({ status: 'VALIDATED', balance: 0 });
});

test('the first payment waits for the agreement, and is collected with it', async () => {
  await noMethods();
  await method('pm_ok');
  const { id, number } = await order({ first: true, dueAt: today });
  const pending = (await owner.answer(pendingAgreement)).body.agencyInvoice;
  expect(pending).toMatchObject({
    id,
    reference: number,
    total: 36,
    items: [{ title: 'Licences', quantity: 3, price: 10 }],
  });
  expect((await stranger.answer(confirmAgreement, { input: { id, agreed: true } })).status).toBe(404);
  await owner.answer(confirmAgreement, { input: { id, agreed: true } });
  expect((await owner.answer(pendingAgreement)).body.agencyInvoice).toBeNull();
  await jobsDone();
  expect(await read(id)).toMatchObject({ status: 'VALIDATED' });
});

test('an unpaid agency is reminded, suspended after the delay, pays while suspended, and comes back', async () => {
  await noMethods();
  const { id } = await order();
  const errors = async () =>
    (await sql<{ errors: object[] }>('select errors from agencies where id = $1', [agency.id]))[0]?.errors;
  // The seal of the row lets the platform's role pass: as if it was issued long ago.
  const late = (days: number) =>
    sql(`update agency_invoices set due_date = current_date - $2::integer where id = $1`, [id, days]);
  await late(4);
  await dun(services);
  await dun(services);
  expect(await sql('select reminders from agency_invoices where id = $1', [id])).toEqual([{ reminders: 1 }]);
  expect(await errors()).toEqual([]);
  await sql(`update agencies set errors = '[{"message":"Autre","lock":false}]' where id = $1`, [agency.id]);
  await late(32);
  await dun(services);
  expect(await errors()).toMatchObject([
    { message: 'Autre' },
    { lock: true, by: 'payments', message: expect.stringMatching(/^Abonnement expiré/) },
  ]);
  await method('pm_ok');
  const [payment] = (await owner.answer(endpointOf(AgencyInvoice, 'read'), { params: { id } })).body.agencyInvoice
    .partialPayments;
  // A debit under way has not arrived.
  const moneyIs = (status: string) =>
    services.database.transaction({ ...nobody, agency: platformAgencyId }, async (db) => {
      await db.query({ text: 'update agency_payments set status = $2 where id = $1', values: [payment.id, status] });
      await refreshInvoice(db, id);
      await askLiftSuspension(db, services, agency.id);
    });
  await moneyIs('PROCESSING');
  await jobsDone();
  expect(await errors()).toHaveLength(2);
  await moneyIs('PENDING');
  expect((await owner.answer(confirmPayment, { params: { id: payment.id } })).body.status).toBe('succeeded');
  await jobsDone();
  expect(await errors()).toEqual([{ message: 'Autre', lock: false }]);
  // Weeks later the bank takes it back.
  await moneyIs('ERROR');
  await dun(services);
  expect(await errors()).toMatchObject([{ message: 'Autre' }, { lock: true, by: 'payments' }]);
  const subjects = (await here.outbox.to(here.people.owner.email)).map(({ subject }) => subject ?? '');
  for (const words of [/^Rappel : facture F/, /^Accès suspendu/, /^Votre accès est rouvert/])
    expect(subjects.filter((subject) => words.test(subject)).length, String(words)).toBeGreaterThan(0);
  await sql(`update agencies set errors = '[]' where id = $1`, [agency.id]);
});

test('an invoice that waits for the agreement of the agency is neither reminded nor suspends', async () => {
  const { id } = await order({ first: true });
  await sql(`update agency_invoices set due_date = current_date - 40 where id = $1`, [id]);
  await dun(services);
  const told = await sql('select reminders, suspended_at as suspended from agency_invoices where id = $1', [id]);
  expect(told).toEqual([{ reminders: 0, suspended: null }]);
});
