import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writePdf } from '#server/pdf/document.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { keyDigest, makeCertificate, signingKey } from './certificate.ts';
import { configuredKey, sealKeyOf, warmSealKey } from './platform-key.ts';
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

const folder = mkdtempSync(join(tmpdir(), 'vigie-seal-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasPdfsig = ((): boolean => {
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** What a reader of the trade says of a file. */
function pdfsig(content: Buffer): string {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, content);
  try {
    return execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? '');
  }
}

/** PDFSIG_RUNS=1000 draws as many places as the verification page is tested with. */
const runs = Number(process.env.PDFSIG_RUNS ?? 20);

test.skipIf(!hasPdfsig)(
  'pdfsig (where it is installed) accepts the file, and no file with a byte changed in the signed range',
  () => {
    const said = pdfsig(sealed);
    expect(said).toContain('Signature is Valid');
    expect(said).toContain('Total document signed');
    expect(said).toContain('ETSI.CAdES.detached');
    const hole = Number(/\/ByteRange\s*\[\s*\d+\s+(\d+)/.exec(sealed.toString('latin1'))?.[1]);
    const missed: number[] = [];
    for (let index = 0; index < runs; index += 1) {
      const place = Math.floor((hole / runs) * (index + 0.5));
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] as number) ^ (1 << (index % 8));
      if (pdfsig(changed).includes('Signature is Valid')) missed.push(place);
    }
    expect([hole > 0, missed]).toEqual([true, []]);
  },
  600_000,
);

test('a configured key (SIGNING_FILE) seals with its own certificate; one of another key is refused', async () => {
  const path = join(folder, 'seal.pem');
  const pem = (content: Buffer): string =>
    `-----BEGIN CERTIFICATE-----\n${content.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  const own = signingKey('the key of an operator');
  const made = makeCertificate(own, 'Exemple Sûreté', now);
  writeFileSync(path, `${own.export({ type: 'pkcs8', format: 'pem' })}${pem(Buffer.from(made.der))}`);
  const seal = await sealKeyOf({ environment: { secret, signingFile: path } } as never, now);
  const file = await sealPdf({ document, appended, reason: 'Signé', by: seal, now });
  expect(signedParts(file).cms.includes(made.der)).toBe(true);
  if (hasPdfsig) expect(pdfsig(file)).toContain('Exemple Sûreté');
  writeFileSync(path, `${key.export({ type: 'pkcs8', format: 'pem' })}${pem(Buffer.from(made.der))}`);
  expect(() => configuredKey(path)).toThrow('ne correspond pas à la clé');
});

test('an expired configured certificate seals nothing, and says so; the operator is told a month before', async () => {
  const path = join(folder, 'expired.pem');
  const own = signingKey('the key of an operator who forgot');
  const written = makeCertificate(own, 'Exemple Sûreté', now);
  const text = Buffer.from(written.der).toString('base64').replaceAll(/.{64}/g, '$&\n');
  writeFileSync(
    path,
    `${own.export({ type: 'pkcs8', format: 'pem' })}-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  );
  const services = { environment: { secret, signingFile: path } } as never;
  const day = 86_400_000;
  expect(await warmSealKey(services, now)).toBeNull();
  expect(await warmSealKey(services, new Date(written.until.getTime() - 10 * day))).toContain('SIGNING_FILE expire le');
  const late = new Date(written.until.getTime() + day);
  await expect(sealKeyOf(services, late)).rejects.toThrow('a expiré le');
  expect(await warmSealKey(services, late)).toContain('a expiré le');
});
