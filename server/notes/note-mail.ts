// The mails of a note. They do not contain the note: it is read after sign-in, where the reading is recorded.
import type { Mail } from '#server/mail/mailer.ts';

export interface NoteNews {
  id: string;
  title: string;
  mandatory: boolean;
}

export interface NoteReader {
  address: string;
  firstname: string;
  /** A collaborator may have an address and no account yet. */
  hasAccount: boolean;
}

export interface Place {
  /** Names of the agency and of the product. */
  agency: string;
  brand: string;
  url: string;
}

export function noteMail(to: NoteReader, note: NoteNews, isReminder: boolean, { agency, brand, url }: Place): Mail {
  return {
    to: to.address,
    subject: `${agency} : ${isReminder ? 'rappel, ' : ''}note d’information « ${note.title} »`,
    paragraphs: [
      `Bonjour ${to.firstname},`,
      isReminder
        ? `La note d’information « ${note.title} » vous attend toujours.`
        : `Une note d’information vous est adressée : « ${note.title} ».`,
      note.mandatory ? 'Merci de la lire et de confirmer que vous en avez pris connaissance.' : 'Merci de la lire.',
      ...(to.hasAccount ? [] : [`Pour la lire dans ${brand}, demandez à ${agency} de vous ouvrir un accès.`]),
    ],
    ...(to.hasAccount
      ? { action: { label: 'Lire la note', url: `${url}/#/my-information-notes?note=${note.id}` } }
      : {}),
  };
}
