// The key of what is stored on the device. It is kept wrapped twice: by the device's code together with a key that does not
// leave the browser, and by a key of the account that the server gives after a sign-in (decision 93). It keeps the curious
// out of a lost telephone, not a laboratory: docs/SECURITY.md.

/** ASVS 5, appendix C: PBKDF2 with SHA-256. */
const rounds = 600_000;

const aes = { name: 'AES-GCM', length: 256 } as const;
const fresh = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));

/** Encrypted bytes with their nonce. */
export interface Box {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

export interface Vault {
  salt: Uint8Array<ArrayBuffer>;
  rounds: number;
  /** Not extractable where the browser can store such a key; else its bytes. */
  deviceKey: CryptoKey | Uint8Array<ArrayBuffer>;
  byCode: Box;
  byAccount: Box;
}

export async function seal(key: CryptoKey, bytes: BufferSource): Promise<Box> {
  const iv = fresh(12);
  return { iv, data: await crypto.subtle.encrypt({ name: aes.name, iv }, key, bytes) };
}

/** JSON, encrypted. */
export const sealJson = (key: CryptoKey, value: unknown): Promise<Box> =>
  seal(key, new TextEncoder().encode(JSON.stringify(value)));

export const unsealJson = async <T>(key: CryptoKey, box: Box): Promise<T> =>
  JSON.parse(new TextDecoder().decode(await unseal(key, box))) as T;

export const unseal = (key: CryptoKey, { iv, data }: Box): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: aes.name, iv }, key, data);

const aesKey = (bytes: BufferSource): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, aes, false, ['encrypt', 'decrypt']);

async function codeKey(code: string, { salt, rounds: iterations }: Pick<Vault, 'salt' | 'rounds'>): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(code), 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, typed, aes, false, [
    'encrypt',
    'decrypt',
  ]);
}

const keyOf = async (kept: Vault['deviceKey']): Promise<CryptoKey> =>
  kept instanceof Uint8Array ? aesKey(kept) : kept;

const packed = ({ iv, data }: Box): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(iv.length + data.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(data), iv.length);
  return bytes;
};
const unpacked = (bytes: ArrayBuffer): Box => ({ iv: new Uint8Array(bytes.slice(0, 12)), data: bytes.slice(12) });

/** `keepsKeys`: this browser stores a key that cannot be extracted, and reads it back. */
export async function createVault(
  code: string,
  accountKey: Uint8Array<ArrayBuffer>,
  keepsKeys: boolean,
): Promise<{ vault: Vault; key: CryptoKey }> {
  const [bytes, deviceBytes, salt] = [fresh(32), fresh(32), fresh(16)];
  const deviceKey = keepsKeys ? await aesKey(deviceBytes) : deviceBytes;
  const inner = await seal(await codeKey(code, { salt, rounds }), bytes);
  const vault: Vault = {
    salt,
    rounds,
    deviceKey,
    byCode: await seal(await keyOf(deviceKey), packed(inner)),
    byAccount: await seal(await aesKey(accountKey), bytes),
  };
  return { vault, key: await aesKey(bytes) };
}

/** Null: a wrong code. */
export async function openByCode(vault: Vault, code: string): Promise<CryptoKey | null> {
  const inner = unpacked(await unseal(await keyOf(vault.deviceKey), vault.byCode));
  const bytes = await unseal(await codeKey(code, vault), inner).catch(() => null);
  return bytes && aesKey(bytes);
}

/** Null: the key is of another account or device. */
export async function openByAccount(vault: Vault, accountKey: Uint8Array<ArrayBuffer>): Promise<CryptoKey | null> {
  const bytes = await unseal(await aesKey(accountKey), vault.byAccount).catch(() => null);
  return bytes && aesKey(bytes);
}

/** Another code for the same store, after a sign-in. */
export async function renewCode(
  vault: Vault,
  accountKey: Uint8Array<ArrayBuffer>,
  code: string,
): Promise<Vault | null> {
  const bytes = await unseal(await aesKey(accountKey), vault.byAccount).catch(() => null);
  if (!bytes) return null;
  const salt = fresh(16);
  const inner = await seal(await codeKey(code, { salt, rounds }), bytes);
  return { ...vault, salt, rounds, byCode: await seal(await keyOf(vault.deviceKey), packed(inner)) };
}
