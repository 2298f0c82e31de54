// Writes the alarm of a demo agency with its log, and its chain of answers.
import { nameOfAlarm } from '#core/safety/alarm.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { insertRows } from '#server/kernel/rows.ts';

export async function insertSafety(db: Db, { agency, agents, safety }: DemoAgency): Promise<void> {
  if (!safety) return;
  const { alarm, chain, log, siteId } = safety;
  const names = new Map(agents.map(({ id, draft }) => [id, `${draft.firstname} ${draft.lastname}`]));
  const accounts = new Map(agents.map(({ id, userId }) => [id, userId]));
  const own = { agency_id: agency.id };
  await insertRows(db, 'agency_alarm_chain', chain, ({ id, agentId, delay }) => ({
    ...{ ...own, id, agent_id: agentId, delay, rank: chain.findIndex((one) => one.id === id) },
  }));
  await insertRows(db, 'alarms', [alarm], ({ id, agentId, serviceId, at, acknowledgedAt, closedAt }) => ({
    ...{ ...own, id, kind: 'inactivity', label: nameOfAlarm('inactivity', false), state: 'CLOSED', outcome: 'FALSE' },
    ...{ agent_id: agentId, service_id: serviceId, site_id: siteId, at, received_at: at, step: chain.length },
    ...{ acknowledged_at: acknowledgedAt, closed_at: closedAt, updated_at: closedAt },
  }));
  await insertRows(db, 'alarm_log', log, ({ id, at, act, agentId, content }) => ({
    ...{ ...own, id, alarm_id: alarm.id, at, act, agent_id: agentId, content },
    ...{ author: names.get(agentId ?? '') ?? null, user_id: accounts.get(agentId ?? '') ?? null },
  }));
  await db.query({
    text: `insert into audit (agency_id, id, at, user_id, author, entity, entity_id, action)
      select l.agency_id, gen_random_uuid(), l.at, l.user_id, l.author, 'alarm', l.alarm_id, case l.act when 'raised' then 'raise' else l.act end
      from alarm_log l where l.agency_id = $1 and l.act in ('raised', 'acknowledge', 'take', 'comment', 'close')`,
    values: [agency.id],
  });
}
