// One notification per planner for all services that became late in the same minute; each service is reported once.
import type { Notice } from '#server/notifications/notify.ts';

/** SQL of « à 22:00 », with its day if that is not today. */
export const momentWords = (at: string, now: string, zone: string): string =>
  `to_char(${at}::timestamptz at time zone ${zone}, case when (${at}::timestamptz at time zone ${zone})::date = (${now}::timestamptz at time zone ${zone})::date
    then '"à" HH24:MI' else '"le" DD/MM/YYYY "à" HH24:MI' end)`;

export interface LateService {
  id: string;
  reference: string;
  postTitle: string | null;
  site: string;
  /** « à 22:00 », « le 12/11/2026 à 22:00 » */
  start: string;
  /** Null: nobody is planned. */
  agents: string | null;
}

/** More services are for the screen, not for a mail. */
const most = 40;

const sentence = ({ reference, postTitle, site, start, agents }: LateService): string =>
  `• ${site}${postTitle ? `, ${postTitle}` : ''} : prévu ${start}, ${agents ?? 'sans collaborateur'} (${reference}).`;

/** For all services of one agency that became late in the same minute. */
export function lateNotice(late: readonly LateService[], now: Date): Notice {
  const several = late.length > 1;
  const title = several ? `${late.length} services en retard` : 'Un service en retard';
  const rest = late.length - most;
  const lines = [
    several ? 'Ces services n’ont pas commencé à l’heure.' : 'Ce service n’a pas commencé à l’heure.',
    ...late.slice(0, most).map(sentence),
    ...(rest > 0 ? [`… et ${rest} de plus, dans la liste.`] : []),
  ];
  return {
    to: 'holders',
    event: `${now.toISOString()} ${late[0]?.reference}`,
    title,
    text: lines.join('\n'),
    link: several ? '/adminServices' : `/adminServices?open=${late[0]?.id}`,
    action: several ? 'Voir les services' : 'Voir le service',
  };
}
