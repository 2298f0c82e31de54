// Runs an import: a dry run that is rolled back, or a job that may die and run again.
import pg from 'pg';
import * as z from 'zod';
import { Agent } from '#core/agents/agent.ts';
import { accountsLeft, accountsRefused } from '#core/agents/quota.ts';
import { allEntities } from '#core/entities.ts';
import { type ImportOutcome, type ImportState, importPeriod } from '#core/imports/imports.ts';
import { Problem } from '#core/kernel/problem.ts';
import { otherCodes, type PlanningError } from '#core/planning/calls.ts';
import { holdQuota, pricingOf } from '#server/agents/quota.ts';
import { type Context, nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, type Job, job } from '#server/jobs/registry.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Caller, Services } from '#server/kernel/call.ts';
import { plansOf } from '#server/kernel/listing.ts';
import type { Extension, Plan } from '#server/kernel/plan.ts';
import { problemOf } from '#server/kernel/problems.ts';
import type { Writing } from '#server/kernel/save.ts';
import { rowsOf } from './pieces.ts';
import { type Asked, mostReported, type Prepared, readRows } from './reading.ts';
import { writeRows } from './writing.ts';

export interface ImportRow {
  id: string;
  entity: string;
  file_name: string;
  heads: string[];
  row_count: number;
  mapping: (string | null)[] | null;
  duplicates: Asked['duplicates'] | null;
  state: ImportState['state'];
  done: number;
  starts: number;
  outcome: ImportOutcome | null;
  user_id: string;
  author: string;
  acting_for: string | null;
}

export async function importRow(db: Db, id: string, lock: boolean): Promise<ImportRow | null> {
  const [row] = await db.query<ImportRow & Record<string, unknown>>({
    name: lock ? 'import-locked' : 'import',
    text: `select * from imports where id = $1${lock ? ' for update' : ''}`,
    values: [id],
  });
  return row ?? null;
}

export const stateOf = ({ id, state, done, row_count, outcome }: ImportRow): ImportState => ({
  id,
  state,
  done,
  total: row_count,
  outcome,
});

const quiet = async (): Promise<void> => {};

/** A refusal of the database although every row passed: nothing is written. */
const refusedBy = (error: unknown): Problem | null =>
  error instanceof Problem || error instanceof pg.DatabaseError ? problemOf(error) : null;

const withProblem = (outcome: ImportOutcome, { message, details }: Problem): ImportOutcome => ({
  ...outcome,
  problemCount: outcome.problemCount + 1,
  problems: [
    ...outcome.problems,
    {
      row: null,
      cell: null,
      message: [message, ...(details.violations ?? []).map((one) => `${one.path} : ${one.message}`)].join(' — '),
      reason: null,
    },
  ],
});

/** The findings of the planning checks, each at its row (core/planning/calls.ts). */
function planningProblems({ details }: Problem, prepared: readonly { row: number }[]): ImportOutcome | null {
  const errors = (details as { errors?: readonly PlanningError[] }).errors;
  if (!errors || errors.length === 0) return null;
  return {
    ...nothing(0),
    problemCount: errors.length,
    problems: errors.slice(0, mostReported).map(({ index, agent, message }) => ({
      row: index === null ? null : (prepared[index]?.row ?? null),
      cell: null,
      message: agent ? `${agent.name} : ${message}` : message,
      reason: null,
    })),
    // A file has no place for the consent of each agent (art. 7.07.3).
    confirmable: errors.every(({ level, code }) => level === 1 && code !== otherCodes.shortNotice),
  };
}

/** New collaborators beyond the licences are inactive, if asked. Answers how many accounts are left if they do not suffice. */
async function placeAccounts(prepared: readonly Prepared[], { inactive }: Asked, db: Db): Promise<number | undefined> {
  const created = prepared.filter(({ pending }) => pending.current === null);
  await holdQuota(db);
  const left = accountsLeft(await pricingOf(db));
  const covered = inactive === 'all' ? 0 : (left ?? created.length);
  if (inactive) for (const { pending } of created.slice(covered)) pending.willActivate = false;
  return inactive || left === null || left >= created.length ? undefined : left;
}

const notCovered = (left: number, { created }: ImportOutcome): Pick<ImportOutcome, 'problemCount' | 'problems'> => ({
  problemCount: 1,
  problems: [{ row: null, cell: null, message: accountsRefused(left, created).message, reason: null }],
});

/** All rows or none. `dry`: checks everything, writes nothing. */
export async function attemptImport(
  plan: Plan,
  row: ImportRow,
  asked: Asked,
  call: Writing,
  dry: boolean,
  progress: (done: number) => Promise<void> = quiet,
): Promise<ImportOutcome> {
  const { db, context, services } = call;
  const place = { agency: context.agency as string, id: row.id };
  const rows = await rowsOf(db, services.environment, place, row.row_count);
  const { prepared, outcome } = await readRows(plan, rows, asked, call);
  if (outcome.problemCount > 0) return outcome;
  const accounts = plan.of === Agent ? await placeAccounts(prepared, asked, db) : undefined;
  if (accounts !== undefined && dry) return { ...outcome, ...notCovered(accounts, outcome), accountsLeft: accounts };
  // Reading and checking is half of the work.
  const half = row.row_count / 2;
  await progress(half);
  if (dry) await db.query({ text: 'savepoint attempt' });
  try {
    await writeRows(plan, prepared, call, (written) =>
      progress(Math.floor(half + (half * written) / Math.max(1, prepared.length))),
    );
  } catch (error) {
    const refused = dry ? refusedBy(error) : null;
    if (!refused) throw error;
    await db.query({ text: 'rollback to savepoint attempt' });
    const found = planningProblems(refused, prepared);
    if (found) {
      const { problemCount, problems, confirmable } = found;
      return { ...outcome, problemCount, problems, confirmable };
    }
    return withProblem(outcome, refused);
  }
  if (dry) await db.query({ text: 'rollback to savepoint attempt' });
  return outcome;
}

