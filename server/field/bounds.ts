// How much of a device is kept for the agency in a day. What is refused stays on the device and is sent the next day:
// nothing is lost, and an invented flood does not fill the database. An alarm is never refused.
import { Problem } from '#core/kernel/problem.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';

/** A telephone that was a week without a network, on services that were all removed, stays below. */
export const mostKeptADay = 2_000;
/** Their photos ignore the agency's quota of storage: somebody who holds a revoked telephone must not fill it. */
export const mostKeptPhotosADay = 1_000;

export const floodMessage =
  'Ce téléphone a déjà transmis trop d’éléments à vérifier aujourd’hui : les suivants restent ici et partiront demain. En cas d’urgence, appelez votre agence.';

/** Seconds until the device is asked to try again. */
const retryAfter = 3_600;

export const isAlarm = ({ type }: Pick<Arrived, 'type'>): boolean => type === ptiMessage.type;

async function keptToday(device: string, { db, now }: Call): Promise<{ events: number; photos: number }> {
  const [found] = await db.query<{ events: number; photos: number }>({
    name: 'kept-today',
    text: `select count(distinct k.id)::integer as events, count(p.file_id)::integer as photos from (select id from field_events where agency_id = app_agency() and device_id = $1
      and outcome = 'kept' and received_at > $2::timestamptz - interval '1 day' limit ${mostKeptADay}) k
      left join field_event_files p on p.agency_id = app_agency() and p.event_id = k.id`,
    values: [device, now],
  });
  return found ?? { events: 0, photos: 0 };
}

/** Of the events to keep, those to store; throws if there is no room for one that is no alarm. */
export async function storable<E extends Arrived>(events: readonly E[], call: Call): Promise<readonly E[]> {
  const [first] = events;
  if (!first) return events;
  const today = await keptToday(first.device, call);
  const photos = events.flatMap((event) => event.photos).length;
  if (today.events + events.length <= mostKeptADay && today.photos + photos <= mostKeptPhotosADay) return events;
  if (events.some((event) => !isAlarm(event))) throw new Problem('tooMany', floodMessage, { retryAfter });
  // The alarm itself holds it.
  return [];
}
