// A message of the field: what an event of its type carries, and its words for people. A module declares those of its own.
import * as z from 'zod';

export interface FieldMessage<P extends z.ZodType = z.ZodType> {
  /** The message type of `POST /sourcing/{messageType}`. */
  type: string;
  /** For the dialog of a refused message, and for the agency. */
  label: string;
  payload: P;
  /** What happened, in words. `labelOf`: the label of any message type. */
  words(payload: z.output<P>, labelOf: (type: string) => string): string;
}

export type PayloadOf<M extends FieldMessage> = z.output<M['payload']>;

export const fieldMessage = <P extends z.ZodType>(declared: FieldMessage<P>): FieldMessage<P> => declared;

/** Text of at most so many characters. */
export const messageText = (most: number) =>
  z
    .string('Texte attendu')
    .max(most, `${most} caractères au plus`)
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit');

export const messageId = z.uuid('Identifiant invalide');
