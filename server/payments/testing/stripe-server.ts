// A local Stripe: intents, cards that refuse, 3-D Secure, checkout pages, idempotency keys and signed events.
import { createHmac } from 'node:crypto';
import { type Answered, type Asked, Keys, type LocalProvider, serve } from './faults.ts';

interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  currency: string;
  status: string;
  customer: string | null;
  created: number;
  metadata: Record<string, string>;
  payment_method: string | null;
  last_payment_error: object | null;
  next_action: object | null;
}

export interface LocalStripe extends LocalProvider {
  key: string;
  webhookSecret: string;
  intents: Map<string, Intent>;
  /** Every time money was taken. */
  captures: { intent: string; amount: number; charge: string | undefined }[];
  /** The person on the page of 3-D Secure. */
  authenticate(intent: string, accepted: boolean): void;
  /** The person fills in the page of Checkout with this card. */
  completeCheckout(session: string, method?: string): void;
  forgetKeys(): void;
  /** A signed event, as it would be posted. */
  event(
    object: { id: string; object: string },
    more?: { id?: string; at?: Date; secret?: string },
  ): {
    body: string;
    headers: Record<string, string>;
  };
}

/** What each card does when it is charged. */
export const cards = {
  pm_ok: 'succeeds',
  pm_declined: 'card_declined',
  pm_no_funds: 'insufficient_funds',
  pm_expired: 'expired_card',
  pm_3ds: 'authentication_required',
  pm_slow: 'processing',
} as const;

const page = 'https://hooks.stripe.example/3ds/';

