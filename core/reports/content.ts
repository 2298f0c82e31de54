// What somebody writes of a report: at the desk, or with the step of a circuit (N-030).
import * as z from 'zod';
import { calledMoment } from '../kernel/called.ts';
import { answersOf, signatureOf, templateRef } from './input.ts';
import { allReportTypes } from './types.ts';

const uuid = z.uuid('Identifiant invalide');
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
