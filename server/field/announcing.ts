// Tells the planners that an event of the field waits for their decision. One notification per service, or per device
// without one that exists, not per event.
import { keptEventReceived } from '#core/field/notifications.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';
import { notify, settleAll } from '#server/notifications/notify.ts';
import { asAgency } from '#server/planning/lifecycle-writing.ts';
import type { Receivers } from './applying.ts';

type Named = Pick<Arrived, 'service' | 'device'>;

/** Invented services are no subjects: a flood of them is one notification. */
async function subjectOf({ service, device }: Named, { db }: Pick<Call, 'db'>): Promise<string> {
  const found =
    service === null
      ? []
      : await db.query({
          name: 'kept-service',
          text: 'select from services where agency_id = app_agency() and id = $1',
          values: [service],
        });
  return found.length > 0 ? (service as string) : device;
}

export const announceKept = (event: Arrived, reason: string, call: Call, receivers: Receivers): Promise<void> =>
  asAgency(call, async (whole) => {
    const label = receivers.get(event.type)?.message.label ?? event.type;
    const notice = {
      to: 'holders' as const,
      event: await subjectOf(event, whole),
      title: 'À vérifier : transmis par un téléphone',
      text: `${call.caller?.name ?? 'Un collaborateur'} : ${label}. ${reason}`,
      link: '/keptEvents',
      action: 'Décider',
    };
    await notify(whole.db, keptEventReceived, [notice], whole);
  });

/** Nobody is still asked, once nothing of this service waits. */
export async function settleKept(event: Named, { db, now }: Call): Promise<void> {
  const subject = await subjectOf(event, { db });
  const [left] = await db.query({
    name: 'kept-left',
    text: `select from field_events e where e.agency_id = app_agency() and e.outcome = 'kept' and e.settlement is null
      and case when $1 then e.service_id = $2 else e.device_id = $2
        and not exists (select from services s where s.agency_id = e.agency_id and s.id = e.service_id) end limit 1`,
    values: [subject !== event.device, subject],
  });
  if (!left) await settleAll(db, keptEventReceived, [subject], now);
}
