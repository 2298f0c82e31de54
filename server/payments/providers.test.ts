// The table of faults of each provider, against a local server that behaves as they document.
import { afterAll, describe, expect, test } from 'vitest';
import { goCardlessOf } from './gocardless.ts';
import { Forged, type Order, Refused, Unknown } from './provider.ts';
import { stripeOf } from './stripe.ts';
import { localGoCardless } from './testing/gocardless-server.ts';
import { localStripe } from './testing/stripe-server.ts';

const cards = await localStripe();
const debits = await localGoCardless();
afterAll(() => Promise.all([cards.close(), debits.close()]));
const stripe = stripeOf(cards);
const goCardless = goCardlessOf(debits);

let count = 0;
const next = (): number => {
  count += 1;
  return count;
};
const order = (method: string, more: Partial<Order> = {}): Order => ({
  charge: `charge-${next()}`,
  createdAt: new Date(),
  amount: 5_999,
  currency: 'EUR',
  customer: null,
  method,
  description: 'Facture F2026-0001',
  ...more,
});
const payer = {
  ...{
    agency: 'a1',
    name: 'Azur',
    email: 'a@azur.example',
    street: '1 rue',
    zipcode: '06000',
    city: 'Nice',
    country: 'FR',
  },
};
const confirmation = (key: string, method: string, returnUrl: string | null = null) => ({
  ...{ key, method, isNew: true, returnUrl },
});

/** The SDK itself repeats a request whose connection was reset, with the same key. */
const unlessAgain = async (work: Promise<unknown>): Promise<void> => {
  const failed = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (failed !== null) expect(failed).toBeInstanceOf(Unknown);
};

