// Money is never taken twice: the work is killed between any two steps, answers are lost, events come twice, late, forged.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { savePartialPayments } from '#core/payments/invoice-calls.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { world } from '#server/testing/world.ts';
import { collect, type Step, steps } from './charging.ts';
import { comeDue, fixPaymentsOf, followDue } from './clock.ts';
import { issueAgencyInvoice, onPaid } from './invoicing.ts';
import { Unknown } from './provider.ts';
import { localGoCardless } from './testing/gocardless-server.ts';
import { localStripe } from './testing/stripe-server.ts';

const cards = await localStripe();
const debits = await localGoCardless();
const here = await world({ stripe: cards, goCardless: debits });
afterAll(() => Promise.all([cards.close(), debits.close()]));
const { sql, agency, app, jobsDone } = here;
const services = servicesOf(app);
const paid: string[] = [];
onPaid.push(async (_db, invoice) => void paid.push(invoice));

const method = async (provider: 'stripe' | 'gocardless', ref: string): Promise<void> => {
  await sql('delete from payment_methods where agency_id = $1', [agency.id]);
  await sql(
    `insert into payment_methods (agency_id, id, type, provider, ref, is_default) values ($1, $2, $3, $4, $5, true)`,
    [agency.id, uuidv7(), provider === 'stripe' ? 'card' : 'sepa', provider, ref],
  );
};

const bill = async (): Promise<{ id: string; payment: string }> => {
  const { id } = await services.database.transaction({ ...nobody, agency: platformAgencyId }, (db) =>
    issueAgencyInvoice(db, {
      buyerId: agency.id,
      lines: [{ offerId: null, label: 'Abonnement', quantity: 1, unitPrice: 49.99, vatRate: 20 }],
      dueAt: '2026-01-01',
    }),
  );
  const [row] = await sql<{ id: string }>('select id from agency_payments where agency_invoice_id = $1', [id]);
  return { id, payment: row?.id as string };
};

const state = async (payment: string): Promise<Record<string, unknown>> =>
  (
    await sql(
      `select p.status, p.attempts, p.error, p.authentication_required as auth, i.status as invoice, p.next_try_at is not null as again
        from agency_payments p join agency_invoices i on i.id = p.agency_invoice_id where p.id = $1`,
      [payment],
    )
  )[0] as Record<string, unknown>;

const chargesOf = async (payment: string): Promise<{ id: string; ref: string; state: string }[]> =>
  sql('select id, ref, state from payment_charges where agency_payment_id = $1 order by created_at', [payment]);

const captured = async (payment: string): Promise<number> => {
  const ids = new Set((await chargesOf(payment)).map(({ id }) => id));
  return [...cards.captures, ...debits.captures].filter(({ charge }) => charge && ids.has(charge)).length;
};

class Killed extends Error {}
const killedAt = (wanted: Step) => ({
  at: (step: Step) => {
    if (step === wanted) throw new Killed();
  },
});

beforeEach(() => method('stripe', 'pm_ok'));

test('a card that pays settles the invoice, and the other modules learn of it once', async () => {
  const { id, payment } = await bill();
  expect(await collect(services, payment)).toMatchObject({ state: 'succeeded' });
  expect(await state(payment)).toMatchObject({ status: 'VALIDATED', attempts: 1, invoice: 'VALIDATED' });
  expect(await collect(services, payment)).toBeNull();
  expect(cards.captures.at(-1)).toMatchObject({ amount: 5_999 });
  expect([await captured(payment), paid.filter((one) => one === id).length]).toEqual([1, 1]);
});

test.each(steps)('killed after the step « %s », it is taken up: the card pays once', async (step) => {
  const { id, payment } = await bill();
  await expect(collect(services, payment, killedAt(step))).rejects.toBeInstanceOf(Killed);
  await collect(services, payment);
  await collect(services, payment);
  expect(await state(payment)).toMatchObject({ status: 'VALIDATED', attempts: 1 });
  expect([await captured(payment), (await chargesOf(payment)).length]).toEqual([1, 1]);
  expect(paid.filter((one) => one === id)).toHaveLength(1);
});

test.each(steps)('killed after the step « %s », a mandate pays once', async (step) => {
  await method('gocardless', 'MD1');
  const { payment } = await bill();
  await expect(collect(services, payment, killedAt(step))).rejects.toBeInstanceOf(Killed);
  await collect(services, payment);
  const charges = await chargesOf(payment);
  expect(charges).toHaveLength(1);
  debits.bank(charges[0]?.ref as string, 'confirmed');
  await collect(services, payment);
  await collect(services, payment);
  expect(await state(payment)).toMatchObject({ status: 'VALIDATED', attempts: 1 });
  expect(await captured(payment)).toBe(1);
  expect([...debits.payments.values()].filter(({ metadata }) => metadata.charge === charges[0]?.id)).toHaveLength(1);
});

