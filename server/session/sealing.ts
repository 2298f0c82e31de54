// Encrypts the secrets of second factors in the database, each bound to its account.
import * as sealing from '#server/sealing.ts';

const of = (secret: string, userId: string): sealing.Seal => ({ secret, purpose: 'second-factor', boundTo: userId });

export const seal = (secret: string, userId: string, plain: Buffer): Buffer => sealing.seal(of(secret, userId), plain);

/** Throws if the value was changed, copied to another account, or sealed with another SECRET. */
export const unseal = (secret: string, userId: string, kept: Buffer): Buffer =>
  sealing.unseal(of(secret, userId), kept);
