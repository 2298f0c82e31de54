// Creates missing jobs of waiting mails: a restored backup contains the mails but not the queue.
import { byClock, job } from '#server/jobs/registry.ts';
import { sendMail } from './send.ts';

export const findLostMails = job(
  'findLostMails',
  byClock,
  { label: 'E-mails en attente remis en file', cron: { at: '*/10 * * * *', of: 'platform' } },
  async (_, { database, jobs }) => {
    await database.platformTransaction(async (db) => {
      const waiting = await db.query<{ agency: string | null; ids: string[] }>({
        text: `select agency, array_agg(id) as ids from (
            select agency_id as agency, id from emails where state in ('queued', 'deferred') and created_at < now() - interval '10 minutes'
            union all
            select null, id from platform_emails where state in ('queued', 'deferred') and created_at < now() - interval '10 minutes'
          ) lost group by agency`,
      });
      // The queue ignores the key of an existing job.
      for (const { agency, ids } of waiting)
        await jobs.enqueue(
          sendMail,
          ids.map((id) => ({ key: id, data: { id } })),
          { db, agency },
        );
    });
  },
);
