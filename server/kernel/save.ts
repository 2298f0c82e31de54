// The generic save and moves: one transaction each, with their audit line and search words.
import { isDeepStrictEqual } from 'node:util';
import { flatFields, valueAt } from '#core/kernel/entity.ts';
import type { Fields } from '#core/kernel/field.ts';
import { mayWait, refusal, undoOf } from '#core/kernel/machine.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { type Circumstances, needsCircumstances, unknownDay } from '#core/kernel/rules.ts';
import { checkDraft } from '#core/kernel/schema.ts';
import { missingRight } from '#core/rights.ts';
import { activeStatus, can, inactiveStatus } from '#core/roles.ts';
import { changesBetween, writeAudit } from './audit.ts';
import { type Call, RawJson } from './call.ts';
import { columnsFor, writeChildren } from './children.ts';
import { refuseFrozen } from './frozen.ts';
import { cleanHtml } from './html.ts';
import { readRow } from './list.ts';
import { alias, columnsOnCreate, named, type Plan } from './plan.ts';
import { takenIn } from './problems.ts';
import { checkReferences } from './references.ts';
import { hideSealed, sealDraft } from './sealed.ts';
import { isUuid, uuidv7 } from './uuid.ts';

type Values = Record<string, unknown>;

/** The whole row, whatever the caller may see of it; locked until the transaction ends. */
async function lockRow(plan: Plan, call: Call, id: string): Promise<Values> {
  if (!isUuid(id)) throw new Problem('missing', plan.of.missing);
  const [found] = await call.db.query<{ reply: string }>(
    named(
      plan.oneRow(() => true, true),
      [id],
    ),
  );
  if (!found) throw new Problem('missing', plan.of.missing);
  return JSON.parse(found.reply);
}

const groupsOf = (fields: Fields, prefix = ''): Set<string> =>
  new Set(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'group' ? [prefix + name, ...groupsOf(field.fields as Fields, `${prefix}${name}.`)] : [],
    ),
  );

export async function save(plan: Plan, call: Call): Promise<RawJson> {
  const { of } = plan;
  const sent = (typeof call.input === 'object' && call.input !== null ? call.input : {}) as Values;
  const id = (sent.id as string | null | undefined) ?? null;
  const current = id === null ? null : await lockRow(plan, call, id);
  const body = plan.extension.given?.(sent, call) ?? sent;
  const checked = checkDraft(of, body, current, await circumstances(plan, call));
  if (!checked.ok) {
    refuseUnseen(plan, call, body);
    throw new Problem('invalid', checked.violations[0]?.message ?? '', { violations: checked.violations });
  }
  const { id: _id, version, willActivate, ...draft } = checked.draft;
  refuseHidden(plan, call, draft, current);
  if (current && version !== undefined && version !== current.version) {
    throw new Problem('conflict', messages.conflict, {
      current: JSON.parse((await readRow(plan, call, id as string)) ?? 'null'),
    });
  }
  mergeFlags(of.fields, draft, current);
  await cleanHtml(of.fields, draft, call.db);
  await checkReferences(plan, call.db, draft);
  refuseFrozen(of, draft, current);
  await plan.extension.beforeSave?.(draft, current, call.db, call);

  const agency = call.context.agency as string;
  const saved = id ?? uuidv7(call.now.getTime());
  const columns = columnsFor(of.fields, sealDraft(of, call, saved, draft), current === null);
  const status = statusFor(plan, call, current, willActivate as boolean | undefined);
  if (status !== null) columns.status = status;
  const written =
    current === null ? insertRow(plan, call, agency, saved, columns) : updateRow(plan, call, agency, saved, columns);
  await written.catch((error: unknown) => {
    throw takenIn(of, error);
  });
  await writeChildren(plan, call.db, agency, saved, draft, current);

  const after = await lockRow(plan, call, saved).catch((error: unknown) => {
    // A row written out of the writer's own sight: the policies refuse it in the end.
    throw error instanceof Problem ? new Problem('forbidden', messages.notYours) : error;
  });
  const changes = hideSealed(of, changesBetween(current ?? {}, after, groupsOf(of.fields)), current ?? {}, (path) =>
    valueAt(draft, path),
  );
  if (Object.keys(changes).length > 0)
    await writeAudit(call.db, call, { entity: of.name, id: saved, action: current ? 'edit' : 'create', changes });
  await plan.extension.afterSave?.(after, current, call.db, call);
  if (plan.words !== null)
    await call.db.query(
      named(
        `select search_put('${of.name}', $1, (select ${plan.words} from ${of.table} ${alias} where ${alias}.id = $1))`,
        [saved],
      ),
    );
  return new RawJson(`{"${of.name}":${await readRow(plan, call, saved)}}`);
}

/** The agency's day and rules, asked for only where a field depends on them. */
export async function circumstances(
  { of }: Plan,
  { db, now, context }: Pick<Call, 'db' | 'now' | 'context'>,
): Promise<Circumstances> {
  if (!needsCircumstances(of.fields)) return { ...unknownDay, now };
  const [row] = await db.query<{ time_zone: string; holiday_locale: string }>({
    name: 'agency-circumstances',
    text: 'select time_zone, holiday_locale from agencies where id = $1',
    values: [context.agency],
  });
  return { now, zone: row?.time_zone ?? unknownDay.zone, holidayLocale: row?.holiday_locale ?? '' };
}

