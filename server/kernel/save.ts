// The only writer of records. A save is a batch of one; batches, series, copies and imports pass the same checks. A few
// statements write all rows of a batch, in one transaction, with their audit lines and search words.
import { type Entity, fieldsOfKind, type Row, valueAt, withValueAt } from '#core/kernel/entity.ts';
import type { Fields } from '#core/kernel/field.ts';
import { frozenViolations, withoutFrozen } from '#core/kernel/frozen.ts';
import { filesOfHtml } from '#core/kernel/html.ts';
import { activationOf, canBePending, refusal } from '#core/kernel/machine.ts';
import { messages, Problem, type Violation } from '#core/kernel/problem.ts';
import { type Circumstances, needsCircumstances, unknownDay } from '#core/kernel/rules.ts';
import { changesNothing } from '#core/kernel/same.ts';
import { checkDraft } from '#core/kernel/schema.ts';
import { type RefusedWrite, refusedWrite } from '#core/kernel/view.ts';
import { missingRight } from '#core/rights.ts';
import { activeStatus, inactiveStatus, needsOf } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { type Changes, changesBetween, derivedOf, groupsOf, writeAudits } from './audit.ts';
import { type Call, RawJson } from './call.ts';
import { columnsFor, foreignLines, writeChildren } from './children.ts';
import type { CheckedDraft, Correction, Pending, Saved } from './extension.ts';
import { cleanHtml } from './html.ts';
import { readRow } from './list.ts';
import { alias, named, type Plan, scopeOf } from './plan.ts';
import { takenIn, usedId } from './problems.ts';
import { checkReferences, filesIn } from './references.ts';
import { insertRows, updateRows } from './rows.ts';
import { needOne } from './scope.ts';
import { hideSealed, sealDraft } from './sealed.ts';
import { isUuid, uuidv7 } from './uuid.ts';

type Values = Record<string, unknown>;

/** What a batch needs of its call; a job builds it from its data. */
export type Writing = Pick<Call, 'caller' | 'context' | 'now' | 'services' | 'db' | 'asker'>;

