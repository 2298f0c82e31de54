// The report of a device's clock that was set, forward or back: it explains the times of what came before and after.
import * as z from 'zod';
import { inHours } from '../kernel/duration.ts';
import { fieldMessage } from '../kernel/field-message.ts';

/** Milliseconds to add to the device's clock. */
const offset = z.int('Nombre attendu').min(-4e12).max(4e12);

export const clockSet = fieldMessage({
  type: 'clock-set',
  label: 'Horloge du téléphone réglée',
  payload: z.strictObject({ before: offset, after: offset }),
  words: ({ before, after }) => {
    // A smaller offset: the clock went forward.
    const minutes = Math.round((before - after) / 60_000);
    return `Horloge du téléphone ${minutes < 0 ? 'reculée' : 'avancée'} de ${inHours(Math.abs(minutes))}`;
  },
});
