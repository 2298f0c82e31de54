// What each message of the field changes. An applier throws a problem if today's state does not allow it.
import { type MessageType, messages, type PayloadOf } from '#core/field/messages.ts';
import { Problem } from '#core/kernel/problem.ts';
import { missingRight } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import type { Call } from '#server/kernel/call.ts';
import { seenService, takeStep } from '#server/planning/lifecycle.ts';
import { ahead, asAgency } from '#server/planning/lifecycle-writing.ts';

/** An event whose envelope and payload are checked. */
export interface Arrived<T extends MessageType = MessageType> {
  uuid: string;
  device: string;
  rank: number;
  type: T;
  deviceAt: Date;
  /** After the correction of the device's clock. */
  at: Date;
  clockOffset: number | null;
  location: { latitude: number; longitude: number; accuracy?: number | null | undefined } | null;
  service: string | null;
  agent: string | null;
  payload: PayloadOf<T>;
}

type Applier<T extends MessageType> = (event: Arrived<T>, call: Call) => Promise<void>;

export const impossible = 'Les heures de cet événement contredisent ce qui est enregistré';

/** A clock that was set back must not end a service before it began. */
async function refuseEarlier(service: string, agent: string | null, at: Date, { db }: Call): Promise<void> {
  const [row] = await db.query<{ last: Date | null }>({
    name: 'last-own-event',
    text: 'select max(e.at) as last from service_events e where e.agency_id = app_agency() and e.service_id = $1 and e.agent_id is not distinct from $2',
    values: [service, agent],
  });
  if (row?.last && at < row.last) throw new Problem('conflict', impossible);
}

const appliers: { [T in MessageType]: Applier<T> } = {
  'service-step': async ({ uuid, at, location, service, agent, payload }, call) => {
    const { asker, context, now } = call;
    if (context.agent !== null && !can(asker, ['executeOwnService']))
      throw new Problem('forbidden', missingRight('executeOwnService'));
    if (service === null) throw new Problem('missing', 'Le message ne nomme aucun service');
    if (at.getTime() > now.getTime() + ahead) throw new Problem('conflict', 'L’heure du téléphone est à venir');
    await seenService(call, service);
    const { status: to, content, dog } = payload;
    const event = { uuid, location, ...(content ? { eventMessages: [{ content }] } : {}) };
    await asAgency(call, async (whole) => {
      await refuseEarlier(service, agent, at, whole);
      // A few minutes ahead are the clock's inaccuracy: nobody works in the future.
      await takeStep(
        { id: service, to, event, agent, dog, at: new Date(Math.min(at.getTime(), now.getTime())) },
        whole,
      );
    });
  },
  // The agency reads it in the list of what it has to settle.
  skipped: ({ payload }) => Promise.reject(new Problem('conflict', messages.skipped.words(payload))),
};

export const applyEvent = <T extends MessageType>(event: Arrived<T>, call: Call): Promise<void> =>
  (appliers[event.type] as Applier<T>)(event, call);
