// The rows of a file as drafts, each checked as a save checks its own; what is wrong is told by row and cell.
import { cellAt, readRow, withKnownLines } from '#core/imports/cells.ts';
import { type ImportColumn, importColumn, importColumns } from '#core/imports/columns.ts';
import type { DuplicateChoice, ImportOutcome, ImportProblem } from '#core/imports/imports.ts';
import type { ImportPeriod } from '#core/imports/services.ts';
import { flatFields } from '#core/kernel/entity.ts';
import { frozenViolations, withoutFrozen } from '#core/kernel/frozen.ts';
import { messages } from '#core/kernel/problem.ts';
import { checkDraft } from '#core/kernel/schema.ts';
import type { Db } from '#server/db/database.ts';
import { alias, type Plan } from '#server/kernel/plan.ts';
import { circumstances } from '#server/kernel/save.ts';
import { finder, recogniser } from './known.ts';
import type { Writing } from './writing.ts';

type Values = Record<string, unknown>;

export interface Asked {
  mapping: readonly (string | null)[];
  duplicates: DuplicateChoice;
  period?: ImportPeriod | undefined;
  confirmed?: boolean | undefined;
}

/** One record to be written; `current` is null on a creation. */
export interface Prepared {
  row: number;
  draft: Values;
  /** The same before the check, which keeps of a reference its id alone. */
  told: Values;
  current: (Values & { id: string }) | null;
}

export interface Reading {
  prepared: Prepared[];
  outcome: ImportOutcome;
}

/** More are counted, not told: nobody corrects a thousand cells by hand. */
export const mostTold = 1_000;

export async function readRows(
  plan: Plan,
  rows: readonly string[][],
  { mapping, duplicates, period, confirmed }: Asked,
  db: Db,
  by: Writing,
): Promise<Reading> {
  const { of } = plan;
  const columns = mapping.flatMap((path): ImportColumn[] => {
    const column = path === null ? undefined : importColumn(of, path);
    return column ? [column] : [];
  });
  const at = await circumstances(plan, { ...by, db });
  const reading = { zone: at.zone, find: await finder(plan, columns, db), period };
  const recognise = await recogniser(plan, db, { zone: at.zone, period });
  const problems: ImportProblem[] = [];
  const tell = (row: number | null, cell: number | null, message: string, reason: ImportProblem['reason'] = null) =>
    void problems.push({ row, cell, message, reason });

  const repeated: number[] = [];
  const found: { row: number; draft: Values; id: string | null; faulty: ReadonlySet<number> }[] = [];
  for (const [row, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const { draft, faults, settled } = readRow(of, mapping, cells, reading);
    for (const { cell, message } of faults) tell(row, cell, message);
    if (settled) {
      // A cell that could not be read has told it.
      if (settled.reason !== 'noStartDate' || faults.length === 0)
        tell(row, cellAt(mapping, settled.path) ?? cellAt(mapping, 'startAt'), settled.message, settled.reason);
      continue;
    }
    const { known: id, twin } = recognise(draft, row);
    if (twin !== null) {
      tell(row, null, `Répète la ligne ${twin + 1} du fichier`, 'alreadyExists');
      continue;
    }
    if (id !== null) repeated.push(row);
    if (id === null || duplicates === 'update')
      found.push({ row, draft, id, faulty: new Set(faults.map(({ cell }) => cell)) });
  }

  const currents = await currentRows(
    plan,
    found.flatMap(({ id }) => id ?? []),
    db,
  );
  const absent = importColumns(of).filter(({ path, required }) => required && !mapping.includes(path));
  const creates = found.some(({ id }) => id === null);
  if (creates) for (const { label } of absent) tell(null, null, `Colonne obligatoire absente : ${label}`);
  const untold = new Set(absent.map(({ fieldPath }) => fieldPath));
  const labels = new Map([
    ...flatFields(of.fields).map(([path, { label }]): [string, string] => [path, label]),
    ...importColumns(of).map(({ path, label }): [string, string] => [path, label]),
  ]);
  const prepared: Prepared[] = [];
  for (const { row, draft: read, id, faulty } of found) {
    const current = id === null ? null : (currents.get(id) ?? null);
    const { draft, at: placed } = current ? withKnownLines(of, read, current) : { draft: read, at: asItIs };
    const checked = checkDraft(of, draft, current, at);
    const violations = checked.ok ? frozenViolations(of, checked.draft, current) : checked.violations;
    if (checked.ok && violations.length === 0) {
      if (confirmed) checked.draft.confirmed = true;
      prepared.push({ row, draft: withoutFrozen(of, checked.draft, current), told: draft, current });
      continue;
    }
    for (const { path: where, message } of violations) {
      const path = placed(where);
      if (message === messages.required && untold.has(path)) continue;
      const cell = cellAt(mapping, path);
      // What a cell could not say is told already.
      if (cell !== null && faulty.has(cell)) continue;
      const label = labels.get(path) ?? path;
      tell(row, cell, cell === null ? `${label} : ${message}` : message, isBound(message) ? 'outOfBounds' : null);
    }
  }
  const created = prepared.filter(({ current }) => current === null).length;
  return {
    prepared,
    outcome: {
      total: rows.length,
      created,
      updated: prepared.length - created,
      skipped: duplicates === 'skip' ? repeated.length : 0,
      problemCount: problems.length,
      problems: problems.slice(0, mostTold),
      known: repeated,
    },
  };
}

const asItIs = (path: string): string => path;

const isBound = (message: string): boolean => /^Doit être (?:inféri|supéri)/.test(message);

/** As a save reads the row it changes: whole, and locked. */
async function currentRows(plan: Plan, ids: readonly string[], db: Db): Promise<Map<string, Values & { id: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ row: Values & { id: string } }>({
    text: `select row_to_json(r) as row from (select ${plan.rowJson('row', () => true)} from ${plan.of.table} ${alias}
      where ${alias}.id = any ($1::uuid[]) order by ${alias}.id for update of ${alias}) r`,
    values: [ids],
  });
  return new Map(rows.map(({ row }) => [row.id, row]));
}
