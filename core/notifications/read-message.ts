// A message of the agency that was read on a phone.
import * as z from 'zod';
import { fieldMessage, messageId } from '../kernel/field-message.ts';

export const messageRead = fieldMessage({
  type: 'message-read',
  label: 'Message de l’agence lu',
  /** The person's own notification. */
  payload: z.strictObject({ notification: messageId }),
  words: () => 'Message lu',
});
