import pg from 'pg';
import { expect, test } from 'vitest';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { readInvoiceLetter, readReminderLetter, sendEstimates, sendInvoices } from '#core/billing/sending.ts';
import { Customer } from '#core/customers/customer.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { embeddedXml } from '#server/testing/e-invoices.ts';
import { world } from '#server/testing/world.ts';
import { mailLetter } from './sending.ts';

const here = await world();
const { as, sql, agency } = here;
const owner = as('owner');
const item = { title: 'Gardiennage', quantity: 10, price: 21.5, vat: 20 };
const [{ day: today }] = (await sql(`select (now() at time zone 'Europe/Paris')::date::text as day`)) as [
  { day: string },
];

/** A customer with an address of his own and a contact who receives invoices. */
async function customer(name: string, more: object = {}): Promise<string> {
  const address = { street: '2 rue Basse', zipcode: '06000', city: 'Nice' };
  const input = { name, type: 100, address, email: `${name}@client.example`, ...more };
  const { body } = await owner.answer(endpointOf(Customer, 'save'), { input });
  return body.customer.id;
}
const made = async (of: typeof Invoice | typeof Estimate, whose: string, more: object = {}): Promise<string> =>
  (
    await owner.answer(endpointOf(of, 'save'), {
      input: { customer: { id: whose }, date: today, items: [item], ...more },
    })
  ).body[of.name].id;
const read = async (of: typeof Invoice | typeof Estimate, id: string): Promise<Record<string, unknown>> =>
  (await owner.answer(endpointOf(of, 'read'), { params: { id } })).body[of.name];
const send = (input: object, who = owner): Promise<Answer> => who.answer(sendInvoices, { input: input as never });

test('a draft that is sent is issued first, marked, and leaves with its number and its Factur-X', async () => {
  const whose = await customer('docks', {
    userCompanies: [{ firstname: 'Ada', lastname: 'Roux', email: 'ada@docks.example', invoiceRecipient: true }],
  });
  const id = await made(Invoice, whose);
  const letter = (await owner.answer(readInvoiceLetter, { params: { id } })).body;
  expect(letter).toMatchObject({ to: ['ada@docks.example'], subject: `Votre facture ${agency.name} - {numero}` });
  // The agency's own words come first; an unknown variable shows.
  await sql(`update agencies set invoice_subject = 'Pièce {numero} de {agence}, {inconnue}' where id = $1`, [
    agency.id,
  ]);
  const own = (await owner.answer(readInvoiceLetter, { params: { id } })).body;
  expect(own.subject).toBe(`Pièce {numero} de ${agency.name}, Variable inconnu`);
  await sql('update agencies set invoice_subject = null where id = $1', [agency.id]);
  expect((await send({ ids: [id] })).body).toEqual({ sent: 1, issued: 1 });
  const row = await read(Invoice, id);
  expect(row).toMatchObject({ sent: true, state: 'AWAITING_PAYMENT', number: expect.stringMatching(/^F\d{4}-\d{4}$/) });
  const mail = await here.outbox.lastTo('ada@docks.example');
  expect(mail.subject).toBe(`Votre facture ${agency.name} - ${row.number}`);
  expect(mail.text).toContain('Bonjour Ada Roux');
  const [pdf] = mail.attachments.filter(({ mimeType }) => mimeType === 'application/pdf');
  expect(pdf?.filename).toBe(`Facture ${row.number} docks.pdf`);
  expect(await embeddedXml(new Uint8Array(pdf?.content as ArrayBuffer))).toContain(`<ram:ID>${row.number}</ram:ID>`);
  const letters = await sql('select recipients, subject, message, mailed_at is not null as mailed from paper_letters');
  expect(letters).toEqual([{ recipients: null, subject: null, message: null, mailed: true }]);
});