test.each([
  ['stripe', /payment_intents$/],
  ['stripe', /confirm$/],
  ['gocardless', /^\/payments$/],
] as const)('%s: an answer of %s that is lost leaves it under way, and is asked again', async (provider, path) => {
  await method(provider, provider === 'stripe' ? 'pm_ok' : 'MD1');
  const { payment } = await bill();
  const server = provider === 'stripe' ? cards : debits;
  // The SDK repeats once by itself.
  server.fail('lost', 'POST', path);
  server.fail('error', 'POST', path);
  await expect(collect(services, payment)).rejects.toBeInstanceOf(Unknown);
  expect(await state(payment)).toMatchObject({ status: 'PROCESSING', attempts: 1 });
  await collect(services, payment).catch(() => {});
  await collect(services, payment);
  const [charge] = await chargesOf(payment);
  if (provider === 'gocardless') debits.bank(charge?.ref as string, 'confirmed');
  await collect(services, payment);
  expect(await state(payment)).toMatchObject({ status: 'VALIDATED', attempts: 1 });
  expect(await captured(payment)).toBe(1);
});

test('ten processes collect the same payment at once: the card pays once', async () => {
  const { payment } = await bill();
  await Promise.allSettled(Array.from({ length: 10 }, () => collect(services, payment)));
  await collect(services, payment);
  expect(await captured(payment)).toBe(1);
  expect(await chargesOf(payment)).toHaveLength(1);
});

test('a refused card is tried again with growing delays, then another card pays the same intent', async () => {
  await method('stripe', 'pm_declined');
  const { payment } = await bill();
  const due = async (): Promise<void> => {
    await sql('update agency_payments set next_try_at = now() where id = $1', [payment]);
    await services.database.transaction({ ...nobody, agency: platformAgencyId }, (db) => comeDue(db));
  };
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await collect(services, payment);
    const [row] = await sql<{ days: number | null }>(
      'select round(extract(epoch from next_try_at - now()) / 86400)::integer as days from agency_payments where id = $1',
      [payment],
    );
    if (row?.days != null) waits.push(row.days);
    if (attempt < 5) await due();
  }
  expect(waits).toEqual([1, 3, 5, 7]);
  expect(await state(payment)).toMatchObject({ status: 'ERROR', error: 'NOT_COLLECTED', attempts: 5, again: false });
  await method('stripe', 'pm_ok');
  await due();
  await collect(services, payment);
  expect(await state(payment)).toMatchObject({ status: 'VALIDATED' });
  expect([await captured(payment), (await chargesOf(payment)).length]).toEqual([1, 1]);
});

test('a card is replaced by a mandate: the intent is cancelled first', async () => {
  await method('stripe', 'pm_declined');
  const { payment } = await bill();
  await collect(services, payment);
  await method('gocardless', 'MD1');
  await sql(`update agency_payments set status = 'PENDING' where id = $1`, [payment]);
  await collect(services, payment);
  const charges = await chargesOf(payment);
  expect(charges.map((one) => one.state)).toEqual(['cancelled', 'open']);
  expect(cards.intents.get(charges[0]?.ref as string)?.status).toBe('canceled');
  debits.bank(charges[1]?.ref as string, 'confirmed');
  await collect(services, payment);
  expect([await captured(payment), (await state(payment)).status]).toEqual([1, 'VALIDATED']);
});

test('3-D Secure by the clock waits for its holder; with him, it is a page of the provider', async () => {
  await method('stripe', 'pm_3ds');
  const { payment } = await bill();
  await collect(services, payment);
  expect(await state(payment)).toMatchObject({ status: 'ERROR', error: 'AUTHENTICATION', auth: true, again: false });
  await sql(`update agency_payments set status = 'PENDING' where id = $1`, [payment]);
  const outcome = await collect(services, payment, { returnUrl: 'https://vigie.example/payment-return' });
  expect(outcome?.redirectUrl).toContain('https://');
  const [charge] = await chargesOf(payment);
  cards.authenticate(charge?.ref as string, true);
  await post(cards.event({ id: charge?.ref as string, object: 'payment_intent' }), 'stripe');
  await jobsDone();
  expect(await state(payment)).toMatchObject({ status: 'VALIDATED', auth: false });
  expect(await captured(payment)).toBe(1);
});

