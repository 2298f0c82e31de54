// The undo of a change in the grid: restores what the caller changed, and nothing that somebody changed since.
import { Problem } from '#core/kernel/problem.ts';
import { instantOf, minuteOf } from '#core/planning/calendar.ts';
import { dayText } from '#core/planning/sentences.ts';
import { Service } from '#core/planning/service.ts';
import { type UndoneValues, undoServices } from '#core/planning/undo-calls.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { lockServices, prepare, type ServiceDraft, type ServiceRow, writeServices } from './writing.ts';

const mostNamed = 3;

const labelOf = ({ site, startAtDate, startAtTime, endAtTime }: ServiceRow): string =>
  `${(site as { name: string }).name}, ${dayText(String(startAtDate))}, ${startAtTime}–${endAtTime}`;

/** Names the services and who changed them last; with `fields`, who changed one of these. */
export async function changedMeanwhile(
  rows: readonly ServiceRow[],
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  fields: readonly string[] | null = null,
): Promise<string> {
  const lines = await db.query<{ user: string | null; author: string | null }>({
    name: 'changed-meanwhile',
    text: `select distinct on (entity_id) user_id as "user", author from audit
      where entity = '${Service.name}' and entity_id = any ($1::uuid[]) and ($2::text[] is null or changes ?| $2)
      order by entity_id, at desc, id desc`,
    values: [rows.map(({ id }) => id), fields],
  });
  const names = lines.map(({ user, author }) =>
    user === caller?.userId ? 'vous-même' : (author ?? 'quelqu’un d’autre'),
  );
  const labels = rows.slice(0, mostNamed).map(labelOf);
  if (rows.length > mostNamed) labels.push(`${rows.length - mostNamed} de plus`);
  return `Modifié entre-temps par ${[...new Set(names)].join(', ') || 'quelqu’un d’autre'} : ${labels.join(' ; ')}.`;
}

/** Refuses to touch services with another version than the caller saw. */
export async function refuseChanged(
  versions: Readonly<Record<string, number>>,
  call: Pick<Call, 'db' | 'caller'>,
): Promise<void> {
  const rows = await lockServices(call.db, Object.keys(versions));
  const changed = rows.filter(({ id, version }) => versions[id] !== version);
  if (changed.length > 0) throw new Problem('conflict', await changedMeanwhile(changed, call));
}

const idsOf = (list: unknown): string[] => ((list ?? []) as { id: string }[]).map(({ id }) => id.toLowerCase());

interface Restored {
  draft: ServiceDraft;
  /** Fields that have another value than the caller gave them. */
  lost: string[];
}

function restored(row: ServiceRow, before: UndoneValues, after: UndoneValues): Restored {
  const draft: ServiceDraft = { id: row.id };
  const lost: string[] = [];
  for (const name of ['startAt', 'endAt'] as const) {
    const [was, made] = [before[name], after[name]];
    if (was === undefined || made === undefined) continue;
    if (minuteOf(made) === minuteOf(row[name] as string)) draft[name] = instantOf(minuteOf(was));
    else lost.push(name);
  }
  if (before.site && after.site) {
    if (idsOf([row.site])[0] === after.site.id.toLowerCase()) draft.site = { id: before.site.id };
    else lost.push('site');
  }
  if (before.agents && after.agents) {
    const [was, made, now] = [idsOf(before.agents), idsOf(after.agents), idsOf(row.agents)];
    const came = made.filter((id) => !was.includes(id));
    const left = was.filter((id) => !made.includes(id));
    // People whom somebody else added stay.
    if (came.every((id) => now.includes(id)) && !left.some((id) => now.includes(id)))
      draft.agents = [...now.filter((id) => !came.includes(id)), ...left].map((id) => ({ id }));
    else lost.push('agents');
  }
  // The number of posts grew with the agents; one that was changed since stays.
  if (before.nbAgents !== undefined && after.nbAgents === row.nbAgents) draft.nbAgents = before.nbAgents;
  return { draft, lost };
}

export const undoHandlers: Handler[] = [
  handle(undoServices, async (call) => {
    const { services, confirmed, consent } = call.input;
    const rows = await lockServices(
      call.db,
      services.map(({ id }) => id),
    );
    const all = services.map(({ before, after, accepted }, at) => {
      const { draft, lost } = restored(rows[at] as ServiceRow, before, after);
      // Anomalies accepted for the undone change are asked about again.
      return { draft: { ...draft, ...(confirmed || accepted ? { confirmed: confirmed === true } : {}) }, lost };
    });
    const changed = rows.filter((_, at) => (all[at]?.lost.length ?? 0) > 0);
    if (changed.length > 0) {
      const fields = [...new Set(all.flatMap(({ lost }) => lost))];
      throw new Problem('conflict', await changedMeanwhile(changed, call, fields));
    }
    const drafts = all.map(({ draft }) => draft);
    const saved = await writeServices(await prepare(drafts, call), call, { consent });
    return { services: saved.map(({ id, version }) => ({ id, version })) };
  }),
];
