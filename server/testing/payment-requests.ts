// Valid requests of the calls of payments. This world has no payment provider.
import { randomUUID } from 'node:crypto';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { printedSql } from '#server/payments/papers.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

const buyerOf = ({ world, where }: Setting): string => (where === 'foreign' ? world.otherAgency : world.agency).id;

interface Billed {
  invoice: string;
  payment: string;
}

/** An issued invoice of the platform to the agency of the setting, with one payment. */
async function billed(setting: Setting, status = 'COMING_SOON'): Promise<Billed> {
  const { sql } = setting.world;
  const [invoice, payment] = [randomUUID(), randomUUID()];
  await sql(
    `insert into agency_invoices (agency_id, id, buyer_id, agency_name, status, date, due_date, price, total_vat, total)
      select $1, $2, id, name, $4, '2026-01-01', '2099-01-01', 10, 2, 12 from agencies where id = $3`,
    [platformAgencyId, invoice, buyerOf(setting), status],
  );
  await sql(
    `insert into agency_invoice_items (agency_id, id, agency_invoice_id, buyer_id, title, quantity, price, vat) values ($1, gen_random_uuid(), $2, $3, 'Abonnement', 1, 10, 20)`,
    [platformAgencyId, invoice, buyerOf(setting)],
  );
  await sql(
    `update agency_invoices i set reference = 'F-' || i.id, issued_at = now(), printed = ${printedSql}
      from agencies g, agencies c where i.id = $1 and g.id = i.agency_id and c.id = i.buyer_id`,
    [invoice],
  );
  await sql(
    `insert into agency_payments (agency_id, id, agency_invoice_id, buyer_id, date, amount, status) values ($1, $2, $3, $4, '2099-01-01', 12, $5)`,
    [platformAgencyId, payment, invoice, buyerOf(setting), status],
  );
  return { invoice, payment };
}

export const agencyInvoiceOf = async (setting: Setting): Promise<string> => (await billed(setting)).invoice;

/** A second one, so that one is not the default. */
async function methodOf(setting: Setting): Promise<string> {
  const id = randomUUID();
  await setting.world.sql(
    `insert into payment_methods (agency_id, id, type, provider, ref) values ($1, $2, 'card', 'stripe', $3)`,
    [buyerOf(setting), id, `pm_${id}`],
  );
  return id;
}

async function setupOf(setting: Setting): Promise<string> {
  const id = randomUUID();
  await setting.world.sql(`insert into payment_setups (agency_id, id, provider) values ($1, $2, 'stripe')`, [
    buyerOf(setting),
    id,
  ]);
  return id;
}

const items = [{ title: 'Abonnement', quantity: 1, price: 10, vat: 20 }];
const seller = {
  ...{ name: 'Vigie', legalStatus: 'SAS', capital: 1_000, siret: '99906002300010', vatNumber: 'FR70999060023' },
  ...{ rcs: 'Bordeaux', street: '3 rue du Port', zipcode: '33000', city: 'Bordeaux', email: null, bankDetails: null },
  suspensionDays: 30,
};
const ofMethod = async (setting: Setting) => ({ params: { id: await methodOf(setting) } });
const ofPayment: Line = {
  others: ['foreign'],
  request: async (setting) => ({ params: { id: (await billed(setting)).payment } }),
};

export function paymentLines(row: typeof rowOf, agencyInvoice: Parameters<typeof rowOf>[0]): Record<string, Line> {
  const draft = (setting: Setting) => ({
    input: { agency: { id: buyerOf(setting) }, items, dueDate: '2099-01-01' },
  });
  const saved = async (setting: Setting) => {
    const { invoice, payment } = await billed(setting);
    return { input: { id: invoice, partialPayments: [{ id: payment, date: '2099-01-02', amount: 12 }] } };
  };
  return {
    saveAgencyInvoice: { request: draft },
    savePartialPayments: { request: saved },
    previewAgencyInvoice: { status: 200, request: draft },
    markAgencyInvoiceSent: {
      request: async (setting) => ({ params: { id: await agencyInvoiceOf(setting) }, input: {} }),
    },
    printAgencyInvoice: {
      of: 'agencyInvoice',
      status: 200,
      request: async (setting) => ({ params: { id: await row(agencyInvoice, setting) } }),
    },
    saveSeller: { request: () => ({ input: seller }) },
    listBuyerMethods: { request: (setting) => ({ params: { id: buyerOf(setting) } }) },
    setDefaultPaymentMethod: { ofProfile: true, others: ['foreign'], request: ofMethod },
    deletePaymentMethod: { ofProfile: true, others: ['foreign'], request: ofMethod },
    // No provider here: it says so.
    createPaymentCustomer: { ofProfile: true, status: 409, request: () => ({}) },
    cardDetails: { ofProfile: true, status: 409, request: () => ({ query: { action: 'methods' } }) },
    bankDetails: { ofProfile: true, status: 409, request: () => ({ query: { action: 'methods' } }) },
    finishSetup: {
      ofProfile: true,
      others: ['foreign'],
      request: async (setting) => ({ params: { id: await setupOf(setting) } }),
    },
    giveAddress: {
      ofProfile: true,
      request: () => ({ input: { street: '1 quai des États-Unis', zipcode: '06300', city: 'Nice' } }),
    },
    readPaymentIntent: ofPayment,
    confirmPayment: { ...ofPayment, ofProfile: true },
    confirmAgreement: {
      ofProfile: true,
      others: ['foreign'],
      request: async (setting) => ({ input: { id: (await billed(setting, 'VALIDATION')).invoice, agreed: true } }),
    },
  };
}
