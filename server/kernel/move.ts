// Changes of status, of one record or many; a move to null removes them.
import type { Entity, Row } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { refusal, removes } from '#core/kernel/machine.ts';
import { Problem } from '#core/kernel/problem.ts';
import { changesBetween, derivedOf, groupsOf, writeAudits } from './audit.ts';
import { type Call, RawJson } from './call.ts';
import { readRow } from './list.ts';
import { columnOf, nameAt } from './names.ts';
import { named, type Plan } from './plan.ts';
import { lockRows, readWhole } from './save.ts';
import { refusePlatform } from './scope.ts';
import { hideSealed } from './sealed.ts';

/** All or none: one refusal stops the move. Returns the new rows; none after a removal. */
export async function moveMany<E extends Entity>(
  plan: Plan<E>,
  ids: readonly string[],
  name: string,
  call: Call,
): Promise<Row<E>[]> {
  const { of, extension } = plan;
  const { db } = call;
  const move = of.machine?.moves[name];
  if (!of.machine || !move) throw new Problem('invalid', 'Action inconnue');
  if (move.byAgencyAlone) refusePlatform(call);
  const rows = [...(await lockRows(plan, db, [...new Set(ids)])).values()];
  for (const row of rows) {
    const refused = refusal(of.machine, name, row);
    if (refused) throw new Problem('conflict', rows.length === 1 ? refused : `${String(row[of.title])} : ${refused}`);
  }
  await extension.beforeMove?.(name, rows, call);
  const { returns } = move;
  const back = returns && columnOf(nameAt(returns), of.fields[returns] as Field);
  const reached = (row: Row<E>): unknown => (returns && (row as Record<string, unknown>)[returns]) ?? move.to;
  const agency = call.context.agency as string;
  const all = rows.map(({ id }) => id);
  if (move.to === null) {
    await db.query(named(`delete from ${of.table} where agency_id = $1 and id = any ($2::uuid[])`, [agency, all]));
    await db.query(named(`select search_drop('${of.name}', one) from unnest($1::uuid[]) one`, [all]));
  } else
    await db.query(
      named(
        `update ${of.table} set status = ${back ? `coalesce(${back}, $3)` : '$3'}, version = version + 1, updated_at = now() where agency_id = $1 and id = any ($2::uuid[])`,
        [agency, all, move.to],
      ),
    );
  const [groups, derived] = [groupsOf(of.fields), derivedOf(of.fields)];
  await writeAudits(
    db,
    call,
    rows.map((row) => ({
      entity: of.name,
      id: row.id,
      action: name,
      changes:
        move.to === null
          ? hideSealed(of, changesBetween(row, {}, groups, derived), row, () => null)
          : { status: { before: row.status, after: reached(row) } },
    })),
  );
  await extension.afterMove?.(name, rows, call);
  return move.to === null ? [] : [...(await readWhole(plan, db, all)).values()];
}

export async function act(plan: Plan, call: Call): Promise<RawJson | undefined> {
  const { id, type } = call.params as { id: string; type: string };
  await moveMany(plan, [id], type, call);
  const move = plan.of.machine?.moves[type];
  return !move || removes(move) ? undefined : new RawJson(`{"${plan.of.name}":${await readRow(plan, call, id)}}`);
}
