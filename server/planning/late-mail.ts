// One mail per recipient for all services that became late in the same minute; each service is reported once.
import type { Mail } from '#server/mail/mailer.ts';

export interface LateService {
  reference: string;
  postTitle: string | null;
  site: string;
  startTime: string;
  /** Null: nobody is planned. */
  agents: string | null;
}

/** More services are for the screen, not for a mail. */
const most = 40;

const sentence = ({ reference, postTitle, site, startTime, agents }: LateService): string =>
  `• ${site}${postTitle ? `, ${postTitle}` : ''} : prévu à ${startTime}, ${agents ?? 'sans collaborateur'} (${reference}).`;

export function lateMail(
  to: { address: string; name: string },
  late: readonly LateService[],
  place: { agency: string; url: string },
): Mail {
  const several = late.length > 1;
  const rest = late.length - most;
  return {
    to: to.address,
    subject: `${place.agency} : ${several ? `${late.length} services en retard` : 'un service en retard'}`,
    paragraphs: [
      `Bonjour ${to.name},`,
      several ? 'Ces services n’ont pas commencé à l’heure.' : 'Ce service n’a pas commencé à l’heure.',
      ...late.slice(0, most).map(sentence),
      ...(rest > 0 ? [`… et ${rest} de plus, dans la liste.`] : []),
    ],
    action: { label: 'Voir les services', url: `${place.url}/#/adminServices` },
  };
}
