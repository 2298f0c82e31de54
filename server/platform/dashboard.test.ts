import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { readPlatformTurnover, readResume } from '#core/platform/dashboard-calls.ts';
import { planOffer } from '#server/testing/subscription-requests.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { agency, otherAgency, sql } = here;
const admin = here.as('admin');

/** As issued, with one payment in this status. */
async function bill(date: string, price: number, status: string, paid: number, creditOf: string | null = null) {
  const id = randomUUID();
  const counts = ['PROCESSING', 'VALIDATED', 'VALIDATED_MANUALLY'].includes(status);
  await sql(
    `insert into agency_invoices (agency_id, id, type, credit_of_id, buyer_id, agency_name, status, date, due_date, price, total_vat, total, counted_amount)
      values ($1, $2, $3, $4, $5, 'Azur', $6, $7, $7, $8::numeric, $8::numeric * 0.2, $8::numeric * 1.2, $9)`,
    [platformAgencyId, id, creditOf ? 'avoir' : 'facture', creditOf, agency.id, status, date, price, counts ? paid : 0],
  );
  await sql(
    `insert into agency_invoice_items (agency_id, id, agency_invoice_id, buyer_id, offer_id, title, quantity, price, vat)
      values ($1, $2, $3, $4, $5, 'Abonnement', 2, $6, 20)`,
    [platformAgencyId, randomUUID(), id, agency.id, planOffer, price / 2],
  );
  await sql(`update agency_invoices set reference = 'F-' || id, printed = '{}', issued_at = now() where id = $1`, [id]);
  return id;
}

beforeAll(async () => {
  await bill('2030-01-10', 100, 'VALIDATED', 120);
  await bill('2030-01-20', 50, 'PROCESSING', 60);
  await bill('2030-03-05', 200, 'VALIDATED_MANUALLY', 120);
  await bill('2030-03-06', 999, 'PENDING', 0);
  await bill('2030-03-07', 999, 'ERROR', 0);
  const refunded = await bill('2030-05-01', 80, 'VALIDATED', 96);
  await bill('2030-06-01', 80, 'VALIDATED', 0, refunded);
  await bill('2029-12-31', 40, 'VALIDATED', 48);
});

test('W-009: the turnover is what is paid or under way, without tax, month by month; a refund takes it away', async () => {
  const input = { from: '2030-01-01', to: '2030-12-31' };
  const found = await admin.call(readPlatformTurnover, { mount: 'platform', input });
  const by = Object.fromEntries(found.months.map(({ month, turnover }) => [month, turnover]));
  expect(found.months).toHaveLength(12);
  expect([by['2030-01'], by['2030-02'], by['2030-03'], by['2030-05'], by['2030-06']]).toEqual([150, 0, 100, 80, -80]);
  expect([found.turnover, found.before]).toEqual([250, 40]);
});

test('W-010: sales are the pieces of paid invoices, by offer', async () => {
  const input = { from: '2030-01-01', to: '2030-04-30' };
  const found = await admin.call(readPlatformTurnover, { mount: 'platform', input });
  expect(found.numberOfSales).toBe(6);
  expect(found.offers).toEqual([{ id: planOffer, name: 'Abonnement de gestion', turnover: 250, numberOfSales: 6 }]);
  const backwards = { from: '2030-02-01', to: '2030-01-01' };
  expect((await admin.answer(readPlatformTurnover, { mount: 'platform', input: backwards })).status).toBe(400);
});

test('W-008: the summary counts agencies by state, subscriptions and people', async () => {
  const resume = async () => (await admin.call(readResume, { mount: 'platform' })).resume;
  const before = await resume();
  expect(before.active + before.inactive + before.pending + before.locked).toBe(before.agencies);
  await sql(`update agencies set errors = '[{"message": "Impayé", "lock": true}]' where id = $1`, [otherAgency.id]);
  await sql(`update agency_subscriptions set ends_on = current_date + 10 where buyer_id = $1`, [agency.id]);
  await sql(`insert into agencies (id, name, pending) values ($1, 'Neuve', true)`, [randomUUID()]);
  const after = await resume();
  expect([after.agencies, after.locked, after.pending, after.created]).toEqual([
    before.agencies + 1,
    before.locked + 1,
    before.pending + 1,
    before.created + 1,
  ]);
  expect(after.expiring).toBe(before.expiring + 1);
  const [people] = await sql<{ count: number }>('select count(*)::integer as count from agents where status = 100');
  expect(after.accounts).toBe(people?.count);
  for (const person of ['support', 'owner'] as const)
    expect((await here.as(person).answer(readResume, { mount: 'platform' })).status).toBe(403);
});
