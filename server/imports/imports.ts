// Imports from a spreadsheet: created, filled piece by piece, checked by a dry run, then run by a job.
import { allEntities } from '#core/entities.ts';
import { headOf, ignored, importColumn, missingForColumn } from '#core/imports/columns.ts';
import { importCallsOf, importKinds, importLimits, missingImport } from '#core/imports/imports.ts';
import { Problem, type Violation } from '#core/kernel/problem.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { plansOf } from '#server/kernel/listing.ts';
import type { Extension, Plan } from '#server/kernel/plan.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { sealPiece } from './pieces.ts';
import type { Asked } from './reading.ts';
import { attemptImport, type ImportRow, importRow, importRun, stateOf } from './running.ts';

/** Locks the import, so that two calls on it run one after the other. */
async function held(db: Db, entity: string, id: string): Promise<ImportRow> {
  const row = isUuid(id) ? await importRow(db, id, true) : null;
  if (row?.entity !== entity) throw new Problem('missing', missingImport);
  return row;
}

function openOnly(row: ImportRow): void {
  if (row.state !== 'draft' && row.state !== 'failed')
    throw new Problem('conflict', 'Cet import est déjà en cours ou terminé.');
}

/** Checks the mapping: known columns, each once, that the caller may write; and the right to update known records. */
function permit(plan: Plan, { mapping, duplicates, period }: Asked, heads: number, call: Call): void {
  const { of } = plan;
  const violations: Violation[] = [];
  if (!period && importKinds.find((kind) => kind.of === of)?.within)
    violations.push({ path: 'period', message: 'Choisissez la période de l’import' });
  const { view } = plan.readerFor(call);
  if (mapping.length !== heads) violations.push({ path: 'mapping', message: 'Une colonne par tête attendue' });
  for (const [index, path] of mapping.entries()) {
    if (path === null) continue;
    const column = importColumn(of, path);
    if (!column) violations.push({ path: `mapping.${index}`, message: 'Colonne inconnue' });
    else if (mapping.indexOf(path) !== index)
      violations.push({ path: `mapping.${index}`, message: `${column.label} : choisie deux fois` });
    const right = column ? missingForColumn(view, column) : null;
    if (right) throw new Problem('forbidden', missingRight(right), { right });
  }
  const needed = duplicates === 'update' ? of.grants.edit.agency : 'signedIn';
  const [right] = needed === undefined || needed === 'signedIn' ? [] : needed;
  if (right && !can(call.asker, needed as readonly Right[]))
    throw new Problem('forbidden', missingRight(right), { right });
  if (violations.length > 0) throw new Problem('invalid', violations[0]?.message ?? '', { violations });
}

const handlersOf = (plan: Plan): Handler[] => {
  const { of } = plan;
  const calls = importCallsOf(of);
  if (!calls) return [];
  return [
    handle(calls.start, async (call) => {
      const { db, input, context, caller, now, host } = call;
      const id = uuidv7(now.getTime());
      await db.query({
        name: 'start-import',
        text: `insert into imports (agency_id, id, entity, file_name, heads, row_count, user_id, author, acting_for, host, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        values: [
          context.agency,
          id,
          of.name,
          input.fileName,
          input.heads,
          input.rowCount,
          caller?.userId,
          caller?.name,
          caller?.acting?.name ?? null,
          host,
          now,
        ],
      });
      const remembered = await db.query<{ head: string; path: string }>({
        name: 'import-heads',
        text: 'select head, path from import_heads where entity = $1 and head = any ($2)',
        values: [of.name, input.heads.map(headOf)],
      });
      return {
        import: { id, state: 'draft' as const, done: 0, total: input.rowCount, outcome: null },
        remembered: Object.fromEntries(remembered.map(({ head, path }) => [head, path])),
      };
    }),

    handle(calls.send, async ({ db, params, input, context, services }) => {
      const row = await held(db, of.name, params.id);
      openOnly(row);
      const { piece, first, rows } = input;
      if (first + rows.length > row.row_count) throw new Problem('invalid', 'Plus de lignes que prévu');
      const length = rows.reduce((sum, cells) => sum + cells.reduce((more, cell) => more + cell.length, 0), 0);
      if (length > importLimits.pieceCharacters) throw new Problem('invalid', 'Morceau trop volumineux');
      const place = { agency: context.agency as string, id: row.id };
      await db.query({
        name: 'put-import-piece',
        text: `insert into import_pieces (agency_id, import_id, piece, first, row_count, content) values ($1, $2, $3, $4, $5, $6)
          on conflict (agency_id, import_id, piece) do update set first = excluded.first, row_count = excluded.row_count, content = excluded.content`,
        values: [
          place.agency,
          place.id,
          piece,
          first,
          rows.length,
          sealPiece(services.environment, place, piece, rows),
        ],
      });
    }),

    handle(calls.check, async (call) => {
      const row = await held(call.db, of.name, call.params.id);
      openOnly(row);
      permit(plan, call.input, row.heads.length, call);
      return { outcome: await attemptImport(plan, row, call.input, call, true) };
    }),

    handle(calls.run, async (call) => {
      const { db, params, input, context, services } = call;
      const row = await held(db, of.name, params.id);
      openOnly(row);
      permit(plan, input, row.heads.length, call);
      const [started] = await db.query<ImportRow & Record<string, unknown>>({
        name: 'queue-import',
        text: `update imports set state = 'queued', done = 0, outcome = null, starts = starts + 1, mapping = $2, duplicates = $3
          where id = $1 returning *`,
        values: [row.id, JSON.stringify(input.mapping), input.duplicates],
      });
      const heads = new Map(row.heads.map((head, index) => [headOf(head), input.mapping[index] ?? ignored]));
      heads.delete('');
      await db.query({
        name: 'remember-heads',
        text: `insert into import_heads (agency_id, entity, head, path) select $1, $2, g.head, g.path from unnest($3::text[], $4::text[]) g (head, path)
          on conflict (agency_id, entity, head) do update set path = excluded.path`,
        values: [context.agency, of.name, [...heads.keys()], [...heads.values()]],
      });
      await services.jobs.enqueue(
        importRun,
        [
          {
            key: `${row.id} ${started?.starts}`,
            data: {
              ...{ id: row.id, user: row.user_id, period: input.period },
              ...{ confirmed: input.confirmed, left: input.left, inactive: input.inactive },
            },
          },
        ],
        { db, agency: context.agency },
      );
      return { import: stateOf(started as ImportRow) };
    }),

    handle(calls.read, async ({ db, params }) => {
      const row = isUuid(params.id) ? await importRow(db, params.id, false) : null;
      if (row?.entity !== of.name) throw new Problem('missing', missingImport);
      return { import: stateOf(row) };
    }),
  ];
};

export const importHandlers = (extensions: Record<string, Extension>): Handler[] => {
  const names = new Set(importKinds.map(({ of }) => of.name));
  const plans = plansOf(allEntities, extensions).filter(({ of }) => names.has(of.name));
  return plans.flatMap(handlersOf);
};
