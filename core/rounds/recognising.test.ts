import { expect, test } from 'vitest';
import { isOwnTag, type ReadTag, recognised, tagValue } from './recognising.ts';

const points = [
  { title: 'Hall', tagId: '04:A2:24:1b', code: 'AB12CD34' },
  { title: 'Quai', tagId: null, code: 'EF56' },
  { title: 'Vide', tagId: '', code: null },
];

test.each<[string, ReadTag, string[]]>([
  ['a serial number, however it is written', { serial: '04a2241B', texts: [] }, ['Hall']],
  ['the code on a tag', { serial: '99:99', texts: ['ef56'] }, ['Quai']],
  ['a QR code', { serial: null, texts: ['AB12CD34'] }, ['Hall']],
  ['a QR code with the serial number of a tag: no proof of the tag', { serial: null, texts: ['04:A2:24:1b'] }, []],
  ['a stranger', { serial: '77:77', texts: ['https://example.org'] }, []],
  ['nothing', { serial: null, texts: [''] }, []],
])('%s', (_, read, titles) => {
  expect(recognised(read, points).map(({ title }) => title)).toEqual(titles);
});

test('what is kept of a read is what recognised the point, so that the desk can compare it', () => {
  const [tag, text] = ['04:a2:19', 'C0DE'];
  expect(tagValue({ serial: tag, texts: [text] }, { tagId: '04A219', code: text })).toBe(tag);
  expect(tagValue({ serial: tag, texts: ['menu', text] }, { tagId: null, code: 'c0-de' })).toBe(text);
  expect(tagValue({ serial: null, texts: [text] }, { tagId: null, code: text })).toBe(text);
  expect([isOwnTag(tag, { tagId: '04A219', code: null }), isOwnTag('', { tagId: null, code: '' })]).toEqual([
    true,
    false,
  ]);
});
