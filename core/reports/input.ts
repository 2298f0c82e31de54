// What somebody writes of a report: at the desk, with the step of a circuit (N-030), or on a phone.
import * as z from 'zod';
import { calledMoment } from '../kernel/input.ts';
import { longestAnswer, mostReportPhotos } from './answers.ts';
import { allReportTypes, templateKeys } from './types.ts';

const uuid = z.uuid('Identifiant invalide');

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

const file = z.object({ id: uuid }, 'Identifiant invalide').transform(({ id }) => ({ id }));

/** The content of a report; the service is named beside it. */
export const reportContent = z.strictObject({
  /** Chosen by the client. The same again is an edit. */
  uuid,
  /** The type; it follows from the activity of the service. */
  discr: z.enum(allReportTypes, 'Type de rapport inconnu').optional(),
  template: templateRef.optional(),
  createdAt: calledMoment().optional(),
  answers: answersOf(file).optional(),
  agentSignature: signatureOf(file),
  customerSignature: signatureOf(file),
  /** Hands it to the agency. */
  submit: z.boolean('Oui ou non attendu').optional(),
  version: z.int().optional(),
});
export type ReportContent = z.output<typeof reportContent>;
