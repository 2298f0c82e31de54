// The secrets of second factors in the database: sealed, each bound to its account.
import * as sealing from '#server/sealing.ts';

const of = (secret: string, userId: string): sealing.Seal => ({ secret, purpose: 'second-factor', boundTo: userId });

export const seal = (secret: string, userId: string, plain: Buffer): Buffer => sealing.seal(of(secret, userId), plain);

/** Throws when it was changed, moved to another account, or sealed under another SECRET. */
export const unseal = (secret: string, userId: string, kept: Buffer): Buffer =>
  sealing.unseal(of(secret, userId), kept);
