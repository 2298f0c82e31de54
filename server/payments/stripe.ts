// Cards by Stripe. One payment is one PaymentIntent, which Stripe lets succeed once: every attempt confirms the same one.
import Stripe from 'stripe';
import type { ProviderKeys } from '#server/environment.ts';
import {
  type Confirmation,
  type EventAbout,
  Forged,
  type KnownMethod,
  type Order,
  type Outcome,
  type Provider,
  Refused,
  type SetupOutcome,
  Unknown,
} from './provider.ts';

/** Stripe forgets its keys after a day at the earliest: an older charge is looked up first. */
const keysLast = 20 * 3_600_000;

const idOf = (of: string | { id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null);

function clientOf({ key, url }: ProviderKeys): Stripe {
  const { protocol, hostname, port } = new URL(url ?? 'https://api.stripe.com');
  return new Stripe(key, {
    // The queue repeats, with the same keys; a call of the screens must not wait.
    maxNetworkRetries: 0,
    timeout: 20_000,
    telemetry: false,
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    port: port || (protocol === 'http:' ? '80' : '443'),
  });
}

const { errors } = Stripe;

/** What Stripe did not answer, or answered that it may still do. */
function failureOf(error: unknown): Error {
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeAPIError)
    return new Unknown(error.message);
  // 409: the first request with this key is still running.
  if (error instanceof errors.StripeRateLimitError || error instanceof errors.StripeIdempotencyError)
    return new Unknown(error.message);
  if (error instanceof errors.StripeError)
    return (error.statusCode ?? 500) >= 500 || error.statusCode === 409
      ? new Unknown(error.message)
      : new Refused(error.message);
  return error instanceof Error ? error : new Unknown(String(error));
}

const asking = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw failureOf(error);
  }
};

export function outcomeOf(intent: Stripe.PaymentIntent): Outcome {
  const failed = intent.last_payment_error;
  const said = { message: failed?.message ?? null, redirectUrl: null };
  switch (intent.status) {
    case 'succeeded':
      return { state: 'succeeded', message: null, redirectUrl: null };
    case 'processing':
    case 'requires_capture':
      return { state: 'processing', message: null, redirectUrl: null };
    case 'canceled':
      return { ...said, state: 'cancelled' };
    case 'requires_action':
      return {
        ...said,
        state: 'authentication_required',
        redirectUrl: intent.next_action?.redirect_to_url?.url ?? null,
      };
    default:
      // Not confirmed yet: that request is on its way, or will be repeated.
      if (!failed) return { state: 'processing', message: null, redirectUrl: null };
      return {
        ...said,
        state:
          failed.code === 'authentication_required' || failed.decline_code === 'authentication_required'
            ? 'authentication_required'
            : 'failed',
      };
  }
}