/** Whole rows by id, hidden fields included; rows that the policies hide are absent. */
export async function readWhole<E extends Entity>(
  plan: Plan<E>,
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Row<E>>> {
  const rows = ids.length === 0 ? [] : await db.query<{ row: Row<E> }>(named(plan.whole.byIds, [ids]));
  return new Map(rows.map(({ row }) => [row.id, row]));
}

/** Locks the rows until the transaction ends. A row that does not exist or is hidden is missing. */
export async function lockRows<E extends Entity>(
  plan: Plan<E>,
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Row<E>>> {
  const { of } = plan;
  if (!ids.every(isUuid)) throw new Problem('missing', of.missing);
  if (ids.length === 0) return new Map();
  // Lock before reading: another writer may change the lines while this one waits. Always in the same order, against
  // deadlocks.
  await db.query(named(`select 1 from ${of.table} where id = any ($1::uuid[]) order by id for update`, [ids]));
  const rows = await readWhole(plan, db, ids);
  const isOwn = (row: Row<E> | undefined): boolean =>
    row !== undefined && (of.rowsOfAgency === undefined || (row as Values)[of.rowsOfAgency] === true);
  if (!ids.every((id) => isOwn(rows.get(id.toLowerCase())))) throw new Problem('missing', of.missing);
  return rows;
}

export interface Guarding<E extends Entity = Entity> {
  /** The path prefix of a draft's violations in the body; absent: the body is the draft. */
  pathOf?(index: number): string;
  /** The server wrote the drafts, not the caller: skip the checks of his rights on fields. */
  byServer?: boolean;
  /** Rows that are already locked. */
  locked?: ReadonlyMap<string, Row<E>>;
  /** Allows writing frozen fields. */
  correction?: Correction | null;
  /** Called for each refused draft, which is then left out; absent: the first refusal refuses all. */
  refused?(index: number, violations: readonly Violation[]): void;
}

const invalid = (violations: readonly Violation[]): Problem =>
  new Problem('invalid', violations[0]?.message ?? '', { violations: [...violations] });

/** Checks every draft against its row, the caller's view and its references; writes nothing. */
export async function prepareMany<E extends Entity>(
  plan: Plan<E>,
  bodies: readonly Values[],
  call: Writing,
  { pathOf, byServer = false, locked, refused, correction = null }: Guarding<E> = {},
): Promise<Pending<E>[]> {
  const { of } = plan;
  const placed = (index: number, violations: readonly Violation[]): Violation[] =>
    pathOf ? violations.map(({ path, message }) => ({ path: `${pathOf(index)}.${path}`, message })) : [...violations];
  const refuse = (index: number, violations: readonly Violation[]): void => {
    if (!refused) throw invalid(placed(index, violations));
    refused(index, violations);
  };
  const ids = bodies.flatMap(({ id }) => (id == null ? [] : [String(id)]));
  if (new Set(ids.map((id) => id.toLowerCase())).size < ids.length)
    throw new Problem('invalid', `${of.label.one} : nommé deux fois`);
  const rows = locked ?? (await lockRows(plan, call.db, ids));
  const { view } = plan.readerFor(call);
  const at = await circumstances(plan, call);
  const kept: Pending<E>[] = [];
  const placeOf: number[] = [];
  for (const [index, body] of bodies.entries()) {
    const current = body.id == null ? null : (rows.get(String(body.id).toLowerCase()) ?? null);
    const checked = checkDraft(of, body, current, at);
    // The missing right first: a message about a value may reveal a hidden field.
    if (!byServer) refuseWrite(refusedWrite(view, checked.ok ? checked.draft : body, current, checked.ok));
    const violations = checked.ok ? foreignLines(of, checked.draft, current) : checked.violations;
    if (!checked.ok || violations.length > 0) {
      refuse(index, violations);
      continue;
    }
    const { id: _id, newId, version, willActivate, ...draft } = checked.draft;
    if (current && version !== undefined && version !== current.version)
      throw new Problem('conflict', messages.conflict, {
        current: JSON.parse((await readRow(plan, call, current.id)) ?? 'null'),
      });
    const frozen = correction ? [] : frozenViolations(of, draft, current);
    if (frozen.length > 0) {
      if (!refused) throw new Problem('conflict', frozen[0]?.message ?? '', { violations: placed(index, frozen) });
      refused(index, frozen);
      continue;
    }
    // Do not write frozen fields that were sent back unchanged.
    const open = correction ? draft : withoutFrozen(of, draft, current);
    const merged = mergeFlags(of.fields, open, current);
    kept.push({
      id: current?.id ?? (newId as string | undefined)?.toLowerCase() ?? uuidv7(call.now.getTime()),
      draft: (current === null ? completeAddresses(of.fields, merged, at.country) : merged) as CheckedDraft<E>,
      current,
      columns: {},
      willActivate: willActivate as boolean | undefined,
    });
    placeOf.push(index);
  }
  await refuseUsedIds(
    of,
    bodies.flatMap(({ id, newId }) => (id == null && typeof newId === 'string' ? [newId.toLowerCase()] : [])),
    call.db,
  );
  const drafts = kept.map(({ draft }) => draft as Values);
  const files = {
    held: new Set(kept.flatMap(({ current }) => (current ? heldFiles(of.fields, current) : []))),
    seen: () => (byServer ? 'true' : call.services.filesSeen(call.asker, scopeOf(call))),
  };
  const faults = [
    ...(await cleanHtml(of.fields, drafts, call.db, files)),
    ...(await checkReferences(plan, call.db, drafts, files)),
  ];
  if (faults.length === 0) return kept;
  const faulty = Map.groupBy(faults, ({ index }) => index);
  for (const [index, found] of faulty)
    refuse(
      placeOf[index] as number,
      found.map(({ path, message }) => ({ path, message })),
    );
  return kept.filter((_, index) => !faulty.has(index));
}

/** In its fields and as pictures of its texts. */
const heldFiles = (fields: Fields, current: Values): string[] => [
  ...filesIn(fields, current),
  ...fieldsOfKind(fields, 'html').flatMap(([path]) => filesOfHtml(String(valueAt(current, path) ?? ''))),
];

/** Decision 86: a client's id is used only once, even after its record was removed. */
async function refuseUsedIds(of: Entity, ids: readonly string[], db: Db): Promise<void> {
  if (ids.length === 0) return;
  const used = await db.query({ name: 'ids-used', text: 'select ids_used($1, $2::uuid[])', values: [of.name, ids] });
  if (used.length > 0 || new Set(ids).size < ids.length) throw usedId();
}

function refuseWrite(refused: RefusedWrite | null): void {
  if (!refused) return;
  const { path, right } = refused;
  throw right === null
    ? new Problem('forbidden', messages.notYours, { violations: [{ path, message: messages.notYours }] })
    : new Problem('forbidden', missingRight(right), { right });
}

export interface WritingOptions<E extends Entity = Entity> {
  /** The action in the history; absent: creation or edit. */
  action?: string;
  /** The changes in the history; absent: the difference between before and after. */
  changesOf?(row: Pending<E>): Changes;
  correction?: Correction | null;
}

/** Writes the prepared rows, all or none, and returns them whole. A row that would not change is left alone: same version, no audit line. */
export async function writeMany<E extends Entity>(
  plan: Plan<E>,
  pending: readonly Pending<E>[],
  call: Writing,
  options: WritingOptions<E> = {},
): Promise<Saved<E>[]> {
  await plan.extension.beforeSave?.(pending, call as Call, options.correction ?? null);
  return writeCompleted(plan, pending, call, options);
}

/** Same as `writeMany`, but the module has already completed the drafts. */
export async function writeCompleted<E extends Entity>(
  plan: Plan<E>,
  pending: readonly Pending<E>[],
  call: Writing,
  { action, changesOf, correction }: WritingOptions<E> = {},
): Promise<Saved<E>[]> {
  const { of, extension } = plan;
  const { db } = call;
  const agency = call.context.agency as string;
  const activated = new Map(pending.map((one) => [one.id, activationFor(plan, call, one)]));
  const changed = pending.filter(
    ({ id, draft, current }) =>
      current === null || activated.get(id) != null || !changesNothing(of.fields, draft as Values, current as Values),
  );
  const sealed = changed.map((one) => ({ ...one, draft: sealDraft(of, call, one.id, one.draft as Values) }));
  const status = ({ id, current, willActivate }: Pick<Pending<E>, 'id' | 'current' | 'willActivate'>): Values => {
    if (!of.machine) return {};
    if (current) return activated.get(id) == null ? {} : { status: activeStatus };
    return { status: willActivate === false && canBePending(of.machine) ? inactiveStatus : of.machine.initial };
  };
  try {
    await insertRows(
      db,
      of.table,
      sealed.filter(({ current }) => current === null),
      (one) => ({
        agency_id: agency,
        id: one.id,
        ...one.columns,
        ...columnsFor(of.fields, one.draft, true),
        ...status(one),
      }),
    );
    await updateRows(
      db,
      of.table,
      agency,
      sealed.flatMap((one) =>
        one.current === null
          ? []
          : [{ id: one.id, columns: { ...columnsFor(of.fields, one.draft, false), ...status(one) } }],
      ),
    );
  } catch (error) {
    throw takenIn(of, error);
  }
  await writeChildren(of, db, agency, changed as readonly (Pending & { draft: Values })[]);

  const ids = pending.map(({ id }) => id);
  const after = changesOf && !extension.afterSave ? null : await readWhole(plan, db, ids);
  const saved = pending.map(({ id, current }): Saved<E> => ({ after: after?.get(id) as Row<E>, before: current }));
  // The writer cannot see the row he wrote: refuse it.
  if (after && saved.some((one) => one.after === undefined)) throw new Problem('forbidden', messages.notYours);
  const [groups, derived] = [groupsOf(of.fields), derivedOf(of.fields)];
  await writeAudits(
    db,
    call,
    changed.flatMap((one) => {
      const { current, draft, id } = one;
      const found = changesOf?.(one) ?? changesBetween(current ?? {}, after?.get(id) ?? {}, groups, derived);
      const changes = hideSealed(of, found, current ?? {}, (path) => valueAt(draft, path));
      return Object.keys(changes).length === 0
        ? []
        : [{ entity: of.name, id, action: action ?? (current ? 'edit' : 'create'), changes, ...correction }];
    }),
  );
  const touched = new Set(changed.map(({ id }) => id));
  await extension.afterSave?.(
    saved.filter((_, index) => touched.has(ids[index] as string)),
    call as Call,
    correction ?? null,
  );
  for (const move of new Set(activated.values()))
    if (move !== null)
      await extension.afterMove?.(
        move,
        pending.flatMap(({ id, current }) => (current && activated.get(id) === move ? [current] : [])),
        call as Call,
      );
  if (changed.length > 0) await putWords(plan, db, `${alias}.id = any ($1::uuid[])`, [...touched]);
  return saved;
}

/** Writes the search words of the rows that meet the condition; `$1` are these ids. */
export async function putWords(plan: Plan, db: Db, condition: string, ids: readonly string[]): Promise<void> {
  const { of, indexes } = plan;
  for (const { name, words } of indexes)
    await db.query(
      named(
        `select search_put_all('${name}', array_agg(${alias}.id), array_agg(${words})) from ${of.table} ${alias} where ${condition}`,
        [ids],
      ),
    );
}

/** Checks and writes; returns the rows in the order of their drafts. */
export const saveMany = async <E extends Entity>(
  plan: Plan<E>,
  bodies: readonly Values[],
  call: Writing,
  guarding: Guarding<E> = {},
  options: WritingOptions<E> = {},
): Promise<Saved<E>[]> => writeMany(plan, await prepareMany(plan, bodies, call, guarding), call, options);

export async function save(plan: Plan, call: Call): Promise<RawJson> {
  const body = typeof call.input === 'object' && call.input !== null ? (call.input as Values) : {};
  const [saved] = await saveMany(plan, [body], call);
  return new RawJson(`{"${plan.of.name}":${await readRow(plan, call, saved?.after.id ?? '')}}`);
}

/** The agency's time zone, country and rules, read only if a field depends on them. */
export async function circumstances(
  { of }: Pick<Plan, 'of'>,
  { db, now, context }: Pick<Call, 'db' | 'now' | 'context'>,
): Promise<Circumstances> {
  if (!needsCircumstances(of.fields)) return { ...unknownDay, now };
  const [row] = await db.query<{
    time_zone: string;
    holiday_locale: string;
    country: string | null;
    currency: string;
  }>({
    name: 'agency-circumstances',
    text: 'select time_zone, holiday_locale, country, currency from agencies where id = $1',
    values: [context.agency],
  });
  return {
    now,
    zone: row?.time_zone ?? unknownDay.zone,
    holidayLocale: row?.holiday_locale ?? '',
    country: row?.country ?? null,
    currency: row?.currency ?? unknownDay.currency,
  };
}

/** An absent flag stays unchanged; on creation it gets its default. */
function mergeFlags(fields: Fields, draft: Values, current: Values | null): Values {
  let merged = draft;
  for (const [path, field] of fieldsOfKind(fields, 'flags')) {
    const drafted = valueAt(draft, path);
    if (drafted == null) continue;
    const defaults = Object.fromEntries(((field.default ?? []) as string[]).map((key) => [key, true]));
    merged = withValueAt(merged, path, { ...((valueAt(current, path) as object | undefined) ?? defaults), ...drafted });
  }
  return merged;
}

/** H-004: the country of a new address is the agency's. */
function completeAddresses(fields: Fields, draft: Values, country: string | null): Values {
  let completed = draft;
  for (const [path] of fieldsOfKind(fields, 'address')) {
    const address = (valueAt(draft, path) ?? {}) as { country?: string | null };
    if (address.country == null) completed = withValueAt(completed, path, { ...address, country });
  }
  return completed;
}

/**
 * wire.md: new records are active, `willActivate: false` creates 200, `true` on an edit of 200 or 300 activates. Returns
 * the move that activates the record: it has the same conditions and consequences as when it is called by name.
 */
function activationFor<E extends Entity>(
  { of: { machine } }: Plan<E>,
  { asker }: Pick<Call, 'asker'>,
  { current, willActivate }: Pick<Pending<E>, 'current' | 'willActivate'>,
): string | null {
  if (!machine || !current || willActivate !== true) return null;
  const { status } = current as unknown as { status: number };
  if (status === activeStatus) return null;
  const move = activationOf(machine, status);
  const right = move === null ? null : (machine.moves[move]?.right ?? null);
  if (move === null || right === null) return null;
  needOne(asker, needsOf(right));
  const refused = refusal(machine, move, current);
  if (refused) throw new Problem('conflict', refused);
  return move;
}
