// What a person is told about a note. It does not contain the note: it is read after sign-in, where the reading is recorded.
import type { Notice } from '#server/notifications/notify.ts';

export interface NoteNews {
  id: string;
  title: string;
  mandatory: boolean;
}

/** `day` of a reminder: a person is reminded at most once a day. */
export function noteNotice(
  { id, title, mandatory }: NoteNews,
  agents: readonly string[],
  { day, byMail }: { day: string | null; byMail: boolean },
): Notice {
  const link = `/my-information-notes?note=${id}`;
  const text = mandatory ? 'Merci de la lire et de confirmer que vous en avez pris connaissance.' : 'Merci de la lire.';
  return {
    to: { agents },
    event: day === null ? id : `${id} ${day}`,
    title: `${day === null ? 'Note' : 'Rappel, note'} d’information « ${title} »`,
    text,
    link,
    mail: byMail
      ? (to, { agency, brand, url }) => ({
          to: to.address,
          subject: `${agency} : ${day === null ? '' : 'rappel, '}note d’information « ${title} »`,
          paragraphs: [
            `Bonjour ${to.firstname},`,
            day === null
              ? `Une note d’information vous est adressée : « ${title} ».`
              : `La note d’information « ${title} » vous attend toujours.`,
            text,
            ...(to.hasAccount ? [] : [`Pour la lire dans ${brand}, demandez à ${agency} de vous ouvrir un accès.`]),
          ],
          ...(to.hasAccount ? { action: { label: 'Lire la note', url: `${url}/#${link}` } } : {}),
        })
      : null,
  };
}
