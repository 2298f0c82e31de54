// Tells the planners that events of the field wait for their decision: once per service, or per device without one that
// exists, until they have decided.
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

/** The event of the subject that waits the longest. */
async function firstWaiting(subject: string, { device }: Named, { db }: Pick<Call, 'db'>): Promise<string | null> {
  const [first] = await db.query<{ id: string }>({
    name: 'first-kept',
    text: `select e.id from field_events e where e.agency_id = app_agency() and e.outcome = 'kept' and e.settlement is null
      and case when $1 then e.service_id = $2 else e.device_id = $2
        and not exists (select from services s where s.agency_id = e.agency_id and s.id = e.service_id) end
      order by e.received_at, e.device_id, e.rank limit 1`,
    values: [subject !== device, subject],
  });
  return first?.id ?? null;
}

export const announceKept = (event: Arrived, reason: string, call: Call, receivers: Receivers): Promise<void> =>
  asAgency(call, async (whole) => {
    const subject = await subjectOf(event, whole);
    const first = await firstWaiting(subject, event, whole);
    const label = receivers.get(event.type)?.message.label ?? event.type;
    const notice = {
      to: 'holders' as const,
      // What comes after a decision is told again.
      event: first === null ? subject : `${subject} ${first}`,
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
  if ((await firstWaiting(subject, event, { db })) === null) await settleAll(db, keptEventReceived, [subject], now);
}
