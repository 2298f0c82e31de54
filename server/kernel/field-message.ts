// What the server does with a message of the field. A module lists its receivers in its manifest.
import type * as z from 'zod';
import type { PhotoRef } from '#core/files/awaited.ts';
import type { FieldMessage, PayloadOf } from '#core/kernel/field-message.ts';
import type { Problem } from '#core/kernel/problem.ts';
import type { Call } from './call.ts';

/** An event whose envelope and payload are checked. */
export interface Arrived<P = unknown> {
  uuid: string;
  device: string;
  rank: number;
  type: string;
  deviceAt: Date;
  /** After the correction of the device's clock. */
  at: Date;
  clockOffset: number | null;
  location: { latitude: number; longitude: number; accuracy?: number | null | undefined } | null;
  service: string | null;
  agent: string | null;
  /** Their files exist; their content may still be on the phone. */
  photos: readonly PhotoRef[];
  payload: P;
}

export const contradiction = 'Les heures de cet événement contredisent ce qui est enregistré';
/** Something named twice, or gone: not a matter of hours. */
export const conflicting = 'Ce que dit cet événement contredit ce qui est enregistré';

type Apply<P = unknown> = (event: Arrived<P>, call: Call) => Promise<void>;
/** Why each is kept, or null. */
type ApplyMany<P = unknown> = (
  events: readonly [Arrived<P>, ...Arrived<P>[]],
  call: Call,
) => Promise<readonly (Problem | null)[]>;

export interface Receiver {
  message: FieldMessage;
  /** Throws a problem if today's state does not allow it: then the event is kept for the agency (decision 87). */
  apply: Apply;
  /** Applies a run at once, as `apply` would one after the other. After a throw they are applied one by one. */
  applyMany?: ApplyMany;
}

export const receive = <P extends z.ZodType>(
  message: FieldMessage<P>,
  apply: Apply<PayloadOf<FieldMessage<P>>>,
  applyMany?: ApplyMany<PayloadOf<FieldMessage<P>>>,
): Receiver => ({ message, apply, ...(applyMany ? { applyMany } : {}) }) as unknown as Receiver;

export type Run = readonly [Arrived, ...Arrived[]];

/** Consecutive events of one type and one service. */
export function runsOf(events: readonly Arrived[]): Run[] {
  const runs: [Arrived, ...Arrived[]][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0].type === event.type && run[0].service === event.service) run.push(event);
    else runs.push([event]);
  }
  return runs;
}
