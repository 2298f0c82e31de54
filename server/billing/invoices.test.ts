import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  creditInvoice,
  estimateReminders,
  invoiceEstimate,
  invoiceReminders,
  payInvoice,
  printEstimate,
  printInvoice,
  reversePayment,
} from '#core/billing/calls.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { Customer } from '#core/customers/customer.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { embeddedXml } from '#server/testing/e-invoices.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';
import { takeNumber } from './numbering.ts';

const here = await world();
const { as, sql, agency, customer } = here;
const owner = as('owner');

const item = { title: 'Gardiennage', quantity: 10, price: 21.5, vat: 20 };
const today = (await sql<{ day: string }>(`select (now() at time zone 'Europe/Paris')::date::text as day`))[0]
  ?.day as string;
const save = (of: typeof Invoice | typeof Estimate, input: object, who = owner): Promise<Answer> =>
  who.answer(endpointOf(of, 'save'), { input });
const draft = async (more: object = {}): Promise<Record<string, unknown> & { id: string }> =>
  (await save(Invoice, { customer: { id: customer.id }, date: today, items: [item], ...more })).body.invoice;
const act = (of: typeof Invoice | typeof Estimate, id: string, type: string, who = owner): Promise<Answer> =>
  who.answer(endpointOf(of, 'act'), { params: { id, type } });
const inAgency = { agency: agency.id, agent: null, customer: null, user: null };
const year = today.slice(0, 4);

test('a draft has its totals and no number; a partial edit computes them again', async () => {
  const { id, ...row } = await draft({ discounts: [{ label: 'Fidélité', kind: 'PERCENT', value: 10 }] });
  expect(row).toMatchObject({
    number: 'Brouillon',
    price: 193.5,
    totalVat: 38.7,
    total: 232.2,
    currency: 'EUR',
    balance: 232.2,
  });
  expect((await save(Invoice, { id, discounts: [] })).body.invoice).toMatchObject({ price: 215, total: 258 });
});

test('a line without tax needs its reason, and discounts do not exceed the lines, in a partial edit too', async () => {
  const { id } = await draft();
  const untaxed = await save(Invoice, { id, items: [{ ...item, vat: 0 }] });
  expect(untaxed).toMatchObject({ status: 400, body: { violations: [{ path: 'vatExemption' }] } });
  const tooMuch = await save(Invoice, { id, discounts: [{ label: 'Geste', kind: 'AMOUNT', value: 215.01 }] });
  expect(tooMuch).toMatchObject({ status: 400, body: { violations: [{ path: 'discounts' }] } });
});

test('issued, it is numbered, dated and due, and refuses every change but its follow-up', async () => {
  const { id } = await draft({ date: '2020-01-01' });
  const { body } = await act(Invoice, id, 'issue');
  expect(body.invoice).toMatchObject({ number: expect.stringMatching(`^F${year}-\\d{4}$`), date: today, status: 100 });
  expect(body.invoice.dueDate > today).toBe(true);
  for (const input of [{ title: 'Autre' }, { items: [item, item] }, { date: '2020-01-01' }, { type: 'avoir' }])
    expect((await save(Invoice, { id, ...input })).status).toBe(409);
  expect((await act(Invoice, id, 'issue')).status).toBe(409);
  expect((await act(Invoice, id, 'delete')).body.message).toBe(
    'Un document émis ne se supprime pas : faites un avoir.',
  );
  expect((await act(Invoice, id, 'sent')).body.invoice).toMatchObject({ sent: true, state: 'AWAITING_PAYMENT' });
});

test('no SQL of the application changes or removes an issued paper, even as a declared correction', async () => {
  const { id } = await draft();
  await act(Invoice, id, 'issue');
  const statements = [
    `update invoices set total = 1 where id = '${id}'`,
    `update invoices set number = null, issued_at = null, printed = null where id = '${id}'`,
    `update invoices set printed = '{}' where id = '${id}'`,
    `delete from invoices where id = '${id}'`,
    `update invoice_items set price = 1 where invoice_id = '${id}'`,
    `delete from invoice_items where invoice_id = '${id}'`,
    `insert into invoice_discounts (agency_id, id, invoice_id, label, value) values ('${agency.id}', gen_random_uuid(), '${id}', 'x', 1)`,
  ];
  for (const statement of statements)
    await expect(
      here.database.transaction(inAgency, async (db) => {
        await db.query({ name: '', text: `select set_config('app.correction', 'x', true)` });
        await db.query({ name: '', text: statement });
      }),
    ).rejects.toMatchObject({ code: 'VF409' });
});

