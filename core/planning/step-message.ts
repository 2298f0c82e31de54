// A step in the life of a service, as a phone reports it.
import * as z from 'zod';
import { fieldMessage, messageId, messageText } from '../kernel/field-message.ts';
import { labelOfStep, reachable } from './lifecycle.ts';

export const serviceStep = fieldMessage({
  type: 'service-step',
  label: 'Étape du service',
  payload: z.strictObject({
    status: z.literal([...reachable], 'Statut inconnu'),
    content: messageText(2_000).nullish(),
    dog: z.strictObject({ id: messageId }).nullish(),
  }),
  words: ({ status, content }) => [labelOfStep(status), content].filter(Boolean).join(' : '),
});
