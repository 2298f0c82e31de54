// What is planned for an agent: his hours of this month (F-005), and how many services he has (F-045).

import { Agent } from '#core/agents/agent.ts';
import { countAgentServices } from '#core/agents/planned.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { unpaidOf, worked } from '#server/planning/facts.ts';

/** First instants of this month and of the next on the agency's clock: asked once per statement. */
const month = (next: number): string =>
  `(select (date_trunc('month', app_today()::timestamp) + interval '${next} months') at time zone app_zone())`;
const held = `service_agents h join services s on s.agency_id = h.agency_id and s.id = h.service_id`;
const ofMonth = `s.start_at >= ${month(0)} and s.start_at < ${month(1)} and ${worked('s')}`;
const hours = `round(sum(extract(epoch from s.end_at - s.start_at) / 60 - ${unpaidOf('s')}) / 60, 2)`;

/** Of the agents of a page, each by his own services. */
export const plannedHours = (t: string): string =>
  `case when ${t}.plannable then coalesce((select ${hours} from ${held} where h.agency_id = ${t}.agency_id and h.agent_id = ${t}.id and ${ofMonth}), 0) end`;

/** Of all agents at once, to order them: the services of the month are summed a single time. */
export const plannedHoursOfAll = (t: string): string =>
  `case when ${t}.plannable then coalesce(((select jsonb_object_agg(m.agent_id, m.hours) from (
    select h.agent_id, ${hours} as hours from ${held} where h.agency_id = (select app_agency()) and s.agency_id = (select app_agency()) and ${ofMonth} group by h.agent_id) m) ->> ${t}.id::text)::numeric, 0) end`;

export const plannedHandlers: Handler[] = [
  handle(countAgentServices, async ({ db, params: { id } }) => {
    const [row] = isUuid(id)
      ? await db.query<{ services: number }>({
          name: 'count-agent-services',
          text: `select (select count(*) from ${held} where h.agency_id = a.agency_id and h.agent_id = a.id and s.circuit_id is null) as services
            from agents a where a.id = $1`,
          values: [id],
        })
      : [];
    if (!row) throw new Problem('missing', Agent.missing);
    return { services: row.services };
  }),
];
