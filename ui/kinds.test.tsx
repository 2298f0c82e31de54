import { render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Field, Kind } from '#core/kernel/field.ts';
import * as field from '#core/kernel/field.ts';
import { machine } from '#core/kernel/machine.ts';
import { sessionOf, sessionStore } from './client/session-state.ts';
import { someProfile, someUser } from './client/testing/people.ts';
import { typedWay } from './kinds/typed.ts';
import { kinds, Shown, textOf } from './kinds.tsx';
import { closeScreen } from './testing/screen.tsx';

afterEach(closeScreen);

const locale = { zone: 'Europe/Paris', currency: 'EUR', country: 'FR', holidayLocale: 'FR' };
const states = machine({ initial: 1, states: { 1: { label: 'Ouvert', tone: 'positive' } }, moves: {} });

const storedFile = (name: string): field.StoredFile => ({
  id: name,
  name,
  mimeType: 'application/pdf',
  size: 1,
  url: `/file/${name}`,
});

const samples: Record<Kind, [Field, unknown, string]> = {
  text: [field.text('Nom'), 'Bonjour', 'Bonjour'],
  html: [field.html('Note'), '<p>Bon<b>jour</b></p>', 'Bonjour'],
  integer: [field.integer('Nombre'), 12345, '12 345'],
  decimal: [field.decimal('Taux'), 0.125, '0,125'],
  money: [field.money('Prix'), 1234.5, '1 234,50 €'],
  flag: [field.flag('Vrai'), false, 'Non'],
  flags: [
    field.flags('Droits', { a: 'Lire', b: 'Écrire', c: 'Signer' }),
    { a: true, b: false, c: true },
    'Lire, Signer',
  ],
  day: [field.day('Jour'), '2026-11-05', '05/11/2026'],
  moment: [field.moment('Instant'), '2026-11-05T23:30:00.000Z', '06/11/2026 00:30'],
  time: [field.time('Heure'), '08:30', '08:30'],
  status: [field.status('Statut', states), 1, 'Ouvert'],
  choice: [field.choice('Type', { 1: 'Petit' }), 1, 'Petit'],
  choices: [field.choices('Jours', { 1: 'Lundi', 2: 'Mardi' }), [1, 2], 'Lundi, Mardi'],
  hours: [field.hours('Durée', { written: 'server' }), { '2026-11-15': 24, '2026-11-16': 1.5 }, '1 jour et 1h30'],
  ref: [field.ref('Lieu', 'specialty'), { id: 'x', name: 'Quai' }, 'Quai'],
  refs: [
    field.refs('Lieux', 'specialty'),
    [
      { id: 'x', name: 'Quai' },
      { id: 'y', name: 'Cour' },
    ],
    'Quai, Cour',
  ],
  address: [
    field.address('Adresse'),
    { street: '2 quai du Port', zipcode: '13002', city: 'Marseille', country: 'FR', location: null },
    '2 quai du Port, 13002 Marseille',
  ],
  phones: [field.phones('Téléphone'), ['04 91 00 00 00', '06 00 00 00 00'], '04 91 00 00 00, 06 00 00 00 00'],
  file: [field.file('Logo'), storedFile('logo.png'), 'logo.png'],
  files: [field.files('Pièces'), [storedFile('a.pdf'), storedFile('b.pdf')], 'a.pdf, b.pdf'],
  lines: [
    field.lines('Clés', { label: field.text('Libellé'), count: field.integer('Nombre') }),
    [
      { id: 'x', label: 'Portail', count: 2 },
      { id: 'y', label: 'Cave', count: null },
    ],
    'Portail · 2 ; Cave',
  ],
  group: [field.group('Infos', { a: field.text('Un'), b: field.text('Deux') }), { a: 'x', b: null }, 'Un : x'],
  found: [field.found('Dernier', { a: field.text('Un'), b: field.text('Deux') }), { a: 'x', b: null }, 'Un : x'],
};

test.each(Object.entries(samples))('%s as text', (_kind, [declared, value, words]) => {
  expect(textOf(declared, value, locale).replace(/[\u00a0\u202f]/g, ' ')).toBe(words);
  expect(textOf(declared, null, locale)).toBe('');
});

test('an undeclared code is shown as « ??? »', () => {
  expect(textOf(samples.status[0], 7, locale)).toBe('???');
  expect(textOf(samples.choice[0], 7, locale)).toBe('???');
});

test('numbers are aligned right, text left', () => {
  const atTheEnd = Object.entries(kinds).filter(([, { align }]) => align === 'end');
  expect(atTheEnd.map(([kind]) => kind)).toEqual(['integer', 'decimal', 'money', 'hours']);
});

function show(declared: Field, value: unknown): void {
  const user = someUser({ userCompanies: [someProfile()] });
  sessionStore.set(sessionOf(user, { profileId: null, agency: null }));
  render(<Shown field={declared} value={value} />);
}

test('an empty value is a dash, a long text is cut with the whole text on hover, a phone number is a link', () => {
  show(field.text('Nom'), null);
  expect(screen.getByText('—')).toBeTruthy();
  show(field.text('Nom'), 'a'.repeat(200));
  expect(screen.getByTitle('a'.repeat(200)).textContent).toBe(`${'a'.repeat(144)}…`);
  show(...(samples.phones.slice(0, 2) as [Field, unknown]));
  expect(screen.getByRole('link', { name: '04 91 00 00 00' }).getAttribute('href')).toBe('tel:0491000000');
});

test('a French social security number is formatted in groups, a payment card always', () => {
  const insured = field.text('N°', { format: 'socialSecurityNumber' });
  const card = field.text('Carte', { format: 'paymentCardNumber' });
  expect(textOf(insured, '185057800608491', locale)).toBe('1 85 05 78 006 084 91');
  expect(textOf(insured, '185057800608491', { ...locale, holidayLocale: 'BE' })).toBe('185057800608491');
  expect(textOf(card, '4242424242424242', { ...locale, holidayLocale: 'BE' })).toBe('4242 4242 4242 4242');
});

test('an amount has the decimals of its currency, a unit price those it needs, and the arrows step by the smallest coin', () => {
  const spaced = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
  const pacific = { ...locale, currency: 'XPF' };
  const hourly = field.unitPrice('Prix horaire');
  expect(spaced(textOf(field.money('Prix'), 1234, pacific))).toBe('1 234 FCFP');
  expect([12.9611, 12.5].map((value) => spaced(textOf(hourly, value, locale)))).toEqual(['12,9611 €', '12,50 €']);
  expect([locale, pacific].map((one) => typedWay('money', one).step)).toEqual([0.01, 1]);
});
