// The platform as seller of its invoices: its own row among the agencies, and the delay of the suspension.
import { messages, Problem } from '#core/kernel/problem.ts';
import { readSeller, type Seller, saveSeller } from '#core/payments/invoice-calls.ts';
import { usualSuspensionDays } from '#core/payments/statuses.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { waysOf } from './methods.ts';

const readSql = `select g.name, nullif(g.legal_status, '') as "legalStatus", g.capital_amount::float8 as capital, nullif(g.siret, '') as siret, nullif(g.vat_number, '') as "vatNumber",
    nullif(g.rcs_name, '') as rcs, nullif(g.street, '') as street, nullif(g.zipcode, '') as zipcode, nullif(g.city, '') as city, nullif(g.email, '') as email,
    nullif(g.invoice_bank_details, '') as "bankDetails", coalesce(s.suspension_days, ${usualSuspensionDays}) as "suspensionDays", g.version
  from agencies g left join payment_settings s on s.agency_id = g.id where g.id = app_agency()`;

/** Its version is that of the row among the agencies. */
async function sellerOf(db: Db): Promise<{ seller: Seller; version: number }> {
  const [row] = await db.query<Seller & { version: number }>({ name: 'seller', text: readSql });
  const { version, ...seller } = row as Seller & { version: number };
  return { seller, version };
}

export const settingHandlers: Handler[] = [
  handle(readSeller, async ({ db, services }) => ({ ...(await sellerOf(db)), ...waysOf(services.environment) })),

  handle(saveSeller, async (call) => {
    const { db, services } = call;
    const { version, ...input } = call.input;
    await db.query({ name: 'lock-seller', text: 'select from agencies where id = app_agency() for no key update' });
    const before = await sellerOf(db);
    if (version !== undefined && version !== before.version) throw new Problem('conflict', messages.settingsConflict);
    await db.query({
      name: 'save-seller',
      text: `update agencies set name = $1, legal_status = $2, capital_amount = $3, siret = $4, vat_number = $5, rcs_name = $6, street = $7, zipcode = $8, city = $9, email = $10, invoice_bank_details = $11,
          version = version + 1 where id = app_agency()`,
      values: [
        ...[input.name, input.legalStatus, input.capital, input.siret, input.vatNumber, input.rcs],
        ...[input.street, input.zipcode, input.city, input.email, input.bankDetails],
      ],
    });
    await db.query({
      name: 'save-payment-settings',
      text: `insert into payment_settings (agency_id, suspension_days) values (app_agency(), $1)
        on conflict (agency_id) do update set suspension_days = excluded.suspension_days, updated_at = now()`,
      values: [input.suspensionDays],
    });
    await audited(call, before.seller, input);
    return { ...(await sellerOf(db)), ...waysOf(services.environment) };
  }),
];

async function audited(call: Call, before: Seller, after: Seller): Promise<void> {
  const changes = Object.fromEntries(
    (Object.keys(after) as (keyof Seller)[])
      .filter((key) => before[key] !== after[key])
      .map((key) => [key, { before: before[key], after: after[key] }]),
  );
  await writeAudit(call.db, call, { entity: 'agency', id: call.context.agency as string, action: 'edit', changes });
}
