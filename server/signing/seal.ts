// The signed file: what the signatories read, byte for byte, then the page of their signatures, then a PAdES signature of
// it all (ETSI EN 319 142, B-B).
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { PDF, type Signer } from '@libpdf/core';

export interface SealKey {
  /** PKCS #8, PEM. */
  key: string;
  certificate: Uint8Array;
  chain?: Uint8Array[];
}

export interface Sealing {
  /** What was read. */
  document: Uint8Array;
  /** Pages to append: the signatures. */
  appended: Uint8Array;
  reason: string;
  by: SealKey;
  now: Date;
}

export const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

export function signerOf({ key, certificate, chain }: SealKey): Signer {
  const own = createPrivateKey(key);
  const isRsa = own.asymmetricKeyType === 'rsa';
  return {
    certificate,
    ...(chain && chain.length > 0 ? { certificateChain: chain } : {}),
    keyType: isRsa ? 'RSA' : 'EC',
    signatureAlgorithm: isRsa ? 'RSASSA-PKCS1-v1_5' : 'ECDSA',
    sign: (data, algorithm) =>
      Promise.resolve(new Uint8Array(sign(algorithm.replace('-', '').toLowerCase(), data, own))),
  };
}

/** The answer begins with the document: incremental updates only add. */
export async function sealPdf({ document, appended, reason, by, now }: Sealing): Promise<Buffer> {
  const source = await PDF.load(appended);
  const pdf = await PDF.load(document);
  await pdf.copyPagesFrom(
    source,
    Array.from({ length: source.getPageCount() }, (_, index) => index),
  );
  const { bytes } = await pdf.sign({ signer: signerOf(by), reason, signingTime: now, level: 'B-B' });
  const sealed = Buffer.from(bytes);
  if (!sealed.subarray(0, document.length).equals(document)) throw new Error('the document was rewritten');
  return sealed;
}