test('fifty issues at once, a third of them rolled back, give numbers without a gap or a double', async () => {
  const drafts = await Promise.all(Array.from({ length: 50 }, () => draft()));
  const before =
    (
      await sql<{ last: number }>(`select last from billing_counters where agency_id = $1 and series = 'F'`, [
        agency.id,
      ])
    )[0]?.last ?? 0;
  const outcomes = await Promise.all(
    drafts.map(({ id }, index) =>
      index % 3 === 0
        ? here.database
            .transaction(inAgency, async (db) => {
              await db.query({ name: '', text: `select 1 from invoices where id = '${id}' for update` });
              await takeNumber(db, 'F');
              throw new Error('killed');
            })
            .catch(() => null)
        : act(Invoice, id, 'issue').then(({ body }) => body.invoice.number as string),
    ),
  );
  const numbers = outcomes.filter((one) => one !== null).toSorted();
  expect(numbers).toEqual(numbers.map((_one, index) => `F${year}-${String(before + index + 1).padStart(4, '0')}`));
});

test('a credit note of the whole cancels its invoice; one of a part does not', async () => {
  const { id } = await draft();
  await act(Invoice, id, 'issue');
  const part = await draft({ type: 'avoir', creditOf: { id }, items: [{ ...item, quantity: 4 }] });
  expect((await act(Invoice, part.id, 'issue')).body.invoice).toMatchObject({
    number: expect.stringMatching(/^A/),
    dueDate: null,
    // It is taken off the invoice.
    balance: 0,
  });
  const read = async () => (await owner.answer(endpointOf(Invoice, 'read'), { params: { id } })).body.invoice;
  expect(await read()).toMatchObject({ status: 100 });
  const rest = await draft({ type: 'avoir', creditOf: { id }, items: [{ ...item, quantity: 6 }] });
  await act(Invoice, rest.id, 'issue');
  expect(await read()).toMatchObject({ status: 200 });
});

test('a customer sees the invoices issued to him, never a draft or another’s', async () => {
  const [own, unissued] = [await draft(), await draft()];
  await act(Invoice, own.id, 'issue');
  const listed = await as('customer').answer(endpointOf(Invoice, 'list'), { mount: 'customer', input: { limit: 250 } });
  const ids = listed.body.invoices.map((row: { id: string }) => row.id);
  expect(ids).toContain(own.id);
  expect(ids).not.toContain(unissued.id);
});

test('an estimate is numbered when it leaves the draft, frozen while it is out, and keeps its number', async () => {
  const { body } = await save(Estimate, { customer: { id: customer.id }, date: today, items: [item] });
  const { id } = body.estimate;
  expect(body.estimate).toMatchObject({ number: 'Brouillon', state: 'NOT_SENT', total: 258 });
  const sent = (await act(Estimate, id, 'sent')).body.estimate;
  expect(sent).toMatchObject({
    number: expect.stringMatching(`^D${year}-\\d{4}$`),
    status: 300,
    sent: true,
    state: 'AWAITING_VALIDATION',
  });
  expect((await save(Estimate, { id, title: 'Autre' })).status).toBe(409);
  expect((await act(Estimate, id, 'unsent')).body.estimate).toMatchObject({
    number: sent.number,
    sent: false,
    status: 100,
  });
  expect((await save(Estimate, { id, title: 'Autre' })).status).toBe(200);
  expect((await act(Estimate, id, 'delete')).body.message).toBe('Un devis numéroté ne se supprime pas : annulez-le.');
  expect((await act(Estimate, id, 'validate')).body.estimate).toMatchObject({
    validated: true,
    state: 'VALIDATED',
    status: 200,
  });
});

const issued = async (more: object = {}): Promise<string> => {
  const { id } = await draft(more);
  await act(Invoice, id, 'issue');
  return id;
};
const read = async (id: string): Promise<Record<string, unknown>> =>
  (await owner.answer(endpointOf(Invoice, 'read'), { params: { id } })).body.invoice;
