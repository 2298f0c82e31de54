import { describe, expect, test } from 'vitest';
import { Agent } from '../agents/agent.ts';
import { entity } from './entity.ts';
import { lines, text } from './field.ts';
import { formatFor } from './formats.ts';
import { checkDraft } from './schema.ts';
import { hintOf, maskOf } from './sealed.ts';
import * as v from './validators.ts';

const person = { lastname: 'Faure', firstname: 'Inès' };
const france = { now: new Date(), zone: 'Europe/Paris', holidayLocale: 'FR', country: 'FR', currency: 'EUR' };
const belgium = { ...france, holidayLocale: 'BE' };
const checkedInfos = (agentInfos: object, at = france): unknown => {
  const checked = checkDraft(Agent, { ...person, agentInfos }, null, at);
  return checked.ok ? checked.draft.agentInfos : checked.violations;
};

describe('a mask', () => {
  test('shows the last characters, never more than a quarter, and no punctuation', () => {
    expect(maskOf(hintOf('185057800608491'))).toBe('•••• 491');
    expect(maskOf(hintOf('FR7630006000011234567890189'))).toBe('•••• 0189');
    expect(maskOf(hintOf('abc'))).toBe('••••');
    expect(hintOf('Chèque : 12:34')).not.toContain(':');
  });

  test('sent back unchanged changes nothing; any other mask is refused', () => {
    const current = { ...person, agentInfos: { bankDetails: '•••• 0189' } };
    const sent = (bankDetails: string) => checkDraft(Agent, { agentInfos: { bankDetails } }, current, france);
    expect(sent('•••• 0189')).toEqual({ ok: true, draft: { agentInfos: {} } });
    expect(sent('•••• 0188')).toMatchObject({ ok: false, violations: [{ path: 'agentInfos.bankDetails' }] });
    expect(checkedInfos({ bankDetails: '•••• 0189' })).toMatchObject([{ path: 'agentInfos.bankDetails' }]);
  });
});

test('a sealed value is checked too, with French rules only in France', () => {
  expect(checkedInfos({ socialSecurityNumber: '1 85 05 78 006 084 91' })).toEqual({
    socialSecurityNumber: '185057800608491',
  });
  expect(checkedInfos({ socialSecurityNumber: '1 85 05 78 006 084 90' })).toMatchObject([
    { message: 'Clé du numéro de sécurité sociale invalide' },
  ]);
  expect(checkedInfos({ socialSecurityNumber: '85.07.30-033.28' }, belgium)).toEqual({
    socialSecurityNumber: '85.07.30-033.28',
  });
});

describe('bank details', () => {
  test('are an IBAN with a valid key, however typed, or any other text', () => {
    expect(checkedInfos({ bankDetails: 'fr76 3000 6000 0112 3456 7890 189' })).toEqual({
      bankDetails: 'FR7630006000011234567890189',
    });
    expect(checkedInfos({ bankDetails: 'FR76 3000 6000 0112 3456 7890 188' })).toMatchObject([
      { message: 'IBAN invalide' },
    ]);
    expect(checkedInfos({ bankDetails: 'BE68 5390 0754 7034' })).toEqual({ bankDetails: 'BE68539007547034' });
    expect(checkedInfos({ bankDetails: 'Payé par chèque' })).toEqual({ bankDetails: 'Payé par chèque' });
    expect(v.bankDetails('BE68 5390 0754 7035')).toBe('IBAN invalide');
  });

  test('are shown in groups of four', () => {
    const shown = formatFor('bankDetails', true)?.shown;
    expect(shown?.('FR7630006000011234567890189')).toBe('FR76 3000 6000 0112 3456 7890 189');
    expect(shown?.('Payé par chèque')).toBe('Payé par chèque');
  });
});

test('a sealed field in a list, a search or a line cannot be declared', () => {
  const grants = { list: {}, read: {}, create: {}, edit: {} };
  const described = { name: 'box', plural: 'boxes', table: 'boxes', label: { one: '', many: '' }, description: '' };
  const order = { by: 'name', ascending: true } as const;
  const declare = (secret: ReturnType<typeof text>) => () =>
    entity({ ...described, title: 'name', order, grants, fields: { name: text('Nom'), secret } });
  expect(declare(text('Code', { sealed: true, right: 'editSite' }))).not.toThrow();
  expect(declare(text('Code', { sealed: true }))).toThrow('needs a right');
  for (const more of [{ column: 'offered' }, { filter: true }, { search: true }] as const)
    expect(declare(text('Code', { sealed: true, right: 'editSite', ...more }))).toThrow('no column');
  const within = lines('Codes', { code: text('Code', { sealed: true, right: 'editSite' }) });
  expect(() => entity({ ...described, title: 'name', order, grants, fields: { name: text('Nom'), within } })).toThrow();
});
