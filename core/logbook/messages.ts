// What a phone writes into the daily log (P-006, P-039; decision 87).
import * as z from 'zod';
import { fieldMessage, messageId, messageText } from '../kernel/field-message.ts';
import { mostPhotos, typeOf } from './types.ts';

const files = z
  .array(z.strictObject({ id: messageId }))
  .max(mostPhotos, `${mostPhotos} photos au plus`)
  .optional();

export const logbookEntry = fieldMessage({
  type: 'logbook-entry',
  label: 'Main courante',
  payload: z.strictObject({
    type: z.int(),
    subType: messageText(120).nullish(),
    description: messageText(5_000).nullish(),
    site: messageId,
    /** The finding that holds the photos of the envelope. */
    finding: messageId.optional(),
  }),
  words: ({ type, description }) => [typeOf(type)?.label, description].filter(Boolean).join(' : '),
});

/** What an entry says instead, by its author (editOwnServiceEvent). Its site and its time stay. */
export const logbookCorrection = fieldMessage({
  type: 'logbook-correction',
  label: 'Correction de main courante',
  payload: z.strictObject({
    event: messageId,
    type: z.int(),
    subType: messageText(120).nullable(),
    description: messageText(5_000).nullable(),
    reason: messageText(500).nullish(),
  }),
  words: ({ type, description, reason }) =>
    [[typeOf(type)?.label, description].filter(Boolean).join(' : '), reason].filter(Boolean).join(' – '),
});

/** The photos of a finding are sent before it, or added by a later message with the same uuid. */
export const finding = fieldMessage({
  type: 'finding',
  label: 'Constatation',
  payload: z.strictObject({
    /** The event of the finding. */
    event: messageId,
    /** The finding itself; the same again corrects it. */
    uuid: messageId,
    content: messageText(5_000).nullish(),
    attachments: files,
    withdrawn: z.literal(true, 'Valeur inconnue').optional(),
  }),
  words: ({ content, attachments, withdrawn }) =>
    withdrawn ? 'Constatation retirée' : (content ?? `${attachments?.length ?? 0} photo(s)`),
});
