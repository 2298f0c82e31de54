import { expect, test } from 'vitest';
import { creditInvoice, payInvoice } from '#core/billing/calls.ts';
import { saveCatalog } from '#core/billing/catalog-calls.ts';
import { listCreditNotes, saveCreditNote } from '#core/billing/credit-note-calls.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { issueInvoice, markInvoiceSent } from '#core/billing/marking.ts';
import { InvoiceRecurrence } from '#core/billing/recurrence.ts';
import { sendInvoices } from '#core/billing/sending.ts';
import { Customer } from '#core/customers/customer.ts';
import { zipFiles } from '#core/files/files.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const owner = here.as('owner');
const item = { title: 'Gardiennage', quantity: 10, price: 21.5, vat: 20 };
const draft = async (): Promise<{ id: string; version: number }> =>
  (
    await owner.answer(endpointOf(Invoice, 'save'), {
      input: { customer: { id: here.customer.id }, date: '2026-11-17', items: [item] },
    })
  ).body.invoice;
const read = async (id: string): Promise<Record<string, unknown>> =>
  (await owner.answer(endpointOf(Invoice, 'read'), { params: { id } })).body.invoice;

test('what a colleague wrote meanwhile is neither issued, sent nor credited: he is named', async () => {
  const { id, version } = await draft();
  const colleague = here.as(await here.hire('Ada Roux', { of: 'azur', rights: ['listInvoices', 'editInvoice'] }));
  await colleague.answer(endpointOf(Invoice, 'save'), { input: { id, title: 'Texte neuf' } });
  const refused = await owner.answer(issueInvoice, { params: { id }, input: { version } });
  expect(refused).toMatchObject({ status: 409, body: { current: { title: 'Texte neuf' } } });
  expect(refused.body.message).toMatch(/^Cette fiche a été modifiée entre-temps par .+ : relisez-la\.$/);
  const sent = await owner.answer(sendInvoices, {
    input: { ids: [id], to: ['a@client.example'], versions: { [id]: version } },
  });
  expect(sent.status).toBe(409);
  expect(await read(id)).toMatchObject({ number: 'Brouillon', sent: false });
  const issued = await owner.answer(issueInvoice, { params: { id }, input: { version: version + 1 } });
  expect(issued.body.invoice.number).toMatch(/^F/);
  expect((await owner.answer(creditInvoice, { params: { id }, input: { version } })).status).toBe(409);
});

test('PATCH …/sent marks it sent, and with `sent: false` not sent (X-016, X-032)', async () => {
  const { id } = await draft();
  expect((await owner.answer(markInvoiceSent, { params: { id }, input: {} })).body.message).toBe(
    'Émettez d’abord ce document.',
  );
  await owner.answer(issueInvoice, { params: { id }, input: {} });
  expect((await owner.answer(markInvoiceSent, { params: { id }, input: {} })).body.invoice.sent).toBe(true);
  const back = await owner.answer(markInvoiceSent, { params: { id }, input: { sent: false } });
  expect(back.body.invoice.sent).toBe(false);
});

test('marked as not paid, each payment goes back by the means it came by', async () => {
  const { id } = await draft();
  const { body } = await owner.answer(issueInvoice, { params: { id }, input: {} });
  const { date } = body.invoice;
  for (const means of ['CASH', 'CHEQUE'] as const)
    await owner.answer(payInvoice, { params: { id }, input: { date, amount: 50, means } });
  for (const paid of [true, false])
    expect((await owner.answer(endpointOf(Invoice, 'save'), { input: { id, paid } })).status).toBe(200);
  const rows = await here.sql(
    'select means, sum(amount)::float8 as amount, count(*)::integer as entries from invoice_payments where invoice_id = $1 group by 1 order by 1',
    [id],
  );
  expect(rows).toEqual(['CASH', 'CHEQUE', null].map((means) => ({ means, amount: 0, entries: 2 })));
});

test('a customer with drafts, unpaid invoices or running subscriptions is not archived, and they are counted', async () => {
  const { body } = await owner.answer(endpointOf(Customer, 'save'), {
    input: { name: 'Docks', type: 100, address: { street: '1 quai', zipcode: '06000', city: 'Nice' } },
  });
  const { id } = body.customer;
  const invoice = async (): Promise<string> =>
    (
      await owner.answer(endpointOf(Invoice, 'save'), {
        input: { customer: { id }, date: '2026-11-17', items: [item] },
      })
    ).body.invoice.id;
  const [draft, issued, model] = [await invoice(), await invoice(), await invoice()];
  await owner.answer(issueInvoice, { params: { id: issued }, input: {} });
  const subscription = await owner.answer(endpointOf(InvoiceRecurrence, 'save'), {
    input: { invoice: { id: model }, startAt: '2027-01-01' },
  });
  const archive = () => owner.answer(endpointOf(Customer, 'act'), { params: { id, type: 'archive' } });
  expect((await archive()).body.message).toBe(
    'Docks a encore 1 facture en brouillon, 1 facture non soldée, 1 abonnement en cours : terminez-les avant de l’archiver.',
  );
  await owner.answer(endpointOf(Invoice, 'act'), { params: { id: draft, type: 'delete' } });
  const day = (await here.sql<{ day: string }>('select date::text as day from invoices where id = $1', [issued]))[0];
  await owner.answer(payInvoice, { params: { id: issued }, input: { date: day?.day as string } });
  await owner.answer(endpointOf(InvoiceRecurrence, 'act'), {
    params: { id: subscription.body.invoiceRecurrence.id, type: 'interrupt' },
  });
  expect((await archive()).status).toBe(200);
});

