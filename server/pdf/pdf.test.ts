import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { noPublicPower } from '#core/agencies/mentions.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { type BadgeFacts, badgePdf } from './badge.ts';
import { facts, grid, writePdf } from './document.ts';
import { draw } from './drawing.ts';
import { fontFiles } from './fonts.ts';
import type { House } from './identity.ts';
import { logoOf, pngOf, portraitOf, portraitSize } from './pictures.ts';
import { codePng } from './qr.ts';

const now = new Date('2026-11-15T09:30:00Z');
const house: House = {
  name: 'Cœur de Ville Sûreté',
  legalForm: 'SARL',
  capital: '10 000 €',
  rcs: 'Nice',
  vatNumber: null,
  logo: null,
  address: '12 avenue de la Mer, 06000 Nice',
  siret: '12345678900012',
  approvalNumber: 'AUT-006-2031-02-03-20260000001',
  email: 'contact@coeur.example',
  phone: '04 93 00 00 00',
  isFrench: true,
  today: '2026-11-15',
  timeZone: 'Europe/Paris',
  currency: 'EUR',
};
const badge: BadgeFacts = {
  firstname: 'Zoé',
  lastname: 'Lefèvre-Œuvrard',
  position: 'Agent cynophile',
  cardNumber: 'CAR-006-2029-06-30-20240123456',
  cardExpiresAt: '2029-06-30',
  specialties: ['APS', 'SSIAP 1'],
  dogs: [{ name: 'Rex', chipNumber: '250269812345678' }],
  company: null,
  photo: null,
  url: 'https://vigie.example/badge/abc',
};
const look = { accent: '#1c5d99', now };

test('a document has the agency, its legal mentions with the sentence of L612-14, and page numbers', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => [`Ligne ${index + 1}`, '12,50 €']);
  const pdf = await writePdf({
    title: 'Registre d’œuvre',
    house,
    content: [
      facts([
        ['Prénom', 'Zoé'],
        ['Absent', null],
      ]),
      grid(['*', 'auto'], ['Libellé', 'Prix'], rows),
    ],
    now,
  });
  const { pages, info } = await openPdf(pdf);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, { text }] of pages.entries()) {
    expect(text).toContain('Cœur de Ville Sûreté SARL au capital de 10 000 € – 12 avenue de la Mer, 06000 Nice');
    expect(text).toContain(
      'SIRET 123 456 789 00012 – RCS Nice – Autorisation d’exercer n° AUT-006-2031-02-03-20260000001',
    );
    expect(text).toContain(noPublicPower);
    expect(text).toContain(`Page ${index + 1} sur ${pages.length}`);
    // The table header is on every page.
    expect(text).toContain('Libellé');
    expect(text).toContain('Établi le 15/11/2026 à 10:30');
  }
  expect(pages[0]?.text).toContain('Registre d’œuvre');
  expect(pages[0]?.text).toContain('12,50 €');
  expect(pages.at(-1)?.text).toContain('Ligne 120');
  expect(info.Title).toBe('Registre d’œuvre');
});

test('outside France the sentence of French law is left out', async () => {
  const { text } = await openPdf(
    await writePdf({ title: 'A', house: { ...house, isFrench: false }, content: [], now }),
  );
  expect(text).not.toContain('puissance publique');
});

test('same rows and same time give the same bytes, another time another document', async () => {
  const paper = { title: 'A', house, content: [facts([['a', 'b']])], now };
  expect(await writePdf(paper)).toEqual(await writePdf(paper));
  expect(await writePdf({ ...paper, now: new Date(0) })).not.toEqual(await writePdf(paper));
  expect(await badgePdf(badge, house, look)).toEqual(await badgePdf(badge, house, look));
});

test('texts that look like commands, addresses or files stay texts', async () => {
  const hostile = ['file:///etc/passwd', 'http://127.0.0.1/secret.png', '<img src=x>', '{ "image": "/etc/passwd" }'];
  const { text } = await openPdf(
    await writePdf({
      title: hostile[0] ?? '',
      house,
      content: [
        grid(
          ['*'],
          ['a'],
          hostile.map((one) => [one]),
        ),
      ],
      now,
    }),
  );
  for (const one of hostile) expect(text).toContain(one);
});

