// What a phone reports of its lone worker. It is sent twice: by itself at once, and in its place in the log.
import * as z from 'zod';
import { calledMoment } from '../kernel/called.ts';
import { fieldMessage, messageId } from '../kernel/field-message.ts';
import { drillMark, reportedKinds, reportWords } from './report.ts';

export const report = z.strictObject({
  /** The report; the same again raises nothing new. */
  uuid: messageId,
  kind: z.enum(reportedKinds, 'Type d’alerte inconnu'),
  drill: z.boolean('Oui ou non attendu'),
  /** When its position was measured, if that is the last one known and not of now. */
  locatedAt: calledMoment().optional(),
});

export const ptiMessage = fieldMessage({
  type: 'event-pti',
  label: 'Alerte',
  payload: report,
  words: ({ kind, drill }) => (drill ? `${drillMark} : ${reportWords[kind]}` : reportWords[kind]),
});
