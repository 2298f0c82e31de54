// The terms of commercial contracts, read for billing: one query for all.
import { CommercialContract } from '#core/commercial/contract.ts';
import type { ContractTerms } from '#core/commercial/terms.ts';
import { pricesSql } from '#server/customers/pricing.ts';
import type { Db } from '#server/db/database.ts';

type Terms = ContractTerms & Record<string, unknown>;

/** The day on which an archived contract was archived; its line of the audit may be too old to be kept. */
const archivedOn = `(coalesce((select max(a.at) from audit a where a.agency_id = k.agency_id and a.entity = '${CommercialContract.name}'
    and a.entity_id = k.id and a.action = 'archive'), k.updated_at) at time zone app_zone())::date`;

/**
 * Of a customer, or of all. Amounts stay texts, so that they are exact. An archived contract ended on the day of its archiving
 * at the latest: what was done under it keeps its terms.
 */
export const readTerms = (db: Db, customer: string | null): Promise<ContractTerms[]> =>
  db.query<Terms>({
    name: 'contract-terms',
    text: `select k.id, k.title, k.start_date::text as "startDate", k.status = 300 as archived,
        case when k.status = 300 then least(k.end_date, ${archivedOn}) else k.end_date end::text as "endDate", k.periodicity, k.smoothing,
        case when k.price_index_id is not null then k.revision_date::text end as "revisionDate",
        json_build_object('id', c.id, 'name', c.name, 'grouping', c.invoice_grouping) as customer,
        (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name)), '[]') from commercial_contract_sites s
          join sites i on i.agency_id = s.agency_id and i.id = s.site_id
          where s.agency_id = k.agency_id and s.commercial_contract_id = k.id) as sites,
        ${pricesSql('commercial_contract_prices', 'p.agency_id = k.agency_id and p.commercial_contract_id = k.id')} as prices,
        (select coalesce(json_agg(json_build_object('date', r.date, 'coefficient', r.coefficient::text)), '[]') from commercial_revisions r
          where r.agency_id = k.agency_id and r.commercial_contract_id = k.id) as revisions,
        (select coalesce(json_agg(json_build_object('id', f.id, 'label', f.label, 'quantity', f.quantity::text, 'amount', f.amount::text, 'vat', f.vat::text,
            'months', f.months, 'stockReference', f.stock_reference_id) order by f.rank), '[]') from commercial_flats f
          where f.agency_id = k.agency_id and f.commercial_contract_id = k.id) as flats
      from commercial_contracts k join customers c on c.agency_id = k.agency_id and c.id = k.customer_id
      where k.agency_id = app_agency() and ($1::uuid is null or k.customer_id = $1) order by k.start_date, k.id`,
    values: [customer],
  });
