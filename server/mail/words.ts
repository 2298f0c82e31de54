// Reads the agency's own words of a kind of mail.
import { type MailKind, mailKinds, type OwnWords } from '#core/mail/words.ts';
import type { Db } from '#server/db/database.ts';

export interface AgencyWords extends OwnWords {
  agency: string;
  /** On its clock. */
  today: string;
}

/** Also for a caller without the agency's rows, such as a signatory: by its id. */
export async function agencyWords(db: Db, agency: string, kind: MailKind): Promise<AgencyWords> {
  const { prefix } = mailKinds[kind];
  const [row] = await db.query<AgencyWords & Record<string, unknown>>({
    name: `mail-words-${prefix}`,
    text: `select g.name as agency, (now() at time zone g.time_zone)::date::text as today, g.${prefix}_subject as subject, g.${prefix}_message as message from agencies g where g.id = $1`,
    values: [agency],
  });
  return row ?? { agency: '', today: new Date().toISOString().slice(0, 10), subject: null, message: null };
}
