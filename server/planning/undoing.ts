// The undo of a change in the grid: restores what the caller changed, and nothing that somebody changed since.
import { Problem } from '#core/kernel/problem.ts';
import { instantOf, minuteOf } from '#core/planning/calendar.ts';
import { dayText } from '#core/planning/sentences.ts';
import { Service } from '#core/planning/service.ts';
import { type UndoneValues, undoServices } from '#core/planning/undo-calls.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { strayDogs } from './dogs.ts';
import { lockServices, prepare, type ServiceDraft, type ServiceRow, writeServices } from './writing.ts';

const mostNamed = 3;

export const labelOf = ({ site, startAtDate, startAtTime, endAtTime }: ServiceRow): string =>
  `${(site as { name: string }).name}, ${dayText(String(startAtDate))}, ${startAtTime}–${endAtTime}`;

interface Author {
  user: string | null;
  author: string | null;
}

/** Names the known authors; those of a line without one only if nobody is known. */
export const changedBy = (
  rows: readonly ServiceRow[],
  authors: readonly Author[],
  { caller }: Pick<Call, 'caller'>,
): string => {
  const known = authors.flatMap(({ user, author }) =>
    user !== null && user === caller?.userId ? 'vous-même' : (author ?? []),
  );
  const labels = rows.slice(0, mostNamed).map(labelOf);
  if (rows.length > mostNamed) labels.push(`${rows.length - mostNamed} de plus`);
  return `Modifié entre-temps par ${[...new Set(known)].join(', ') || 'quelqu’un d’autre'} : ${labels.join(' ; ')}.`;
};

/** Names the services and who changed them last. */
export async function changedMeanwhile(
  rows: readonly ServiceRow[],
  call: Pick<Call, 'db' | 'caller'>,
): Promise<string> {
  const authors = await call.db.query<Author & Record<string, unknown>>({
    name: 'changed-meanwhile',
    text: `select distinct on (entity_id) user_id as "user", author from audit
      where entity = '${Service.name}' and entity_id = any ($1::uuid[]) order by entity_id, at desc, id desc`,
    values: [rows.map(({ id }) => id)],
  });
  return changedBy(rows, authors, call);
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

interface Line extends Author {
  service: string;
  changes: Readonly<Record<string, { before: unknown; after: unknown }>>;
}

/** The changes of what an undo restores, and the moves; the newest first. */
async function historyOf(ids: readonly string[], db: Call['db']): Promise<Map<string, Line[]>> {
  const lines = await db.query<Line & Record<string, unknown>>({
    name: 'undo-history',
    text: `select entity_id as service, user_id as "user", author,
        (select jsonb_object_agg(key, value) from jsonb_each(changes) where key = any ($2)) as changes
      from audit where entity = '${Service.name}' and entity_id = any ($1::uuid[]) and changes ?| $2
      order by at desc, id desc`,
    values: [ids, ['startAt', 'endAt', 'site', 'agents', 'dog', 'nbAgents', 'status']],
  });
  return Map.groupBy(lines, ({ service }) => service);
}

interface Restored {
  draft: ServiceDraft;
  /** Who changed what the caller would undo; empty: it can be undone. */
  others: Author[];
}

const somebody: Author = { user: null, author: null };

/** Only values whose last change is the caller's, if nobody else moved the service since. */
function restored(
  row: ServiceRow,
  { before, after }: { before: UndoneValues; after: UndoneValues },
  history: readonly Line[],
  me: string | null,
): Restored {
  const draft: ServiceDraft = { id: row.id };
  const others: Author[] = [];
  const isMine = ({ user }: Author): boolean => user !== null && user === me;
  const lastOn = (name: string): Line | undefined => history.find(({ changes }) => name in changes);
  const mine: Line[] = [];
  /** The line that made the change must be the caller's, and its value still there. */
  const claim = (line: Line | undefined, isKept: boolean): boolean => {
    if (isKept && line && isMine(line)) mine.push(line);
    else others.push(line ?? somebody);
    return isKept;
  };
  for (const name of ['startAt', 'endAt'] as const) {
    const [was, made] = [before[name], after[name]];
    if (was === undefined || made === undefined || minuteOf(was) === minuteOf(made)) continue;
    if (claim(lastOn(name), minuteOf(made) === minuteOf(row[name] as string))) draft[name] = instantOf(minuteOf(was));
  }
  if (before.site && after.site && idsOf([before.site])[0] !== idsOf([after.site])[0])
    if (claim(lastOn('site'), idsOf([row.site])[0] === idsOf([after.site])[0])) draft.site = { id: before.site.id };
  if (before.agents && after.agents) {
    const [was, made, now] = [idsOf(before.agents), idsOf(after.agents), idsOf(row.agents)];
    const came = made.filter((id) => !was.includes(id));
    const left = was.filter((id) => !made.includes(id));
    const lastMove = (id: string, from: 'before' | 'after', to: 'before' | 'after'): Line | undefined =>
      history.find(
        ({ changes: { agents } }) => agents && idsOf(agents[to]).includes(id) && !idsOf(agents[from]).includes(id),
      );
    const isKept = came.every((id) => now.includes(id)) && !left.some((id) => now.includes(id));
    if (!isKept) claim(lastOn('agents'), false);
    else {
      for (const id of came) claim(lastMove(id, 'before', 'after'), true);
      for (const id of left) claim(lastMove(id, 'after', 'before'), true);
      // People whom somebody else added stay.
      if (came.length + left.length > 0)
        draft.agents = [...now.filter((id) => !came.includes(id)), ...left].map((id) => ({ id }));
      // A dog left with its handler.
      const dog = mine.find(({ changes }) => changes.dog?.after === null)?.changes.dog?.before;
      if (draft.agents && dog && row.dog === null) draft.dog = { id: idsOf([dog])[0] };
    }
  }
  // The number of posts grew with the agents; one that was changed since stays.
  if (before.nbAgents !== undefined && before.nbAgents !== after.nbAgents && after.nbAgents === row.nbAgents)
    if (claim(lastOn('nbAgents'), true)) draft.nbAgents = before.nbAgents;
  // The clock has no user: what it moved is refused by the state itself.
  const since = mine.length === 0 ? [] : history.slice(0, Math.min(...mine.map((line) => history.indexOf(line))));
  others.push(...since.filter((line) => 'status' in line.changes && line.user !== null && !isMine(line)));
  return { draft, others };
}

export const undoHandlers: Handler[] = [
  handle(undoServices, async (call) => {
    const { services, confirmed, consent } = call.input;
    const ids = services.map(({ id }) => id);
    const rows = await lockServices(call.db, ids);
    const history = await historyOf(ids, call.db);
    const all = services.map(({ accepted, ...change }, at) => {
      const row = rows[at] as ServiceRow;
      const { draft, others } = restored(row, change, history.get(row.id) ?? [], call.caller?.userId ?? null);
      // Anomalies accepted for the undone change are asked about again.
      return { draft: { ...draft, ...(confirmed || accepted ? { confirmed: confirmed === true } : {}) }, others };
    });
    const changed = rows.filter((_, at) => (all[at]?.others.length ?? 0) > 0);
    if (changed.length > 0) {
      const authors = all.flatMap(({ others }) => others);
      throw new Problem('conflict', changedBy(changed, authors, call));
    }
    const drafts: ServiceDraft[] = all.map(({ draft }) => draft);
    for (const draft of await strayDogs(drafts, call.db)) delete draft.dog;
    const saved = await writeServices(await prepare(drafts, call), call, { consent });
    return { services: saved.map(({ id, version }) => ({ id, version })) };
  }),
];
