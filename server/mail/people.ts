import { type Held, nobodys } from '#server/privacy/personal.ts';

const wiped = 'Contenu effacé';
const someone = 'efface@invalid';
const to = (column: string): string =>
  `update emails t set ${column} = (select coalesce(array_agg(case when a = any (:addresses) then '${someone}' else a end), '{}') from unnest(t.${column}) a)
    where t.agency_id = any (:agencies) and t.${column} && :addresses`;

export const mailPeople: Held = {
  emails: {
    label: 'E-mails échangés avec l’agence',
    where: 't.recipients && :addresses or t.cc && :addresses or t.bcc && :addresses or t.user_id = any (:users)',
    hides: ['sealed', 'pending'],
    fate: {
      erase: [
        // Mails sent only to this person are deleted completely.
        `delete from email_attachments t using emails e where e.agency_id = t.agency_id and e.id = t.email_id and t.agency_id = any (:agencies)
          and e.recipients || e.cc || e.bcc <@ :addresses`,
        `update email_events v set email_subject = '${wiped}' from emails e where e.agency_id = v.agency_id and e.id = v.email_id
          and v.agency_id = any (:agencies) and e.recipients || e.cc || e.bcc <@ :addresses`,
        `update emails t set content = null, sealed = null, subject = '${wiped}', pending = '{}',
            state = case when t.state in ('queued', 'deferred') then 'failed' else t.state end
          where t.agency_id = any (:agencies) and t.recipients || t.cc || t.bcc <@ :addresses`,
        'update emails t set pending = array(select a from unnest(t.pending) a where a <> all (:addresses)) where t.agency_id = any (:agencies) and t.pending && :addresses',
        to('recipients'),
        to('cc'),
        to('bcc'),
        `update emails t set author = :name, user_id = null, sender_name = :name, sender = null where t.agency_id = any (:agencies) and t.user_id = any (:users)`,
      ],
    },
  },
  email_events: {
    label: 'Suivi des e-mails',
    where: 't.email = any (:addresses)',
    fate: {
      erase: [
        `update email_events t set email = '${someone}' where t.agency_id = any (:agencies) and t.email = any (:addresses)`,
      ],
    },
  },
  platform_emails: {
    label: 'E-mails du compte',
    where: 't.recipients && :addresses',
    account: true,
    hides: ['sealed', 'pending'],
    fate: { erase: ['delete from platform_emails t where t.recipients && :addresses'] },
  },
  ...nobodys({ email_attachments: 'fichiers des e-mails, qui suivent ceux-ci' }),
};
