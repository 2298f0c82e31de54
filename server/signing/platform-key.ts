// The key and certificate that seal signed files: configured (SIGNING_FILE), or the platform's own.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import type { Services } from '#server/kernel/call.ts';
import { keyDigest, makeCertificate, signingKey } from './certificate.ts';
import type { SealKey } from './seal.ts';

const known = new Map<string, SealKey & { until: Date }>();

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** A PEM file: the private key, its certificate, then the certificates that vouch for it. */
export function configuredKey(path: string): SealKey & { until: Date } {
  const text = readFileSync(path, 'utf8');
  const key = createPrivateKey(text);
  const [own, ...chain] = (text.match(pem) ?? []).map((one) => new X509Certificate(one));
  if (!own?.checkPrivateKey(key)) throw new Error(`${path} : le certificat ne correspond pas à la clé privée.`);
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: own.raw,
    chain: chain.map(({ raw }) => raw),
    until: new Date(own.validTo),
  };
}

/** A month before its end, another one is made. */
const margin = 30 * 86_400_000;

async function ownKey({ database, environment }: Services, now: Date): Promise<SealKey & { until: Date }> {
  const key = signingKey(environment.secret);
  const digest = keyDigest(key);
  const made = makeCertificate(key, 'Vigie, cachet électronique', now);
  // Of two processes that start together, the first one's stays.
  const { rows } = await database.platform.query<{ certificate: Buffer; until: Date }>({
    text: `with made as (insert into signing_certificates as c (key_digest, certificate, expires_at) values ($1, $2, $3)
        on conflict (key_digest) do update set certificate = excluded.certificate, created_at = now(), expires_at = excluded.expires_at where c.expires_at < $4
        returning certificate, expires_at)
      select certificate, expires_at as until from made union all
      select certificate, expires_at from signing_certificates where key_digest = $1 and not exists (select from made)`,
    values: [digest, made.der, made.until, new Date(now.getTime() + margin)],
  });
  const [kept] = rows;
  // Written by the other process after our snapshot.
  if (!kept) return ownKey({ database, environment } as Services, now);
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: kept.certificate,
    until: kept.until,
  };
}

/** Made at the first start, and read before anybody signs. In French, for the operator: what is wrong with it, or null. */
export async function warmSealKey(services: Services, now: Date): Promise<string | null> {
  try {
    await sealKeyOf(services, now);
  } catch (error) {
    return `Cachet électronique : ${error instanceof Error ? error.message : String(error)}`;
  }
  const { secret, signingFile } = services.environment;
  const until = known.get(signingFile ?? secret)?.until;
  return until && signingFile && until.getTime() - margin <= now.getTime()
    ? `Le certificat de SIGNING_FILE expire le ${frenchDay(until.toISOString().slice(0, 10))} : renouvelez-le, sinon aucun contrat ne sera plus scellé.`
    : null;
}

export async function sealKeyOf(services: Services, now: Date): Promise<SealKey> {
  const { secret, signingFile } = services.environment;
  const name = signingFile ?? secret;
  const held = known.get(name);
  if (held && held.until.getTime() - margin > now.getTime()) return held;
  // In its last month the configured file is read again: the operator may have renewed it.
  const made = signingFile ? configuredKey(signingFile) : await ownKey(services, now);
  if (made.until <= now)
    throw new Problem(
      'conflict',
      `Le certificat du cachet électronique a expiré le ${frenchDay(made.until.toISOString().slice(0, 10))} : prévenez le support. Les signatures sont gardées.`,
    );
  known.set(name, made);
  return made;
}
