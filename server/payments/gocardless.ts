// SEPA mandates by GoCardless: a thin client. Creating a payment collects it; its key makes it unique, and a repeated
// key answers with the payment that exists.
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { ProviderKeys } from '#server/environment.ts';
import { isSame } from '#server/secret.ts';
import {
  type EventAbout,
  Forged,
  type Order,
  type Outcome,
  type Provider,
  Refused,
  type SetupOutcome,
  Unknown,
} from './provider.ts';

const version = '2015-07-06';
/** Keys are remembered for thirty days. */
const keysLast = 25 * 86_400_000;
const refused = 'Paiement refusé par la banque.';

const problem = z.object({
  error: z.object({
    message: z.string(),
    code: z.number().optional(),
    errors: z
      .array(
        z.object({
          reason: z.string().optional(),
          message: z.string().optional(),
          links: z.object({ conflicting_resource_id: z.string().optional() }).optional(),
        }),
      )
      .optional(),
  }),
});

const payment = z.object({
  id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.string()).default({}),
});
const mandate = z.object({
  id: z.string(),
  status: z.string(),
  links: z.object({ customer_bank_account: z.string(), customer: z.string().optional() }),
});
const account = z.object({
  account_holder_name: z.string().nullable(),
  bank_name: z.string().nullable(),
  account_number_ending: z.string().nullable(),
});
const request = z.object({
  id: z.string(),
  status: z.string(),
  links: z.object({ mandate_request_mandate: z.string().optional(), customer: z.string().optional() }).default({}),
});
const flow = z.object({ authorisation_url: z.url() });
const eventBody = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      resource_type: z.string(),
      links: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

/** Their words, as our outcomes. */
const outcomes: Readonly<Record<string, Outcome['state']>> = {
  pending_customer_approval: 'processing',
  pending_submission: 'processing',
  submitted: 'processing',
  confirmed: 'succeeded',
  paid_out: 'succeeded',
  cancelled: 'cancelled',
  customer_approval_denied: 'failed',
  failed: 'failed',
  charged_back: 'failed',
};
const usable = new Set(['pending_customer_approval', 'pending_submission', 'submitted', 'active']);

const outcomeOf = ({ status }: z.output<typeof payment>): Outcome => {
  const state = outcomes[status] ?? 'processing';
  return { state, message: state === 'failed' ? refused : null, redirectUrl: null };
};

/** The payment that a repeated key already made. */
class Conflict extends Refused {
  readonly existing: string;
  constructor(existing: string) {
    super('idempotent_creation_conflict');
    this.existing = existing;
  }
}