export async function localStripe(): Promise<LocalStripe> {
  const keys = new Keys();
  const intents = new Map<string, Intent>();
  const captures: LocalStripe['captures'] = [];
  const customers = new Map<string, object>();
  const sessions = new Map<string, { id: string; status: string; customer: string | null; method: string | null }>();
  const detached = new Set<string>();
  const secret = 'whsec_of_the_tests_only';
  let count = 0;
  const next = (prefix: string): string => {
    count += 1;
    return `${prefix}_${String(count).padStart(6, '0')}`;
  };
  const ok = (body: unknown): Answered => ({ status: 200, body });
  const refused = (status: number, error: object): Answered => ({ status, body: { error } });
  const missing = (what: string): Answered =>
    refused(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` });

  const capture = (intent: Intent): void => {
    intent.status = 'succeeded';
    intent.last_payment_error = null;
    intent.next_action = null;
    captures.push({ intent: intent.id, amount: intent.amount, charge: intent.metadata.charge });
  };

  const confirm = (intent: Intent, form: URLSearchParams): Answered => {
    if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
      return refused(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `You cannot confirm this PaymentIntent because it has already ${intent.status}.`,
        payment_intent: intent,
      });
    const method = form.get('payment_method') ?? intent.payment_method ?? '';
    intent.payment_method = method;
    intent.next_action = null;
    const does = cards[method as keyof typeof cards] ?? 'succeeds';
    if (does === 'succeeds') capture(intent);
    else if (does === 'processing') intent.status = 'processing';
    else if (does === 'authentication_required' && form.has('return_url')) {
      intent.status = 'requires_action';
      intent.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: { url: page + intent.id, return_url: form.get('return_url') },
      };
    } else {
      intent.status = 'requires_payment_method';
      const declined =
        does === 'authentication_required'
          ? { code: does, decline_code: does }
          : { code: 'card_declined', decline_code: does };
      const error = {
        type: 'card_error',
        ...declined,
        message:
          does === 'authentication_required'
            ? 'Your card was declined. This transaction requires authentication.'
            : 'Your card was declined.',
      };
      intent.last_payment_error = error;
      return refused(402, { ...error, payment_intent: intent });
    }
    return ok(intent);
  };

  const metadataOf = (form: URLSearchParams): Record<string, string> =>
    Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return key ? [[key, value]] : [];
      }),
    );

  const sessionBody = (session: { id: string; status: string; customer: string | null; method: string | null }) => ({
    object: 'checkout.session',
    ...session,
    url: `https://checkout.stripe.example/${session.id}`,
    setup_intent: session.method
      ? {
          id: `seti_${session.id}`,
          object: 'setup_intent',
          status: 'succeeded',
          payment_method: methodBody(session.method, session.customer),
        }
      : null,
  });
  const methodBody = (id: string, customer: string | null) => ({
    id,
    object: 'payment_method',
    type: 'card',
    customer: detached.has(id) ? null : (customer ?? 'cus_known'),
    billing_details: { name: 'Azur Sécurité' },
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 },
  });

  const act = ({ method, path, query }: Asked, form: URLSearchParams): Answered => {
    const [, , kind, id, action] = path.split('/');
    if (kind === 'customers' && method === 'POST') {
      const made = { id: next('cus'), object: 'customer', metadata: metadataOf(form) };
      customers.set(made.id, made);
      return ok(made);
    }
    if (kind === 'checkout' && id === 'sessions') {
      if (method === 'POST') {
        const made = { id: next('cs'), status: 'open', customer: form.get('customer'), method: null };
        sessions.set(made.id, made);
        return ok(sessionBody(made));
      }
      const session = sessions.get(action ?? '');
      return session ? ok(sessionBody(session)) : missing('checkout session');
    }
    if (kind === 'payment_methods' && id) {
      if (action === 'detach') detached.add(id);
      return ok(methodBody(id, null));
    }
    if (kind === 'payment_intents') {
      if (!id && method === 'GET') {
        const since = Number(query.get('created[gte]') ?? 0);
        const data = [...intents.values()].filter((one) => one.created >= since);
        return ok({ object: 'list', data, has_more: false, url: '/v1/payment_intents' });
      }
      if (!id) {
        const made: Intent = {
          id: next('pi'),
          object: 'payment_intent',
          amount: Number(form.get('amount')),
          currency: form.get('currency') ?? '',
          status: 'requires_payment_method',
          customer: form.get('customer'),
          created: Math.floor(Date.now() / 1_000),
          metadata: metadataOf(form),
          payment_method: null,
          last_payment_error: null,
          next_action: null,
        };
        intents.set(made.id, made);
        return ok(made);
      }
      const intent = intents.get(id);
      if (!intent) return missing('payment_intent');
      if (action === 'confirm') return confirm(intent, form);
      if (action === 'cancel') {
        if (intent.status === 'succeeded' || intent.status === 'canceled')
          return refused(400, {
            type: 'invalid_request_error',
            code: 'payment_intent_unexpected_state',
            message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
          });
        intent.status = 'canceled';
      }
      return ok(intent);
    }
    return missing('resource');
  };

  const local = await serve(
    (asked) => {
      if (asked.headers.authorization !== 'Bearer sk_test_of_the_tests')
        return refused(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
      const form = new URLSearchParams(asked.body);
      const key = asked.headers['idempotency-key'];
      const other = refused(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
      // A stored answer is the one of that time.
      return keys.once(
        asked.method === 'POST' && typeof key === 'string' ? key : undefined,
        asked.path + asked.body,
        other,
        () => {
          const { status, body } = act(asked, form);
          return { status, body: structuredClone(body) };
        },
      );
    },
    {
      error: refused(500, { type: 'api_error', message: 'An unknown error occurred' }),
      busy: refused(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' }),
    },
  );

  return {
    ...local,
    key: 'sk_test_of_the_tests',
    webhookSecret: secret,
    intents,
    captures,
    authenticate: (id, accepted) => {
      const intent = intents.get(id);
      if (intent?.status !== 'requires_action') throw new Error('nothing to authenticate');
      if (accepted) return capture(intent);
      intent.status = 'requires_payment_method';
      intent.next_action = null;
      intent.last_payment_error = {
        type: 'card_error',
        code: 'payment_intent_authentication_failure',
        message: 'We are unable to authenticate your payment method.',
      };
    },
    completeCheckout: (id, method = 'pm_ok') => {
      const session = sessions.get(id);
      if (!session) throw new Error('no such session');
      Object.assign(session, { status: 'complete', method });
    },
    forgetKeys: () => keys.forget(),
    event: (object, { id = next('evt'), at = new Date(), secret: signer = secret } = {}) => {
      const body = JSON.stringify({ id, object: 'event', type: `${object.object}.updated`, data: { object } });
      const time = Math.floor(at.getTime() / 1_000);
      const signed = createHmac('sha256', signer).update(`${time}.${body}`).digest('hex');
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signed}` } };
    },
  };
}
