// What an agency or a site offers of the catalogue, in SQL (core/logbook/offered.ts).
import { writableTypes } from '#core/logbook/types.ts';

const flags = ['enabled', 'customerShow', 'notifyAgency', 'notifyCustomer'] as const;
const columns = {
  enabled: 'enabled',
  customerShow: 'customer_show',
  notifyAgency: 'notify_agency',
  notifyCustomer: 'notify_customer',
};

const catalogue = JSON.stringify(
  writableTypes.map(({ id, typeKey, label, enabled, customerShow, notifyAgency, notifyCustomer }) => ({
    ...{ id, typeKey, label, enabled, customerShow, notifyAgency, notifyCustomer },
  })),
).replaceAll("'", "''");

/** `site`: null, or the expression of its id, whose choices win. An id of a line is that of its record with the code. */
const offered = (agency: string, site: string | null): string =>
  `(select json_agg(json_build_object('id', left((${site ?? agency})::text, 24) || lpad(d.id::text, 12, '0'), 'type', d.id, 'typeKey', d."typeKey", 'label', d.label,
      ${flags.map((name) => `'${name}', coalesce(o.${columns[name]}, d."${name}")`).join(', ')}) order by d.id)
    from json_to_recordset('${catalogue}') as d (id integer, "typeKey" text, label text, ${flags.map((name) => `"${name}" boolean`).join(', ')})
      left join lateral (select s.* from logbook_type_settings s where s.agency_id = ${agency} and s.type = d.id
        and ${site ? `(s.site_id is null or s.site_id = ${site})` : 's.site_id is null'} order by s.site_id nulls last limit 1) o on true)`;

export const offeredByAgency = (t: string): string => offered(`${t}.id`, null);

export const offeredBySite = (t: string): string =>
  `case when ${t}.use_agency_service_event_types then '[]'::json else ${offered(`${t}.agency_id`, `${t}.id`)} end`;
