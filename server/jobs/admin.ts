// Background jobs for platform staff.
import { listJobs, retryJob } from '#core/jobs/jobs.ts';
import { Problem } from '#core/kernel/problem.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { redactedMessage } from '#server/operations/redact.ts';
import { jobSchema } from './install.ts';
import type { Job } from './registry.ts';

interface Row {
  id: string;
  name: string;
  state: 'queued' | 'running' | 'failed';
  agency_id: string | null;
  agency_name: string | null;
  retry_count: number;
  retry_limit: number;
  created_on: Date;
  start_after: Date;
  started_on: Date | null;
  completed_on: Date | null;
  output: { message?: unknown; value?: { message?: unknown } } | null;
}

/** Only our jobs: names of the queue's internal jobs begin with `__`. */
const ours = `j.name not like '\\_\\_%'`;
const stateSql = `case j.state when 'active' then 'running' when 'failed' then 'failed' else 'queued' end`;
const shown = `j.state in ('created', 'retry', 'active', 'failed')`;

/** The queue's own messages about a dead worker. */
const known: Record<string, string> = {
  'job timed out': 'La tâche a dépassé son temps.',
  'job heartbeat timeout': 'Le serveur qui l’exécutait s’est arrêté.',
  'pg-boss shut down while active': 'Le serveur s’est arrêté avant la fin.',
};

function errorOf(output: Row['output']): string | null {
  const message = output?.message ?? output?.value?.message;
  if (typeof message !== 'string') return null;
  return known[message] ?? redactedMessage(message);
}

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

export const jobHandlers = (all: () => readonly Job[]): Handler[] => [
  handle(listJobs, async ({ services, input }) => {
    const { platform } = services.database;
    const labels = new Map(all().map(({ name, options }) => [name, options.label]));
    const [list, counted] = await Promise.all([
      platform.query<Row>(
        `select j.id, j.name, ${stateSql} as state, a.id as agency_id, a.name as agency_name, j.retry_count, j.retry_limit,
            j.created_on, j.start_after, j.started_on, j.completed_on, j.output
          from ${jobSchema}.job j left join agencies a on a.id::text = j.group_id
          where ${ours} and ${shown} and ${stateSql} = $1
          order by coalesce(j.completed_on, j.started_on, j.created_on) desc, j.id limit $2 offset $3`,
        [input.state, input.limit, (input.page - 1) * input.limit],
      ),
      platform.query<{ state: Row['state']; count: number }>(
        `select ${stateSql} as state, count(*)::integer as count from ${jobSchema}.job j where ${ours} and ${shown} group by 1`,
      ),
    ]);
    const counts = { queued: 0, running: 0, failed: 0 };
    for (const { state, count } of counted.rows) counts[state] = count;
    return {
      jobs: list.rows.map((row) => ({
        id: row.id,
        name: row.name,
        label: labels.get(row.name) ?? row.name,
        state: row.state,
        agency: row.agency_id === null ? null : { id: row.agency_id, name: row.agency_name ?? '' },
        // A job that has not started has no attempts.
        attempts: row.started_on === null ? 0 : row.retry_count + 1,
        most: row.retry_limit + 1,
        createdAt: row.created_on.toISOString(),
        dueAt: row.start_after.toISOString(),
        startedAt: iso(row.started_on),
        endedAt: iso(row.completed_on),
        error: errorOf(row.output),
      })),
      filtered: counts[input.state],
      counts,
    };
  }),

  handle(retryJob, async (call) => {
    const { database, jobs } = call.services;
    const { id } = call.params;
    await database.platformTransaction(async (db) => {
      const [row] = isUuid(id)
        ? await db.query<{ name: string; state: string }>({
            text: `select j.name, j.state::text as state from ${jobSchema}.job j where j.id = $1 and ${ours} for update`,
            values: [id],
          })
        : [];
      if (!row) throw new Problem('missing', 'Tâche introuvable');
      if (row.state !== 'failed') throw new Problem('conflict', 'Cette tâche n’est plus en échec.');
      await jobs.boss.retry(row.name, id, {
        db: { executeSql: async (text, values = []) => ({ rows: await db.query({ text, values }) }) },
      });
      await db.query({ text: `update ${jobSchema}.job set start_after = now() where id = $1`, values: [id] });
      await writePlatformAudit(db, call, { entity: 'job', id, action: 'retry' });
    });
    call.afterCommit(async () => jobs.wake());
  }),
];
