// One interface for both payment providers. A charge is one object of a provider that collects one payment: it is
// created (nothing is taken yet, or exactly once under its key), then confirmed. Both may be repeated without harm.
import type { PaymentOutcome } from '#core/payments/statuses.ts';

export type ProviderName = 'stripe' | 'gocardless';

/** The agency that pays. */
export interface Payer {
  agency: string;
  name: string;
  email: string | null;
  street: string | null;
  zipcode: string | null;
  city: string | null;
  country: string | null;
}

/** A card or a mandate, masked. */
export interface KnownMethod {
  ref: string;
  customer: string | null;
  type: 'card' | 'sepa';
  enabled: boolean;
  name: string | null;
  number: string | null;
  expiration: string | null;
  brand: string | null;
  holderName: string | null;
  bankName: string | null;
  accountNumber: string | null;
}

export type SetupOutcome = { state: 'open' | 'failed'; method: null } | { state: 'done'; method: KnownMethod };

export interface Order {
  /** Our id of the charge: the idempotency key of its creation. */
  charge: string;
  createdAt: Date;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  customer: string | null;
  method: string;
  description: string;
}

export interface Confirmation {
  /** The same attempt has the same key. */
  key: string;
  method: string;
  /** Created a moment ago, in this attempt. */
  isNew: boolean;
  /** The person is there and may authenticate: where he comes back. Null: by the clock. */
  returnUrl: string | null;
}

export interface Outcome {
  state: PaymentOutcome;
  /** What the provider said, for people. */
  message: string | null;
  redirectUrl: string | null;
}

export type EventAbout = { event: string; about: 'charge' | 'setup' | 'method'; ref: string };

export interface Provider {
  name: ProviderName;
  /** Null: the provider makes its customers on its own pages. */
  createCustomer: ((payer: Payer) => Promise<string>) | null;
  startSetup(setup: {
    id: string;
    payer: Payer;
    customer: string | null;
    returnUrl: string;
    exitUrl: string;
  }): Promise<{ ref: string; url: string }>;
  readSetup(ref: string): Promise<SetupOutcome>;
  /** Whether a method can still be used. */
  isUsable(ref: string): Promise<boolean>;
  forgetMethod(ref: string): Promise<void>;
  /** Finds a charge that was created and whose answer was lost, when its key may be forgotten. */
  create(order: Order): Promise<string>;
  confirm(ref: string, confirmation: Confirmation): Promise<Outcome>;
  read(ref: string): Promise<Outcome>;
  /** Nothing more is taken; `succeeded` if it was too late. */
  cancel(ref: string): Promise<Outcome>;
  /** Throws `Forged`. */
  readEvents(body: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>, now: Date): EventAbout[];
}

/** The provider refused, and will refuse again. */
export class Refused extends Error {}
/** Whether it was done is not known: ask again with the same key. */
export class Unknown extends Error {}
export class Forged extends Error {}
