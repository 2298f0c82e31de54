// How much of a device is kept for the agency in a day. What is refused stays on the device and is sent the next day:
// nothing is lost, and an invented flood does not fill the database. An alarm is never refused.
import { Problem } from '#core/kernel/problem.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';

/** A telephone that was a week without a network, on services that were all removed, stays below. */
export const mostKeptADay = 2_000;

export const floodMessage =
  'Ce téléphone a déjà transmis trop d’éléments à vérifier aujourd’hui : les suivants restent ici et partiront demain. En cas d’urgence, appelez votre agence.';

/** Seconds until the device is asked to try again. */
const retryAfter = 3_600;

export const isAlarm = ({ type }: Pick<Arrived, 'type'>): boolean => type === ptiMessage.type;

async function keptToday(device: string, { db, now }: Call): Promise<number> {
  const [found] = await db.query<{ count: number }>({
    name: 'kept-today',
    text: `select count(*)::integer as count from (select from field_events where agency_id = app_agency() and device_id = $1
      and outcome = 'kept' and received_at > $2::timestamptz - interval '1 day' limit ${mostKeptADay}) k`,
    values: [device, now],
  });
  return found?.count ?? 0;
}

/** Of the events to keep, those to store; throws if there is no room for one that is no alarm. */
export async function storable<E extends Arrived>(events: readonly E[], call: Call): Promise<readonly E[]> {
  const [first] = events;
  if (!first || (await keptToday(first.device, call)) + events.length <= mostKeptADay) return events;
  if (events.some((event) => !isAlarm(event))) throw new Problem('tooMany', floodMessage, { retryAfter });
  // The alarm itself holds it.
  return [];
}
