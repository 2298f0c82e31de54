// State of one import, from the file to the last row.
import { useEffect, useRef, useState } from 'react';
import { parseCell } from '#core/imports/cells.ts';
import { guessMapping, importColumn } from '#core/imports/columns.ts';
import {
  type DuplicateChoice,
  type ImportCalls,
  type ImportOutcome,
  type ImportState,
  importCallsOf,
} from '#core/imports/imports.ts';
import type { ImportPeriod } from '#core/imports/services.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { readInBackground } from './readInBackground.ts';
import type { ImportTable } from './readTable.ts';
import { useColumns } from './useColumns.ts';

export type Stage = 'file' | 'columns' | 'preview' | 'done';
export type Busy = 'reading' | 'sending' | 'checking' | 'importing';

export interface Import {
  stage: Stage;
  busy: Busy | null;
  /** Rows sent or written, and the total. */
  progress: { done: number; total: number } | null;
  problem: Error | null;
  fileName: string;
  table: ImportTable | null;
  mapping: readonly (string | null)[];
  duplicates: DuplicateChoice;
  outcome: ImportOutcome | null;
  /** Corrected cells since the last check, by « row.cell »: the problem found locally, or null. */
  corrected: ReadonlyMap<string, string | null>;
  /** Rows that the user leaves out. */
  left: ReadonlySet<number>;
  /** Cells or rows changed since the last check. */
  stale: boolean;
  /** The rows must be within these days, if set. */
  period: ImportPeriod | undefined;
  choose(file: File): void;
  map(index: number, path: string | null): void;
  setDuplicates(choice: DuplicateChoice): void;
  /** `confirmed`: the user accepted the warnings; `inactive`: collaborators beyond the licences, or all, without an account. */
  check(confirmed?: boolean, inactive?: 'others' | 'all'): void;
  correct(row: number, cell: number, text: string): void;
  /** Leaves the row out, or takes it back. */
  leave(row: number): void;
  run(): void;
  goTo(stage: Stage): void;
}

export const keyOf = (row: number, cell: number | null): string => `${row}.${cell ?? ''}`;

/** Milliseconds between two reads of a running job. */
const pause = 400;
const wait = (): Promise<void> => new Promise((done) => setTimeout(done, pause));

export function useImport(of: Entity, period?: ImportPeriod): Import {
  const calls = importCallsOf(of) as ImportCalls;
  const { zone } = useLocale();
  const columns = useColumns(of);
  const [stage, setStage] = useState<Stage>('file');
  const [busy, setBusy] = useState<Busy | null>(null);
  const [progress, setProgress] = useState<Import['progress']>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const [fileName, setFileName] = useState('');
  const [table, setTable] = useState<ImportTable | null>(null);
  const [mapping, setMapping] = useState<readonly (string | null)[]>([]);
  const [duplicates, setDuplicates] = useState<DuplicateChoice>('skip');
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [corrected, setCorrected] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [rowsChanged, setRowsChanged] = useState(false);
  /** Set by the last check, sent again with the import. */
  const accepted = useRef(false);
  const inactive = useRef<'others' | 'all' | undefined>(undefined);
  const id = useRef('');
  /** The chunks as first split, and those that the server does not have in this form. */
  const pieces = useRef<Piece[]>([]);
  const unsent = useRef(new Set<number>());
  /** Created once per start, so that a retry is the same import. */
  const key = useRef(actKey());
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const act = (what: Busy, work: () => Promise<void>): void => {
    setBusy(what);
    setProblem(null);
    work()
      .catch((error: unknown) => setProblem(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        setBusy(null);
        setProgress(null);
      });
  };

  const params = (): { params: { id: string } } => ({ params: { id: id.current } });

  const choose = (file: File): void =>
    act('reading', async () => {
      const read = await readInBackground(file);
      const input = { fileName: file.name.slice(-255), heads: read.heads, rowCount: read.rows.length };
      const started = await call(calls.start, { input, key: actKey() });
      id.current = started.import.id;
      pieces.current = piecesOf(read.rows);
      unsent.current = new Set(pieces.current.keys());
      setFileName(file.name);
      setTable(read);
      setMapping(guessMapping(columns, read.heads, started.remembered));
      setOutcome(null);
      setCorrected(new Map());
      setLeftOut(new Set());
      setRowsChanged(false);
      setStage('columns');
    });

  const send = async (rows: readonly string[][]): Promise<void> => {
    for (const place of [...unsent.current]) {
      const { piece, first, rows: cut } = pieces.current[place] as Piece;
      await call(calls.send, { ...params(), input: { piece, first, rows: rows.slice(first, first + cut.length) } });
      unsent.current.delete(place);
      setProgress({ done: first + cut.length, total: rows.length });
    }
  };

  const asked = () => ({
    mapping,
    duplicates,
    ...(period ? { period } : {}),
    ...(leftOut.size > 0 ? { left: [...leftOut] } : {}),
    ...(accepted.current ? { confirmed: true } : {}),
    ...(inactive.current ? { inactive: inactive.current } : {}),
  });

  const check = (confirmed = false, without?: 'others' | 'all'): void => {
    if (!table) return;
    accepted.current = confirmed;
    inactive.current = without;
    act('sending', async () => {
      await send(table.rows);
      setBusy('checking');
      const answer = await call(calls.check, { ...params(), input: asked() });
      setOutcome(answer.outcome);
      setCorrected(new Map());
      setRowsChanged(false);
      setStage('preview');
    });
  };

  const correct = (row: number, cell: number, text: string): void => {
    if (!table || table.rows[row]?.[cell] === text) return;
    const rows = table.rows.map((cells, place) => (place === row ? cells.with(cell, text) : cells));
    setTable({ ...table, rows });
    unsent.current.add(pieces.current.findIndex(({ first, rows: cut }) => row >= first && row < first + cut.length));
    const path = mapping[cell] ?? null;
    const column = path === null ? undefined : importColumn(of, path);
    const parsed = column ? parseCell(column, text, { zone }) : null;
    const fault =
      parsed && 'fault' in parsed ? parsed.fault : column?.required && text.trim() === '' ? 'Obligatoire' : null;
    setCorrected(new Map(corrected).set(keyOf(row, cell), fault));
  };

  const follow = async (state: ImportState): Promise<ImportState> => {
    let now = state;
    while (now.state === 'queued' || now.state === 'running') {
      setProgress({ done: now.done, total: now.total });
      await wait();
      if (left.current) return now;
      now = (await call(calls.read, params())).import;
    }
    return now;
  };

  const run = (): void =>
    act('importing', async () => {
      const input = asked();
      const ended = await follow((await call(calls.run, { ...params(), input, key: key.current })).import);
      if (ended.state === 'failed') key.current = actKey();
      setOutcome(ended.outcome);
      setStage(ended.state === 'done' ? 'done' : 'preview');
      await invalidateEntity(of);
    });

  return {
    stage,
    busy,
    progress,
    problem,
    fileName,
    table,
    mapping,
    duplicates,
    outcome,
    corrected,
    left: leftOut,
    stale: corrected.size > 0 || rowsChanged,
    period,
    choose,
    map: (index, path) => setMapping(mapping.map((one, place) => (place === index ? path : one === path ? null : one))),
    setDuplicates,
    check,
    correct,
    leave: (row) => {
      const next = new Set(leftOut);
      if (!next.delete(row)) next.add(row);
      setLeftOut(next);
      setRowsChanged(true);
    },
    run,
    goTo: setStage,
  };
}
