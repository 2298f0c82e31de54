// Issued papers and payments, as the accounting reads them: two statements, however many there are.
import type { BookedPaper, BookedPayment, Facts } from '#core/accounting/entries.ts';
import type { Db } from '#server/db/database.ts';

export interface Books {
  fiscalYearMonth: number;
  siret: string | null;
  currency: string;
}

export async function readBooks(db: Db): Promise<Books> {
  const [row] = await db.query<{ books: Books }>({
    name: 'accounting-books',
    text: `select json_build_object('fiscalYearMonth', g.fiscal_year_month, 'siret', g.siret, 'currency', g.currency) as books
      from agencies g where g.id = app_agency()`,
  });
  return (row as { books: Books }).books;
}

/** Invoices with something in the period: they, their credit notes and their payments. */
const concerned = `with touched as (
    select coalesce(i.credit_of_id, i.id) as id from invoices i
      where i.agency_id = app_agency() and i.issued_at is not null and i.date between $1 and $2
    union
    select p.invoice_id from invoice_payments p where p.agency_id = app_agency() and p.date between $1 and $2)`;

/** A moment as text sorts like the moment. */
const moment = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const localDay = (column: string): string => `(${column} at time zone g.time_zone)::date::text`;

const accountsOf = (row: string): string => `coalesce(${row}.accounts, agency_accounts(${row}.agency_id)) as accounts`;

const papersSql = `${concerned}
  select i.id, i.type, i.number, i.date::text, ${moment('i.issued_at')} as "issuedAt", ${localDay('i.issued_at')} as "issuedOn",
    json_build_object('code', coalesce(i.printed -> 'buyer' ->> 'number', left(i.customer_id::text, 8)), 'name', i.printed -> 'buyer' ->> 'name') as customer,
    i.credit_of_id as "creditOf", coalesce((i.printed -> 'seller' ->> 'vatOnDebits')::boolean, false) as "vatOnDebits", i.currency, ${accountsOf('i')},
    (select coalesce(json_agg(json_build_object('price', l.price, 'quantity', l.quantity, 'discountRate', l.discount_rate, 'vat', l.vat,
        'commercialDocItemType', l.commercial_doc_item_type) order by l.rank), '[]')
      from invoice_items l where l.agency_id = i.agency_id and l.invoice_id = i.id) as items,
    (select coalesce(json_agg(json_build_object('kind', d.kind, 'value', d.value) order by d.rank), '[]')
      from invoice_discounts d where d.agency_id = i.agency_id and d.invoice_id = i.id) as discounts
  from invoices i join agencies g on g.id = i.agency_id
  where i.agency_id = app_agency() and i.issued_at is not null
    and (i.id in (select id from touched) or i.credit_of_id in (select id from touched))
  order by i.issued_at, i.id`;

const paymentsSql = `${concerned}
  select p.id, p.invoice_id as invoice, p.date::text, p.amount::float8 as amount, p.means, p.reverses_id as reverses, ${accountsOf('p')},
    ${moment('p.created_at')} as "createdAt", ${localDay('p.created_at')} as "createdOn"
  from invoice_payments p join agencies g on g.id = p.agency_id
  where p.agency_id = app_agency() and p.invoice_id in (select id from touched)
  order by p.created_at, p.id`;

export async function readFacts(db: Db, from: string, to: string): Promise<Facts> {
  const values = [from, to];
  const papers = await db.query<BookedPaper & Record<string, unknown>>({
    name: 'accounting-papers',
    text: papersSql,
    values,
  });
  const payments = await db.query<BookedPayment & Record<string, unknown>>({
    name: 'accounting-payments',
    text: paymentsSql,
    values,
  });
  return { papers, payments };
}
