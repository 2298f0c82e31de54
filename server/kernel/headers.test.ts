import { expect, test } from 'vitest';
import { headersFor, policyFor } from './headers.ts';

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
  const scripts = policyFor('https://vigie.example', url === null ? null : { url }).split('script-src');
  // Wasm is compiled; no text is.
  expect(scripts.slice(1).map((one) => one.split(';')[0])).toEqual([" 'self' 'wasm-unsafe-eval'"]);
});

test('no answer is shown in a frame, guessed at, or sent to another site; https stays https', () => {
  const { api, screens } = headersFor('https://vigie.example');
  for (const headers of [api, screens])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  expect(api['cache-control']).toBe('no-store');
  expect(headersFor('http://localhost:3000').api).not.toHaveProperty('strict-transport-security');
});
