import { expect, test } from 'vitest';
import { type ReadTag, recognised } from './recognising.ts';

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