/** How often each named statement runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Map<string, number>> {
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  const names = new Map<string, number>();
  (pg.Client.prototype as { query: unknown }).query = function watched(this: pg.Client, ...args: unknown[]): unknown {
    const { name = '' } = args[0] as { name?: string };
    names.set(name, (names.get(name) ?? 0) + 1);
    return query.apply(this, args);
  };
  await work();
  (pg.Client.prototype as { query: unknown }).query = query;
  return names;
}

test('what is sent reaches the holders of its copy once, never the owner for being one; a reminder reaches none (C-035)', async () => {
  await sql(
    `update agents set rights = array_remove(array_remove(rights, 'receiveInvoiceCopy'), 'receiveEstimateCopy')`,
  );
  const [invoices, estimates] = [
    await here.hire('Factures', { of: 'azur', rights: ['receiveInvoiceCopy'] }),
    await here.hire('Devis', { of: 'azur', rights: ['receiveEstimateCopy'] }),
  ];
  const userCompanies = ['eva', 'bob'].map((name) => ({
    ...{ firstname: name, lastname: 'Roux', email: `${name}@copie.example` },
    ...{ invoiceRecipient: true, estimateRecipient: true },
  }));
  const whose = await customer('copie', { userCompanies });
  const copies = async (send: () => Promise<Answer>): Promise<string[]> => {
    await sql('delete from emails');
    expect((await send()).status).toBe(200);
    await here.jobsDone();
    const mails = await sql<{ bcc: string[] }>('select bcc from emails');
    expect(mails).toHaveLength(2);
    return mails.flatMap(({ bcc }) => bcc);
  };
  const [invoice, estimate] = [await made(Invoice, whose), await made(Estimate, whose)];
  expect(await copies(() => send({ ids: [invoice] }))).toEqual([invoices.email]);
  await sql(`update invoices set due_date = date - 1 where id = $1`, [invoice]);
  expect(await copies(() => send({ ids: [invoice], remind: true }))).toEqual([]);
  expect(await copies(() => owner.answer(sendEstimates, { input: { ids: [estimate] } }))).toEqual([estimates.email]);
});

test('several drafts are issued by the statements of one, numbered in their order', async () => {
  const whose = await customer('lot');
  const ids = [await made(Invoice, whose), await made(Invoice, whose), await made(Invoice, whose)];
  const ran = await statementsOf(async () => expect((await send({ ids })).body).toEqual({ sent: 3, issued: 3 }));
  const ofIssue = ['issue-invoices', 'take-numbers', 'settlement-terms', 'mark-invoices-sent'];
  expect(ofIssue.map((name) => ran.get(name))).toEqual([1, 1, 1, 1]);
  const numbers = await Promise.all(ids.map(async (id) => Number(String((await read(Invoice, id)).number).slice(6))));
  const [first = 0] = numbers;
  expect(numbers).toEqual([first, first + 1, first + 2]);
  // Both credit notes of one invoice: the second would exceed its total.
  const credit = (): Promise<string> => made(Invoice, whose, { type: 'avoir', creditOf: { id: ids[0] } });
  const refused = await send({ ids: [await credit(), await credit()] });
  expect(refused.body.message).toBe('Les avoirs dépassent le total de la facture.');
});

test('the job of a mailed letter mails nothing more', async () => {
  const id = await made(Invoice, await customer('once'));
  await send({ ids: [id] });
  await here.outbox.lastTo('once@client.example');
  const [letter] = await sql<{ id: string }>('select id from paper_letters where invoice_id = $1', [id]);
  await mailLetter.work({ letter: letter?.id as string }, servicesOf(here.app), {
    ...{ agency: agency.id, count: 2, isLast: false, signal: new AbortController().signal },
  });
  expect(await here.outbox.to('once@client.example')).toHaveLength(1);
});

test('own words and addresses are used; a shared text for several documents is refused', async () => {
  const whose = await customer('words');
  const [one, two] = [await made(Invoice, whose), await made(Invoice, whose)];
  expect((await send({ ids: [one, two], subject: 'Vos factures' })).status).toBe(400);
  expect(
    (await send({ ids: [one], to: ['Compta@words.example'], subject: 'N° {numero}', message: 'Voici.\n\nMerci' }))
      .status,
  ).toBe(200);
  const mail = await here.outbox.lastTo('compta@words.example');
  expect([mail.subject, mail.text?.includes('Merci')]).toEqual([`N° ${(await read(Invoice, one)).number}`, true]);
  expect((await send({ ids: [one, two] })).body).toEqual({ sent: 2, issued: 1 });
});

test('without an address nothing is issued, marked or mailed', async () => {
  const id = await made(Invoice, await customer('muet', { email: null }));
  expect((await send({ ids: [id] })).body.message).toMatch(/^Aucun destinataire/);
  expect(await read(Invoice, id)).toMatchObject({ number: 'Brouillon', sent: false });
});

test('who may send but not issue sends only what is issued', async () => {
  const id = await made(Invoice, await customer('droits'));
  const staff = as(await here.hire('facteur', { of: 'azur', rights: ['listInvoices', 'sendInvoice'] }));
  expect((await send({ ids: [id] }, staff)).body.message).toBe('Émettez d’abord ce document.');
});

test('an overdue invoice is reminded with its balance; one that is not due, or a draft, is not', async () => {
  const id = await made(Invoice, await customer('retard'));
  await send({ ids: [id] });
  await here.outbox.lastTo('retard@client.example');
  expect((await send({ ids: [id], remind: true })).status).toBe(409);
  expect((await owner.answer(readReminderLetter, { params: { id } })).status).toBe(409);
  await sql(`update invoices set due_date = date - 1 where id = $1`, [id]);
  expect((await send({ ids: [id], remind: true })).status).toBe(200);
  const mail = await here.outbox.lastTo('retard@client.example', 2);
  expect(mail.subject).toMatch(/^Relance : votre facture/);
  expect(mail.text?.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('reste à régler pour 258,00 €');
  expect((await read(Invoice, id)).remindedAt).toEqual(expect.any(String));
});

test('an estimate that is sent gets its number and waits for its answer; a refused one is not sent', async () => {
  const id = await made(Estimate, await customer('devis'));
  expect((await owner.answer(sendEstimates, { input: { ids: [id] } })).status).toBe(200);
  expect(await read(Estimate, id)).toMatchObject({ status: 300, state: 'AWAITING_VALIDATION' });
  expect((await here.outbox.lastTo('devis@client.example')).subject).toMatch(/ - D\d{4}-\d{4}$/);
  await owner.answer(endpointOf(Estimate, 'act'), { params: { id, type: 'refuse' } });
  expect((await owner.answer(sendEstimates, { input: { ids: [id] } })).status).toBe(409);
});

test('a validated estimate that is mailed is sent, and stays validated', async () => {
  const whose = await customer('valide');
  const id = await made(Estimate, whose);
  await owner.answer(endpointOf(Estimate, 'act'), { params: { id, type: 'validate' } });
  expect(await read(Estimate, id)).toMatchObject({ status: 200, sent: false, sentAt: null });
  expect((await owner.answer(sendEstimates, { input: { ids: [id] } })).status).toBe(200);
  const row = await read(Estimate, id);
  expect(row).toMatchObject({ status: 200, sent: true, sentAt: expect.any(String), state: 'VALIDATED' });
  const { history } = (await owner.answer(endpointOf(Estimate, 'history'), { params: { id } })).body;
  expect(history.map(({ action }: { action: string }) => action)).toContain('sent');
  // Mailed again, it keeps the moment of the first time.
  expect((await owner.answer(sendEstimates, { input: { ids: [id] } })).status).toBe(200);
  expect((await read(Estimate, id)).sentAt).toBe(row.sentAt);
});
