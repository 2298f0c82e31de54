// The platform's invoices to the demo agencies: paid, refused by a bank, to come, cancelled; and their means of payment.
import { platformAgencyId } from '#core/kernel/platform.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { asPlatform } from '#server/payments/as-platform.ts';
import { issueAgencyInvoice, refreshInvoice } from '#server/payments/invoicing.ts';

interface Billed {
  label: string;
  quantity: number;
  price: number;
  /** Days before today; the due day is a month later. */
  ago: number;
  status: 'VALIDATED' | 'VALIDATED_MANUALLY' | 'ERROR' | 'COMING_SOON' | 'CANCELLED_MANUALLY';
}

const monthly = { label: 'Abonnement mensuel, 5 licences', quantity: 1, price: 49.99 };
/** In the order of their issue. */
const billed: readonly (readonly Billed[])[] = [
  [
    { ...monthly, ago: 120, status: 'VALIDATED' },
    { label: 'Pack de 100 signatures électroniques', quantity: 1, price: 99, ago: 90, status: 'VALIDATED_MANUALLY' },
    { ...monthly, ago: 62, status: 'VALIDATED' },
    { ...monthly, ago: 33, status: 'ERROR' },
    { ...monthly, ago: 2, status: 'COMING_SOON' },
  ],
  [
    { ...monthly, ago: 60, status: 'VALIDATED_MANUALLY' },
    { label: 'Pack de 50 cartes professionnelles', quantity: 2, price: 75, ago: 45, status: 'CANCELLED_MANUALLY' },
    { ...monthly, ago: 1, status: 'COMING_SOON' },
  ],
];

const card = (last: string, expiration: string, enabled = true) => ({
  ...{ type: 'card', provider: 'stripe', enabled, brand: 'Visa', number: `•••• ${last}`, expiration },
});
const methods: readonly (readonly Record<string, unknown>[])[] = [
  [
    { ...card('4242', '12/2099'), name: 'Azur Sécurité', is_default: true },
    {
      type: 'sepa',
      provider: 'gocardless',
      enabled: true,
      holder_name: 'AZUR SECURITE',
      bank_name: 'Banque du Port',
      account_number: '•••• 606',
    },
  ],
  [{ ...card('0341', '01/2026', false), name: 'Boréal Protection', is_default: true }],
];

async function insertMethods(db: Db, agency: string, rank: number): Promise<void> {
  for (const method of methods[rank] ?? []) {
    const row: Record<string, unknown> = { agency_id: agency, id: uuidv7(), ref: `demo_${uuidv7()}`, ...method };
    const names = Object.keys(row);
    await db.query({
      text: `insert into payment_methods (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      values: Object.values(row),
    });
  }
}

async function bill(db: Db, buyer: string, one: Billed): Promise<void> {
  const { id } = await issueAgencyInvoice(db, {
    buyerId: buyer,
    lines: [{ offerId: null, label: one.label, quantity: one.quantity, unitPrice: one.price, vatRate: 20 }],
    dueAt: '2099-01-01',
  });
  // Without an agency in the context the seal lets its dates be moved back: as if it was issued then.
  await db.query({
    text: `update agency_invoices set date = d.day, due_date = d.day + 30, issued_at = d.day + time '09:00', created_at = d.day + time '09:00', told_at = now()
      from (select greatest(current_date - $2::integer, date_trunc('year', current_date)::date) as day) d where id = $1`,
    values: [id, one.ago],
  });
  const isRefused = one.status === 'ERROR';
  await db.query({
    text: `update agency_payments p set date = i.due_date, status = $2, attempts = $3, error = $4, provider_message = $5, next_try_at = $6,
        settled_at = case when $2 like 'VALIDATED%' then i.due_date + time '10:00' end
      from agency_invoices i where i.id = p.agency_invoice_id and i.id = $1`,
    values: [
      ...[id, one.status, isRefused ? 1 : 0, isRefused ? 'NOT_COLLECTED' : null],
      ...[isRefused ? 'La carte a été refusée.' : null, isRefused ? new Date(Date.now() + 2 * 86_400_000) : null],
    ],
  });
  await asPlatform(db, () => refreshInvoice(db, id));
}

export async function insertPayments(db: Db, agencies: readonly DemoAgency[]): Promise<void> {
  await db.query({
    text: `update agencies set name = 'Vigie', legal_status = 'SAS', capital_amount = 50000, siret = '99906009800012', vat_number = 'FR04999060098', rcs_name = 'Bordeaux',
        street = '3 rue du Port', zipcode = '33000', city = 'Bordeaux', email = 'facturation@vigie.example', invoice_bank_details = 'Virement : FR76 3000 6000 0112 3456 7890 189'
      where id = $1`,
    values: [platformAgencyId],
  });
  for (const [rank, { agency }] of agencies.entries()) await insertMethods(db, agency.id, rank);
  // The numbers follow the dates.
  const all = agencies.flatMap(({ agency }, rank) => (billed[rank] ?? []).map((one) => ({ buyer: agency.id, one })));
  for (const { buyer, one } of all.toSorted((first, other) => other.one.ago - first.one.ago))
    await bill(db, buyer, one);
}
