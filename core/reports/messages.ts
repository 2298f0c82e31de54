// What a phone writes of a report (P-006). A report is one message, each change of it another: they leave in order. Photos
// and signatures travel in the envelope; the payload names them by id.
import * as z from 'zod';
import { fieldMessage, messageId } from '../kernel/field-message.ts';
import { answersOf, signatureOf, templateRef } from './input.ts';
import { allReportTypes, reportLabels } from './types.ts';

const file = z.strictObject({ id: messageId });
const content = {
  report: messageId,
  discr: z.enum(allReportTypes, 'Type de rapport inconnu'),
  answers: answersOf(file),
  agentSignature: signatureOf(file),
  customerSignature: signatureOf(file),
  submit: z.boolean('Oui ou non attendu').optional(),
};

export const reportCreate = fieldMessage({
  type: 'report-create',
  label: 'Rapport',
  payload: z.strictObject({ ...content, template: templateRef }),
  words: ({ discr, submit }) => `${reportLabels[discr]} : ${submit ? 'remis' : 'commencé'}`,
});

export const reportEdit = fieldMessage({
  type: 'report-edit',
  label: 'Rapport complété',
  payload: z.strictObject(content),
  words: ({ discr, submit }) => `${reportLabels[discr]} : ${submit ? 'remis' : 'complété'}`,
});
