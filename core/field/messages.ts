// The messages of the field: what an event of each type carries, and its words for people. A module adds its types here.
import * as z from 'zod';
import { labelOfStep, reachable } from '../planning/lifecycle.ts';
import { longestSkipped, skippedType } from './event.ts';

const uuid = z.uuid('Identifiant invalide');
const text = (most: number) =>
  z
    .string('Texte attendu')
    .max(most, `${most} caractères au plus`)
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit');

interface Message<P extends z.ZodType> {
  /** For the dialog of a refused message, and for the agency. */
  label: string;
  payload: P;
  /** What happened, in words. */
  words(payload: z.output<P>): string;
}

const message = <P extends z.ZodType>(declared: Message<P>): Message<P> => declared;

export const messages = {
  'service-step': message({
    label: 'Étape du service',
    payload: z.strictObject({
      status: z.literal([...reachable], 'Statut inconnu'),
      content: text(2_000).nullish(),
      dog: z.strictObject({ id: uuid }).nullish(),
    }),
    words: ({ status, content }) => [labelOfStep(status), content].filter(Boolean).join(' : '),
  }),
  [skippedType]: message({
    label: 'Message passé',
    payload: z.strictObject({
      uuid,
      rank: z.int().min(1),
      type: text(60),
      /** The device's clock at the skipped event, in milliseconds. */
      at: z.int(),
      why: text(2_000),
      content: text(longestSkipped),
    }),
    words: ({ type, why, content }) =>
      `${labelOf(type)}, refusé puis passé par le collaborateur : ${why} Contenu : ${content}`,
  }),
} as const;

export type MessageType = keyof typeof messages;
export type PayloadOf<T extends MessageType> = z.output<(typeof messages)[T]['payload']>;

export const messageTypes = Object.keys(messages) as [MessageType, ...MessageType[]];
export const isMessageType = (type: unknown): type is MessageType =>
  typeof type === 'string' && Object.hasOwn(messages, type);

function labelOf(type: string): string {
  return isMessageType(type) ? messages[type].label : type;
}