test('a save with `paid` appends the balance or reverses what was paid; any other change of an issued paper is 409', async () => {
  const { id } = await draft();
  const save = (input: object) => owner.answer(endpointOf(Invoice, 'save'), { input: { id, ...input } });
  expect((await save({ paid: true })).status).toBe(409);
  await owner.answer(issueInvoice, { params: { id }, input: {} });
  expect((await save({ paid: true, title: 'Autre' })).status).toBe(409);
  const paid = (await save({ paid: true })).body.invoice;
  expect(paid).toMatchObject({ paid: true, balance: 0, partialPayments: [{ amount: 258, note: 'Solde' }] });
  expect((await save({ paid: true })).body.invoice.partialPayments).toHaveLength(1);
  const back = (await save({ paid: false })).body.invoice;
  expect(back).toMatchObject({ paid: false, balance: 258 });
  expect(back.partialPayments.map((one: { amount: number }) => one.amount)).toEqual([258, -258]);
});

test('issued invoices leave in one archive; a draft, a foreign one and a caller without the right are refused', async () => {
  const [one, two, waiting] = [await draft(), await draft(), await draft()];
  for (const { id } of [one, two]) await owner.answer(issueInvoice, { params: { id }, input: {} });
  const url = (id: string): string => `/agency/${here.agency.id}/invoice/${id}/pdf`;
  const zip = (ids: string[], who = owner) => who.answer(zipFiles, { input: { urls: ids.map(url) } });
  const good = await zip([one.id, two.id]);
  expect(good.status).toBe(200);
  expect((await zip([one.id, waiting.id])).status).toBe(409);
  expect((await zip([one.id, '01900000-0000-7000-8000-00000000dead'])).status).toBe(404);
  expect((await zip([one.id], here.as('foreignOwner'))).status).toBe(404);
  const clerk = here.as(await here.hire('Sans droit', { of: 'azur', rights: ['listEstimates'] }));
  expect(await zip([one.id], clerk)).toMatchObject({ status: 403, body: { right: 'listInvoices' } });
});

test('POST /agency/catalog saves several articles, all or none, for who may (Y-014)', async () => {
  const save = (articles: object[], who = owner) =>
    who.answer(saveCatalog, { input: { agency: { id: here.agency.id }, catalogArticles: articles as never } });
  const article = { title: 'Ronde', description: 'De nuit', price: 0 };
  const { body } = await save([article, { ...article, title: 'Garde', price: 21.5 }]);
  expect(body.catalogArticles).toMatchObject([
    { title: 'Ronde', price: 0 },
    { title: 'Garde', price: 21.5 },
  ]);
  const edited = await save([{ id: body.catalogArticles[0].id, price: 12 }]);
  expect(edited.body.catalogArticles).toMatchObject([{ title: 'Ronde', price: 12 }]);
  const refused = await save([
    { ...article, title: 'Une' },
    { title: 'Sans prix', description: 'x', price: null },
  ]);
  expect(refused).toMatchObject({ status: 400, body: { violations: [{ path: 'catalogArticles.1.price' }] } });
  expect(await here.sql(`select 1 from catalog_articles where title = 'Une'`)).toEqual([]);
  const clerk = here.as(await here.hire('Lecteur', { of: 'azur', rights: ['listCatalogArticles'] }));
  expect(await save([article], clerk)).toMatchObject({ status: 403, body: { right: 'createCatalogArticle' } });
  expect((await save([article], here.as('foreignOwner'))).status).toBe(403);
});

test('credit notes are called by their own type, and documents by their French names (X-038)', async () => {
  const { id: invoice } = await draft();
  const input = { customer: { id: here.customer.id }, date: '2026-11-17', title: 'Remise', items: [item] };
  const { body } = await owner.answer(saveCreditNote, { input });
  expect(body.invoice).toMatchObject({ type: 'avoir', title: 'Remise' });
  const { id } = body.invoice;
  expect((await owner.answer({ ...saveCreditNote, path: '/avoir' }, { input: { id, title: 'Geste' } })).status).toBe(
    200,
  );
  expect((await owner.answer(saveCreditNote, { input: { id: invoice, title: 'Autre' } })).body.message).toBe(
    'Avoir introuvable',
  );
  const named = (path: string) => owner.answer({ ...listCreditNotes, path }, { input: { limit: 100 } });
  const [own, french, whole] = [
    await named('/fetch/creditNotes'),
    await named('/fetch/avoirs'),
    await named('/fetch/factures'),
  ];
  expect(own.body.invoices.map((row: { id: string }) => row.id)).toEqual([id]);
  expect(french.body).toEqual(own.body);
  // The flag of a filter turns it off, but not the one of the path.
  for (const isType of [-1, 0, 1]) {
    const { body: flagged } = await owner.answer(listCreditNotes, { input: { limit: 100, filters: { isType } } });
    expect(flagged.invoices).toEqual(own.body.invoices);
  }
  expect(whole.body.filtered).toBeGreaterThan(1);
  const sent = await owner.answer(
    { ...sendInvoices, path: '/avoir/send' },
    { input: { ids: [id], to: ['a@client.example'] } },
  );
  expect(sent.body).toEqual({ sent: 1, issued: 1 });
  expect((await read(id)).number).toMatch(/^A/);
});
