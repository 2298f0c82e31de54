// Turns the rows of a file into drafts and checks them like a save; faults are reported by row and cell.
import { cellAt, readRow, withKnownLines } from '#core/imports/cells.ts';
import { type ImportColumn, importColumn, importColumns } from '#core/imports/columns.ts';
import type { DuplicateChoice, ImportOutcome, ImportProblem } from '#core/imports/imports.ts';
import type { ImportPeriod } from '#core/imports/services.ts';
import { flatFields } from '#core/kernel/entity.ts';
import { messages, type Violation } from '#core/kernel/problem.ts';
import type { Pending } from '#server/kernel/extension.ts';
import type { Plan } from '#server/kernel/plan.ts';
import { circumstances, lockRows, prepareMany, type Writing } from '#server/kernel/save.ts';
import { finder, recogniser } from './known.ts';

type Values = Record<string, unknown>;

export interface Asked {
  mapping: readonly (string | null)[];
  duplicates: DuplicateChoice;
  period?: ImportPeriod | undefined;
  confirmed?: boolean | undefined;
  left?: readonly number[] | undefined;
  inactive?: 'others' | 'all' | undefined;
}

/** One record to write. */
export interface Prepared {
  row: number;
  pending: Pending;
  /** The draft before the check, which keeps only the ids of references. */
  unchecked: Values;
}

export interface Reading {
  prepared: Prepared[];
  outcome: ImportOutcome;
}

/** Further problems are only counted: nobody corrects a thousand cells by hand. */
export const mostReported = 1_000;

export async function readRows(
  plan: Plan,
  rows: readonly string[][],
  { mapping, duplicates, period, confirmed, left: leftOut = [] }: Asked,
  call: Writing,
): Promise<Reading> {
  const { of } = plan;
  const { db } = call;
  const columns = mapping.flatMap((path): ImportColumn[] => {
    const column = path === null ? undefined : importColumn(of, path);
    return column ? [column] : [];
  });
  const at = await circumstances(plan, call);
  const reading = { zone: at.zone, country: at.country, find: await finder(plan, columns, db), period };
  const recognise = await recogniser(plan, db, { zone: at.zone, period });
  const problems: ImportProblem[] = [];
  const faulted = new Set<number | null>();
  const report = (row: number | null, cell: number | null, message: string, reason: ImportProblem['reason'] = null) => {
    problems.push({ row, cell, message, reason });
    faulted.add(row);
  };

  const repeated: number[] = [];
  const found: { row: number; draft: Values; id: string | null; faulty: ReadonlySet<number> }[] = [];
  const without = new Set(leftOut);
  for (const [row, cells] of rows.entries()) {
    if (without.has(row) || cells.every((cell) => cell.trim() === '')) continue;
    const { draft, faults, settled } = readRow(of, mapping, cells, reading);
    for (const { cell, message } of faults) report(row, cell, message);
    if (settled) {
      // The unreadable cell is already reported.
      if (settled.reason !== 'noStartDate' || faults.length === 0)
        report(row, cellAt(mapping, settled.path) ?? cellAt(mapping, 'startAt'), settled.message, settled.reason);
      continue;
    }
    const { known: id, twin } = recognise(draft, row);
    if (twin !== null) {
      report(row, null, `Répète la ligne ${twin + 1} du fichier`, 'alreadyExists');
      continue;
    }
    if (id !== null) repeated.push(row);
    if (id === null || duplicates === 'update')
      found.push({ row, draft, id, faulty: new Set(faults.map(({ cell }) => cell)) });
  }

  const locked = await lockRows(
    plan,
    db,
    found.flatMap(({ id }) => id ?? []),
  );
  const absent = importColumns(of).filter(({ path, required }) => required && !mapping.includes(path));
  const creates = found.some(({ id }) => id === null);
  if (creates) for (const { label } of absent) report(null, null, `Colonne obligatoire absente : ${label}`);
  const absentPaths = new Set(absent.map(({ fieldPath }) => fieldPath));
  const labels = new Map([
    ...flatFields(of.fields).map(([path, { label }]): [string, string] => [path, label]),
    ...importColumns(of).map(({ path, label }): [string, string] => [path, label]),
  ]);
  const drafts = found.map(({ draft, id }) => {
    const current = id === null ? null : (locked.get(id) ?? null);
    return withKnownLines(of, draft, current ?? {});
  });
  const left = new Set<number>();
  const refused = (index: number, violations: readonly Violation[]): void => {
    left.add(index);
    const { row, faulty } = found[index] as (typeof found)[number];
    const { at: placed } = drafts[index] as (typeof drafts)[number];
    for (const { path: where, message } of violations) {
      const path = placed(where);
      if (message === messages.required && absentPaths.has(path)) continue;
      const cell = cellAt(mapping, path);
      // The fault of this cell is already reported.
      if (cell !== null && faulty.has(cell)) continue;
      const label = labels.get(path) ?? path;
      const isMissing = message === messages.required;
      // Without a column there is no cell to correct in the grid.
      const advice = isMissing && labels.has(path) ? ' (colonne absente : ajoutez-la au fichier)' : '';
      const reason = isBound(message) ? 'outOfBounds' : isMissing && isStart(path) ? 'noStartDate' : null;
      report(row, cell, cell === null ? `${label} : ${message}${advice}` : message, reason);
    }
  };
  const bodies = drafts.map(({ draft }, index) => ({
    ...draft,
    ...(confirmed ? { confirmed } : {}),
    ...(found[index]?.id === null ? {} : { id: found[index]?.id }),
  }));
  // The rights on columns were checked when the caller chose them.
  const checked = await prepareMany(plan, bodies, call, { byServer: true, locked, refused });
  const places = bodies.flatMap((_, index) => (left.has(index) ? [] : [index]));
  const prepared = checked.map((pending, place): Prepared => {
    const index = places[place] as number;
    return { row: found[index]?.row ?? 0, pending, unchecked: drafts[index]?.draft ?? {} };
  });
  // A row with a fault is prepared for its other faults, but not announced.
  const sound = prepared.filter(({ row }) => !faulted.has(row));
  const created = sound.filter(({ pending }) => pending.current === null).length;
  return {
    prepared,
    outcome: {
      total: rows.length,
      created,
      updated: sound.length - created,
      skipped: duplicates === 'skip' ? repeated.length : 0,
      problemCount: problems.length,
      problems: problems.slice(0, mostReported),
      known: repeated,
    },
  };
}

const isBound = (message: string): boolean => /^Doit être (?:inféri|supéri|entre)/.test(message);
/** Of a line, such as the contract of a collaborator. */
const isStart = (path: string): boolean => path.endsWith('.startDate');
