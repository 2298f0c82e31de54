// Writes the daily log of a demo agency, entry by entry into the chains of its sites, with what agents photographed.
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

export interface Picture {
  hash: string;
  size: number;
}

export async function insertLogbook(
  db: Db,
  { agency, agents, logbook }: DemoAgency,
  scenes: ReadonlyMap<number, Picture>,
): Promise<void> {
  const authors = new Map(agents.map((agent) => [agent.id, agent]));
  const types = new Map(logbook.filter(({ kind }) => kind === 'entry').map(({ id, content }) => [id, content.type]));
  // One photo for the first finding of an event.
  const first = new Map(
    logbook
      .filter(({ kind }) => kind === 'finding')
      .toReversed()
      .map((one) => [one.eventId, one]),
  );
  const photos = [...first.values()].flatMap(({ id, eventId, agentId, at }) => {
    const scene = scenes.get(Number(types.get(eventId)));
    return scene ? [{ finding: id, id: uuidv7(Date.parse(at)), agentId, at, ...scene }] : [];
  });
  await insertRows(db, 'files', photos, ({ id, agentId, at, hash, size }) => ({
    ...{ agency_id: agency.id, id, name: `Photo ${id.slice(-6)}.png`, mime_type: 'image/png', size, hash },
    ...{ uploaded_by: authors.get(agentId)?.userId ?? null, created_at: at },
  }));
  const shown = new Map(photos.map(({ finding, id, hash }) => [finding, [{ id, sha256: hash }]]));
  await insertRows(db, 'logbook_entries', logbook, ({ id, kind, eventId, targetId, siteId, agentId, at, content }) => {
    const draft = authors.get(agentId)?.draft;
    return {
      ...{ agency_id: agency.id, id, kind, event_id: eventId, target_id: targetId, site_id: siteId, agent_id: agentId },
      ...{ author: draft ? `${draft.firstname} ${draft.lastname}` : null, received_at: at },
      content: kind === 'finding' ? { ...content, files: shown.get(id) ?? [] } : content,
    };
  });
  // Each by its author.
  await db.query({
    text: `insert into audit (agency_id, id, at, user_id, author, entity, entity_id, action)
      select e.agency_id, e.id, e.received_at, a.user_id, e.author, 'event', e.event_id, case e.kind when 'entry' then 'create' else 'correct' end
      from logbook_entries e join agents a on a.agency_id = e.agency_id and a.id = e.agent_id where e.agency_id = $1`,
    values: [agency.id],
  });
}
