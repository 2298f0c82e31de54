// The report of an event that the agent passed over, so that the agency can find it (decision 87).
import * as z from 'zod';
import { fieldMessage, messageId, messageText, type PayloadOf } from '../kernel/field-message.ts';
import { longestSkipped, skippedType } from './event.ts';

export const skippedMessage = fieldMessage({
  type: skippedType,
  label: 'Message passé',
  payload: z.strictObject({
    uuid: messageId,
    rank: z.int().min(1),
    type: messageText(60),
    /** The device's clock at the skipped event, in milliseconds. */
    at: z.int(),
    why: messageText(2_000),
    content: messageText(longestSkipped),
  }),
  words: ({ type, why, content }, labelOf) =>
    `${labelOf(type)}, refusé puis passé par le collaborateur : ${why} Contenu : ${content}`,
});
export type SkippedReport = PayloadOf<typeof skippedMessage>;
