// Tells the planners that an event of the field waits for their decision. One notification per service, or per device
// without one, not per event.
import { keptEventReceived } from '#core/field/notifications.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';
import { notify, settleAll } from '#server/notifications/notify.ts';
import { asAgency } from '#server/planning/lifecycle-writing.ts';
import type { Receivers } from './applying.ts';

const subjectOf = ({ service, device }: Pick<Arrived, 'service' | 'device'>): string => service ?? device;

export const announceKept = (event: Arrived, reason: string, call: Call, receivers: Receivers): Promise<void> =>
  asAgency(call, async (whole) => {
    const label = receivers.get(event.type)?.message.label ?? event.type;
    const notice = {
      to: 'holders' as const,
      event: subjectOf(event),
      title: 'À vérifier : transmis par un téléphone',
      text: `${call.caller?.name ?? 'Un collaborateur'} : ${label}. ${reason}`,
      link: '/keptEvents',
      action: 'Décider',
    };
    await notify(whole.db, keptEventReceived, [notice], whole);
  });

/** Nobody is still asked, once nothing of this service waits. */
export async function settleKept(event: Pick<Arrived, 'service' | 'device'>, { db, now }: Call): Promise<void> {
  const [left] = await db.query({
    name: 'kept-left',
    text: `select from field_events where agency_id = app_agency() and service_id is not distinct from $1 and ($1::uuid is not null or device_id = $2) and outcome = 'kept' and settlement is null limit 1`,
    values: [event.service, event.device],
  });
  if (!left) await settleAll(db, keptEventReceived, [subjectOf(event)], now);
}
