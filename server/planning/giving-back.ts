// The undo of a leaving: each service that may return does, the others are named with the reason.
import type { Output } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { giveBackServices } from '#core/planning/leaving.ts';
import { Service } from '#core/planning/service.ts';
import type { Call } from '#server/kernel/call.ts';
import { goneOf, planningErrors } from './checking.ts';
import { strayDogs } from './dogs.ts';
import { holdPeople } from './facts.ts';
import { type Back, type Changed, seenOf } from './seen.ts';
import { type Rescheduling, rescheduled } from './services.ts';
import { changedMeanwhile, labelOf } from './undoing.ts';
import { lockRemaining, moveAll, prepare, type ServiceDraft, type ServiceRow, writeServices } from './writing.ts';

/** The people return to their posts, the services of a place to the planning; those that somebody changed stay. */
export async function giveBack(call: Call<typeof giveBackServices>): Promise<Output<typeof giveBackServices>> {
  const { versions, confirmed, consent } = call.input;
  const agent = call.input.agent?.toLowerCase() ?? null;
  const ids = Object.keys(versions);
  const rows = await lockRemaining(call.db, ids);
  if (rows.length === 0) throw new Problem('missing', Service.missing);
  const isChanged = ({ id, version }: ServiceRow): boolean => versions[id] !== version;
  const [changed, own] = [rows.filter(isChanged), rows.filter((row) => !isChanged(row))];
  const backs = await backsOf(own, agent, call);
  const services: string[] = [];
  const refused = new Map<string, string>();
  const sort = async (candidates: readonly Changed[]): Promise<void> => {
    const whys = await refusedOf(candidates, call, confirmed === false);
    own.forEach(({ id }, index) => {
      const why = whys.get(index);
      if (why === undefined) services.push(id);
      else refused.set(id, why);
    });
  };
  if (agent) {
    const drafts = own.map(({ id, agents, dog: brought }): ServiceDraft => {
      const dog = brought === null && backs.get(id)?.dog;
      return {
        id,
        agents: [...(agents as { id: string }[]).map((one) => ({ id: one.id })), { id: agent }],
        ...(dog ? { dog: { id: dog } } : {}),
        ...(confirmed ? { confirmed } : {}),
      };
    });
    for (const draft of await strayDogs(drafts, call.db)) delete draft.dog;
    const prepared = (await prepare(drafts, call)).map((row) => ({ ...row, back: backs.get(row.id) }));
    await sort(prepared);
    const returned = prepared.filter(({ id }) => !refused.has(id));
    if (returned.length > 0) await writeServices(returned, call, { consent });
  } else {
    await sort(rescheduled(own, { confirmed, backs }));
    const input: Rescheduling = { confirmed, consent, backs };
    if (services.length > 0) await moveAll(services, 'reschedule', { ...call, input });
  }
  const removed = ids.length - rows.length;
  const sentences = [
    ...(changed.length > 0 ? [await changedMeanwhile(changed, call)] : []),
    ...(removed > 0 ? [removed === 1 ? 'Un service a été supprimé.' : `${removed} services ont été supprimés.`] : []),
  ];
  return {
    services,
    refused: own.flatMap((row) => {
      const why = refused.get(row.id);
      return why === undefined ? [] : [{ id: row.id, name: labelOf(row), why }];
    }),
    changed: sentences.join(' ') || null,
  };
}

/** By position, why a service may not return to the planning. Without one that is refused, another may be allowed: checked again. */
export async function refusedOf(rows: readonly Changed[], call: Call, isStrict: boolean): Promise<Map<number, string>> {
  await holdPeople(
    call.db,
    rows.flatMap(({ draft, current }) => seenOf({ ...current, ...draft }, '').agents),
  );
  const whys = new Map((await goneOf(rows, call)).map(({ index, message }) => [index, message]));
  for (;;) {
    const left = [...rows.keys()].filter((index) => !whys.has(index));
    const found = await planningErrors(
      left.map((index) => rows[index] as Changed),
      call,
    );
    const before = whys.size;
    for (const { index, level, agent, message } of found) {
      const at = index === null ? undefined : left[index];
      if (at === undefined || whys.has(at) || (level === 1 && !isStrict)) continue;
      whys.set(at, agent ? `${agent.name} : ${message}` : message);
    }
    if (whys.size === before) return whys;
  }
}

/** What the server knows of the leaving: the caller's word is not enough to skip a question. */
async function backsOf(
  rows: readonly ServiceRow[],
  agent: string | null,
  { db }: Call,
): Promise<ReadonlyMap<string, Back>> {
  const found = await db.query<{ id: string; since: Date | null; dog: string | null; told: string[] }>({
    name: 'backs-of-leaving',
    text: `select s.id, case when h.action is not null then s.updated_at end as since, h.changes->'dog'->'before'->>'id' as dog,
        case when (s.published->>'startAt')::timestamptz = s.start_at and (s.published->>'endAt')::timestamptz = s.end_at
          and not (s.published->>'status')::boolean then array(select jsonb_array_elements_text(s.published->'agents')) else '{}' end as told
      from services s left join lateral (select h.action, h.changes from audit h
          where h.entity = '${Service.name}' and h.entity_id = s.id order by h.at desc, h.id desc limit 1) h
        on case when $2::uuid is null then h.action = 'unschedule'
          else h.changes->'agents'->'before' @> jsonb_build_array(jsonb_build_object('id', $2::uuid)) end
      where s.agency_id = app_agency() and s.id = any ($1::uuid[])`,
    values: [rows.map(({ id }) => id), agent],
  });
  return new Map(found.map(({ id, ...back }) => [id, back]));
}
