// Valid requests of « Préparer les factures ».
import { entityNamed } from '#core/entities.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

const october = { start: '2026-10-01', end: '2026-10-31' };

export function commercialLines(row: typeof rowOf): Record<string, Line> {
  /** Two hours of a Monday of October, done by somebody. */
  const done = async (setting: Setting): Promise<{ site: string; customer: string }> => {
    const service = await row(entityNamed('service'), { ...setting, mount: 'agency', fresh: true });
    const [place] = await setting.world.sql<{ site: string; customer: string }>(
      `with done as (update services set start_at = '2026-10-05T08:00Z', end_at = '2026-10-05T10:00Z', status = 300, activity_type = 1, specialty_id = null,
          nb_agents = 1, is_circuit = false where id = $1 returning agency_id, id, site_id),
        people as (insert into service_agents (agency_id, service_id, agent_id)
          select d.agency_id, d.id, a.id from done d, lateral (select id from agents where agency_id = d.agency_id limit 1) a on conflict do nothing)
      select d.site_id as site, i.customer_id as customer from done d join sites i on i.agency_id = d.agency_id and i.id = d.site_id`,
      [service],
    );
    return place as { site: string; customer: string };
  };
  /** A contract whose prices follow an index. */
  const indexed = async (setting: Setting): Promise<{ params: { id: string }; input: { date: string } }> => {
    const id = await row(entityNamed('commercialContract'), { ...setting, fresh: true });
    await setting.world.sql(
      `with made as (insert into price_indexes (agency_id, id, label) select agency_id, gen_random_uuid(), 'Indice' from commercial_contracts where id = $1
          returning agency_id, id),
        valued as (insert into price_index_values (agency_id, id, price_index_id, date, value) select agency_id, gen_random_uuid(), id, '2020-01-01', 104 from made)
      update commercial_contracts c set price_index_id = m.id, fixed_share = 0.2, index_share = 0.8, base_value = 100, start_date = '2020-01-01', end_date = null
        from made m where c.id = $1`,
      [id],
    );
    return { params: { id }, input: { date: '2026-10-01' } };
  };
  return {
    'previewRevision:commercialContract': { of: 'commercialContract', request: indexed },
    'revise:commercialContract': { of: 'commercialContract', request: indexed },
    'prepare:invoice': { request: () => ({ input: october }) },
    'draft:invoice': {
      request: async (setting) => ({ input: { ...october, groups: [(await done(setting)).customer] } }),
    },
    'prove:preparation': {
      of: 'customer',
      request: async (setting) => {
        const { site, customer } = await done(setting);
        return { input: { ...october, group: customer, line: `${site} 1 day 21` } };
      },
    },
    'prove:invoice': {
      of: 'invoice',
      request: async (setting) => ({ params: { id: await row(entityNamed('invoice'), setting) } }),
    },
  };
}
