import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { daysAfter, lastDayOf } from '#core/planning/days.ts';
import { type DemoAgency, demoWorld } from '#demo/index.ts';
import { readBillable } from '#server/billing/billable.ts';
import { nobody } from '#server/db/context.ts';
import { openDatabase } from '#server/db/database.ts';
import { folderStore } from '#server/files/store.ts';
import { freedFrom } from '#server/planning/coming.ts';
import { migratedDatabase } from '#server/testing/database.ts';
import { seedDemo } from './seed.ts';

const database = await openDatabase({ ownerUrl: await migratedDatabase(), secret: 'test' });
const now = new Date();
const store = folderStore(mkdtempSync(join(tmpdir(), 'vigie-demo-')));
await seedDemo(database, () => {}, { now, store, secret: 'test of the demo' });
afterAll(() => database.close());
const ask = async <R extends object>(text: string, ...values: unknown[]): Promise<R[]> =>
  (await database.platform.query(text, values)).rows as R[];
const [azur] = demoWorld({ now }).agencies as [DemoAgency];

test('the mails of the last invoices are tracked: delivered, opened, and some came back', async () => {
  const rows = await ask<{ event: string }>(
    `select distinct event from email_events where agency_id = $1 and date > $2::timestamptz - interval '121 days' and date <= $2`,
    azur.agency.id,
    now,
  );
  expect(new Set(rows.map(({ event }) => event))).toEqual(
    new Set(['request', 'sent', 'deferred', 'delivered', 'unique_opened', 'hard_bounce']),
  );
});

test('somebody archived had posts that are to fill since, and a customer was told of his planning', async () => {
  const [left] = await ask<{ id: string }>(
    `select a.id from agents a join audit h on h.agency_id = a.agency_id and h.entity = 'agent' and h.entity_id = a.id and h.action = 'archive'
      where a.agency_id = $1 and a.status = 300`,
    azur.agency.id,
  );
  const freed = await database.transaction({ ...nobody, agency: azur.agency.id }, (db) =>
    freedFrom(db, [left?.id ?? ''], now),
  );
  expect(freed).toHaveLength(2);
  const [told] = await ask<{ title: string }>(
    `select n.title from notifications n join users u on u.id = n.user_id where u.email = 'client@azur.example'`,
  );
  expect(told?.title).toMatch(/^Planning de vos sites : \d+ services? publiés?$/);
});

test('findings of the log show what agents photographed, in the chain and in the store', async () => {
  const photos = await ask<{ hash: string; sealed: string; count: number }>(
    `select f.hash, e.content->'files'->0->>'sha256' as sealed, v.photo_count as count
      from logbook_finding_files j join files f on f.agency_id = j.agency_id and f.id = j.file_id
      join logbook_entries e on e.agency_id = j.agency_id and e.id = j.finding_id
      join logbook_events v on v.agency_id = e.agency_id and v.id = e.event_id where j.agency_id = $1`,
    azur.agency.id,
  );
  expect(photos.length).toBeGreaterThan(0);
  for (const { hash, sealed, count } of photos) {
    expect([sealed, count]).toEqual([hash, 1]);
    const digest = createHash('sha256');
    for await (const piece of await store.open(hash)) digest.update(piece as Buffer);
    expect(digest.digest('hex')).toBe(hash);
  }
});

test('reports are signed on the glass: each drawing is in the store, and one waits for its approval', async () => {
  const signed = await ask<{ status: number; agent: string | null; customer: string | null; signer: string | null }>(
    `select r.status, a.hash as agent, c.hash as customer, r.customer_signer as signer from agency_reports r
      left join files a on a.agency_id = r.agency_id and a.id = r.agent_signature_id
      left join files c on c.agency_id = r.agency_id and c.id = r.customer_signature_id where r.agency_id = $1`,
    azur.agency.id,
  );
  const waiting = signed.filter(({ status }) => status === 200);
  expect(waiting.length).toBeGreaterThan(0);
  expect(waiting.every(({ agent, customer, signer }) => agent && customer && signer)).toBe(true);
  expect(signed.some(({ status, agent, customer }) => status === 400 && agent && !customer)).toBe(true);
  expect(signed.filter(({ status }) => status === 100).every(({ agent }) => agent === null)).toBe(true);
  const hashes = new Set(signed.flatMap(({ agent, customer }) => [agent, customer]).filter((one) => one !== null));
  expect(hashes.size).toBeGreaterThan(3);
  for (const hash of hashes) {
    const pieces: Buffer[] = [];
    for await (const piece of await store.open(hash)) pieces.push(piece as Buffer);
    const picture = Buffer.concat(pieces);
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([900, 300]);
  }
});

test('the months that are invoiced have nothing left to bill, the last one has; what is paid adds up', async () => {
  for (const { agency, invoices } of demoWorld({ now }).agencies) {
    const starts = invoices.papers.flatMap(({ draft: { periodStart } }) => periodStart ?? []);
    const ends = invoices.papers.flatMap(({ draft: { periodEnd } }) => periodEnd ?? []);
    const [start, end] = [
      starts.toSorted((one, other) => one.localeCompare(other))[0],
      ends.toSorted((one, other) => one.localeCompare(other)).at(-1),
    ];
    if (!start || !end) throw new Error('no invoices');
    const { services, lines, flats } = await database.transaction({ ...nobody, agency: agency.id }, (db) =>
      readBillable(db, { start, end }, {}, now),
    );
    expect([lines.size, flats.length, services.filter(({ changed }) => changed).length]).toEqual([0, 0, 0]);
    const next = await database.transaction({ ...nobody, agency: agency.id }, (db) =>
      readBillable(db, { start: daysAfter(end, 1), end: lastDayOf(daysAfter(end, 1)) }, {}, now),
    );
    expect(next.lines.size).toBeGreaterThan(1);
    const [wrong] = await ask<{ overpaid: number; gaps: number }>(
      `select count(*) filter (where v.type = 'facture' and v.total < (select coalesce(sum(p.amount), 0) from invoice_payments p where p.invoice_id = v.id))::integer as overpaid,
        (max(substr(v.number, 7)::integer) filter (where v.number like 'F2%') - count(*) filter (where v.number like 'F2%'))::integer as gaps
        from invoices v where v.agency_id = $1 and v.issued_at is not null and extract(year from v.date) = (
          select max(extract(year from d.date)) from invoices d where d.agency_id = $1 and d.issued_at is not null)`,
      agency.id,
    );
    expect(wrong).toEqual({ overpaid: 0, gaps: 0 });
  }
});

test('direct debits were collected, one was cancelled and one waits; each collected line is the payment of its invoice', async () => {
  const orders = await ask<{ status: number; orders: number }>(
    'select status, count(*)::integer as orders from direct_debits where agency_id = $1 group by 1 order by 1',
    azur.agency.id,
  );
  expect(orders).toEqual([
    { status: 100, orders: 1 },
    { status: 200, orders: expect.any(Number) },
    { status: 300, orders: 1 },
  ]);
  const [lines] = await ask<object>(
    `select count(*) > 10 as several, bool_and(p.amount = l.amount and p.date = d.collection_date) as paid
      from direct_debits d join direct_debit_lines l on l.agency_id = d.agency_id and l.direct_debit_id = d.id
        left join invoice_payments p on p.agency_id = l.agency_id and p.invoice_id = l.invoice_id and p.note = 'Prélèvement ' || d.number
      where d.agency_id = $1 and d.status = 200`,
    azur.agency.id,
  );
  expect(lines).toEqual({ several: true, paid: true });
});
