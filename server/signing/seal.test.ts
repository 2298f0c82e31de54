import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { writePdf } from '#server/pdf/document.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { keyDigest, makeCertificate, signingKey } from './certificate.ts';
import { digestOf, sealPdf } from './seal.ts';

const now = new Date('2026-11-17T10:00:00Z');
const secret = 'a secret that only tests know';
const key = signingKey(secret);
const { der, until } = makeCertificate(key, 'Vigie, cachet électronique', now);
const house = { name: 'Azur', timeZone: 'Europe/Paris', today: '2026-11-17', currency: 'EUR', logo: null } as never;
const paper = (title: string, text: string): Promise<Buffer> => writePdf({ title, house, content: [text], now });
const by = { key: key.export({ type: 'pkcs8', format: 'pem' }) as string, certificate: der };

const document = await paper('Contrat', 'Le salarié est engagé à Nice. '.repeat(400));
const appended = await paper('Signatures', 'Signé par Ada Roux');
const sealed = await sealPdf({ document, appended, reason: 'Signé par Ada Roux', by, now });

/** What the signature covers, and the CMS between. */
function signedParts(pdf: Buffer): { covered: Buffer; cms: Buffer; isWhole: boolean } {
  const range = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(pdf.toString('latin1')) as RegExpExecArray;
  const [, from, first, second, last] = range.map(Number) as [number, number, number, number, number];
  return {
    covered: Buffer.concat([pdf.subarray(from, from + first), pdf.subarray(second, second + last)]),
    cms: Buffer.from(pdf.subarray(first, second).toString('latin1').replaceAll(/[<>]/g, ''), 'hex'),
    isWhole: from === 0 && second + last === pdf.length,
  };
}

test('the certificate is one that OpenSSL reads: of the key, for ten years, for signatures', () => {
  const certificate = new X509Certificate(der);
  expect(certificate.subject).toBe('CN=Vigie\\, cachet électronique');
  expect(certificate.checkPrivateKey(key) && certificate.verify(certificate.publicKey)).toBe(true);
  expect([certificate.ca, new Date(certificate.validTo)]).toEqual([false, until]);
  expect(keyDigest(signingKey(secret))).toBe(keyDigest(key));
  expect(keyDigest(signingKey('another secret'))).not.toBe(keyDigest(key));
});

test('the signed file begins with what was read, byte for byte, then shows the signatures', async () => {
  expect(sealed.subarray(0, document.length).equals(document)).toBe(true);
  const { pages } = await openPdf(sealed);
  expect(pages.at(-1)?.text).toContain('Signé par Ada Roux');
  expect(pages[0]?.text).toContain('Le salarié est engagé');
});

test('its PAdES signature covers the whole file: the digest in the CMS is the one of the bytes', () => {
  const { covered, cms, isWhole } = signedParts(sealed);
  expect(isWhole).toBe(true);
  expect(cms.includes(Buffer.from(digestOf(covered), 'hex'))).toBe(true);
  expect(cms.includes(der)).toBe(true);
  expect(sealed.includes('ETSI.CAdES.detached')).toBe(true);
});

test('one byte changed in 1,000 drawn places is found 1,000 times, and 100 untouched files raise no alarm', () => {
  const known = new Set([digestOf(sealed)]);
  const step = sealed.length / 1_000;
  let found = 0;
  for (let index = 0; index < 1_000; index += 1) {
    const place = Math.floor(index * step + (step * ((index * 7_919) % 1_000)) / 1_000);
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] as number) ^ (1 << (index % 8));
    if (!known.has(digestOf(changed))) found += 1;
  }
  expect(found).toBe(1_000);
  expect(Array.from({ length: 100 }, () => known.has(digestOf(Buffer.from(sealed)))).every(Boolean)).toBe(true);
});
