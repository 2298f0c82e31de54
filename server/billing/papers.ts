// Estimates, invoices, credit notes and purchase orders as rows to print: drafts with the agency and the customer as they are today,
// issued ones as they were.
import type { InvoicePaper, Paper } from '#core/billing/paper.ts';
import type { Db } from '#server/db/database.ts';

type Settings = 'invoice' | 'estimate' | 'purchase_order';

/** `g` is the agency that sells. */
export const sellerSql = (settings: Settings): string => {
  const isPaid = settings !== 'purchase_order';
  return `json_build_object('name', g.name, 'legalStatus', g.legal_status, 'capital', g.capital_amount, 'siret', g.siret, 'vatNumber', g.vat_number,
    'rcs', g.rcs_name, 'approvalNumber', g.approval_number, 'street', g.street, 'zipcode', g.zipcode, 'city', g.city, 'country', g.country,
    'email', g.email, 'phone', nullif(g.phone[1], ''), 'isFrench', app_french(), 'vatLabel', g.vat_label, 'vatOnDebits', g.vat_on_debits, 'bankDetails', ${isPaid ? `g.${settings}_bank_details` : 'null'},
    'latePayment', ${isPaid ? `g.${settings}_late_payment_message` : 'null'}, 'header', g.${settings}_header, 'footer', g.${settings}_footer)`;
};

/** X-047: what left says it as it was printed. */
export const vatLabelOf = (t: string): string =>
  `coalesce(${t}.printed #>> '{seller,vatLabel}', (select g.vat_label from agencies g where g.id = ${t}.agency_id))`;

/** What is printed of both sides, as it is today; `i` is the document, `g` its agency, `c` its customer. */
export const printedSql = (
  settings: 'invoice' | 'estimate',
): string => `json_build_object('seller', ${sellerSql(settings)},
  'buyer', json_build_object('name', c.name, 'type', c.type, 'number', c.customer_number_id, 'siret', c.siret, 'vatNumber', c.vat_number,
    'street', c.street, 'zipcode', c.zipcode, 'city', c.city, 'country', c.country),
  'place', (select json_build_object('name', s.name, 'street', s.street, 'zipcode', s.zipcode, 'city', s.city, 'country', s.country)
    from sites s where s.agency_id = i.agency_id and s.id = i.site_id))`;

/** `a` is the agent of a purchase order, `c` the customer concerned, if any. */
const orderPrintedSql = `json_build_object('seller', ${sellerSql('purchase_order')},
  'buyer', json_build_object('name', a.fullname, 'type', 0, 'number', null, 'siret', a.external_company_siret, 'vatNumber', null,
    'street', a.street, 'zipcode', a.zipcode, 'city', a.city, 'country', a.country),
  'place', case when c.id is not null then json_build_object('name', c.name, 'street', c.street, 'zipcode', c.zipcode, 'city', c.city, 'country', c.country) end)`;

/** What is printed of the order `i`, as it is today. */
export const printedOfOrder = `(select ${orderPrintedSql}::jsonb from agencies g
  join agents a on a.agency_id = g.id and a.id = i.agent_id
  left join customers c on c.agency_id = g.id and c.id = i.customer_id where g.id = i.agency_id)`;

type Row<Of extends Paper> = Of & Record<string, unknown>;

const linesSql = (
  table: string,
  parent: string,
): string => `(select coalesce(json_agg(json_build_object('title', l.title, 'description', l.description,
    'commercialDocItemType', l.commercial_doc_item_type, 'unit', l.unit, 'quantity', l.quantity, 'price', l.price, 'discountRate', l.discount_rate, 'vat', l.vat) order by l.rank), '[]')
  from ${table} l where l.agency_id = i.agency_id and l.${parent} = i.id) as items`;
const discountsSql = (
  table: string,
  parent: string,
): string => `(select coalesce(json_agg(json_build_object('label', d.label, 'kind', d.kind, 'value', d.value) order by d.rank), '[]')
  from ${table} d where d.agency_id = i.agency_id and d.${parent} = i.id) as discounts`;

const bare = `i.id, i.number, i.title, i.date::text, i.vat_exemption as "vatExemption", i.currency`;
const common = `${bare}, i.paper_version as "paperVersion", i.header, i.footer`;

const invoiceSql = `select ${common}, i.type as kind, to_json(i.issued_at) as "issuedAt", i.due_date::text as "dueDate", null as "validUntil", i.period_start::text as "periodStart", i.period_end::text as "periodEnd",
    i.order_number as "orderNumber", i.buyer_reference as "buyerReference", coalesce(i.printed, ${printedSql('invoice')}::jsonb) as printed,
    (select json_build_object('number', o.number, 'date', o.date::text) from invoices o where o.agency_id = i.agency_id and o.id = i.credit_of_id) as "creditOf",
    ${linesSql('invoice_items', 'invoice_id')}, ${discountsSql('invoice_discounts', 'invoice_id')}
  from invoices i join agencies g on g.id = i.agency_id left join customers c on c.agency_id = i.agency_id and c.id = i.customer_id
  where i.agency_id = app_agency() and i.id = any ($1::uuid[]) order by i.date, i.number, i.id`;

const estimateSql = `select ${common}, 'devis' as kind, null as "issuedAt", null as "dueDate", i.valid_until::text as "validUntil", null as "periodStart", null as "periodEnd",
    null as "orderNumber", null as "buyerReference", coalesce(i.printed, ${printedSql('estimate')}::jsonb) as printed, null as "creditOf",
    ${linesSql('estimate_items', 'estimate_id')}, ${discountsSql('estimate_discounts', 'estimate_id')}
  from estimates i join agencies g on g.id = i.agency_id join customers c on c.agency_id = i.agency_id and c.id = i.customer_id
  where i.agency_id = app_agency() and i.id = any ($1::uuid[]) order by i.date, i.number, i.id`;

const orderSql = `select ${bare}, 'mail' as "paperVersion", null as header, null as footer, 'agentPurchaseOrder' as kind, null as "issuedAt", null as "dueDate", null as "validUntil",
    null as "periodStart", null as "periodEnd", i.reference as "orderNumber", null as "buyerReference", coalesce(i.printed, ${orderPrintedSql}::jsonb) as printed, null as "creditOf",
    ${linesSql('purchase_order_items', 'purchase_order_id')}, ${discountsSql('purchase_order_discounts', 'purchase_order_id')}
  from purchase_orders i join agencies g on g.id = i.agency_id join agents a on a.agency_id = i.agency_id and a.id = i.agent_id
    left join customers c on c.agency_id = i.agency_id and c.id = i.customer_id
  where i.agency_id = app_agency() and i.id = any ($1::uuid[]) order by i.date, i.number, i.id`;

/** Those that the reader sees. */
export const readInvoicePapers = (db: Db, ids: readonly string[]): Promise<InvoicePaper[]> =>
  db.query<Row<InvoicePaper>>({ name: 'invoice-papers', text: invoiceSql, values: [ids] });

export const readEstimatePapers = (db: Db, ids: readonly string[]): Promise<Paper[]> =>
  db.query<Row<Paper>>({ name: 'estimate-papers', text: estimateSql, values: [ids] });

export const readOrderPapers = (db: Db, ids: readonly string[]): Promise<Paper[]> =>
  db.query<Row<Paper>>({ name: 'order-papers', text: orderSql, values: [ids] });