const { token } = await here.sessionOf('owner');
const bytesOf = async ({ path }: { path: string }, id: string): Promise<Buffer> => {
  const url = `/api/agency/${agency.id}${path.replace('{id}', id)}`;
  return (await here.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })).rawPayload;
};
const wordsOf = async (call: { path: string }, id: string): Promise<string> =>
  (await openPdf(await bytesOf(call, id))).text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('payments are entries: a part, then the balance, and a reversal instead of a change', async () => {
  const id = await issued();
  const pay = (input: object): Promise<Answer> =>
    owner.answer(payInvoice, { params: { id }, input: { date: today, ...input } });
  expect((await pay({ amount: 258.01 })).body).toMatchObject({ code: 400, violations: [{ path: 'amount' }] });
  expect((await pay({ amount: 100, note: 'Acompte' })).body.invoice).toMatchObject({
    balance: 158,
    partialPaymentsStatus: 50,
    paid: false,
    state: 'PARTLY_PAID',
  });
  const settled = (await pay({ means: 'TRANSFER' })).body.invoice;
  expect(settled).toMatchObject({ balance: 0, partialPaymentsStatus: 100, paid: true, state: 'PAID' });
  expect(settled.partialPayments.map(({ amount, note }: { amount: number; note: string }) => [amount, note])).toEqual([
    [100, 'Acompte'],
    [158, 'Solde'],
  ]);
  expect((await pay({})).body.message).toBe('Cette facture est déjà soldée.');
  const payment = settled.partialPayments[1].id;
  const reverse = (): Promise<Answer> =>
    owner.answer(reversePayment, { params: { id, payment }, input: { reason: 'Virement rejeté' } });
  expect((await reverse()).body.invoice).toMatchObject({ balance: 158, partialPaymentsStatus: 50 });
  expect((await reverse()).body.message).toBe('Ce paiement est déjà annulé.');
  const draftPaid = await owner.answer(payInvoice, { params: { id: (await draft()).id }, input: { date: today } });
  expect(draftPaid).toMatchObject({
    status: 409,
    body: { message: 'Un brouillon ne se paie pas : émettez-le d’abord.' },
  });
});

