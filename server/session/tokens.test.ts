import { createPrivateKey, randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { Bounded } from '#server/kernel/bounded.ts';
import { derive } from '#server/secret.ts';
import { createAccessReader, issueAccess, readRefreshToken, refreshTokenOf } from './tokens.ts';

const secret = 'a secret that only tests know';
const claims = { sub: randomUUID(), sid: randomUUID(), as: null };
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

test('every process with the same secret reads the session of a token', async () => {
  const acting = { ...claims, as: randomUUID() };
  expect(await createAccessReader(secret)(`Bearer ${await issueAccess(secret, claims, new Date())}`)).toEqual(claims);
  expect(await createAccessReader(secret)(`bearer ${await issueAccess(secret, acting, new Date())}`)).toEqual(acting);
});

test.each([
  ['no header', undefined, 'JWT Token not found'],
  ['another scheme', 'Basic YTpi', 'JWT Token not found'],
  ['an empty bearer', 'Bearer ', 'JWT Token not found'],
  ['a malformed token', 'Bearer nonsense', 'Invalid JWT Token'],
  ['an unsigned token', `Bearer ${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`, 'Invalid JWT Token'],
])('%s is refused: %s answers %s', async (_what, header, message) => {
  await expect(createAccessReader(secret)(header)).rejects.toMatchObject({ kind: 'unauthenticated', message });
});

test('a token is valid for 15 minutes, even if it is cached', async () => {
  const read = createAccessReader(secret);
  expect(await read(`Bearer ${await issueAccess(secret, claims, minutesAgo(14))}`)).toEqual(claims);
  const old = `Bearer ${await issueAccess(secret, claims, minutesAgo(15.1))}`;
  await expect(read(old)).rejects.toMatchObject({ message: 'Expired JWT Token' });
  const short = `Bearer ${await issueAccess(secret, claims, new Date(Date.now() - 15 * 60_000 + 1_100))}`;
  expect(await read(short)).toEqual(claims);
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  await expect(read(short)).rejects.toMatchObject({ message: 'Expired JWT Token' });
});

test('a token that is not for the API is invalid', async () => {
  const token = await issueAccess(secret, claims, new Date());
  expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).aud).toBe('vigie-api');
  const seed = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), derive(secret, 'access-token')]);
  const forAnother = await new SignJWT({ sid: claims.sid })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(claims.sub)
    .setAudience('another')
    .setExpirationTime('1h')
    .sign(createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' }));
  await expect(createAccessReader(secret)(`Bearer ${forAnother}`)).rejects.toMatchObject({
    message: 'Invalid JWT Token',
  });
});

test('a token of another secret, of another key or without an expiry is invalid', async () => {
  const read = createAccessReader(secret);
  const elsewhere = await issueAccess('another secret altogether', claims, new Date());
  await expect(read(`Bearer ${elsewhere}`)).rejects.toMatchObject({ message: 'Invalid JWT Token' });
  const { privateKey } = await generateKeyPair('EdDSA');
  const forged = await new SignJWT({ sid: claims.sid })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(claims.sub)
    .setExpirationTime('1h')
    .sign(privateKey);
  await expect(read(`Bearer ${forged}`)).rejects.toMatchObject({ message: 'Invalid JWT Token' });
  const token = await issueAccess(secret, claims, new Date());
  const [head, body, signature] = token.split('.') as [string, string, string];
  const altered = Buffer.from(body, 'base64url').toString().replace(claims.sub, randomUUID());
  await expect(read(`Bearer ${head}.${Buffer.from(altered).toString('base64url')}.${signature}`)).rejects.toMatchObject(
    { message: 'Invalid JWT Token' },
  );
});

test('a refresh token contains its session and generation, and cannot be forged', () => {
  const token = refreshTokenOf(secret, claims.sid, 7);
  expect(refreshTokenOf(secret, claims.sid, 7)).toBe(token);
  expect(readRefreshToken(secret, token)).toEqual({ sessionId: claims.sid, generation: 7 });
  const [, mac] = token.split('.') as [string, string];
  const [otherHead] = refreshTokenOf(secret, claims.sid, 8).split('.') as [string];
  for (const bad of [`${otherHead}.${mac}`, `${token}x`, `x${token}`, token.slice(0, -1), '', '.', 'a.b'])
    expect(readRefreshToken(secret, bad)).toBeNull();
  expect(readRefreshToken('another secret altogether', token)).toBeNull();
});

test('the cache is bounded and drops the least recently used entry first', () => {
  const kept = new Bounded<number>(2);
  kept.set('a', 1, 100);
  kept.set('b', 2, 100);
  expect(kept.get('a', 0)).toBe(1);
  kept.set('c', 3, 100);
  expect([kept.get('a', 0), kept.get('b', 0), kept.get('c', 0)]).toEqual([1, undefined, 3]);
  expect(kept.get('a', 100)).toBeUndefined();
});
