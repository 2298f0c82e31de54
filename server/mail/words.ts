// Reads the agency's own words of a kind of mail.
import { type MailKind, mailKinds, type OwnWords } from '#core/mail/words.ts';
import type { Db } from '#server/db/database.ts';

export interface AgencyWords extends OwnWords {
  agency: string;
}

/** Also for a caller without the agency's rows, such as a signatory: by its id. */
export async function agencyWords(db: Db, agency: string, kind: MailKind): Promise<AgencyWords> {
  const { prefix } = mailKinds[kind];
  const [row] = await db.query<AgencyWords & Record<string, unknown>>({
    name: `mail-words-${prefix}`,
    text: `select g.name as agency, g.${prefix}_subject as subject, g.${prefix}_message as message from agencies g where g.id = $1`,
    values: [agency],
  });
  return row ?? { agency: '', subject: null, message: null };
}
