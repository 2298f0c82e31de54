import { expect, test } from 'vitest';
import { policyFor } from './headers.ts';

const images = (url: string | null): string | undefined =>
  policyFor('https://vigie.example', url === null ? null : { url })
    .split('; ')
    .find((part) => part.startsWith('img-src'));

test.each([
  [null, "img-src 'self' data: blob:"],
  ['https://tiles.example/{z}/{x}/{y}.png?key=a', "img-src 'self' data: blob: https://tiles.example"],
  ['https://{s}.tiles.example/{z}/{x}/{y}.png', "img-src 'self' data: blob: https://*.tiles.example"],
  ["https://tiles.example; script-src 'unsafe-inline'/{z}", "img-src 'self' data: blob: https://tiles.example"],
  ['javascript:alert(1)', "img-src 'self' data: blob: "],
])('tiles of %s let images come from there and from nowhere else', (url, expected) => {
  expect(images(url)).toBe(expected);
  expect(policyFor('https://vigie.example', url === null ? null : { url })).not.toContain('script-src');
});
