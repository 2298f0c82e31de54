// Many services written at once, all or none: checked, written in a few statements, each with its line of history.
import { allEntities } from '#core/entities.ts';
import { refusal } from '#core/kernel/machine.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { checkDraft } from '#core/kernel/schema.ts';
import { Service } from '#core/planning/service.ts';
import { serviceStatus } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { changesBetween, writeAudits } from '#server/kernel/audit.ts';
import { insertEntity, replaceLines, updateEntity } from '#server/kernel/bulk.ts';
import type { Call } from '#server/kernel/call.ts';
import { refuseFrozen } from '#server/kernel/frozen.ts';
import { plansOf } from '#server/kernel/listing.ts';
import { alias, type Plan, planFor } from '#server/kernel/plan.ts';
import { checkReferences } from '#server/kernel/references.ts';
import { circumstances } from '#server/kernel/save.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { checkBeforeSave } from './checking.ts';
import { moveStops, serviceExtension } from './services.ts';

type Values = Record<string, unknown>;
export type ServiceRow = Values & { id: string; version: number; status: number; startAt: string; endAt: string };

const [plan] = plansOf(allEntities, { [Service.name]: serviceExtension }).filter(({ of }) => of === Service) as [Plan];

/** What a service keeps in tables of their own. */
const lists = ['breaks', 'stops', 'rounds'] as const;

const missing = (): Problem => new Problem('missing', Service.missing);

/** Whole rows in the order asked for, locked until the transaction ends; one that is not seen is missing. */
export async function lockServices(db: Db, ids: readonly string[]): Promise<ServiceRow[]> {
  await db.query({
    name: 'lock-services',
    // Always in one order, so that two planners wait for each other and never both.
    text: 'select 1 from services where id = any ($1::uuid[]) order by id for update',
    values: [ids],
  });
  const found = new Map((await readServices(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id.toLowerCase());
    if (!row) throw missing();
    return row;
  });
}

/** As they stand; as they were told to whoever asks on a path of his own. */
export async function readServices(
  db: Db,
  ids: readonly string[],
  context: Call['context'] | null = null,
): Promise<ServiceRow[]> {
  const { of, rowJson } = context ? planFor(plan, { context }) : plan;
  const rows = await db.query<{ row: ServiceRow }>({
    name: `read-${of.table}`,
    text: `select row_to_json(r) as row from (select ${rowJson('row', () => true)} from ${of.table} ${alias} where ${alias}.id = any ($1::uuid[])) r`,
    values: [ids],
  });
  return rows.map(({ row }) => row);
}

export interface ServiceDraft extends Values {
  id?: string | undefined;
  version?: number | undefined;
}

export interface Prepared {
  draft: Values;
  current: ServiceRow | null;
}

export interface Correction {
  /** Why what is over is written again: kept in the history. */
  reason: string;
}

/** Each draft checked as a save checks its own; a fault is told with its place in the list. */
export async function prepare(
  drafts: readonly ServiceDraft[],
  call: Call,
  correction: Correction | null = null,
): Promise<Prepared[]> {
  const ids = drafts.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) throw new Problem('invalid', 'Un service est nommé deux fois');
  const rows = new Map((await lockServices(call.db, ids)).map((row) => [row.id, row]));
  const where = await circumstances(plan, call);
  const prepared = drafts.map((given, index): Prepared => {
    const current = given.id === undefined ? null : (rows.get(given.id.toLowerCase()) as ServiceRow);
    const checked = checkDraft(Service, given, current, where);
    if (!checked.ok)
      throw new Problem('invalid', checked.violations[0]?.message ?? '', {
        violations: checked.violations.map(({ path, message }) => ({ path: `services.${index}.${path}`, message })),
      });
    const { id: _id, version, willActivate: _willActivate, ...draft } = checked.draft;
    refuseForeignLines(draft, current, index);
    if (current && version !== undefined && version !== current.version)
      throw new Problem('conflict', messages.conflict, { current });
    return { draft, current };
  });
  await checkEachReference(prepared, call.db);
  if (!correction)
    for (const [index, { draft, current }] of prepared.entries())
      refuseFrozen(Service, draft, current, `services.${index}.`);
  return prepared;
}

/** A line is matched by its id; one that is nobody's, or another service's, is refused. */
function refuseForeignLines(draft: Values, current: ServiceRow | null, index: number): void {
  const violations = lists.flatMap((name) => {
    const own = new Set(((current?.[name] ?? []) as { id: string }[]).map(({ id }) => id));
    return ((draft[name] ?? []) as { id?: string }[]).flatMap(({ id }, place) =>
      id !== undefined && !own.has(id)
        ? [{ path: `services.${index}.${name}.${place}.id`, message: 'Ligne introuvable' }]
        : [],
    );
  });
  if (violations.length > 0) throw new Problem('invalid', 'Ligne introuvable', { violations });
}

