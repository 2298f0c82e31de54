import { createCipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Seal, seal, unseal } from './sealing.ts';
import { derive } from './secret.ts';

const by: Seal = { secret: 'a secret of this test', purpose: 'mail', boundTo: 'row 1' };
const plain = Buffer.from('Code 4812');

test.each([1, 2])('a value names its cipher (%i) and opens whichever is the current one', (cipher) => {
  const kept = seal(by, plain, cipher);
  expect(kept[0]).toBe(cipher);
  expect(unseal(by, kept)).toEqual(plain);
  expect(() => unseal({ ...by, boundTo: 'row 2' }, kept)).toThrow();
  expect(() => unseal({ ...by, secret: 'another secret' }, kept)).toThrow();
});

test.each([0, 1, 2, 255])(
  'a value sealed before ciphers were named still opens, also if its nonce begins with %i',
  (first) => {
    const nonce = Buffer.concat([Buffer.of(first), randomBytes(11)]);
    const cipher = createCipheriv('aes-256-gcm', derive(by.secret, by.purpose), nonce).setAAD(Buffer.from(by.boundTo));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    expect(unseal(by, Buffer.concat([nonce, cipher.getAuthTag(), sealed]))).toEqual(plain);
  },
);

test('a value whose cipher was changed does not open', () => {
  const kept = seal(by, plain);
  kept[0] = 2;
  expect(() => unseal(by, kept)).toThrow();
});
