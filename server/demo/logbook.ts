// Writes the daily log of a demo agency, entry by entry into the chains of its sites.
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { insertRows } from '#server/kernel/rows.ts';

export async function insertLogbook(db: Db, { agency, agents, logbook }: DemoAgency): Promise<void> {
  const names = new Map(agents.map(({ id, draft }) => [id, `${draft.firstname} ${draft.lastname}`]));
  await insertRows(db, 'logbook_entries', logbook, ({ id, kind, eventId, targetId, siteId, agentId, at, content }) => ({
    ...{ agency_id: agency.id, id, kind, event_id: eventId, target_id: targetId, site_id: siteId, agent_id: agentId },
    ...{ author: names.get(agentId) ?? null, received_at: at, content },
  }));
  // Each by its author.
  await db.query({
    text: `insert into audit (agency_id, id, at, user_id, author, entity, entity_id, action)
      select e.agency_id, e.id, e.received_at, a.user_id, e.author, 'event', e.event_id, case e.kind when 'entry' then 'create' else 'correct' end
      from logbook_entries e join agents a on a.agency_id = e.agency_id and a.id = e.agent_id where e.agency_id = $1`,
    values: [agency.id],
  });
}
