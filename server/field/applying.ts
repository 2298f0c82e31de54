// Finds what takes an event of the field, among the receivers of all modules.
import { oldestEvent } from '#core/field/clock.ts';
import { clockSet } from '#core/field/clock-message.ts';
import { packDays } from '#core/field/pack.ts';
import { skippedMessage } from '#core/field/skipped.ts';
import { Problem } from '#core/kernel/problem.ts';
import { earliestStart } from '#core/planning/lifecycle.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import { instructionRead } from '#core/sites/instruction-message.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Arrived, type Receiver, receive } from '#server/kernel/field-message.ts';
import { refuseAhead } from '#server/planning/lifecycle-writing.ts';

export type Receivers = ReadonlyMap<string, Receiver>;

/** The agency reads it in the list of what it has to settle. */
export const receiveSkipped = receive(skippedMessage, ({ payload }) =>
  Promise.reject(new Problem('conflict', `Refusé par le serveur : ${payload.why}`)),
);

/** In the history of the device, beside the times that it explains. */
export const receiveClock = receive(clockSet, async ({ device, payload: { before, after } }, call) => {
  const changes = { clockOffset: { before, after } };
  await writeAudit(call.db, call, { entity: 'fieldDevice', id: device, action: 'clock', changes });
});

const day = 86_400_000;

/** The first moment at which the event can have happened. */
async function firstMoment({ service, type }: Arrived, { db, now }: Call): Promise<number> {
  const [known] =
    service === null
      ? []
      : await db.query<{ start: Date }>({
          name: 'first-moment',
          text: `select least(s.start_at, s.real_start_at, c.start_at, c.real_start_at) as start
            from seen_services s left join seen_services c on c.agency_id = s.agency_id and c.id = s.circuit_id
            where s.agency_id = app_agency() and s.id = $1`,
          values: [service],
        });
  if (!known) return now.getTime() - oldestEvent;
  // Instructions are read as soon as the phone has the service.
  return known.start.getTime() - (type === instructionRead.type ? packDays * day : earliestStart);
}

/** A time that cannot be is no time to write down: the agency corrects it. An alarm never waits for that. */
export async function refuseImpossible(event: Arrived, call: Call): Promise<void> {
  const { at, type } = event;
  if (type === ptiMessage.type) return;
  refuseAhead(at, call.now);
  // Of today: the rules of each message are enough.
  if (at.getTime() > call.now.getTime() - day) return;
  if (at.getTime() < (await firstMoment(event, call))) throw new Problem('conflict', impossibleTime);
}

export const impossibleTime =
  'L’heure du téléphone est impossible : elle précède le service, ou elle est trop ancienne';

export async function applyEvent(event: Arrived, call: Call, receivers: Receivers): Promise<void> {
  await refuseImpossible(event, call);
  await receivers.get(event.type)?.apply(event, call);
}
