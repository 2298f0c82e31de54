// A template: an ordered list of sections with their fields. A report keeps the one it was made with.
import * as z from 'zod';
import { defaultSections } from './defaults.ts';
import { allReportTypes, type ReportType, type TemplateKey, templateKeys } from './types.ts';

export const answerKinds = {
  text: 'Texte',
  choice: 'Oui, non ou sans objet',
  number: 'Nombre',
  moment: 'Date et heure',
  photos: 'Photos',
  signature: 'Signature',
} as const;
export type AnswerKind = keyof typeof answerKinds;
export const allAnswerKinds = Object.keys(answerKinds) as [AnswerKind, ...AnswerKind[]];

export interface TemplateField {
  /** Names the field in every edition of the template. */
  key: string;
  label: string;
  kind: AnswerKind;
  required: boolean;
}

export interface TemplateSection {
  title: string;
  fields: readonly TemplateField[];
}

/** An edition of a template; 0: the product's own. */
export interface Template {
  type: ReportType;
  key: TemplateKey;
  edition: number;
  sections: readonly TemplateSection[];
}

/** The template that a report keeps, from its answers in their order. */
export const sectionsOf = (answers: readonly (TemplateField & { section: string })[]): TemplateSection[] =>
  [...new Set(answers.map(({ section }) => section))].map((title) => ({
    title,
    fields: answers
      .filter(({ section }) => section === title)
      .map(({ key, label, kind, required }) => ({ key, label, kind, required })),
  }));

const mostSections = 20;
const mostFields = 100;

const words = (most: number) =>
  z
    .string('Texte attendu')
    .trim()
    .min(1, 'Obligatoire')
    .max(most, `${most} caractères au plus`)
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit');

const field = z.strictObject({
  key: z.string('Texte attendu').regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'Nom de champ invalide'),
  label: words(160),
  kind: z.enum(allAnswerKinds, 'Type de champ inconnu'),
  required: z.boolean('Oui ou non attendu'),
});

export const templateSections = z
  .array(
    z.strictObject({ title: words(80), fields: z.array(field, 'Liste attendue').min(1, 'Ajoutez un champ') }),
    'Liste attendue',
  )
  .min(1, 'Ajoutez une section')
  .max(mostSections, `${mostSections} sections au plus`)
  .refine((sections) => fieldsOf(sections).length <= mostFields, `${mostFields} champs au plus`)
  .refine((sections) => {
    const keys = fieldsOf(sections).map(({ key }) => key);
    return new Set(keys).size === keys.length;
  }, 'Deux champs ont le même nom');

export const templateOutput = z.strictObject({
  type: z.enum(allReportTypes),
  key: z.enum(templateKeys),
  edition: z.int(),
  sections: templateSections,
});

export const fieldsOf = (sections: readonly TemplateSection[]): TemplateField[] =>
  sections.flatMap(({ fields }) => [...fields]);

export const defaultTemplate = (type: ReportType, key: TemplateKey): Template => ({
  ...{ type, key, edition: 0 },
  sections: defaultSections(type, key),
});
