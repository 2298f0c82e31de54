import { expect, test } from 'vitest';
import { Agency } from '../agencies/agency.ts';
import { unknownVariables } from '../agencies/templates.ts';
import { flatFields } from '../kernel/entity.ts';
import {
  allMailKinds,
  mailKindAt,
  mailKinds,
  messageOf,
  noWords,
  paragraphsOf,
  subjectOf,
  variablesOf,
} from './words.ts';

test('every kind has its subject and its message among the settings, and names only its own variables', () => {
  const paths = new Set(flatFields(Agency.fields).map(([path]) => path));
  for (const kind of allMailKinds) {
    const { group, subject, message } = mailKinds[kind];
    expect(paths.has(`${group}.emailSubject`) && paths.has(`${group}.emailMessage`), kind).toBe(true);
    expect(mailKindAt(`${group}.emailMessage`)).toBe(kind);
    expect(unknownVariables(`${subject} ${message}`)).toEqual([]);
    const used = [...`${subject} ${message}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(used.filter((name) => !(variablesOf(kind) as readonly string[]).includes(name ?? ''))).toEqual([]);
  }
});

test('the agency’s words come first, then the product’s; an unknown variable shows', () => {
  const values = { agence: 'Azur', destinataire: 'Léa', titre: 'CDI', numero: 'F-1' };
  expect(subjectOf('invoice', noWords, values)).toBe('Votre facture Azur - F-1');
  expect(subjectOf('contractSign', { subject: '  ' }, values)).toBe('« CDI » à signer');
  expect(subjectOf('contractSign', { subject: 'Signez {titre}, {inconnue}' }, values)).toBe(
    'Signez CDI, Variable inconnu',
  );
  expect(messageOf('requestAnswer', noWords, { ...values, reponse: 'Oui.' })).toBe(
    'Bonjour Léa,\n\nOui.\n\nCordialement,\nAzur',
  );
});

test('a subject is one line, whatever a value holds', () => {
  expect(subjectOf('document', noWords, { document: 'Plan\r\nBcc: a@b.fr' })).toBe('Plan Bcc: a@b.fr');
  expect(paragraphsOf('a\n\n\n b \n\nc')).toEqual(['a', 'b', 'c']);
});
