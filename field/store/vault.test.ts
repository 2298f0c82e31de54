import { describe, expect, test } from 'vitest';
import { createVault, openByAccount, openByCode, renewCode, seal, unseal } from './vault.ts';

const account = crypto.getRandomValues(new Uint8Array(32));
const text = new TextEncoder().encode('Ronde de 3 h');

describe.each([
  ['a key that cannot be extracted', true],
  ['bytes, where the browser cannot store such a key', false],
])('with %s', async (_, keepsKeys) => {
  const { vault, key } = await createVault('482915', account, keepsKeys);
  const box = await seal(key, text);
  const reads = async (opened: CryptoKey | null): Promise<boolean> =>
    opened !== null && new TextDecoder().decode(await unseal(opened, box)) === 'Ronde de 3 h';

  test('the code opens it, another one does not', async () => {
    expect(await reads(await openByCode(vault, '482915'))).toBe(true);
    expect(await openByCode(vault, '482916')).toBeNull();
  });

  test('the account opens it without the code; another account does not', async () => {
    expect(await reads(await openByAccount(vault, account))).toBe(true);
    expect(await openByAccount(vault, crypto.getRandomValues(new Uint8Array(32)))).toBeNull();
  });

  test('a new code replaces the old one over the same data', async () => {
    const renewed = await renewCode(vault, account, '135792');
    expect(await reads(renewed && (await openByCode(renewed, '135792')))).toBe(true);
    expect(renewed && (await openByCode(renewed, '482915'))).toBeNull();
  });

  test('the same text is never stored as the same bytes', async () => {
    const other = await seal(key, text);
    expect(new Uint8Array(other.data)).not.toEqual(new Uint8Array(box.data));
  });
});
