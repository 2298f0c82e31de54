// « Votre agence en est prévenue »: nobody holds an interrupted post until the agency acts.
import type { Call } from '#server/kernel/call.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { notifyPlanners, type Place, type Recipient } from './planners.ts';

interface Interrupted extends Record<string, unknown> {
  reference: string;
  postTitle: string | null;
  site: string | null;
  endTime: string;
}

const interruptedMail = (
  to: Recipient,
  service: Interrupted,
  interruption: { agent: string; at: string },
  place: Place,
): Mail => ({
  to: to.address,
  subject: `${place.agency} : service interrompu`,
  paragraphs: [
    `Bonjour ${to.name},`,
    `${interruption.agent} a interrompu son service à ${interruption.at} : ${[service.site, service.postTitle].filter(Boolean).join(', ')} (${service.reference}), prévu jusqu’à ${service.endTime}.`,
  ],
  action: { label: 'Voir la supervision', url: `${place.url}/#/supervision` },
});

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
  const interruption = { agent: call.caller?.name ?? '', at: service.at };
  await notifyPlanners('interruptedService', (to, place) => interruptedMail(to, service, interruption, place), call);
}
