// Texts and addresses in the calls of this module.
import * as z from 'zod';
import { messages } from '../kernel/problem.ts';

export const plain = (most: number, tooLong = `${most} caractères au plus`) =>
  z
    .string('Texte attendu')
    .trim()
    .max(most, tooLong)
    .refine((text) => !text.includes('\u0000'), 'Caractère interdit');

export const filled = (most: number, tooLong?: string) => plain(most, tooLong).min(1, messages.required);

/** Without a name, a password or a local machine in it. */
const pattern = /^https:\/\/(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}(?::\d{1,5})?(?:[/?#][^\s<>"'`{}|\\^]*)?$/i;
const fault = 'Adresse invalide : elle commence par https://';

/** Why a text is no address of a video or a page; null: it is one. */
export const webAddressFault = (address: string): string | null => (pattern.test(address) ? null : fault);

export const webAddress = filled(500).refine((address) => webAddressFault(address) === null, fault);