describe('Stripe', () => {
  test.each([
    ['pm_ok', 'succeeded'],
    ['pm_declined', 'failed'],
    ['pm_no_funds', 'failed'],
    ['pm_expired', 'failed'],
    ['pm_3ds', 'authentication_required'],
    ['pm_slow', 'processing'],
  ])('the card %s by the clock: %s', async (method, state) => {
    const ref = await stripe.create(order(method));
    const outcome = await stripe.confirm(ref, confirmation(`${ref}-1`, method));
    expect(outcome.state).toBe(state);
    expect((await stripe.read(ref)).state).toBe(state);
    if (state === 'failed') expect(outcome.message).toBe('Your card was declined.');
  });

  test('3-D Secure with its holder: a page of the provider, then the money once', async () => {
    const ref = await stripe.create(order('pm_3ds'));
    const asked = await stripe.confirm(ref, confirmation(`${ref}-1`, 'pm_3ds', 'https://vigie.example/payment-return'));
    expect(asked).toMatchObject({ state: 'authentication_required', redirectUrl: expect.stringContaining(ref) });
    cards.authenticate(ref, false);
    expect(await stripe.read(ref)).toMatchObject({ state: 'failed' });
    await stripe.confirm(ref, confirmation(`${ref}-2`, 'pm_3ds', 'https://vigie.example/payment-return'));
    cards.authenticate(ref, true);
    expect(await stripe.read(ref)).toMatchObject({ state: 'succeeded' });
    expect(cards.captures.filter(({ intent }) => intent === ref)).toHaveLength(1);
  });

  test.each(['lost', 'cut', 'error', 'busy'] as const)('a creation %s is repeated: one intent', async (fault) => {
    const one = order('pm_ok');
    cards.fail(fault, 'POST', /payment_intents$/);
    await unlessAgain(stripe.create(one));
    const ref = await stripe.create(one);
    const made = [...cards.intents.values()].filter(({ metadata }) => metadata.charge === one.charge);
    expect(made.map(({ id }) => id)).toEqual([ref]);
  });

  test.each(['lost', 'cut', 'error', 'busy'] as const)(
    'a confirmation %s is repeated: the money once',
    async (fault) => {
      const ref = await stripe.create(order('pm_ok'));
      cards.fail(fault, 'POST', /confirm$/);
      await unlessAgain(stripe.confirm(ref, confirmation(`${ref}-1`, 'pm_ok')));
      expect((await stripe.confirm(ref, confirmation(`${ref}-1`, 'pm_ok'))).state).toBe('succeeded');
      // Another key, as of another attempt: the intent has succeeded.
      expect((await stripe.confirm(ref, confirmation(`${ref}-2`, 'pm_ok'))).state).toBe('succeeded');
      expect(cards.captures.filter(({ intent }) => intent === ref)).toHaveLength(1);
    },
  );

  test('a charge whose key was forgotten is found by its own id', async () => {
    const one = order('pm_ok', { createdAt: new Date(Date.now() - 2 * 86_400_000) });
    cards.fail('lost', 'POST', /payment_intents$/);
    await unlessAgain(stripe.create(one));
    cards.forgetKeys();
    await stripe.create(one);
    expect([...cards.intents.values()].filter(({ metadata }) => metadata.charge === one.charge)).toHaveLength(1);
  });

  test('cancelled, it takes nothing more; too late, it says so', async () => {
    const [open, paid] = [await stripe.create(order('pm_ok')), await stripe.create(order('pm_ok'))];
    expect((await stripe.cancel(open)).state).toBe('cancelled');
    expect((await stripe.confirm(open, confirmation(`${open}-1`, 'pm_ok'))).state).toBe('cancelled');
    await stripe.confirm(paid, confirmation(`${paid}-1`, 'pm_ok'));
    expect((await stripe.cancel(paid)).state).toBe('succeeded');
  });

  test('a wrong key is a refusal, not an unknown', async () => {
    await expect(stripeOf({ ...cards, key: 'sk_test_wrong_key_here' }).create(order('pm_ok'))).rejects.toBeInstanceOf(
      Refused,
    );
  });

  test('a card is entered on the provider’s page, and comes back masked', async () => {
    const customer = (await stripe.createCustomer?.(payer)) as string;
    expect(await stripe.createCustomer?.(payer)).toBe(customer);
    const setup = { id: 's1', payer, customer, returnUrl: 'https://v.example/r', exitUrl: 'https://v.example/e' };
    const { ref, url } = await stripe.startSetup(setup);
    expect(new URL(url).hostname).toBe('checkout.stripe.example');
    expect(await stripe.readSetup(ref)).toEqual({ state: 'open', method: null });
    cards.completeCheckout(ref);
    expect(await stripe.readSetup(ref)).toMatchObject({
      state: 'done',
      method: { ref: 'pm_ok', number: '•••• 4242', expiration: '12/2099', brand: 'Visa', customer },
    });
  });

  test('a signed event names its object; forged, replayed later or altered ones are refused', () => {
    const now = new Date();
    const read = ({ body, headers }: { body: string; headers: Record<string, string> }, text = body) =>
      stripe.readEvents(Buffer.from(text), headers, now);
    const object = { id: 'pi_000001', object: 'payment_intent' };
    const event = cards.event(object, { id: 'evt_1' });
    expect(read(event)).toEqual([{ event: 'evt_1', about: 'charge', ref: 'pi_000001' }]);
    expect(() => read(cards.event(object, { secret: 'whsec_of_somebody_else' }))).toThrow(Forged);
    expect(() => read(cards.event(object, { at: new Date(now.getTime() - 3_600_000) }))).toThrow(Forged);
    expect(() => read(event, event.body.replace('pi_000001', 'pi_000002'))).toThrow(Forged);
    expect(() => stripe.readEvents(Buffer.from(event.body), {}, now)).toThrow(Forged);
  });
});