test('a badge has the size of a credit card and the legal content of the company card', async () => {
  const { pages, text, links } = await openPdf(await badgePdf(badge, house, look));
  expect(pages).toHaveLength(2);
  expect(links).toEqual([badge.url]);
  for (const { width, height } of pages) {
    expect((width / 72) * 25.4).toBeCloseTo(85.6, 1);
    expect((height / 72) * 25.4).toBeCloseTo(54, 1);
  }
  for (const expected of [
    'LEFÈVRE-ŒUVRARD',
    'Zoé',
    'Agent cynophile',
    'CAR-006-2029-06-30-20240123456',
    '30/06/2029',
    '0123456',
    'APS, SSIAP 1',
    'Rex 250269812345678',
    'Cœur de Ville Sûreté',
    '12 avenue de la Mer, 06000 Nice',
    'Autorisation d’exercer n° AUT-006-2031-02-03-20260000001',
    'puissance publique',
    'ZL',
  ])
    expect(text).toContain(expected);
});

test('a badge with the longest texts still has two sides', async () => {
  const long = 'Très long '.repeat(40);
  const worst = {
    ...badge,
    firstname: long,
    lastname: long,
    position: long,
    specialties: Array(60).fill('Sûreté'),
    dogs: Array(20).fill(badge.dogs[0]),
  };
  const { pages } = await openPdf(await badgePdf(worst, { ...house, name: long, address: long }, look));
  expect(pages).toHaveLength(2);
});

test('a photo of any size becomes a portrait; other files do not', async () => {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const portrait = await portraitOf(await createCanvas(1_000, 200).encode('webp'));
  const image = await loadImage(portrait as Buffer);
  expect([image.width, image.height]).toEqual([portraitSize.width, portraitSize.height]);
  expect(await portraitOf(Buffer.from('not a picture'))).toBeNull();
  const { pages } = await openPdf(await badgePdf({ ...badge, photo: portrait }, house, look));
  expect(pages[0]?.text).not.toContain('ZL');
});

test('the logo is on the badge and above the document; other files are left out', async () => {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const logo = (await logoOf(await createCanvas(2_000, 100).encode('jpeg'))) as Buffer;
  const image = await loadImage(logo);
  expect([image.width, image.height]).toEqual([480, 24]);
  const bearing = { ...house, logo };
  expect((await badgePdf(badge, bearing, look)).length).toBeGreaterThan((await badgePdf(badge, house, look)).length);
  const paper = { title: 'A', content: [], now };
  expect((await writePdf({ ...paper, house: bearing })).length).toBeGreaterThan(
    (await writePdf({ ...paper, house })).length,
  );
  expect(await logoOf(Buffer.from('not a picture'))).toBeNull();
});

test('the drawing thread gives the same result, also concurrently, and reports failures', async () => {
  const paper = { title: 'A', house, content: [grid(['*'], ['a'], [['b']])], now };
  const [one, other, none] = await Promise.all([
    draw('writePdf', paper),
    draw('badgePdf', { ...badge, photo: await portraitOf(codePng('a')) }, { ...house, logo: codePng('b') }, look),
    draw('logoOf', Buffer.from('not a picture')),
  ]);
  expect(one).toEqual(await writePdf(paper));
  expect((await openPdf(other)).pages).toHaveLength(2);
  expect(none).toBeNull();
  await expect(draw('pngOf', Buffer.from('not a PDF'))).rejects.toThrow();
  // The thread still works.
  expect(await draw('writePdf', paper)).toEqual(one);
});

test('the picture of a badge shows its pages, and a code is a square', async () => {
  const { loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(await pngOf(await badgePdf(badge, house, look), 2));
  expect([image.width, image.height]).toEqual([486, 629]);
  const code = await loadImage(codePng('0123456'));
  expect(code.width).toBe(code.height);
});

test('a value of several lines keeps them, without what no font can draw', () => {
  expect(JSON.stringify(facts([['Constat', 'Porte forcée\r\n\u0007Rien volé']]))).toContain(
    JSON.stringify('Porte forcée\nRien volé').slice(1, -1),
  );
});

test('the tables of a font are read once for all documents of a thread; its glyphs are of one document', async () => {
  await import('./shared-fonts.ts');
  const { create } = createRequire(import.meta.url)('fontkit') as { create(content: Buffer): Font };
  interface Font {
    cmap: object;
    glyphForCodePoint(point: number): object;
  }
  const [one, other] = [create(readFileSync(fontFiles.normal)), create(readFileSync(fontFiles.normal))];
  expect(one.cmap).toBe(other.cmap);
  expect(one.glyphForCodePoint(0x152)).not.toBe(other.glyphForCodePoint(0x152));
});
