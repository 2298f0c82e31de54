// The messages that this application records, for the words of an event.
import { clockSet } from '#core/field/clock-message.ts';
import type { FieldEvent } from '#core/field/event.ts';
import { skippedMessage } from '#core/field/skipped.ts';
import type { FieldMessage } from '#core/kernel/field-message.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import { parts } from './parts.ts';

const messages = new Map(
  [serviceStep, skippedMessage, clockSet, ...parts.flatMap(({ messages: own }) => own ?? [])].map((one) => [
    one.type,
    one as unknown as FieldMessage,
  ]),
);

export const labelOf = (type: string): string => messages.get(type)?.label ?? type;

/** « Fin de service : Relevé ». */
export function wordsOf({ type, payload }: Pick<FieldEvent, 'type' | 'payload'>): string {
  const message = messages.get(type);
  const read = message?.payload.safeParse(payload);
  return (message && read?.success && message.words(read.data, labelOf)) || labelOf(type);
}
