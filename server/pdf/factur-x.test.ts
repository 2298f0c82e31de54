// No full checker of PDF/A-3b is at hand. Checked here by structure: version, identifiers, no encryption, colour profile,
// uncompressed XMP that is well-formed and announces PDF/A-3b and Factur-X, embedded fonts, the attached file with its
// type, date and relationship, no script and no address, no letter that the font lacks. Not checked: widths, ICC content.
import { createRequire } from 'node:module';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { ciiXml } from '#core/billing/cii.ts';
import { paperSample } from '#core/billing/samples.ts';
import { drawnRanges } from '#core/kernel/letters.ts';
import { drawPaper } from '#server/billing/printing.ts';
import { embeddedXml } from '#server/testing/e-invoices.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { fontFiles } from './fonts.ts';
import type { House } from './identity.ts';
import { codePng } from './qr.ts';

const house: House = {
  ...{ name: 'X', legalForm: null, capital: null, rcs: null, vatNumber: null, address: null, siret: null },
  ...{ approvalNumber: null, email: null, phone: null, isFrench: true, today: '2026-11-17', timeZone: 'Europe/Paris' },
  currency: 'EUR',
  logo: codePng('logo'),
};
const paper = paperSample({ seller: { name: 'Dupont & Fils <Sûreté>' }, items: [{}, { vat: 5.5 }] });
const pdf = await drawPaper(paper, house, new Date('2030-01-01T00:00:00Z'));
const source = pdf.toString('latin1');

test('the document says what it is, and hides nothing', () => {
  expect(source.startsWith('%PDF-1.7')).toBe(true);
  expect(source).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
  for (const forbidden of ['/Encrypt', '/JavaScript', '/Launch', '/URI', '/LZWDecode'])
    expect(source).not.toContain(forbidden);
  expect(source).toContain('/S /GTS_PDFA1');
  expect(source).toMatch(/\/DestOutputProfile \d+ 0 R/);
});

test('no character is missing in its font: French amounts have narrow spaces', async () => {
  const { text } = await openPdf(pdf);
  expect(text).toContain('3 612,00 €');
  for (const missing of ['\u0000', '\ufffd', '\u202f']) expect(text).not.toContain(missing);
});

test('every font is inside', () => {
  const fonts = source.match(/\/Type \/FontDescriptor/g) ?? [];
  expect(fonts.length).toBeGreaterThan(0);
  expect(source.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(fonts.length);
});

test('its metadata announce PDF/A-3b and Factur-X, whatever the seller is called', async () => {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const { metadata } = await (await task.promise).getMetadata();
  const raw = metadata.getRaw() as string;
  expect(raw).toContain('<pdfaid:part>3</pdfaid:part>');
  expect(raw).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
  expect(raw).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
  expect(raw).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
  expect(metadata.get('dc:creator')).toEqual(['Dupont & Fils <Sûreté>']);
  await task.destroy();
});

test('the invoice for machines is attached as the alternative of the page, and a second reader finds it', async () => {
  expect(source).toContain('/AFRelationship /Alternative');
  expect(source).toMatch(/\/AF \[\d+ 0 R\]/);
  expect(source).toContain('/Subtype /text#2Fxml');
  expect(source).toMatch(/\/ModDate \(D:20261117100000Z\)/);
  expect(await embeddedXml(pdf)).toBe(ciiXml(paper));
});

test('drawn twice it is the same, byte for byte', async () => {
  expect((await drawPaper(paper, house, new Date('2031-01-01T00:00:00Z'))).equals(pdf)).toBe(true);
});

test('a letter that the font lacks is printed as « ? », and machines still read it', async () => {
  const strange = paperSample({ items: [{ title: 'Garde 😀 حارس' }] });
  const drawn = await drawPaper(strange, house, new Date('2030-01-01T00:00:00Z'));
  expect((await openPdf(drawn)).pages[0]?.text).toContain('Garde ? ????');
  expect(await embeddedXml(drawn)).toContain('Garde 😀 حارس');
});

test('the list of drawn letters is that of the fonts', () => {
  const { openSync } = createRequire(import.meta.url)('fontkit') as {
    openSync(path: string): { hasGlyphForCodePoint(code: number): boolean };
  };
  const fonts = Object.values(fontFiles).map((path) => openSync(path));
  const lacked = drawnRanges
    .split(' ')
    .flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, place) => first + place);
    })
    .filter((code) => !fonts.every((font) => font.hasGlyphForCodePoint(code)));
  expect(lacked).toEqual([]);
});
