// What the server does with a message of the field. A module lists its receivers in its manifest.
import type * as z from 'zod';
import type { PhotoRef } from '#core/files/awaited.ts';
import type { FieldMessage, PayloadOf } from '#core/kernel/field-message.ts';
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

export interface Receiver {
  message: FieldMessage;
  /** Throws a problem if today's state does not allow it: then the event is kept for the agency (decision 87). */
  apply(event: Arrived, call: Call): Promise<void>;
}

export const receive = <P extends z.ZodType>(
  message: FieldMessage<P>,
  apply: (event: Arrived<PayloadOf<FieldMessage<P>>>, call: Call) => Promise<void>,
): Receiver => ({ message, apply }) as unknown as Receiver;
