// Whether somebody was at work: positions are stored only then (CNIL, NS-51), whatever his telephone sends.
import type { Call } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';

/** The position of a message; null outside the person's service, and in his breaks and interruptions. */
export async function workingLocation(
  { service, agent, at, location }: Pick<Arrived, 'service' | 'agent' | 'at' | 'location'>,
  { db }: Pick<Call, 'db'>,
): Promise<Arrived['location']> {
  if (location === null || service === null) return null;
  // A stop has neither times of its people nor breaks: besides its own hours, those of its circuit count.
  const [found] = await db.query({
    name: 'working-at',
    text: `select from seen_services s left join service_times t on t.agency_id = s.agency_id and t.service_id = coalesce(s.circuit_id, s.id) and t.agent_id = $2
      where s.agency_id = app_agency() and s.id = $1 and coalesce(t.started_at, s.real_start_at) <= $3
        and coalesce(case when t.id is null then s.real_end_at else t.ended_at end >= $3, true)
        and (s.circuit_id is null or s.real_start_at <= $3 and coalesce(s.real_end_at >= $3, true))
        and not exists (select from service_breaks b where b.agency_id = s.agency_id and b.service_id = coalesce(s.circuit_id, s.id) and (b.agent_id is null or b.agent_id = $2)
          and b.type in (0, 4) and b.real_start_at <= $3 and coalesce(b.real_end_at > $3, true))`,
    values: [service, agent, at],
  });
  return found ? location : null;
}
