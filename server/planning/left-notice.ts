// « Votre agence en est prévenue »: nobody holds the post of somebody who left until the agency acts.
import { endedEarlyService, interruptedService } from '#core/planning/notifications.ts';
import { subjectOf } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Notice, notify } from '#server/notifications/notify.ts';
import { momentWords } from './late-notice.ts';

interface Left extends Record<string, unknown> {
  reference: string;
  postTitle: string | null;
  site: string | null;
  /** With their day, if it is not today: a phone may send it days later. */
  end: string;
}

const kinds = {
  serviceInterrupted: { kind: interruptedService, title: 'Service interrompu', left: 'a interrompu son service' },
  serviceStoppedEarly: {
    kind: endedEarlyService,
    title: 'Service terminé avant l’heure',
    left: 'a terminé son service',
  },
} as const;

export async function notifyLeft(id: string, event: keyof typeof kinds, at: Date, call: Call): Promise<void> {
  const { kind, title, left } = kinds[event];
  const [service] = await call.db.query<Left & { at: string }>({
    name: 'left-service',
    text: `select s.reference, s.post_title as "postTitle", i.name as site, ${momentWords('s.end_at', '$3', 'a.time_zone')} as end,
        ${momentWords('$2', '$3', 'a.time_zone')} as at
      from services s join agencies a on a.id = s.agency_id left join sites i on i.agency_id = s.agency_id and i.id = s.site_id
      where s.agency_id = app_agency() and s.id = $1`,
    values: [id, at, call.now],
  });
  if (!service) return;
  const { site, postTitle, reference, end } = service;
  const text = `${subjectOf(call)} ${left} ${service.at} : ${[site, postTitle].filter(Boolean).join(', ')} (${reference}), dont la fin était prévue ${end}.`;
  const notice: Notice = {
    to: 'holders',
    event: `${id} ${at.toISOString()}`,
    title,
    text,
    link: `/adminServices?open=${id}`,
    action: 'Voir le service',
  };
  await notify(call.db, kind, [notice], call);
}
