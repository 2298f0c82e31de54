import { correctedTime, type FieldEvent } from '#core/field/event.ts';
import type { Input } from '#core/kernel/endpoint.ts';
import type { PayloadOf } from '#core/kernel/field-message.ts';
import type { savePtiEvent } from '#core/safety/calls.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import type { ReportedKind } from '#core/safety/report.ts';

/** A report of this phone since it was opened. */
export interface Sent {
  uuid: string;
  kind: ReportedKind;
  drill: boolean;
  at: number;
  /** `waiting`: in the log. `refused`: it left the log without an alarm, or never reached it; nothing sends it again. */
  state: 'new' | 'waiting' | 'received' | 'refused';
}

export const reportsIn = (events: readonly FieldEvent[]): Sent[] =>
  events.flatMap(({ type, payload, at }) =>
    type === ptiMessage.type
      ? [{ ...(payload as Pick<Sent, 'uuid' | 'kind' | 'drill'>), at, state: 'waiting' as const }]
      : [],
  );

/** Once the agency has it, it has it. */
export const marked = (sent: readonly Sent[], state: Sent['state'], reports: readonly Pick<Sent, 'uuid'>[]): Sent[] =>
  sent.map((one) =>
    one.state !== 'received' && reports.some(({ uuid }) => uuid === one.uuid) ? { ...one, state } : one,
  );

/** With those from before the phone was closed that still wait; what left the log unreceived was passed over or kept. */
export function followed(sent: readonly Sent[], waiting: readonly Sent[]): Sent[] {
  const isIn = (reports: readonly Sent[], { uuid }: Sent): boolean => reports.some((one) => one.uuid === uuid);
  const gone = sent.filter((one) => one.state === 'waiting' && !isIn(waiting, one));
  return [...marked(sent, 'refused', gone), ...waiting.filter((one) => !isIn(sent, one))];
}

/** What waits in the log, and the agency does not have. */
export const unheard = (events: readonly FieldEvent[], sent: readonly Sent[]): FieldEvent[] =>
  events.filter((event) =>
    reportsIn([event]).some(({ uuid }) => sent.some((one) => one.uuid === uuid && one.state !== 'received')),
  );

/** The same report by itself, as the log has it. */
export const directOf = ({ payload, service, position, ...time }: FieldEvent): Input<typeof savePtiEvent> => ({
  ...(payload as PayloadOf<typeof ptiMessage>),
  service: { id: String(service) },
  location: position,
  createdAt: new Date(correctedTime(time)).toISOString(),
});
