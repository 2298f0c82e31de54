// Writes the daily log of a demo agency, entry by entry into the chains of its sites, with what agents photographed.
import { typeOf } from '#core/logbook/types.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { DemoEntry } from '#demo/logbook.ts';
import type { Db } from '#server/db/database.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

export interface Picture {
  hash: string;
  size: number;
}

interface Walked extends Record<string, unknown> {
  id: string;
  execution: string;
  checkpoint: string | null;
  kind: 'start' | 'read' | 'virtual' | 'jump' | 'stop';
  why: string | null;
  at: Date;
  site: string;
  service: string;
  agent: string;
  name: string;
  point: string | null;
  points: number;
  validated: number;
}

/** As server/rounds/receiving.ts writes them: each fact of a walked round is an entry. */
async function entriesOfRounds(db: Db, agency: string): Promise<DemoEntry[]> {
  const walked = await db.query<Walked>({
    text: `select f.id, f.execution_id as execution, f.checkpoint_id as checkpoint, f.kind, f.content as why, f.at, e.site_id as site, e.service_id as service, e.agent_id as agent, e.plan->>'name' as name,
        (select p->>'title' from jsonb_array_elements(e.plan->'points') p where p->>'line' = f.line_id::text) as point, jsonb_array_length(e.plan->'points') as points,
        (select count(*)::integer from round_events r where r.agency_id = e.agency_id and r.execution_id = e.id and r.kind in ('read', 'virtual')) as validated
      from round_events f join round_executions e on e.agency_id = f.agency_id and e.id = f.execution_id where f.agency_id = $1 order by f.at`,
    values: [agency],
  });
  return walked.map(({ id, kind, at, why, name, point, points, validated, ...of }): DemoEntry => {
    const type = typeOf(roundTypes[kind].id);
    const place = [point, name].filter(Boolean).join(' · ');
    const description =
      kind === 'stop' ? `${name} · ${validated} sur ${points}` : [place, why].filter(Boolean).join(' : ');
    return {
      ...{ id, kind: 'entry', eventId: id, targetId: null, siteId: of.site, agentId: of.agent, at: at.toISOString() },
      content: {
        ...{ type: type?.id, category: type?.typeKey, label: type?.label, subType: null, description },
        ...{ service: of.service, at: at.toISOString(), customerShow: type?.customerShow, author: of.agent },
        ...{ roundExecution: of.execution, checkpoint: of.checkpoint },
      },
    };
  });
}

const roundTypes = {
  start: lifecycleEvents.roundStart,
  read: lifecycleEvents.checkpointValidated,
  virtual: lifecycleEvents.checkpointGeolocated,
  jump: lifecycleEvents.checkpointJumped,
  stop: lifecycleEvents.roundFinish,
};

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
  const written = [...logbook, ...(await entriesOfRounds(db, agency.id))].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  );
  await insertRows(db, 'logbook_entries', written, ({ id, kind, eventId, targetId, siteId, agentId, at, content }) => {
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