export function goCardlessOf({ key, url, webhookSecret }: ProviderKeys): Provider {
  const base = (url ?? 'https://api.gocardless.com').replace(/\/+$/, '');

  async function ask<S extends z.ZodType>(
    path: string,
    name: string,
    schema: S,
    sent?: { body: object; key?: string },
  ): Promise<z.output<S>> {
    let status: number;
    let text: string;
    try {
      const answer = await fetch(base + path, {
        method: sent ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${key}`,
          'gocardless-version': version,
          accept: 'application/json',
          ...(sent ? { 'content-type': 'application/json' } : {}),
          ...(sent?.key ? { 'idempotency-key': sent.key } : {}),
        },
        ...(sent ? { body: JSON.stringify(sent.body) } : {}),
        signal: AbortSignal.timeout(20_000),
        redirect: 'error',
      });
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      throw new Unknown(error instanceof Error ? error.message : 'network');
    }
    if (status >= 500 || status === 429) throw new Unknown(`HTTP ${status}`);
    const parsed = readJson(text);
    if (status >= 400) {
      const told = problem.safeParse(parsed);
      const errors = told.success ? (told.data.error.errors ?? []) : [];
      const existing = errors.find(({ reason }) => reason === 'idempotent_creation_conflict')?.links
        ?.conflicting_resource_id;
      if (existing) throw new Conflict(existing);
      throw new Refused(told.success ? told.data.error.message : `HTTP ${status}`);
    }
    const read = z.object({ [name]: schema }).safeParse(parsed);
    // It was done, perhaps: never taken for a refusal.
    if (!read.success) throw new Unknown('unreadable answer');
    return (read.data as Record<string, z.output<S>>)[name] as z.output<S>;
  }

  const read = async (ref: string): Promise<Outcome> => outcomeOf(await ask(`/payments/${ref}`, 'payments', payment));

  const found = async ({ charge, method, createdAt }: Order): Promise<string | null> => {
    const since = encodeURIComponent(new Date(createdAt.getTime() - 3_600_000).toISOString());
    const path = `/payments?mandate=${method}&created_at[gte]=${since}&limit=500`;
    const all = await ask(path, 'payments', z.array(payment));
    return all.find(({ metadata }) => metadata.charge === charge)?.id ?? null;
  };

  return {
    name: 'gocardless',
    createCustomer: null,

    startSetup: async ({ id, payer, returnUrl, exitUrl }) => {
      const made = await ask('/billing_requests', 'billing_requests', request, {
        key: `request-${id}`,
        body: {
          billing_requests: {
            mandate_request: { currency: 'EUR', scheme: 'sepa_core' },
            metadata: { agency: payer.agency, setup: id },
          },
        },
      }).catch((error: unknown) => {
        if (error instanceof Conflict) return { id: error.existing };
        throw error;
      });
      const { authorisation_url: address } = await ask('/billing_request_flows', 'billing_request_flows', flow, {
        body: {
          billing_request_flows: {
            redirect_uri: returnUrl,
            exit_uri: exitUrl,
            language: 'fr',
            prefilled_customer: {
              company_name: payer.name,
              ...(payer.email ? { email: payer.email } : {}),
              ...(payer.street ? { address_line1: payer.street } : {}),
              ...(payer.zipcode ? { postal_code: payer.zipcode } : {}),
              ...(payer.city ? { city: payer.city } : {}),
              country_code: payer.country ?? 'FR',
            },
            links: { billing_request: made.id },
          },
        },
      });
      return { ref: made.id, url: address };
    },

    readSetup: async (ref): Promise<SetupOutcome> => {
      const { status, links } = await ask(`/billing_requests/${ref}`, 'billing_requests', request);
      if (status === 'cancelled') return { state: 'failed', method: null };
      if (!links.mandate_request_mandate) return { state: 'open', method: null };
      const signed = await ask(`/mandates/${links.mandate_request_mandate}`, 'mandates', mandate);
      const path = `/customer_bank_accounts/${signed.links.customer_bank_account}`;
      const bank = await ask(path, 'customer_bank_accounts', account);
      return {
        state: 'done',
        method: {
          ref: signed.id,
          customer: links.customer ?? signed.links.customer ?? null,
          type: 'sepa',
          enabled: usable.has(signed.status),
          name: null,
          number: null,
          expiration: null,
          brand: null,
          holderName: bank.account_holder_name,
          bankName: bank.bank_name,
          accountNumber: bank.account_number_ending && `•••• ${bank.account_number_ending}`,
        },
      };
    },

    isUsable: async (ref) => usable.has((await ask(`/mandates/${ref}`, 'mandates', mandate)).status),

    forgetMethod: async (ref) => {
      try {
        await ask(`/mandates/${ref}/actions/cancel`, 'mandates', mandate, { body: { data: {} } });
      } catch (error) {
        // Already cancelled.
        if (!(error instanceof Refused)) throw error;
      }
    },

    create: async (order) => {
      if (Date.now() - order.createdAt.getTime() > keysLast) {
        const known = await found(order);
        if (known) return known;
      }
      try {
        const made = await ask('/payments', 'payments', payment, {
          key: `charge-${order.charge}`,
          body: {
            payments: {
              amount: order.amount,
              currency: order.currency,
              description: order.description,
              // We try again ourselves, with our delays.
              retry_if_possible: false,
              metadata: { charge: order.charge },
              links: { mandate: order.method },
            },
          },
        });
        return made.id;
      } catch (error) {
        if (error instanceof Conflict) return error.existing;
        throw error;
      }
    },

    read,

    // The first attempt is the creation; a later one asks the bank again for the same payment.
    confirm: async (ref, { key, isNew }) => {
      const now = await read(ref);
      if (now.state !== 'failed' || isNew) return now;
      try {
        return outcomeOf(
          await ask(`/payments/${ref}/actions/retry`, 'payments', payment, { body: { data: {} }, key: `retry-${key}` }),
        );
      } catch (error) {
        // Retried meanwhile, or not to be retried: the payment says which.
        if (error instanceof Refused) return read(ref);
        throw error;
      }
    },

    cancel: async (ref) => {
      try {
        return outcomeOf(await ask(`/payments/${ref}/actions/cancel`, 'payments', payment, { body: { data: {} } }));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const now = await read(ref);
        // A failed one takes nothing unless it is retried, and nobody retries it any more.
        return now.state === 'failed' ? { ...now, state: 'cancelled' } : now;
      }
    },

    readEvents: (body, headers) => {
      const signature = headers['webhook-signature'];
      if (!webhookSecret || typeof signature !== 'string') throw new Forged();
      if (!isSame(signature, createHmac('sha256', webhookSecret).update(body).digest('hex'))) throw new Forged();
      const events = eventBody.safeParse(readJson(body.toString('utf8')));
      if (!events.success) return [];
      return events.data.events.flatMap(({ id, resource_type: type, links }): EventAbout[] => {
        if (type === 'payments' && links.payment) return [{ event: id, about: 'charge', ref: links.payment }];
        if (type === 'mandates' && links.mandate) return [{ event: id, about: 'method', ref: links.mandate }];
        if (type === 'billing_requests' && links.billing_request)
          return [{ event: id, about: 'setup', ref: links.billing_request }];
        return [];
      });
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
