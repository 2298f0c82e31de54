import { expect, test } from 'vitest';
import { allEndpoints } from '../endpoints.ts';
import {
  defaultTenant,
  initialOf,
  legalTexts,
  minimumVersion,
  moduleLabels,
  productRules,
  usesProductLogo,
} from '../tenant.ts';
import { faultOf, tenantFile } from './file.ts';

const fault = (content: unknown): string | null => {
  const checked = tenantFile.safeParse(content);
  return checked.success ? null : faultOf(checked.error);
};

test('a complete brand and an empty file are accepted', () => {
  expect(fault({})).toBeNull();
  expect(
    fault({
      '*': { name: 'Azur' },
      'azur.example': {
        name: 'Azur Pro',
        accent: '#0B6B43',
        logo: 'azur/logo.svg',
        logoDark: null,
        icon: 'icone.png',
        contact: { phone: '04 93 00 00 00', email: 'aide@azur.example' },
        stores: { apple: 'https://apps.apple.com/x', google: null },
        sender: { name: 'Azur Pro', address: 'contact@azur.example' },
        trainingPlanUrl: 'https://formation.example',
        mapTiles: { url: 'https://{s}.tuiles.example/{z}/{x}/{y}.png', attribution: '© Tuiles' },
        legal: Object.fromEntries(Object.keys(legalTexts).map((name) => [name, `${name}.md`])),
        modules: Object.fromEntries(Object.keys(moduleLabels).map((name) => [name, true])),
      },
      '127.0.0.1': {},
      '[::1]': {},
    }),
  ).toBeNull();
});

test.each([
  [[], 'Bloc entre accolades attendu, un nom d’hôte par marque.'],
  [{ 'Azur.Example': {} }, '« Azur.Example » : Nom d’hôte en minuscules attendu'],
  [{ 'azur.example:3000': {} }, '« azur.example:3000 » : Nom d’hôte en minuscules attendu'],
  [{ '*': 'Azur' }, '« * » : Bloc entre accolades attendu.'],
  [{ '*': { accent: 'bleu' } }, '« * », champ « accent » : Couleur attendue, par exemple #1c5d99.'],
  [{ '*': { name: '' } }, '« * », champ « name » : Texte attendu'],
  [{ '*': { name: 'a\r\nBcc: x@y.fr' } }, '« * », champ « name » : Une seule ligne attendue.'],
  [{ '*': { logo: '../secret.svg' } }, '« * », champ « logo » : Chemin d’un fichier SVG ou PNG'],
  [{ '*': { logo: '/etc/passwd.svg' } }, '« * », champ « logo » : Chemin d’un fichier SVG ou PNG'],
  [{ '*': { logo: 'logo.jpg' } }, '« * », champ « logo » : Chemin d’un fichier SVG ou PNG'],
  [{ '*': { contact: { phone: 'abc' } } }, '« * », champ « contact.phone » : '],
  [{ '*': { contact: { email: 'abc' } } }, '« * », champ « contact.email » : '],
  [
    { '*': { stores: { apple: 'javascript:alert(1)' } } },
    '« * », champ « stores.apple » : Adresse commençant par http',
  ],
  [{ '*': { sender: { name: 'Azur' } } }, '« * », champ « sender.address » : Texte attendu.'],
  [
    { '*': { mapTiles: { url: "https://x/{z}'; script-src *", attribution: 'x' } } },
    '« * », champ « mapTiles.url » : ',
  ],
  [
    { '*': { legal: { mentions: 'mentions.html' } } },
    '« * », champ « legal.mentions » : Chemin d’un fichier .md ou .txt',
  ],
  [{ '*': { modules: { shop: 'oui' } } }, '« * », champ « modules.shop » : true ou false attendu.'],
  [{ '*': { modules: { shops: true } } }, '« * », champ « modules.shops » : ce champ n’existe pas.'],
  [
    { 'azur.example': { regulatoryCalculation: false } },
    '« azur.example », champ « regulatoryCalculation » : Réglage de « * » attendu',
  ],
  [{ '*': { regulatoryCalculation: 'non' } }, '« * », champ « regulatoryCalculation » : true ou false attendu.'],
  [{ '*': { couleur: '#000000' } }, '« * », champ « couleur » : ce champ n’existe pas.'],
])('%j is refused with one sentence that names the field', (content, expected) => {
  const message = fault(content);
  expect(message).toContain(expected);
  expect(message).not.toMatch(/\binvalid\b|expected|\n/i);
  expect(message).not.toMatch(/ : $/);
});

test('the product’s logo is shown only with its own name', () => {
  expect(usesProductLogo(defaultTenant)).toBe(true);
  expect(usesProductLogo({ name: 'Azur', logoUrl: null })).toBe(false);
  expect(['élan', '  9 vies', '« Mer »', '…'].map(initialOf)).toEqual(['É', '9', 'M', '•']);
});

test('the rules shared by all brands are those of the specification (AG-005 to AG-007)', () => {
  expect(productRules).toEqual({
    agencyCreation: false,
    regulatoryCalculation: true,
    allowance: true,
    mostInactivity: 14,
  });
  expect(minimumVersion).toBe('4.38.8');
});

test('only platform staff can create an agency (AG-005)', () => {
  const making = allEndpoints.filter(
    ({ method, path, reads }) => method !== 'GET' && !reads && /\/(agency|agencies)$/.test(path),
  );
  expect(making.length).toBeGreaterThan(1);
  // A save that only edits creates nothing.
  const creates = (access: unknown): unknown =>
    typeof access === 'object' && access !== null && 'create' in access ? access.create : access;
  const open = making.filter(({ mounts }) =>
    Object.values(mounts).some((access) => ![null, 'admin', 'superAdmin'].includes(creates(access) as never)),
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});