describe('GoCardless', () => {
  test.each(['lost', 'cut', 'error', 'busy'] as const)('a payment %s is repeated: one payment', async (fault) => {
    const one = order('MD1');
    debits.fail(fault, 'POST', /^\/payments$/);
    await expect(goCardless.create(one)).rejects.toBeInstanceOf(Unknown);
    const ref = await goCardless.create(one);
    const made = [...debits.payments.values()].filter(({ metadata }) => metadata.charge === one.charge);
    expect(made.map(({ id }) => id)).toEqual([ref]);
  });

  test.each([
    ['submitted', 'processing'],
    ['confirmed', 'succeeded'],
    ['failed', 'failed'],
    ['charged_back', 'failed'],
  ] as const)('the bank says %s: %s', async (said, state) => {
    const ref = await goCardless.create(order('MD1'));
    expect((await goCardless.confirm(ref, confirmation(`${ref}-1`, 'MD1'))).state).toBe('processing');
    debits.bank(ref, said);
    expect((await goCardless.read(ref)).state).toBe(state);
  });

  test('a later attempt asks the bank again for the same payment, once per attempt', async () => {
    const ref = await goCardless.create(order('MD1'));
    debits.bank(ref, 'failed');
    const again = { key: `${ref}-2`, method: 'MD1', isNew: false, returnUrl: null };
    debits.fail('lost', 'POST', /retry$/);
    await expect(goCardless.confirm(ref, again)).rejects.toBeInstanceOf(Unknown);
    expect((await goCardless.confirm(ref, again)).state).toBe('processing');
    debits.bank(ref, 'failed');
    expect((await goCardless.confirm(ref, again)).state).toBe('failed');
    expect((await goCardless.confirm(ref, { ...again, key: `${ref}-3` })).state).toBe('processing');
    debits.bank(ref, 'confirmed');
    expect(debits.captures.filter(({ payment }) => payment === ref)).toHaveLength(1);
  });

  test('a payment whose key was forgotten is found by its own id', async () => {
    const one = order('MD7', { createdAt: new Date(Date.now() - 40 * 86_400_000) });
    debits.fail('lost', 'POST', /^\/payments$/);
    await expect(goCardless.create(one)).rejects.toBeInstanceOf(Unknown);
    debits.forgetKeys();
    await goCardless.create(one);
    expect([...debits.payments.values()].filter(({ metadata }) => metadata.charge === one.charge)).toHaveLength(1);
  });

  test('an inactive mandate and a wrong token are refusals', async () => {
    debits.cancelMandate('MD9');
    await expect(goCardless.create(order('MD9'))).rejects.toBeInstanceOf(Refused);
    expect(await goCardless.isUsable('MD9')).toBe(false);
    const wrong = goCardlessOf({ ...debits, key: 'another token altogether' });
    await expect(wrong.create(order('MD1'))).rejects.toBeInstanceOf(Refused);
  });

  test('cancelled before it leaves; too late, it says so', async () => {
    const [open, sent] = [await goCardless.create(order('MD1')), await goCardless.create(order('MD1'))];
    expect((await goCardless.cancel(open)).state).toBe('cancelled');
    debits.bank(sent, 'confirmed');
    expect((await goCardless.cancel(sent)).state).toBe('succeeded');
  });

  test('a mandate is signed on the provider’s page, and comes back masked', async () => {
    const setup = { id: 's2', payer, customer: null, returnUrl: 'https://v.example/r', exitUrl: 'https://v.example/e' };
    debits.fail('lost', 'POST', /billing_requests$/);
    await expect(goCardless.startSetup(setup)).rejects.toBeInstanceOf(Unknown);
    const { ref, url } = await goCardless.startSetup(setup);
    expect(new URL(url).hostname).toBe('pay.gocardless.example');
    expect(await goCardless.readSetup(ref)).toEqual({ state: 'open', method: null });
    const mandate = debits.sign(ref);
    expect(await goCardless.readSetup(ref)).toMatchObject({
      state: 'done',
      method: { ref: mandate, type: 'sepa', enabled: true, bankName: 'BNP PARIBAS', accountNumber: '•••• 606' },
    });
  });

  test('signed events name their objects; forged and altered ones are refused', () => {
    const read = ({ body, headers }: { body: string; headers: Record<string, string> }, text = body) =>
      goCardless.readEvents(Buffer.from(text), headers, new Date());
    const sent = debits.events([
      { about: 'payment', ref: 'PM1', id: 'EV1' },
      { about: 'mandate', ref: 'MD1', id: 'EV2' },
    ]);
    expect(read(sent)).toEqual([
      { event: 'EV1', about: 'charge', ref: 'PM1' },
      { event: 'EV2', about: 'method', ref: 'MD1' },
    ]);
    expect(() => read(debits.events([{ about: 'payment', ref: 'PM1' }], 'another secret'))).toThrow(Forged);
    expect(() => read(sent, sent.body.replace('PM1', 'PM2'))).toThrow(Forged);
  });
});
