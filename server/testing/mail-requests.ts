// Valid requests of the calls about e-mails and jobs.
import type { Line, Setting } from './requests.ts';

/** A mail of the setting's agency, without attachments. */
async function mailOf({ world, where }: Setting): Promise<string> {
  const { id } = where === 'foreign' ? world.otherAgency : world.agency;
  const [mail] = await world.sql<{ id: string }>(
    `insert into emails (agency_id, id, recipients, pending, subject, content, state, reason)
      values ($1, gen_random_uuid(), array['a@b.fr'], '{}', 'Bonjour', $2, 'sent', 'test') returning id`,
    [id, JSON.stringify({ words: { paragraphs: ['Mot'] }, action: null, personal: false })],
  );
  return mail?.id as string;
}

const ofMail: Line = {
  others: ['foreign'],
  request: async (setting) => ({ params: { id: await mailOf(setting) } }),
};

export const mailLines: Record<string, Line> = {
  sendEmail: {
    request: ({ world, person }) => ({
      input: { from: (person ?? world.people.owner).email, to: ['a@exemple.fr'], subject: 'Bonjour' },
    }),
  },
  readMailWords: { request: () => ({ input: { kind: 'document' } }) },
  listJobs: { request: () => ({ input: {} }) },
  retryJob: {
    request: async ({ world }) => {
      const [job] = await world.sql<{ id: string }>(
        `insert into jobs.job_common (name, state, completed_on) values ('applyRetention', 'failed', now()) returning id`,
      );
      return { params: { id: job?.id as string } };
    },
  },
  readEmailContent: ofMail,
  listEmailAttachments: ofMail,
};
