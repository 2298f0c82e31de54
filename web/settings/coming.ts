// Settings whose screens do not exist yet. They are stored and served by the API, but « Paramètres » does not show them.
import { Agency } from '#core/agencies/agency.ts';
import { flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';

export const sections = new Set(['Terrain et sécurité', 'Prix par tranche horaire']);

export const paths = new Set([
  'estimateNumberPrefix',
  'invoiceNumberPrefix',
  'creditNoteNumberPrefix',
  'purchaseOrderNumberPrefix',
  'serviceEventTypes',
  'salaryElementTypes',
]);

const coming = new Set(
  flatFields(Agency.fields).flatMap(([path, field]) =>
    paths.has(path) || sections.has(field.section ?? '') ? [field] : [],
  ),
);

export const isComing = (field: Field): boolean => coming.has(field);
