import { describe, expect, test } from 'vitest';
import { Agency } from '../agencies/agency.ts';
import type { Fields } from '../kernel/field.ts';
import { reportKeys } from '../planning/activity.ts';
import { Site } from '../sites/site.ts';
import { answerFault, missingAnswers, wordsOfAnswer } from './answers.ts';
import { allAnswerKinds, defaultTemplate, fieldsOf, templateSections } from './template.ts';
import {
  allReportTypes,
  keysOf,
  missingSignatures,
  reportTypeOf,
  reportTypes,
  type SignatureDemand,
  type Signer,
  templateKeys,
} from './types.ts';

test('the report of an activity is that of the specification (decision 70)', () => {
  for (const type of allReportTypes) expect(reportKeys[reportTypes[type].activity]).toBe(type);
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(reportTypeOf)).toEqual([
    ...[null, 'intervention', null, null, null, 'round', 'recognition', 'audit'],
  ]);
});

test.each(allReportTypes)(
  '%s has its template, settings, enabled and pricing keys in the settings (P-028, P-036)',
  (type) => {
    const { settings, template, enabled, approval, signature, pricing } = keysOf(type);
    const members = (name: string): Fields =>
      (Agency.fields as Readonly<Record<string, { fields?: Fields }>>)[name]?.fields ?? {};
    for (const key of [enabled, approval, signature]) expect(members(settings)).toHaveProperty(key);
    // P-037: a site chooses the template of its interventions.
    expect(type === 'intervention' ? Site.fields : members(settings)).toHaveProperty(template);
    expect(members('pricesBySlot')[pricing]?.default).toBe(type === 'intervention' ? 45 : 30);
  },
);

describe.each(allReportTypes)('the templates of %s', (type) => {
  test.each(templateKeys)('%s is a valid template with required fields', (key) => {
    const { sections } = defaultTemplate(type, key);
    expect(templateSections.parse(sections)).toEqual(sections);
    expect(fieldsOf(sections).some(({ required }) => required)).toBe(true);
  });
});

test('a template has at least a section and a field, and no field twice', () => {
  const field = { key: 'a', label: 'A', kind: 'text', required: false };
  const refused: unknown[] = [
    [],
    [{ title: 'S', fields: [] }],
    [{ title: 'S', fields: [field, field] }],
    [{ title: '', fields: [field] }],
    [{ title: 'S', fields: [{ ...field, key: 'A b' }] }],
    [{ title: 'S', fields: [{ ...field, kind: 'film' }] }],
  ];
  for (const sections of refused) expect(templateSections.safeParse(sections).success).toBe(false);
});

describe('answers', () => {
  test.each([
    ['text', 'Rien à signaler', null],
    ['choice', 'NA', null],
    ['choice', 'oui', 'Oui, non ou sans objet'],
    ['number', '17.5', null],
    ['number', '17,5', 'Nombre attendu'],
    ['moment', '2026-11-17T03:00:00.000Z', null],
    ['moment', 'hier', 'Date et heure attendues'],
    ['photos', 'une photo', 'Des photos sont attendues, pas un texte'],
  ] as const)('%s: « %s »', (kind, value, fault) => expect(answerFault({ kind }, { value })).toBe(fault));

  test('only photos and signatures take files', () => {
    const files = [{ id: 'a' }, { id: 'b' }];
    expect(allAnswerKinds.filter((kind) => answerFault({ kind }, { files }) === null)).toEqual(['photos']);
    expect(answerFault({ kind: 'signature' }, { value: 'Mme Client', files: files.slice(1) })).toBeNull();
  });

  test('a required field is missing without words, or without its files', () => {
    const fields = (['text', 'photos', 'signature'] as const).map((kind) => ({
      key: kind,
      label: kind,
      kind,
      required: true,
    }));
    const answers = [
      { key: 'text', value: ' ' },
      { key: 'photos', files: [{ id: 'a' }] },
      { key: 'signature', value: 'X' },
    ];
    expect(missingAnswers(fields, answers).map(({ key }) => key)).toEqual(['text', 'signature']);
  });

  test('are read in French', () => {
    const moment = () => '17/11/2026 à 04:00';
    expect(wordsOfAnswer('choice', 'NA', moment)).toBe('Sans objet');
    expect(wordsOfAnswer('number', '17.5', moment)).toBe('17,5');
    expect(wordsOfAnswer('moment', '2026-11-17T03:00:00Z', moment)).toBe(moment());
  });
});

test.each<[SignatureDemand, Signer[], Signer[]]>([
  ['NONE', [], []],
  ['AGENT', [], ['agent']],
  ['CUSTOMER', ['agent'], ['customer']],
  ['BOTH', ['customer'], ['agent']],
  ['BOTH', ['agent', 'customer'], []],
])('demand %s, signed by %j: %j is missing', (demand, signed, missing) =>
  expect(missingSignatures(demand, signed)).toEqual(missing),
);
