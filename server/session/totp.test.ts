import { describe, expect, test } from 'vitest';
import { fromBase32 } from '#server/testing/totp.ts';
import { base32, codeOf, newSecret, stepAt, stepOf } from './totp.ts';

const shared = Buffer.from('12345678901234567890');

describe('RFC 6238, appendix B, SHA-1', () => {
  test.each([
    [59, 0x1, '94287082'],
    [1_111_111_109, 0x23523ec, '07081804'],
    [1_111_111_111, 0x23523ed, '14050471'],
    [1_234_567_890, 0x273ef07, '89005924'],
    [2_000_000_000, 0x3f940aa, '69279037'],
    [20_000_000_000, 0x27bc86aa, '65353130'],
  ])('at %i s the step is %i and its code %s', (seconds, step, code) => {
    const at = new Date(seconds * 1_000);
    expect(stepAt(at)).toBe(step);
    expect(codeOf(shared, step, 8)).toBe(code);
    expect(codeOf(shared, step)).toBe(code.slice(2));
    expect(stepOf(shared, code.slice(2), at)).toBe(step);
  });
});

test('RFC 4226, appendix D: the first ten codes of a counter', () => {
  expect(Array.from({ length: 10 }, (_, counter) => codeOf(shared, counter))).toEqual(
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
  );
});

test('a code is accepted one period early or late, not two', () => {
  const at = new Date(1_111_111_111_000);
  const now = stepAt(at);
  expect([-2, -1, 0, 1, 2].map((off) => stepOf(shared, codeOf(shared, now + off), at))).toEqual([
    null,
    now - 1,
    now,
    now + 1,
    null,
  ]);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: %j in base 32 is %s', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
  expect(fromBase32(written).toString()).toBe(text);
});

test('a secret has the 160 bits of its HMAC and is unique', () => {
  const secrets = Array.from({ length: 100 }, () => base32(newSecret()));
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});
