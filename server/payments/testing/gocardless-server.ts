// A local GoCardless: mandates through billing requests, payments that the bank confirms or refuses days later, keys, events.
import { createHmac } from 'node:crypto';
import { type Answered, type Asked, type LocalProvider, serve } from './faults.ts';

interface Payment {
  id: string;
  amount: number;
  currency: string;
  status: string;
  metadata: Record<string, string>;
  links: { mandate: string };
  created_at: string;
}

export interface LocalGoCardless extends LocalProvider {
  key: string;
  webhookSecret: string;
  payments: Map<string, Payment>;
  /** Every time the bank paid. */
  captures: { payment: string; amount: number; charge: string | undefined }[];
  /** What the bank says, days later. */
  bank(payment: string, status: 'submitted' | 'confirmed' | 'failed' | 'charged_back'): void;
  /** The person signs on the page. */
  sign(request: string): string;
  cancelMandate(mandate: string): void;
  forgetKeys(): void;
  events(
    all: readonly { about: 'payment' | 'mandate' | 'billing_request'; ref: string; id?: string }[],
    secret?: string,
  ): { body: string; headers: Record<string, string> };
}

export async function localGoCardless(): Promise<LocalGoCardless> {
  const payments = new Map<string, Payment>();
  const captures: LocalGoCardless['captures'] = [];
  const requests = new Map<string, { id: string; status: string; links: Record<string, string> }>();
  const mandates = new Map<string, { id: string; status: string }>();
  const keys = new Map<string, string>();
  const secret = 'a secret of gocardless';
  let count = 0;
  const next = (prefix: string): string => {
    count += 1;
    return `${prefix}${String(count).padStart(6, '0')}`;
  };
  const ok = (name: string, body: unknown, status = 200): Answered => ({ status, body: { [name]: body } });
  const refused = (status: number, type: string, reason: string, links: object = {}): Answered => ({
    status,
    body: { error: { message: reason, type, code: status, errors: [{ reason, message: reason, links }] } },
  });
  const mandateBody = (id: string) => ({
    id,
    status: mandates.get(id)?.status ?? 'active',
    links: { customer_bank_account: `BA${id}`, customer: `CU${id}` },
  });

  const act = ({ method, path, query, body, headers }: Asked): Answered => {
    const [, kind, id, , action] = path.split('/');
    const sent = body ? (JSON.parse(body) as Record<string, Record<string, unknown>>) : {};
    const key = headers['idempotency-key'];
    // A repeated key answers with the resource that exists.
    const known = method === 'POST' && typeof key === 'string' ? keys.get(key) : undefined;
    if (known) return refused(409, 'invalid_state', 'idempotent_creation_conflict', { conflicting_resource_id: known });
    const keep = (made: string): void => void (typeof key === 'string' && keys.set(key, made));

    if (kind === 'billing_requests') {
      if (method === 'POST') {
        const made = { id: next('BRQ'), status: 'pending', links: {} };
        requests.set(made.id, made);
        keep(made.id);
        return ok(kind, made, 201);
      }
      const request = requests.get(id ?? '');
      return request ? ok(kind, request) : refused(404, 'invalid_api_usage', 'resource_not_found');
    }
    if (kind === 'billing_request_flows')
      return ok(kind, { authorisation_url: `https://pay.gocardless.example/${next('BRF')}` }, 201);
    if (kind === 'customer_bank_accounts')
      return ok(kind, {
        id,
        account_holder_name: 'AZUR SECURITE',
        bank_name: 'BNP PARIBAS',
        account_number_ending: '606',
      });
    if (kind === 'mandates') {
      if (action === 'cancel') mandates.set(id ?? '', { id: id ?? '', status: 'cancelled' });
      return ok(kind, mandateBody(id ?? ''));
    }
    if (kind === 'payments') {
      if (!id && method === 'GET')
        return ok(
          kind,
          [...payments.values()].filter(({ links }) => links.mandate === query.get('mandate')),
        );
      if (!id) {
        const asked = sent.payments as unknown as Omit<Payment, 'id' | 'status' | 'created_at'>;
        if (mandateBody(asked.links.mandate).status === 'cancelled')
          return refused(422, 'invalid_state', 'mandate_is_inactive');
        const made: Payment = {
          ...asked,
          id: next('PM'),
          status: 'pending_submission',
          created_at: new Date().toISOString(),
        };
        payments.set(made.id, made);
        keep(made.id);
        return ok(kind, made, 201);
      }
      const payment = payments.get(id);
      if (!payment) return refused(404, 'invalid_api_usage', 'resource_not_found');
      if (action === 'retry') {
        if (payment.status !== 'failed') return refused(422, 'invalid_state', 'retry_failed');
        payment.status = 'pending_submission';
        keep(payment.id);
      }
      if (action === 'cancel') {
        if (payment.status !== 'pending_submission') return refused(422, 'invalid_state', 'cancellation_failed');
        payment.status = 'cancelled';
      }
      return ok(kind, payment);
    }
    return refused(404, 'invalid_api_usage', 'resource_not_found');
  };

  const local = await serve(
    (asked) =>
      asked.headers.authorization === 'Bearer a token of the tests' && asked.headers['gocardless-version']
        ? act(asked)
        : refused(401, 'invalid_api_usage', 'access_token_not_found'),
    {
      error: refused(500, 'gocardless', 'internal_server_error'),
      busy: refused(429, 'invalid_api_usage', 'rate_limit_exceeded'),
    },
  );

  return {
    ...local,
    key: 'a token of the tests',
    webhookSecret: secret,
    payments,
    captures,
    bank: (id, status) => {
      const payment = payments.get(id);
      if (!payment) throw new Error('no such payment');
      payment.status = status;
      if (status === 'confirmed')
        captures.push({ payment: id, amount: payment.amount, charge: payment.metadata.charge });
    },
    sign: (request) => {
      const known = requests.get(request);
      if (!known) throw new Error('no such request');
      const mandate = next('MD');
      mandates.set(mandate, { id: mandate, status: 'pending_submission' });
      Object.assign(known, {
        status: 'fulfilled',
        links: { mandate_request_mandate: mandate, customer: `CU${mandate}` },
      });
      return mandate;
    },
    cancelMandate: (id) => void mandates.set(id, { id, status: 'cancelled' }),
    forgetKeys: () => keys.clear(),
    events: (all, signer = secret) => {
      const events = all.map(({ about, ref, id = next('EV') }) => ({
        ...{ id, resource_type: `${about}s`, action: 'updated', links: { [about]: ref } },
      }));
      const body = JSON.stringify({ events, meta: { webhook_id: next('WB') } });
      const signed = createHmac('sha256', signer).update(body).digest('hex');
      return { body, headers: { 'content-type': 'application/json', 'webhook-signature': signed } };
    },
  };
}
