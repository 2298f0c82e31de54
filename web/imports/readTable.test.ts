import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/universal';
import { importLimits } from '#core/imports/imports.ts';
import { decode, parseCsv, unreadable } from './csv.ts';
import { piecesOf } from './pieces.ts';
import { fileFaults, readTable } from './readTable.ts';
import { refuseBomb, tooLargeUnpacked } from './zip.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));
const csv = (text: string) => readTable('liste.csv', bytes(text).buffer);
const xlsx = async (cells: unknown[][]): Promise<ArrayBuffer> =>
  (await writeXlsxFile(cells as never, {}).toBlob()).arrayBuffer();

describe('text', () => {
  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['UTF-8', bytes('Été;œuf €')],
    ['UTF-8 with BOM', new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('Été;œuf €')])],
    ['Windows-1252', new Uint8Array([0xc9, 0x74, 0xe9, 0x3b, 0x9c, 0x75, 0x66, 0x20, 0x80])],
    [
      'UTF-16',
      new Uint8Array([
        0xff,
        0xfe,
        ...'Été;œuf €'.split('').flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]),
      ]),
    ],
  ])('%s is read', (_, content) => {
    expect(decode(content)).toBe('Été;œuf €');
  });

  test('binary content is refused', () => {
    expect(() => decode(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 7]))).toThrow(unreadable);
  });

  test('of Excel has fifteen digits for calculated amounts, as displayed', async () => {
    const content = await xlsx([
      ['Calculé', 'Total', 'Grand'],
      [0.1 + 0.2, 1234567.1 * 1.1, 9999999999999.99],
    ]);
    expect((await readTable('Liste.xlsx', content)).rows).toEqual([['0,3', '1358023,81', '9999999999999,99']]);
  });

  test.each([
    [
      'a;b\r\n1;2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n"1,5","x ""y"""',
      [
        ['a', 'b'],
        ['1,5', 'x "y"'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"nom, prénom";b\n1;2',
      [
        ['nom, prénom', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\n"deux\nlignes";',
      [
        ['a', 'b'],
        ['deux\nlignes', ''],
      ],
    ],
  ])('%j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });
});

describe('a file', () => {
  test('has headers and rows; empty ones are left out', async () => {
    expect(await csv('\n;;\nNom; Prénom ;;Ville\nDurand;Zoé;;\n;;;\nMartin;Paul;;Nice;\n')).toEqual({
      heads: ['Nom', 'Prénom', 'Ville'],
      rows: [
        ['Durand', 'Zoé', ''],
        ['Martin', 'Paul', 'Nice'],
      ],
    });
  });

  test('of Excel is read as displayed: days, hours, numbers, yes and no', async () => {
    const content = await xlsx([
      ['Nom', 'Né le', 'Vu le', 'Taux', 'Actif', 'Tél'],
      [
        'Durand',
        { value: new Date('1990-03-01T00:00:00Z'), format: 'dd/mm/yyyy' },
        { value: new Date('2026-10-25T08:30:00Z'), format: 'dd/mm/yyyy hh:mm' },
        12.5,
        true,
        612345678,
      ],
    ]);
    expect((await readTable('Liste.XLSX', content)).rows).toEqual([
      ['Durand', '01/03/1990', '25/10/2026 08:30', '12,5', 'Oui', '612345678'],
    ]);
  });

  test.each([
    ['an old Excel', () => readTable('a.xls', new ArrayBuffer(8)), fileFaults.old],
    ['another file type', () => readTable('a.pdf', new ArrayBuffer(8)), fileFaults.format],
    ['a wrong extension', () => readTable('a.xlsx', bytes('Nom;Prénom').buffer), unreadable],
    ['a broken archive', async () => readTable('a.xlsx', (await xlsx([['a'], ['b']])).slice(0, 900)), unreadable],
    ['headers only', () => csv('Nom;Prénom\n'), fileFaults.empty],
    ['nothing', () => csv(''), fileFaults.empty],
    ['too many columns', () => csv(`${'a;'.repeat(101)}\n${'1;'.repeat(101)}`), fileFaults.columns],
    ['too large', () => readTable('a.csv', new ArrayBuffer(11 * 1024 * 1024)), fileFaults.large],
    [
      '100,000 rows',
      () => csv(`Nom\n${'x\n'.repeat(100_000)}`),
      'Le fichier compte 100\u202f000 lignes : 5\u202f000 au plus par import.',
    ],
  ])('%s is refused with the reason', async (_, read, message) => {
    await expect(read()).rejects.toThrow(message);
  });

  test('that declares gigabytes is not unpacked', async () => {
    const content = await xlsx([['Nom'], ['x']]);
    refuseBomb(content);
    const view = new DataView(content);
    let at = 0;
    while (view.getUint32(at, true) !== 0x02014b50) at += 1;
    view.setUint32(at + 24, 2_000_000_000, true);
    expect(() => refuseBomb(content)).toThrow(tooLargeUnpacked);
    await expect(readTable('bombe.xlsx', content)).rejects.toThrow(tooLargeUnpacked);
  });

  test('with a wrong declared size is unpacked up to that size only', async () => {
    const content = await xlsx([['Nom'], ...Array.from({ length: 4_000 }, (_, index) => [`x${index}`])]);
    const view = new DataView(content);
    for (let at = 0; at + 4 < view.byteLength; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 64, true);
    await expect(readTable('menteur.xlsx', content)).rejects.toThrow(unreadable);
  });
});

test('rows are split into chunks that fit a request, without loss or repetition', () => {
  const rows = Array.from({ length: 1_203 }, (_, index) => [String(index), 'x'.repeat(index % 7 === 0 ? 4_000 : 10)]);
  const pieces = piecesOf(rows);
  expect(pieces.flatMap((one) => one.rows)).toEqual(rows);
  expect(pieces.map(({ piece }) => piece)).toEqual(pieces.map((_, index) => index));
  for (const { first, rows: some } of pieces) {
    expect(rows[first]).toBe(some[0]);
    expect(some.length).toBeLessThanOrEqual(importLimits.pieceRows);
    expect(JSON.stringify(some).length).toBeLessThan(1_500_000);
  }
  expect(piecesOf([])).toEqual([]);
});