test('twenty payments at once never exceed the total', async () => {
  const id = await issued();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => owner.answer(payInvoice, { params: { id }, input: { date: today, amount: 50 } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await read(id)).toMatchObject({ balance: 8 });
});

test('a credit note is prepared from all lines; an estimate becomes one invoice', async () => {
  const known = { title: 'Octobre', orderNumber: 'BC-12', buyerReference: 'SG-4', periodStart: '2026-10-01' };
  const id = await issued(known);
  const credit = (await owner.answer(creditInvoice, { params: { id }, input: {} })).body.invoice;
  expect(credit).toMatchObject({ type: 'avoir', number: 'Brouillon', creditOf: { id }, total: 258, ...known });
  const { body } = await save(Estimate, { customer: { id: customer.id }, date: today, items: [item] });
  const transform = () => owner.answer(invoiceEstimate, { params: { id: body.estimate.id }, input: {} });
  const made = (await transform()).body.invoice;
  expect(made).toMatchObject({ type: 'facture', number: 'Brouillon', total: 258 });
  expect((await transform()).body.message).toBe('Ce devis est déjà transformé en facture.');
  const after = (await owner.answer(endpointOf(Estimate, 'read'), { params: { id: body.estimate.id } })).body.estimate;
  expect(after).toMatchObject({ state: 'TRANSFORMED', invoice: { id: made.id } });
});

test('the paper shows the lines, the tax by rate and the mentions; an issued one keeps the name that the customer had', async () => {
  const id = await issued({ items: [item, { ...item, title: 'Extincteur', vat: 5.5 }], title: 'Novembre' });
  const before = await wordsOf(printInvoice, id);
  for (const part of ['Gardiennage', 'Extincteur', 'TVA 5,5 %', 'TVA 20 %', 'Pénalités de retard', '40 €', 'Novembre'])
    expect(before).toContain(part);
  const [named] = await sql<{ name: string }>('select name from customers where id = $1', [customer.id]);
  await sql(`update customers set name = 'Autre nom' where id = $1`, [customer.id]);
  expect(await wordsOf(printInvoice, id)).toContain(named?.name);
  await sql('update customers set name = $2 where id = $1', [customer.id, named?.name]);
  const { body } = await save(Estimate, { customer: { id: customer.id }, date: today, items: [item] });
  expect(await wordsOf(printEstimate, body.estimate.id)).toContain('Bon pour accord');
});

test('an issued paper is drawn once: whatever changes at the agency, everybody gets the same bytes', async () => {
  const id = await issued();
  const first = await bytesOf(printInvoice, id);
  expect(await embeddedXml(first)).toContain(`<ram:GrandTotalAmount>258.00</ram:GrandTotalAmount>`);
  await sql(`update agencies set name = 'Autre agence', invoice_footer = 'Nouveau pied' where id = $1`, [agency.id]);
  expect((await bytesOf(printInvoice, id)).equals(first)).toBe(true);
  await sql(`update agencies set name = $2, invoice_footer = null where id = $1`, [agency.id, agency.name]);
  const [kept] = await sql<{ hash: string }>('select hash from invoice_papers where invoice_id = $1', [id]);
  expect(kept?.hash).toBe(createHash('sha256').update(first).digest('hex'));
  for (const statement of [
    `update invoice_papers set hash = 'x' where invoice_id = '${id}'`,
    `delete from invoice_papers where invoice_id = '${id}'`,
  ])
    await expect(here.database.transaction(inAgency, (db) => db.query({ text: statement }))).rejects.toThrow(
      'permission denied',
    );
});

test('without the agency’s registration no invoice is issued, nor a reverse charge without the customer’s', async () => {
  const { id } = await draft();
  await sql('update agencies set siret = null where id = $1', [agency.id]);
  expect((await act(Invoice, id, 'issue')).body.message).toBe(
    'Mentions obligatoires manquantes : le SIRET de l’agence.',
  );
  await sql(`update agencies set siret = '99906001500016' where id = $1`, [agency.id]);
  const reversed = await draft({ items: [{ ...item, vat: 0 }], vatExemption: 'REVERSE_CHARGE' });
  expect((await act(Invoice, reversed.id, 'issue')).body.message).toBe(
    'Mentions obligatoires manquantes : le numéro de TVA ou le SIRET du client (autoliquidation).',
  );
  expect((await act(Invoice, id, 'issue')).status).toBe(200);
});

test('silent estimates and overdue invoices are to be reminded', async () => {
  const id = await issued();
  await act(Invoice, id, 'sent');
  await sql(`update invoices set due_date = due_date - 60 where id = $1`, [id]);
  expect((await owner.call(invoiceReminders)).invoices).toMatchObject([{ id, amount: 258, days: expect.any(Number) }]);
  const late = await owner.answer(endpointOf(Invoice, 'list'), { input: { filters: { state: ['LATE'] } } });
  expect(late.body.invoices).toMatchObject([{ id, state: 'LATE' }]);
  const { body } = await save(Estimate, { customer: { id: customer.id }, date: today, items: [item] });
  await act(Estimate, body.estimate.id, 'sent');
  expect((await owner.call(estimateReminders)).estimates).toEqual([]);
  await sql(
    `update estimates set sent_at = ((now() at time zone 'Europe/Paris')::date - 7 + time '23:59:59') at time zone 'Europe/Paris' where id = $1`,
    [body.estimate.id],
  );
  expect((await owner.call(estimateReminders)).estimates).toMatchObject([{ id: body.estimate.id, days: 7 }]);
});

test('a credit note corrects an issued invoice of its own customer, and never more than its total', async () => {
  const [invoice, unissued] = [await issued(), await draft()];
  const address = { street: '2 rue Basse', zipcode: '06000', city: 'Nice' };
  const other = (
    await owner.answer(endpointOf(Customer, 'save'), { input: { name: 'Autre client', type: 100, address } })
  ).body;
  for (const [more, message] of [
    [{ creditOf: { id: unissued.id } }, 'Un avoir corrige une facture émise du même client.'],
    [
      { creditOf: { id: invoice }, customer: { id: other.customer.id } },
      'Un avoir corrige une facture émise du même client.',
    ],
    [{ creditOf: { id: invoice }, items: [{ ...item, quantity: 11 }] }, 'Les avoirs dépassent le total de la facture.'],
  ] as const) {
    const { id } = await draft({ type: 'avoir', ...more });
    expect((await act(Invoice, id, 'issue')).body).toMatchObject({ code: 409, message });
  }
  expect(await read(invoice)).toMatchObject({ status: 100 });
});

test('a credit note lowers what is owed; what was paid before is given back', async () => {
  const id = await issued();
  const credit = async (quantity: number): Promise<void> => {
    const note = (await owner.answer(creditInvoice, { params: { id }, input: {} })).body.invoice;
    await save(Invoice, { id: note.id, items: [{ ...item, quantity }] });
    expect((await act(Invoice, note.id, 'issue')).status).toBe(200);
  };
  const pay = (input: object): Promise<Answer> =>
    owner.answer(payInvoice, { params: { id }, input: { date: today, ...input } as never });
  await credit(5);
  expect(await read(id)).toMatchObject({ balance: 129, status: 100, paid: false });
  expect((await pay({ amount: 129.01 })).status).toBe(400);
  expect((await pay({})).body.invoice).toMatchObject({ balance: 0, paid: true, state: 'PAID' });
  await credit(5);
  expect(await read(id)).toMatchObject({ balance: -129, status: 200, state: 'CREDITED' });
  expect((await pay({})).body.invoice).toMatchObject({
    balance: 0,
    partialPayments: [{ amount: 129 }, { amount: -129, note: 'Remboursement' }],
  });
  expect((await pay({})).status).toBe(409);
});

test('a payment is not of tomorrow, nor of before its invoice', async () => {
  const id = await issued();
  const dated = (date: string) => owner.answer(payInvoice, { params: { id }, input: { date } });
  expect(await dated('2099-01-01')).toMatchObject({ status: 400, body: { violations: [{ path: 'date' }] } });
  expect((await dated('2015-01-01')).body.message).toBe('Un paiement ne précède pas la facture qu’il règle.');
});

test('the search finds a document by its number, once it has one', async () => {
  const id = await issued();
  const { number } = await read(id);
  const found = async (query: string): Promise<string[]> =>
    (await owner.answer(endpointOf(Invoice, 'list'), { input: { query } })).body.invoices.map(
      (row: { id: string }) => row.id,
    );
  expect(await found(String(number))).toEqual([id]);
  expect(await found('Brouillon')).not.toContain(id);
});

test('the site of a document is its customer’s', async () => {
  const [mine] = await sql<{ id: string }>(
    `insert into sites (agency_id, id, name, customer_id) values ($1, gen_random_uuid(), 'Quai', $2) returning id`,
    [agency.id, customer.id],
  );
  const other = (await owner.answer(endpointOf(Customer, 'save'), { input: { name: 'Ailleurs', type: 100 } })).body;
  const { id } = await draft({ site: { id: mine?.id } });
  for (const paper of [Invoice, Estimate])
    expect(
      await save(paper, { customer: { id: other.customer.id }, date: today, items: [item], site: { id: mine?.id } }),
    ).toMatchObject({ status: 400, body: { violations: [{ path: 'site' }] } });
  expect((await save(Invoice, { id, customer: { id: other.customer.id } })).status).toBe(400);
  expect((await save(Invoice, { id, customer: { id: other.customer.id }, site: null })).status).toBe(200);
});

test('a billed estimate is validated, keeps the name its customer had, and cannot be changed, refused or deleted', async () => {
  const { body } = await save(Estimate, { customer: { id: customer.id }, date: today, items: [item] });
  const { id } = body.estimate;
  expect((await owner.answer(invoiceEstimate, { params: { id }, input: {} })).status).toBe(200);
  expect((await save(Estimate, { id, title: 'Autre' })).status).toBe(409);
  for (const move of ['refuse', 'delete', 'cancel', 'unsent', 'sent'])
    expect([move, (await act(Estimate, id, move)).status]).toEqual([move, 409]);
  const [{ name }] = (await sql('select name from customers where id = $1', [customer.id])) as [{ name: string }];
  await sql(`update customers set name = 'Autre nom' where id = $1`, [customer.id]);
  expect(await wordsOf(printEstimate, id)).toContain(name);
  await sql('update customers set name = $2 where id = $1', [customer.id, name]);
});

test('a cancelled estimate that comes back has no number and can be deleted', async () => {
  const { body } = await save(Estimate, { customer: { id: customer.id }, date: today, items: [item] });
  const { id } = body.estimate;
  expect((await act(Estimate, id, 'cancel')).status).toBe(200);
  expect((await act(Estimate, id, 'unsent')).body.estimate).toMatchObject({ number: 'Brouillon', status: 100 });
  expect((await act(Estimate, id, 'delete')).status).toBe(204);
});

test('the term of a professional is not longer than the law allows', async () => {
  const { id } = await draft({ dueDate: '2099-12-31' });
  expect((await act(Invoice, id, 'issue')).body.message).toMatch(/^L’échéance dépasse le délai légal/);
});
