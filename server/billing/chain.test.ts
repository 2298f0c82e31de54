import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { payInvoice, reversePayment } from '#core/billing/calls.ts';
import { verifyPayments } from '#core/billing/chain.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { issueInvoice } from '#core/billing/marking.ts';
import {
  readEventKey,
  receiveInvoiceEvent,
  renewEventKey,
  type SignedEvent,
  signedText,
} from '#core/billing/transmission.ts';
import { Customer } from '#core/customers/customer.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { applyRetention } from '#server/privacy/retention.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { closePayments, closuresSql } from './chain.ts';

const here = await world();
const { sql, agency } = here;
const owner = here.as('owner');
const item = { title: 'Ronde', quantity: 1, price: 100, vat: 20 };
const [{ day: today }] = (await sql(`select (now() at time zone 'Europe/Paris')::date::text as day`)) as [
  { day: string },
];

const customer = async (type: number): Promise<string> =>
  (
    await owner.answer(endpointOf(Customer, 'save'), {
      input: { name: `Client ${type}`, type, address: { street: '1 quai', zipcode: '06000', city: 'Nice' } },
    })
  ).body.customer.id;
const [person, company] = [await customer(200), await customer(100)];
const issued = async (whose: string): Promise<{ id: string; number: string }> => {
  const { body } = await owner.answer(endpointOf(Invoice, 'save'), {
    input: { customer: { id: whose }, date: today, items: [item] },
  });
  return (await owner.answer(issueInvoice, { params: { id: body.invoice.id }, input: {} })).body.invoice;
};
const pay = (id: string, amount?: number): Promise<Answer> =>
  owner.answer(payInvoice, { params: { id }, input: { date: today, ...(amount ? { amount } : {}) } });
const verified = async () => (await owner.answer(verifyPayments, {})).body;
const read = async (id: string) => (await owner.answer(endpointOf(Invoice, 'read'), { params: { id } })).body.invoice;

test('payments and reversals of private customers are chained, those of companies are not, in parallel too', async () => {
  const invoices = await Promise.all(Array.from({ length: 6 }, () => issued(person)));
  await pay((await issued(company)).id);
  await Promise.all(invoices.map(({ id }) => pay(id, 20)));
  const first = invoices[0]?.id as string;
  const [{ id: payment }] = (await read(first)).partialPayments;
  await owner.answer(reversePayment, { params: { id: first, payment }, input: { reason: 'Chèque sans provision' } });
  expect(await verified()).toMatchObject({ entries: 7, total: 100, isIntact: true, brokenAt: null, closures: [] });
});