/** Least milliseconds between two progress reports: each one is a transaction. */
const reportPause = 250;

function progressReporter(services: Services, context: Context, id: string): (done: number) => Promise<void> {
  let last = 0;
  return async (done) => {
    if (Date.now() - last < reportPause) return;
    last = Date.now();
    await services.database.transaction(context, (db) =>
      db.query({
        name: 'report-import',
        text: `update imports set state = 'running', done = $2 where id = $1 and state in ('queued', 'running')`,
        values: [id, Math.floor(done)],
      }),
    );
  };
}

/** The rights of the author were checked when he started the import. */
const noRights: Writing['asker'] = { platform: null, profile: null };

/** The job acts for the person who started the import. */
const callerOf = ({ user_id, author, acting_for }: ImportRow): Caller => ({
  userId: user_id,
  sessionId: '',
  name: author,
  platform: null,
  mustEnrol: false,
  profiles: [],
  acting: acting_for === null ? null : ({ name: acting_for } as NonNullable<Caller['acting']>),
});

const settle = async (
  db: Db,
  id: string,
  state: 'done' | 'failed',
  outcome: ImportOutcome,
  now: Date,
): Promise<void> => {
  await db.query({
    name: 'settle-import',
    text: `update imports set state = $2, outcome = $3, settled_at = $4, done = case when $2 = 'done' then row_count else 0 end where id = $1`,
    values: [id, state, JSON.stringify(outcome), now],
  });
};

const nothing = (total: number): ImportOutcome => ({
  total,
  created: 0,
  updated: 0,
  skipped: 0,
  problemCount: 0,
  problems: [],
  known: [],
});

async function runOne(
  plans: readonly Plan[],
  { id, period, confirmed, left, inactive }: Omit<z.output<typeof importRun.schema>, 'user'>,
  context: Context,
  services: Services,
): Promise<void> {
  const now = new Date();
  await services.database.transaction(context, async (db) => {
    // An advisory lock: a row lock would block the progress reports.
    await db.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`import ${id}`] });
    const row = await importRow(db, id, false);
    // Finished by a process that died before reporting it, or cancelled by its author.
    if (!row?.mapping || !row.duplicates || (row.state !== 'queued' && row.state !== 'running')) return;
    const plan = plans.find(({ of }) => of.name === row.entity) as Plan;
    const by: Writing = { caller: callerOf(row), asker: noRights, context, now, services, db };
    const asked = { mapping: row.mapping, duplicates: row.duplicates, period, confirmed, left, inactive };
    const outcome = await attemptImport(plan, row, asked, by, false, progressReporter(services, context, id));
    if (outcome.problemCount > 0) return settle(db, id, 'failed', outcome, now);
    const { created, updated, skipped } = outcome;
    await writeAudit(db, by, {
      entity: 'import',
      id,
      action: 'import',
      changes: Object.fromEntries(
        Object.entries({ entity: row.entity, fileName: row.file_name, created, updated, skipped }).map(
          ([name, after]) => [name, { before: null, after }],
        ),
      ),
    });
    await db.query({ name: 'forget-pieces', text: 'delete from import_pieces where import_id = $1', values: [id] });
    await settle(db, id, 'done', outcome, now);
  });
}

/** To enqueue an import; the job itself needs the plans. */
export const importRun = {
  name: 'runImport',
  schema: z.object({
    id: z.uuid(),
    user: z.uuid(),
    period: importPeriod.optional(),
    confirmed: z.boolean().optional(),
    left: z.array(z.int()).optional(),
    inactive: z.enum(['others', 'all']).optional(),
  }),
};

const runImport = (plans: readonly Plan[]): Job =>
  job(
    importRun.name,
    importRun.schema,
    { label: 'Import d’un fichier', retries: 3, wait: 5 },
    async ({ user, ...asked }, services, { agency, isLast }) => {
      const { id } = asked;
      const context: Context = { ...nobody, agency, user };
      try {
        await runOne(plans, asked, context, services);
      } catch (error) {
        const refused = refusedBy(error);
        // A conflict may be gone next time; a refused value will be refused again.
        if ((!refused || refused.kind === 'conflict') && !isLast) throw error;
        await services.database.transaction(context, async (db) => {
          const row = await importRow(db, id, true);
          if (!row || row.state === 'done') return;
          const problem = refused ?? new Problem('conflict', 'L’import n’a pas abouti : rien n’a été enregistré.');
          await settle(db, id, 'failed', withProblem(nothing(row.row_count), problem), new Date());
        });
        if (!refused) throw error;
      }
    },
  );

/** Rows of a file are kept for a day, its outcome for a month. */
const forgetImports = job(
  'forgetImports',
  byClock,
  { label: 'Fichiers d’import oubliés', cron: { at: '20 3 * * *', of: 'platform' } },
  async (_, { database }) => {
    await database.platform.query(`delete from import_pieces p using imports i
      where i.agency_id = p.agency_id and i.id = p.import_id and i.created_at < now() - interval '1 day' and i.state not in ('queued', 'running')`);
    await database.platform.query(`delete from imports where created_at < now() - interval '30 days'`);
  },
);

export const importJobs = (extensions: Record<string, Extension>): readonly Job[] => [
  runImport(plansOf(allEntities, extensions)),
  forgetImports,
];