/** The same references are looked at once: those of a series are all alike. */
async function checkEachReference(prepared: readonly Prepared[], db: Db): Promise<void> {
  const seen = new Set<string>();
  for (const { draft } of prepared) {
    const { site, specialty, agents, dog, stops, rounds } = draft;
    const key = JSON.stringify([site, specialty, agents, dog, stops, rounds]);
    if (seen.has(key)) continue;
    seen.add(key);
    await checkReferences(plan, db, draft);
  }
}

export async function writeServices(
  prepared: readonly Prepared[],
  call: Call,
  series: string | null = null,
  correction: Correction | null = null,
): Promise<ServiceRow[]> {
  const { db, now } = call;
  const agency = call.context.agency as string;
  await checkBeforeSave(prepared, db, call, correction !== null);
  const rows = prepared.map((one) => ({ ...one, id: one.current?.id ?? uuidv7(now.getTime()) }));
  const created = rows.filter(({ current }) => current === null);
  const edited = rows.filter(({ current }) => current !== null);
  await insertEntity(db, {
    of: Service,
    agency,
    types: { series_id: 'uuid' },
    rows: created.map(({ id, draft }) => ({
      id,
      createdAt: now.toISOString(),
      draft: withLineIds(draft),
      columns: { status: serviceStatus.initial, series_id: series },
    })),
  });
  await updateEntity(db, { of: Service, agency, rows: edited });
  await replaceLines(db, Service, agency, edited);
  const ids = rows.map(({ id }) => id);
  let after = new Map((await readServices(db, ids)).map((row) => [row.id, row]));
  for (const { id, current } of rows)
    if (after.get(id)?.isCircuit || current?.isCircuit)
      await serviceExtension.afterSave?.(after.get(id) as Values, current, db, call);
  await writeAudits(
    db,
    call,
    rows.flatMap(({ id, current }) => {
      const changes = changesBetween(current ?? {}, after.get(id) ?? {}, new Set());
      return Object.keys(changes).length === 0
        ? []
        : [
            {
              entity: Service.name,
              id,
              action: correction ? 'correct' : current ? 'edit' : 'create',
              changes,
              ...correction,
            },
          ];
    }),
  );
  await db.query({
    name: 'search-services',
    text: `select search_put_all('${Service.name}', array_agg(${alias}.id), array_agg(${plan.words})) from services ${alias} where ${alias}.id = any ($1::uuid[])`,
    values: [ids],
  });
  after = new Map((await readServices(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => after.get(id) as ServiceRow);
}

const withLineIds = (draft: Values): Values => ({
  ...draft,
  ...Object.fromEntries(
    lists.flatMap((name) =>
      Array.isArray(draft[name]) ? [[name, (draft[name] as Values[]).map((line) => ({ ...line, id: uuidv7() }))]] : [],
    ),
  ),
});

/** A move of many, or their removal; one that refuses keeps all where they are. */
export async function moveAll(ids: readonly string[], move: string, call: Call): Promise<ServiceRow[]> {
  const { db } = call;
  const rows = await lockServices(db, [...new Set(ids)]);
  const to = serviceStatus.moves[move as keyof typeof serviceStatus.moves].to;
  for (const row of rows) {
    const refused = refusal(serviceStatus, move, row);
    if (refused) throw new Problem('conflict', `${String(row.reference)} : ${refused}`);
  }
  const all = rows.map(({ id }) => id);
  if (to === null) {
    await db.query({
      name: 'delete-services',
      text: 'delete from services where id = any ($1::uuid[])',
      values: [all],
    });
    await db.query({
      name: 'forget-services',
      text: `select search_drop('${Service.name}', one) from unnest($1::uuid[]) one`,
      values: [all],
    });
  } else {
    await db.query({
      name: 'move-services',
      text: 'update services set status = $2, version = version + 1, updated_at = now() where id = any ($1::uuid[])',
      values: [all, to],
    });
    await moveStops(all, move, db);
  }
  await writeAudits(
    db,
    call,
    rows.map((row) => ({
      entity: Service.name,
      id: row.id,
      action: move,
      changes: to === null ? changesBetween(row, {}, new Set()) : { status: { before: row.status, after: to } },
    })),
  );
  return to === null ? [] : readServices(db, all);
}
