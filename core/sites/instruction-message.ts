// The receipt of an instruction, as a phone reports it.
import * as z from 'zod';
import { fieldMessage, messageId } from '../kernel/field-message.ts';

export const instructionRead = fieldMessage({
  type: 'instruction-read',
  label: 'Consigne lue',
  payload: z.strictObject({ instruction: messageId }),
  words: () => 'Consigne lue et comprise',
});
