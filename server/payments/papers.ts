// An agency invoice on paper: read as the other papers are, drawn once, then always the same bytes.
import { Readable } from 'node:stream';
import type { InvoicePaper } from '#core/billing/paper.ts';
import { Problem } from '#core/kernel/problem.ts';
import { staffOf } from '#server/billing/issued.ts';
import { sellerSql } from '#server/billing/papers.ts';
import { drawPaper } from '#server/billing/printing.ts';
import type { Db } from '#server/db/database.ts';
import { contentOf } from '#server/files/store.ts';
import { shareFilesLock } from '#server/files/sweep.ts';
import type { Services } from '#server/kernel/call.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { platformContext } from './as-platform.ts';

/** What is printed of both sides, as it is today; `i` is the invoice, `g` the platform, `c` the agency that buys. */
export const printedSql = `json_build_object('seller', ${sellerSql('invoice')},
  'buyer', json_build_object('name', c.name, 'type', 0, 'number', null, 'siret', c.siret, 'vatNumber', c.vat_number,
    'street', c.street, 'zipcode', c.zipcode, 'city', c.city, 'country', c.country), 'place', null)`;

const paperSql = `select i.id, i.reference as number, i.note as title, i.date::text, i.vat_exemption as "vatExemption", i.currency, 'mail' as "paperVersion",
    null as header, null as footer, i.type as kind, to_json(i.issued_at) as "issuedAt", case when i.type = 'facture' then i.due_date::text end as "dueDate", null as "validUntil",
    null as "periodStart", null as "periodEnd", null as "orderNumber", null as "buyerReference", coalesce(i.printed, ${printedSql}::jsonb) as printed,
    (select json_build_object('number', o.reference, 'date', o.date::text) from agency_invoices o where o.agency_id = i.agency_id and o.id = i.credit_of_id) as "creditOf",
    (select coalesce(json_agg(json_build_object('title', l.title, 'description', null, 'commercialDocItemType', 'SERVICE', 'unit', 'UNIT', 'quantity', l.quantity,
        'price', l.price, 'discountRate', null, 'vat', l.vat) order by l.rank), '[]')
      from agency_invoice_items l where l.agency_id = i.agency_id and l.agency_invoice_id = i.id) as items,
    '[]'::json as discounts
  from agency_invoices i join agencies g on g.id = i.agency_id join agencies c on c.id = i.buyer_id
  where i.agency_id = platform_agency() and i.id = any ($1::uuid[]) order by i.date, i.reference`;

/** In the platform's context. */
export const readPapers = (db: Db, ids: readonly string[]): Promise<InvoicePaper[]> =>
  db.query<InvoicePaper & Record<string, unknown>>({ name: 'agency-invoice-papers', text: paperSql, values: [ids] });

export const platformDb = (services: Services): Db => staffOf(services, platformContext.agency);

const hashOf = async (db: Db, invoice: string): Promise<string | null> =>
  (
    await db.query<{ hash: string }>({
      name: 'agency-invoice-paper',
      text: 'select hash from agency_invoice_papers where agency_id = app_agency() and agency_invoice_id = $1',
      values: [invoice],
    })
  )[0]?.hash ?? null;

export const drawAgencyPaper = async (paper: InvoicePaper, services: Services): Promise<Buffer> =>
  drawPaper(paper, await identityOf({ db: platformDb(services), context: platformContext, services }), new Date());

/** Of two that draw at the same time, the first one kept is the paper. Never drawn a second time. */
export async function agencyInvoicePdf(paper: InvoicePaper, services: Services): Promise<Buffer> {
  const { database, files } = services;
  let hash = await hashOf(platformDb(services), paper.id);
  if (hash === null) {
    const content = await drawAgencyPaper(paper, services);
    hash = await database.transaction(platformContext, async (db) => {
      await shareFilesLock(db);
      const arrived = await files.receive(Readable.from([content]), content.length);
      await files.keep(arrived);
      await db.query({
        name: 'seal-agency-invoice',
        text: 'insert into agency_invoice_papers (agency_id, agency_invoice_id, hash, size) values (app_agency(), $1, $2, $3) on conflict do nothing',
        values: [paper.id, arrived.hash, arrived.size],
      });
      return (await hashOf(db, paper.id)) as string;
    });
  }
  const content = await contentOf(files, hash);
  if (!content) throw new Problem('missing', 'Le fichier de ce document est introuvable : prévenez le support.');
  return content;
}
