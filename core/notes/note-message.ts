// A note that was read on a phone.
import * as z from 'zod';
import { fieldMessage, messageId } from '../kernel/field-message.ts';

export const noteRead = fieldMessage({
  type: 'note-read',
  label: 'Note d’information lue',
  payload: z.strictObject({
    /** The person's own receipt. */
    receipt: messageId,
    acknowledged: z.literal(true, 'Valeur inconnue').optional(),
  }),
  words: ({ acknowledged }) => (acknowledged ? 'Prise de connaissance confirmée' : 'Note lue'),
});
