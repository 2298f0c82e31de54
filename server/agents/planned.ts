// Planned work of an agent: hours of this month (F-005), and number of services (F-045).

import { Agent } from '#core/agents/agent.ts';
import { countAgentServices } from '#core/agents/planned.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { worked } from '#server/planning/facts.ts';

/** First instants of this month and the next by the agency's clock; computed once per statement. */
const month = (next: number): string =>
  `(select (date_trunc('month', app_today()::timestamp) + interval '${next} months') at time zone app_zone())`;
const ofMonth = `s.agency_id = (select app_agency()) and s.start_at >= ${month(0)} and s.start_at < ${month(1)} and ${worked('s')}`;
const minutes = (t: string): string => `extract(epoch from ${t}.end_at - ${t}.start_at) / 60`;

/**
 * Agents of services: the current ones for the agency, the published ones for everybody else
 * (db/migrations/0014-publication.sql). Each half is joined separately, and only one runs: joining the two views would
 * read the whole history of the agency.
 */
const heldIn = (own: (held: string, when: string) => string): string =>
  [
    own(
      'service_agents h join services s on s.agency_id = h.agency_id and s.id = h.service_id',
      '(select app_whole())',
    ),
    own(
      'published_service_agents h join published_services s on s.agency_id = h.agency_id and s.id = h.service_id',
      'not (select app_whole())',
    ),
  ].join(' union all ');

/** Sums the services of the month once for all agents of a list: it costs one month, not one history per agent. */
export const plannedHours = (t: string): string =>
  `case when ${t}.plannable then coalesce(((select jsonb_object_agg(m.agent_id, m.hours) from (
    select w.agent_id, round(sum(w.minutes) / 60, 2) as hours from (
      ${heldIn((held, when) => `select h.agent_id, ${minutes('s')} as minutes from ${held} where ${when} and ${ofMonth}`)}
      union all
      ${heldIn(
        (
          held,
          when,
        ) => `select h.agent_id, -${minutes('b')} from service_breaks b join ${held} on b.agency_id = s.agency_id and b.service_id = s.id
        where ${when} and b.type = 0 and (b.agent_id is null or b.agent_id = h.agent_id) and ${ofMonth}
          and b.agency_id = (select app_agency()) and b.start_at >= ${month(0)} - interval '72 hours' and b.start_at < ${month(1)} + interval '72 hours'`,
      )}) w
    group by w.agent_id) m) ->> ${t}.id::text)::numeric, 0) end`;

export const plannedHandlers: Handler[] = [
  handle(countAgentServices, async ({ db, params: { id } }) => {
    const [row] = isUuid(id)
      ? await db.query<{ services: number }>({
          name: 'count-agent-services',
          text: `select (select count(*) from (${heldIn(
            (held, when) =>
              `select from ${held} where ${when} and h.agency_id = a.agency_id and h.agent_id = a.id and s.circuit_id is null`,
          )}) held) as services
            from agents a where a.id = $1`,
          values: [id],
        })
      : [];
    if (!row) throw new Problem('missing', Agent.missing);
    return { services: row.services };
  }),
];