/** Before what is wrong is told: a sentence may tell of what the caller does not see. */
function refuseUnseen(plan: Plan, call: Call, body: Values): void {
  for (const [path, { right }] of flatFields(plan.of.fields))
    if (right && valueAt(body, path) !== undefined && !can(call.asker, [right]))
      throw new Problem('forbidden', missingRight(right), { right });
}

/** What a caller may not see he may not write; what he may only see he may send back as it is. */
function refuseHidden(plan: Plan, call: Call, draft: Values, current: Values | null): void {
  const onOwnPath = call.context.agent !== null || call.context.customer !== null;
  for (const [path, field] of flatFields(plan.of.fields)) {
    const given = valueAt(draft, path);
    if (given === undefined) continue;
    if (field.reserved && onOwnPath)
      throw new Problem('forbidden', messages.notYours, { violations: [{ path, message: messages.notYours }] });
    const isChange = !isDeepStrictEqual(given, (current ? valueAt(current, path) : field.default) ?? null);
    for (const right of [field.right, isChange ? field.writeRight : undefined]) {
      if (right && !can(call.asker, [right])) throw new Problem('forbidden', missingRight(right), { right });
    }
  }
}

/** An absent flag is unchanged, or its default on a creation. */
function mergeFlags(fields: Fields, draft: Values, current: Values | null): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'group' && draft[name])
      mergeFlags(field.fields as Fields, draft[name] as Values, (current?.[name] ?? null) as Values | null);
    if (field.kind !== 'flags' || draft[name] == null) continue;
    const defaults = Object.fromEntries(((field.default ?? []) as string[]).map((key) => [key, true]));
    draft[name] = { ...((current?.[name] as object | undefined) ?? defaults), ...(draft[name] as object) };
  }
}

/** wire.md: new records are active, `willActivate: false` creates 200, `true` on an edit of 200 or 300 activates. */
function statusFor(plan: Plan, call: Call, current: Values | null, willActivate: boolean | undefined): number | null {
  const { machine } = plan.of;
  if (!machine) return null;
  if (!current) return willActivate === false && mayWait(machine) ? inactiveStatus : machine.initial;
  if (willActivate !== true || current.status === activeStatus) return null;
  const move = undoOf(machine, activeStatus, current.status as number);
  const right = move === null ? null : (machine.moves[move]?.right ?? null);
  if (right === null) return null;
  if (!can(call.asker, [right])) throw new Problem('forbidden', missingRight(right), { right });
  return activeStatus;
}

async function insertRow(plan: Plan, call: Call, agency: string, id: string, columns: Values): Promise<void> {
  const address = Object.values(plan.of.fields).some((field) => field.kind === 'address');
  // H-004: the country of a new address is the agency's.
  if (address && columns.country == null) {
    const [row] = await call.db.query<{ country: string }>({
      name: 'agency-country',
      text: 'select country from agencies where id = $1',
      values: [agency],
    });
    columns.country = row?.country ?? null;
  }
  const all: Values = { agency_id: agency, id, ...(await columnsOnCreate(plan.extension, call.db)), ...columns };
  const names = Object.keys(all);
  await call.db.query(
    named(
      `insert into ${plan.of.table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(all),
    ),
  );
}

async function updateRow(plan: Plan, call: Call, agency: string, id: string, columns: Values): Promise<void> {
  const names = Object.keys(columns);
  const sets = [
    ...names.map((name, index) => `${name} = $${index + 3}`),
    'version = version + 1',
    'updated_at = now()',
  ];
  await call.db.query(
    named(`update ${plan.of.table} set ${sets.join(', ')} where agency_id = $1 and id = $2`, [
      agency,
      id,
      ...Object.values(columns),
    ]),
  );
}

/** A move of the machine; the one that leads nowhere removes the record. */
export async function act(plan: Plan, call: Call): Promise<RawJson | undefined> {
  const { of } = plan;
  const { id, type } = call.params as { id: string; type: string };
  const move = of.machine?.moves[type];
  if (!of.machine || !move) throw new Problem('invalid', 'Action inconnue');
  const row = await lockRow(plan, call, id);
  const refused = refusal(of.machine, type, row);
  if (refused) throw new Problem('conflict', refused);
  const agency = call.context.agency as string;
  if (move.to === null) {
    await call.db.query(named(`delete from ${of.table} where agency_id = $1 and id = $2`, [agency, id]));
    await call.db.query(named(`select search_drop('${of.name}', $1)`, [id]));
  } else {
    await call.db.query(
      named(
        `update ${of.table} set status = $3, version = version + 1, updated_at = now() where agency_id = $1 and id = $2`,
        [agency, id, move.to],
      ),
    );
  }
  await writeAudit(call.db, call, {
    entity: of.name,
    id,
    action: type,
    changes:
      move.to === null
        ? hideSealed(of, changesBetween(row, {}, groupsOf(of.fields)), row, () => null)
        : { status: { before: row.status, after: move.to } },
  });
  await plan.extension.afterMove?.(type, row, call.db, call);
  return type === 'delete' ? undefined : new RawJson(`{"${of.name}":${await readRow(plan, call, id)}}`);
}
