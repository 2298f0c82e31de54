// Replacements in « Déroulé ».
import { replacement } from '#core/planning/lifecycle.ts';
import { Service } from '#core/planning/service.ts';

/** The people of one side of a change who are not on the other. */
function oneSided(side: 'before' | 'after', other: 'before' | 'after'): string {
  const people = (of: string): string =>
    `jsonb_array_elements(case when jsonb_typeof(h.changes -> 'agents' -> '${of}') = 'array' then h.changes -> 'agents' -> '${of}' end)`;
  return `select count(*) as count, string_agg(p ->> 'name', ', ' order by p ->> 'name') as names from ${people(side)} p
    where not exists (select from ${people(other)} o where o ->> 'id' = p ->> 'id')`;
}

/** From the history of service `$1`, which only the agency reads: people who came for others in one change. */
export const replacements = `select h.id, null, ${replacement.id}, came.names || case came.count when 1 then ' remplace ' else ' remplacent ' end || went.names, h.author || case when h.acting_for is null then '' else ', support' end, h.at, h.at, null, null, 0
  from audit h cross join lateral (${oneSided('after', 'before')}) came cross join lateral (${oneSided('before', 'after')}) went
  where h.agency_id = app_agency() and h.entity = '${Service.name}' and h.entity_id = $1 and jsonb_typeof(h.changes -> 'agents' -> 'before') = 'array'
    and jsonb_typeof(h.changes -> 'agents' -> 'after') = 'array' and came.count > 0 and went.count > 0`;