function cardOf(method: Stripe.PaymentMethod): KnownMethod {
  const { card, billing_details: details } = method;
  return {
    ref: method.id,
    customer: idOf(method.customer),
    type: 'card',
    enabled: true,
    name: details.name ?? null,
    number: card ? `•••• ${card.last4}` : null,
    expiration: card ? `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : null,
    brand: card ? card.brand.charAt(0).toUpperCase() + card.brand.slice(1) : null,
    holderName: null,
    bankName: null,
    accountNumber: null,
  };
}

const eventKinds: Readonly<Record<string, EventAbout['about']>> = {
  payment_intent: 'charge',
  'checkout.session': 'setup',
  payment_method: 'method',
};

export function stripeOf(keys: ProviderKeys): Provider {
  const stripe = clientOf(keys);

  const read = async (ref: string): Promise<Outcome> => outcomeOf(await asking(stripe.paymentIntents.retrieve(ref)));

  /** A PaymentIntent keeps our id: found even when its key is forgotten. */
  const found = async ({ charge, customer, createdAt }: Order): Promise<string | null> => {
    const since = Math.floor(createdAt.getTime() / 1_000) - 3_600;
    const all = stripe.paymentIntents.list({ ...(customer ? { customer } : {}), created: { gte: since }, limit: 100 });
    const looking = async (): Promise<string | null> => {
      for await (const intent of all) if (intent.metadata.charge === charge) return intent.id;
      return null;
    };
    return asking(looking());
  };

  return {
    name: 'stripe',

    createCustomer: async ({ agency, name, email, street, zipcode, city, country }) => {
      const address = { line1: street ?? '', postal_code: zipcode ?? '', city: city ?? '', country: country ?? 'FR' };
      const made = await asking(
        stripe.customers.create(
          { name, address, metadata: { agency }, ...(email ? { email } : {}) },
          { idempotencyKey: `customer-${agency}` },
        ),
      );
      return made.id;
    },

    startSetup: async ({ id, customer, returnUrl, exitUrl }) => {
      const session = await asking(
        stripe.checkout.sessions.create(
          {
            mode: 'setup',
            allowed_payment_method_types: ['card'],
            success_url: returnUrl,
            cancel_url: exitUrl,
            locale: 'fr',
            client_reference_id: id,
            ...(customer ? { customer } : {}),
          },
          { idempotencyKey: `setup-${id}` },
        ),
      );
      if (!session.url) throw new Refused('no address');
      return { ref: session.id, url: session.url };
    },

    readSetup: async (ref): Promise<SetupOutcome> => {
      const session = await asking(stripe.checkout.sessions.retrieve(ref, { expand: ['setup_intent.payment_method'] }));
      if (session.status === 'expired') return { state: 'failed', method: null };
      const intent = typeof session.setup_intent === 'string' ? null : session.setup_intent;
      const method = typeof intent?.payment_method === 'string' ? null : intent?.payment_method;
      if (session.status !== 'complete' || intent?.status !== 'succeeded' || !method)
        return { state: 'open', method: null };
      return { state: 'done', method: { ...cardOf(method), customer: idOf(session.customer) } };
    },

    isUsable: async (ref) => {
      const method = await asking(stripe.paymentMethods.retrieve(ref));
      return method.customer !== null;
    },

    forgetMethod: async (ref) => {
      try {
        await asking(stripe.paymentMethods.detach(ref, {}, { idempotencyKey: `detach-${ref}` }));
      } catch (error) {
        // Already detached.
        if (!(error instanceof Refused)) throw error;
      }
    },

    create: async (order) => {
      if (Date.now() - order.createdAt.getTime() > keysLast) {
        const known = await found(order);
        if (known) return known;
      }
      const intent = await asking(
        stripe.paymentIntents.create(
          {
            amount: order.amount,
            currency: order.currency.toLowerCase(),
            allowed_payment_method_types: ['card'],
            description: order.description,
            metadata: { charge: order.charge },
            ...(order.customer ? { customer: order.customer } : {}),
          },
          { idempotencyKey: `charge-${order.charge}` },
        ),
      );
      return intent.id;
    },

    read,

    confirm: async (ref, { key, method, returnUrl }: Confirmation) => {
      try {
        return outcomeOf(
          await stripe.paymentIntents.confirm(
            ref,
            // With an address to come back to, 3-D Secure is a page of Stripe: no script of theirs is loaded here.
            { payment_method: method, ...(returnUrl ? { return_url: returnUrl } : { off_session: true }) },
            { idempotencyKey: `confirm-${key}` },
          ),
        );
      } catch (error) {
        // A refused card, a card that asks for its holder, an intent that already succeeded: the intent says which.
        if (error instanceof errors.StripeCardError) return read(ref);
        if (error instanceof errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state')
          return read(ref);
        throw failureOf(error);
      }
    },

    cancel: async (ref) => {
      try {
        return outcomeOf(await stripe.paymentIntents.cancel(ref, {}, { idempotencyKey: `cancel-${ref}` }));
      } catch (error) {
        if (error instanceof errors.StripeInvalidRequestError) return read(ref);
        throw failureOf(error);
      }
    },

    readEvents: (body, headers, now) => {
      const signature = headers['stripe-signature'];
      if (!keys.webhookSecret || typeof signature !== 'string') throw new Forged();
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature, keys.webhookSecret, 300, undefined, now.getTime());
      } catch {
        throw new Forged();
      }
      const { id, object } = event.data.object as { id?: string; object?: string };
      const about = eventKinds[object ?? ''];
      return about && id ? [{ event: event.id, about, ref: id }] : [];
    },
  };
}
