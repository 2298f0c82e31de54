// What a report answers to the fields of its template, and what is missing. The phone, the desk and the server ask the same.
import type { Violation } from '../kernel/problem.ts';
import type { AnswerKind, TemplateField } from './template.ts';

export const answerChoices = { YES: 'Oui', NO: 'Non', NA: 'Sans objet' } as const;
export type AnswerChoice = keyof typeof answerChoices;

/** Of one field. */
export const mostReportPhotos = 10;
export const longestAnswer = 5_000;

/** Text of a text, of a choice its code, of a number its decimals, of a moment its instant, of a signature the name. */
export interface Answer {
  key: string;
  value?: string | null | undefined;
  files?: readonly { id: string }[] | undefined;
}

const isNumber = (value: string): boolean => /^-?\d{1,12}(\.\d{1,4})?$/.test(value);
const isMoment = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value));

const faults: Readonly<Record<AnswerKind, (value: string) => string | null>> = {
  text: (value) => (value.length > longestAnswer ? `${longestAnswer} caractères au plus` : null),
  choice: (value) => (value in answerChoices ? null : 'Oui, non ou sans objet'),
  number: (value) => (isNumber(value) ? null : 'Nombre attendu'),
  moment: (value) => (isMoment(value) ? null : 'Date et heure attendues'),
  photos: () => 'Des photos sont attendues, pas un texte',
  signature: (value) => (value.length > 120 ? '120 caractères au plus' : null),
};

const mostFiles = (kind: AnswerKind): number => (kind === 'photos' ? mostReportPhotos : kind === 'signature' ? 1 : 0);

/** Why this is no answer to the field, or null. */
export function answerFault(
  { kind }: Pick<TemplateField, 'kind'>,
  { value, files = [] }: Omit<Answer, 'key'>,
): string | null {
  if (files.length > mostFiles(kind))
    return mostFiles(kind) === 0 ? 'Ce champ ne prend pas de photo' : `${mostFiles(kind)} photos au plus`;
  return value ? faults[kind](value) : null;
}

const isAnswered = ({ kind }: TemplateField, answer: Answer | undefined): boolean =>
  kind === 'photos' || kind === 'signature' ? (answer?.files ?? []).length > 0 : Boolean(answer?.value?.trim());

/** Required fields without an answer: the report cannot be submitted. */
export const missingAnswers = (fields: readonly TemplateField[], answers: readonly Answer[]): TemplateField[] =>
  fields.filter(
    (field) =>
      field.required &&
      !isAnswered(
        field,
        answers.find(({ key }) => key === field.key),
      ),
  );

export const missingViolations = (fields: readonly TemplateField[], answers: readonly Answer[]): Violation[] =>
  missingAnswers(fields, answers).map(({ key }) => ({ path: `answers.${key}`, message: 'Obligatoire' }));

/** For people. `moment`: how a moment is written where they are. */
export function wordsOfAnswer(kind: AnswerKind, value: string | null, moment: (instant: string) => string): string {
  if (!value) return '';
  if (kind === 'choice') return answerChoices[value as AnswerChoice] ?? value;
  if (kind === 'moment') return moment(value);
  return kind === 'number' ? value.replace('.', ',') : value;
}