test('3-D Secure that its holder fails says what the provider says, and waits for him', async () => {
  await method('stripe', 'pm_3ds');
  const { payment } = await bill();
  await collect(services, payment, { returnUrl: 'https://vigie.example/payment-return' });
  expect(await state(payment)).toMatchObject({ status: 'ERROR', error: 'AUTHENTICATION', auth: true });
  const [charge] = await chargesOf(payment);
  cards.authenticate(charge?.ref as string, false);
  await fixPaymentsOf(services, agency.id);
  expect(await state(payment)).toMatchObject({ status: 'ERROR', error: 'NOT_COLLECTED', auth: false, again: false });
  const said = await sql('select provider_message as message from agency_payments where id = $1', [payment]);
  expect(said).toEqual([{ message: 'We are unable to authenticate your payment method.' }]);
});

const post = async (
  { body, headers }: { body: string; headers: Record<string, string> },
  provider: 'stripe' | 'gocardless',
): Promise<number> =>
  (await app.inject({ method: 'POST', url: `/payment-events/${provider}`, headers, payload: body })).statusCode;

test('events doubled, late and out of order change nothing that is not true now', async () => {
  await method('gocardless', 'MD1');
  const { id, payment } = await bill();
  await collect(services, payment);
  await sql(`update agency_payments set updated_at = now() - interval '1 hour' where id = $1`, [payment]);
  const [charge] = await chargesOf(payment);
  const ref = charge?.ref as string;
  debits.bank(ref, 'confirmed');
  const event = debits.events([{ about: 'payment', ref, id: 'EV-twice' }]);
  expect(await Promise.all([post(event, 'gocardless'), post(event, 'gocardless')])).toEqual([200, 200]);
  await jobsDone();
  // « submitted » arrives after « confirmed ».
  await post(debits.events([{ about: 'payment', ref }]), 'gocardless');
  await post(event, 'gocardless');
  await jobsDone();
  expect(await state(payment)).toMatchObject({ status: 'VALIDATED', invoice: 'VALIDATED' });
  expect(paid.filter((one) => one === id)).toHaveLength(1);
  // The bank takes it back weeks later, and it is paid again by another object.
  debits.bank(ref, 'charged_back');
  await post(debits.events([{ about: 'payment', ref }]), 'gocardless');
  await jobsDone();
  expect(await state(payment)).toMatchObject({ status: 'ERROR', invoice: 'ERROR' });
});

test('forged events are refused, and nothing is looked at', async () => {
  const { payment } = await bill();
  await collect(services, payment);
  const [charge] = await chargesOf(payment);
  const ref = charge?.ref as string;
  const asked = cards.asked.length;
  expect(
    await post(cards.event({ id: ref, object: 'payment_intent' }, { secret: 'whsec_somebody_else' }), 'stripe'),
  ).toBe(400);
  expect(await post(debits.events([{ about: 'payment', ref }], 'somebody else'), 'gocardless')).toBe(498);
  expect(await post({ body: '{}', headers: { 'content-type': 'application/json' } }, 'stripe')).toBe(400);
  await jobsDone();
  expect(cards.asked).toHaveLength(asked);
});

test('without a means of payment the payment says why; the clock collects what is due', async () => {
  await sql('delete from payment_methods where agency_id = $1', [agency.id]);
  const { payment } = await bill();
  await followDue(services);
  await jobsDone();
  expect(await state(payment)).toMatchObject({ status: 'ERROR', error: 'NO_DEFAULT', attempts: 0 });
  await method('stripe', 'pm_ok');
  await sql(`update agency_payments set status = 'COMING_SOON', date = '2026-01-01' where id = $1`, [payment]);
  await followDue(services);
  await jobsDone();
  expect(await state(payment)).toMatchObject({ status: 'VALIDATED' });
});

test('settled by hand while its holder authenticates: the intent is cancelled at the provider', async () => {
  await method('stripe', 'pm_3ds');
  const { id, payment } = await bill();
  await collect(services, payment, { returnUrl: 'https://vigie.example/payment-return' });
  const [charge] = await chargesOf(payment);
  expect(cards.intents.get(charge?.ref as string)?.status).toBe('requires_action');
  await here.as('superAdmin').answer(savePartialPayments, {
    mount: 'platform',
    input: {
      id,
      partialPayments: [{ id: payment, date: '2026-01-01', amount: 59.99, status: 'VALIDATED_MANUALLY' }],
    },
  });
  await jobsDone();
  expect(cards.intents.get(charge?.ref as string)?.status).toBe('canceled');
  expect((await chargesOf(payment)).map((one) => one.state)).toEqual(['cancelled']);
  expect([(await state(payment)).status, await captured(payment)]).toEqual(['VALIDATED_MANUALLY', 0]);
});
