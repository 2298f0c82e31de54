// Finds what takes an event of the field, among the receivers of all modules.
import { skippedMessage } from '#core/field/skipped.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Arrived, type Receiver, receive } from '#server/kernel/field-message.ts';

export type Receivers = ReadonlyMap<string, Receiver>;

/** The agency reads it in the list of what it has to settle. */
export const receiveSkipped = receive(skippedMessage, ({ payload }) =>
  Promise.reject(new Problem('conflict', `Refusé par le serveur : ${payload.why}`)),
);

export async function applyEvent(event: Arrived, call: Call, receivers: Receivers): Promise<void> {
  await receivers.get(event.type)?.apply(event, call);
}