/** Rows of a table that a plan read. */
function readFrom(table: string, plan: unknown): number {
  if (Array.isArray(plan)) return plan.reduce((all: number, one) => all + readFrom(table, one), 0);
  if (typeof plan !== 'object' || plan === null) return 0;
  const node = plan as Record<string, unknown>;
  const rows = Number(node['Actual Rows'] ?? 0) + Number(node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name'] === table ? rows * Number(node['Actual Loops'] ?? 0) : 0;
  return own + readFrom(table, Object.values(node));
}

test('months and years are closed once, also those of nights without a server; a change of either is found', async () => {
  // The middle of the thirteenth month before this one, at any hour of any day.
  const [{ year }] = (await sql(
    `update payment_seals set entered_at = (date_trunc('month', $2::date::timestamp) - interval '13 months' + interval '14 days 12 hours') at time zone 'Europe/Paris'
      where agency_id = $1 and position <= 2 returning extract(year from entered_at)::integer as year`,
    [agency.id, today],
  )) as [{ year: number }];
  expect(await verified()).toMatchObject({ isIntact: false, brokenAt: 1 });
  // As they would have been chained then.
  await sql(`do $$ declare s payment_seals; before text; begin
    for s in select * from payment_seals where agency_id = '${agency.id}' order by position loop
      update payment_seals p set hash = payment_seal_hash(before, p) where p.agency_id = s.agency_id and p.position = s.position returning hash into before;
    end loop; end $$`);
  await Promise.all([closePayments(agency.id, servicesOf(here.app)), closePayments(agency.id, servicesOf(here.app))]);
  await closePayments(agency.id, servicesOf(here.app));
  const { closures, isIntact } = await verified();
  expect(isIntact).toBe(true);
  const months = closures.filter(({ kind }: { kind: string }) => kind === 'MONTH');
  expect(months).toHaveLength(13);
  expect(months.at(-1)).toMatchObject({ entries: 2, total: 40, grandTotal: 40 });
  expect(months[0]).toMatchObject({ entries: 0, total: 0, grandTotal: 40 });
  // Two in January.
  expect(closures.filter(({ kind }: { kind: string }) => kind === 'YEAR')).toHaveLength(
    Number(today.slice(0, 4)) - year,
  );
  // Each line is read once for all closures.
  const [plan] = await here.database.transaction({ ...nobody, agency: agency.id }, (db) =>
    db.query({ text: `explain (analyze, format json) ${closuresSql('MONTH')}` }),
  );
  expect(readFrom('payment_seals', plan)).toBe(7);
  await sql(`update payment_seals set amount = 21 where agency_id = $1 and position = 1`, [agency.id]);
  const changed = await verified();
  expect(changed).toMatchObject({ isIntact: false, brokenAt: 1 });
  expect(changed.closures.some((one: { isIntact: boolean }) => !one.isIntact)).toBe(true);
  await sql(`update payment_seals set amount = 20 where agency_id = $1 and position = 1`, [agency.id]);
});

test('the application cannot change, remove or forge a line', async () => {
  const inAgency = { agency: agency.id, agent: null, customer: null, user: null };
  for (const text of [
    'update payment_seals set amount = 1',
    'delete from payment_seals',
    'delete from payment_closures',
  ])
    await expect(here.database.transaction(inAgency, (db) => db.query({ name: '', text }))).rejects.toThrow(
      /permission/,
    );
});

const event = (more: Partial<SignedEvent> & { number: string }): SignedEvent => {
  const now = new Date().toISOString();
  return { id: randomUUID(), sentAt: now, at: now, state: 'DEPOSITED', ...more };
};
const secret = async (): Promise<string> => (await owner.answer(readEventKey, {})).body.secret;
const tell = async (what: SignedEvent, key?: string, to = agency.id): Promise<Answer> => {
  const signature = createHmac('sha256', key ?? (await secret()))
    .update(signedText(what))
    .digest('hex');
  return owner.answer(receiveInvoiceEvent, {
    mount: 'root',
    params: { agency: to },
    input: { ...what, signature } as never,
  });
};

test('an invoice has the line of its states: issued here, deposited and rejected by a signed event, cashed when paid', async () => {
  const { id, number } = await issued(company);
  const deposited = event({ number });
  expect((await tell(deposited)).body).toEqual({ accepted: true });
  // A replay changes nothing.
  expect((await tell(deposited)).body).toEqual({ accepted: false });
  await tell(event({ number, state: 'REJECTED', reason: 'SIRET inconnu' }));
  await pay(id);
  const row = await read(id);
  expect(row.transmission).toBe('CASHED');
  expect(row.transmissions.map(({ state }: { state: string }) => state)).toEqual([
    ...['ISSUED', 'DEPOSITED', 'REJECTED', 'CASHED'],
  ]);
  expect(row.transmissions[2].reason).toBe('SIRET inconnu');
});

test('an event with a wrong, foreign or former secret, too old, or of no invoice is refused', async () => {
  const { number } = await issued(company);
  expect((await tell(event({ number }), 'wrong')).status).toBe(403);
  expect((await tell(event({ number }), undefined, here.otherAgency.id)).status).toBe(403);
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  expect((await tell(event({ number, sentAt: hourAgo }))).status).toBe(409);
  expect((await tell(event({ number: 'F1999-0001' }))).status).toBe(404);
  const former = await secret();
  await owner.answer(renewEventKey, { input: {} });
  expect((await tell(event({ number }), former)).status).toBe(403);
  expect((await tell(event({ number }))).status).toBe(200);
});

test('papers are removed ten years after the end of their year, and the chain stays whole', async () => {
  const old = await issued(person);
  await pay(old.id);
  const recent = await issued(company);
  await sql(`update invoices set date = date - interval '12 years' where id = $1`, [old.id]);
  await applyRetention.work({}, servicesOf(here.app), {
    ...{ agency: null, count: 1, isLast: false, signal: new AbortController().signal },
  });
  expect(await sql('select id from invoices where id = any ($1::uuid[])', [[old.id, recent.id]])).toEqual([
    { id: recent.id },
  ]);
  expect((await verified()).brokenAt).toBeNull();
});
