// What a phone asks, and writes in the thread of a request. It leaves when there is a network.
import * as z from 'zod';
import { calledMoment } from '../kernel/called.ts';
import { fieldMessage, messageId, messageText } from '../kernel/field-message.ts';
import { longestMessage, longestText } from './limits.ts';

const ref = z.strictObject({ id: messageId });

export const requestCreate = fieldMessage({
  type: 'request-create',
  label: 'Demande',
  payload: z.strictObject({
    request: messageId,
    requestType: ref,
    subject: messageText(200).refine((text) => text.trim() !== '', 'Obligatoire'),
    content: messageText(longestText).nullable(),
    startAt: calledMoment().nullable(),
    endAt: calledMoment().nullable(),
    reason: ref.nullable(),
    amount: z.number('Nombre attendu').nullable(),
  }),
  words: ({ subject }) => `Demande : ${subject}`,
});

export const requestMessage = fieldMessage({
  type: 'request-message',
  label: 'Message sur une demande',
  payload: z.strictObject({
    request: messageId,
    content: messageText(longestMessage).refine((text) => text.trim() !== '', 'Obligatoire'),
  }),
  words: ({ content }) => content,
});
