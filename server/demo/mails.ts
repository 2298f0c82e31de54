// The mails of a demo agency: its invoices of the last four months, and what became of each.
import { sendEmail } from '#core/mail/email.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';

/** As if a provider told: most are opened, one in three waits, one in five comes back. */
export async function insertMails(db: Db, { agency }: DemoAgency, now: Date): Promise<void> {
  await db.query({
    text: `with sent as materialized (select i.id as invoice, i.number, i.sent_at, c.email, gen_random_uuid() as id,
          row_number() over (order by i.sent_at, i.number) as n
        from invoices i join customers c on c.agency_id = i.agency_id and c.id = i.customer_id
        where i.agency_id = $1 and i.sent and i.sent_at between $2::timestamptz - interval '120 days' and $2 and c.email is not null),
      mails as (insert into emails (agency_id, id, sender_name, sender, recipients, pending, subject, content, state, author, reason, created_at, settled_at)
        select $1, id, $3, $4, array[email], '{}', 'Votre facture ' || $3 || ' - ' || number,
          jsonb_build_object('words', jsonb_build_object('paragraphs', jsonb_build_array('Bonjour,',
            'Veuillez trouver ci-joint votre facture ' || number || '.', 'Cordialement,')), 'action', null, 'personal', true),
          case when n % 5 = 0 then 'failed' else 'sent' end, 'Hélène Marchand', $5, sent_at, sent_at + interval '2 seconds' from sent)
      insert into email_events (agency_id, id, email_id, event, date, email_subject, email, created_at)
      select $1, gen_random_uuid(), s.id, e.event, least(s.sent_at + e.after, $2), 'Votre facture ' || $3 || ' - ' || s.number, s.email, least(s.sent_at + e.after, $2)
      from sent s join (values ('request', interval '1 second', 1, 0), ('sent', interval '2 seconds', 1, 5), ('hard_bounce', interval '5 seconds', 5, 0),
        ('deferred', interval '3 seconds', 3, 5), ('delivered', interval '4 minutes', 1, 5), ('unique_opened', interval '3 hours', 2, 5)) e (event, after, every, never)
        on s.n % e.every = 0 and (e.never = 0 or s.n % e.never <> 0) and s.sent_at + e.after <= $2`,
    values: [agency.id, now, agency.name, agency.email, sendEmail.name],
  });
}
