// « Votre agence en est prévenue »: nobody holds an interrupted post until the agency acts.
import { interruptedService } from '#core/planning/notifications.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Notice, notify } from '#server/notifications/notify.ts';

interface Interrupted extends Record<string, unknown> {
  reference: string;
  postTitle: string | null;
  site: string | null;
  endTime: string;
}

/** Only for a step on the agent's own path: the desk knows what it did itself. */
export async function notifyInterruption(id: string, at: Date, call: Call): Promise<void> {
  const [service] = await call.db.query<Interrupted & { at: string }>({
    name: 'interrupted-service',
    text: `select s.reference, s.post_title as "postTitle", i.name as site, to_char(s.end_at at time zone a.time_zone, 'HH24:MI') as "endTime",
        to_char($2::timestamptz at time zone a.time_zone, 'HH24:MI') as at
      from services s join agencies a on a.id = s.agency_id left join sites i on i.agency_id = s.agency_id and i.id = s.site_id
      where s.agency_id = app_agency() and s.id = $1`,
    values: [id, at],
  });
  if (!service) return;
  const { site, postTitle, reference, endTime } = service;
  const text = `${call.caller?.name ?? ''} a interrompu son service à ${service.at} : ${[site, postTitle].filter(Boolean).join(', ')} (${reference}), prévu jusqu’à ${endTime}.`;
  const notice: Notice = {
    to: 'holders',
    event: `${id} ${at.toISOString()}`,
    title: 'Service interrompu',
    text,
    link: '/supervision',
    action: 'Voir la supervision',
  };
  await notify(call.db, interruptedService, [notice], call);
}
