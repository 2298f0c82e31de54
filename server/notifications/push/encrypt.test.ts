import { createECDH, createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { browserKeys, decrypt } from '#server/testing/push.ts';
import { encrypt, isBrowserKey, longestMessage } from './encrypt.ts';
import { vapidKeys } from './vapid.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

test('RFC 8291, section 5: the example of the standard, to the byte', () => {
  const body = encrypt(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') },
  );
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('only the browser reads it, twice the same is never the same, and a push service accepts the longest', () => {
  const [browser, other] = [browserKeys(), browserKeys()];
  const message = Buffer.alloc(longestMessage, 'é');
  const [one, again] = [encrypt(message, browser.keys), encrypt(message, browser.keys)];
  expect(decrypt(browser, one)).toBe(message.toString());
  expect(one.equals(again)).toBe(false);
  expect(one.length).toBe(4_096);
  expect(() => decrypt(other, one)).toThrow();
  expect(() => encrypt(Buffer.alloc(longestMessage + 1), browser.keys)).toThrow('too long');
});

test('a key that is no point of the curve, or too short a secret, is no key of a browser', () => {
  const { p256dh, auth } = browserKeys().keys;
  expect(isBrowserKey({ p256dh, auth })).toBe(true);
  const point = bytes(p256dh);
  point[64] = (point[64] as number) ^ 1;
  for (const bad of [
    { p256dh: point.toString('base64url'), auth },
    { p256dh: '', auth },
    { p256dh: createECDH('prime256v1').generateKeys('base64url', 'compressed'), auth },
    { p256dh, auth: 'AAAA' },
  ])
    expect(isBrowserKey(bad)).toBe(false);
});

test('every secret has one key pair, the same in every process', () => {
  const known = vapidKeys('a secret that only tests know');
  expect(bytes(known.public)).toHaveLength(65);
  // A change of this value would silence every browser that is subscribed.
  expect(createHash('sha256').update(known.public).digest('hex').slice(0, 8)).toBe('a9e4eb2f');
  expect(vapidKeys('another secret').public).not.toBe(known.public);
});
