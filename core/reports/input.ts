// The parts of what somebody writes of a report, at the desk or on a phone.
import * as z from 'zod';
import { longestAnswer, mostReportPhotos } from './answers.ts';
import { templateKeys } from './types.ts';

/** Of fields: those that are left out stay. `files` as the caller names them. */
export const answersOf = <F extends z.ZodType>(one: F) =>
  z
    .array(
      z.strictObject({
        key: z.string('Texte attendu').max(40),
        value: z
          .string('Texte attendu')
          .max(longestAnswer, `${longestAnswer} caractères au plus`)
          .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
          .nullish(),
        files: z.array(one, 'Liste attendue').max(mostReportPhotos, `${mostReportPhotos} photos au plus`).optional(),
      }),
      'Liste attendue',
    )
    .max(100, '100 champs au plus');

/** A drawing with the name of its signer; null takes it away, absent leaves it. */
export const signatureOf = <F extends z.ZodType>(one: F) =>
  z
    .strictObject({
      file: one,
      name: z
        .string('Texte attendu')
        .trim()
        .min(1, 'Indiquez le nom du signataire')
        .max(120, '120 caractères au plus')
        .refine((value) => !value.includes('\u0000'), 'Caractère interdit'),
    })
    .nullish();

/** The edition of the template that was filled in; absent: the current one. */
export const templateRef = z.strictObject({
  key: z.enum(templateKeys, 'Modèle inconnu'),
  edition: z.int('Modèle inconnu').min(0),
});
