// What an agency and a site decide of a type: offered, shown to the customer, who is told. Rows are exceptions to the
// defaults; those of a site win, while it does not follow its agency (I-020).
import { messages, Problem } from '#core/kernel/problem.ts';
import { fetchEventTypes, type SettingsOfType, saveEventTypes, saveSitesEventTypes } from '#core/logbook/calls.ts';
import type { EventType, TypeSettings } from '#core/logbook/types.ts';
import { Site } from '#core/sites/site.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';

const columns = `t.enabled, t.customer_show as "customerShow", t.notify_agency as "notifyAgency", t.notify_customer as "notifyCustomer"`;

export async function settingsOf(type: EventType, site: string, { db }: Call): Promise<TypeSettings> {
  const [own] = await db.query<TypeSettings & Record<string, unknown>>({
    name: 'settings-of-type',
    text: `select ${columns} from logbook_type_settings t where t.agency_id = app_agency() and t.type = $1
        and (t.site_id is null or (t.site_id = $2 and exists (select from sites s where s.agency_id = t.agency_id and s.id = $2 and not s.use_agency_service_event_types)))
      order by t.site_id nulls last limit 1`,
    values: [type.id, site],
  });
  return own ?? type;
}

/** The types that are not offered, by site; the caller sees the sites. The settings themselves are the agency's. */
export async function typesOffAt(
  sites: readonly string[],
  { services, context }: Call,
): Promise<Record<string, number[]>> {
  const rows = await services.database.read<{ site: string; types: number[] }>(
    { ...context, agent: null },
    {
      name: 'types-off',
      text: `with own as (select distinct on (s.id, t.type) s.id as site, t.type, t.enabled from sites s join logbook_type_settings t on t.agency_id = s.agency_id
          and (t.site_id is null or (t.site_id = s.id and not s.use_agency_service_event_types)) where s.agency_id = app_agency() and s.id = any ($1::uuid[])
          order by s.id, t.type, t.site_id nulls last)
        select site, array_agg(type order by type) as types from own where not enabled group by site`,
      values: [sites],
    },
  );
  return Object.fromEntries(rows.map(({ site, types }) => [site, types]));
}

/** Replaces the exceptions of the agency, or of each site. */
async function put(db: Db, sites: readonly (string | null)[], types: readonly SettingsOfType[]): Promise<void> {
  await db.query({
    name: 'drop-type-settings',
    text: `delete from logbook_type_settings t where t.agency_id = app_agency() and case when $1::uuid[] = '{}' then t.site_id is null else t.site_id = any ($1::uuid[]) end`,
    values: [sites.filter((site) => site !== null)],
  });
  await db.query({
    name: 'put-type-settings',
    text: `insert into logbook_type_settings (agency_id, site_id, type, enabled, customer_show, notify_agency, notify_customer)
      select app_agency(), s, t.id, t.enabled, t."customerShow", t."notifyAgency", t."notifyCustomer" from unnest($1::uuid[]) s,
        json_to_recordset($2) as t (id integer, enabled boolean, "customerShow" boolean, "notifyAgency" boolean, "notifyCustomer" boolean)
      on conflict on constraint logbook_type_settings_key do nothing`,
    values: [sites, JSON.stringify(types)],
  });
}

/** Rows are replaced at each save: the version of the agency's choices is a counter. */
async function refuseStaleTypes(read: number | undefined, db: Db): Promise<void> {
  const [before] = await db.query<{ version: number }>({
    name: 'raise-type-settings',
    text: `insert into counters as c (agency_id, name, value) values (app_agency(), 'eventTypes', 1)
      on conflict (agency_id, name) do update set value = c.value + 1 returning value - 1 as version`,
  });
  if (read !== undefined && read !== before?.version) throw new Problem('conflict', messages.settingsConflict);
}

export const settingsHandlers: Handler[] = [
  handle(fetchEventTypes, async ({ db }) => {
    const [counter] = await db.query<{ value: number }>({
      name: 'version-of-type-settings',
      text: `select value from counters where agency_id = app_agency() and name = 'eventTypes'`,
    });
    const rows = await db.query<SettingsOfType & { site: string | null } & Record<string, unknown>>({
      name: 'type-settings',
      text: `select t.type as id, ${columns}, t.site_id as site from logbook_type_settings t where t.agency_id = app_agency() order by t.site_id, t.type`,
    });
    const sites = new Map<string, SettingsOfType[]>();
    const agency: SettingsOfType[] = [];
    for (const { site, ...settings } of rows) {
      if (site === null) agency.push(settings);
      else sites.set(site, [...(sites.get(site) ?? []), settings]);
    }
    return { agency, sites: [...sites].map(([site, types]) => ({ site, types })), version: counter?.value ?? 0 };
  }),
  handle(saveEventTypes, async (call) => {
    await refuseStaleTypes(call.input.version, call.db);
    await put(call.db, [null], call.input.types);
    await writeAudits(call.db, call, [{ entity: 'agency', id: call.context.agency ?? '', action: 'saveEventTypes' }]);
  }),
  handle(saveSitesEventTypes, async (call) => {
    const { db, input } = call;
    const ids = [...new Set(input.sites.map(({ id }) => id.toLowerCase()))];
    const found = await db.query({
      name: 'sites-of-types',
      text: `update sites set use_agency_service_event_types = $2, version = version + 1, updated_at = now() where agency_id = app_agency() and id = any ($1::uuid[]) returning id`,
      values: [ids, input.types === null],
    });
    if (found.length < ids.length) throw new Problem('missing', Site.missing);
    await put(db, ids, input.types ?? []);
    await writeAudits(
      db,
      call,
      ids.map((id) => ({ entity: Site.name, id, action: 'saveEventTypes' })),
    );
  }),
];
