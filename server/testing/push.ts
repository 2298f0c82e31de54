// A push service of the tests: browsers subscribe to it; it keeps what it is handed, decrypted as a browser would.
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { PushPayload } from '#core/notifications/push.ts';

export interface Browser {
  ecdh: ECDH;
  auth: Buffer;
  keys: { p256dh: string; auth: string };
}

export function browserKeys(): Browser {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    ecdh,
    auth,
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
}

const expand = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** RFC 8291, the side of the browser. */
export function decrypt({ ecdh, auth }: Pick<Browser, 'ecdh' | 'auth'>, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const end = 21 + body.readUInt8(20);
  const theirs = body.subarray(21, end);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]);
  const key = expand(ecdh.computeSecret(theirs), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    expand(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    expand(key, salt, 'Content-Encoding: nonce\0', 12),
  ).setAuthTag(body.subarray(-16));
  const plain = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()]);
  if (plain.at(-1) !== 2) throw new Error('no delimiter');
  return plain.subarray(0, -1).toString();
}

export interface Handed {
  /** The path: which browser. */
  to: string;
  payload: PushPayload;
  headers: Record<string, string | string[] | undefined>;
  /** Verified with the key of its header. */
  claims: { aud?: unknown; sub?: unknown; exp?: unknown };
  key: string;
}

async function identityOf(authorization: string): Promise<Pick<Handed, 'claims' | 'key'>> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'));
  const keys = createLocalJWKSet({ keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256', x: x as string, y: y as string }] });
  return { claims: (await jwtVerify(token, keys)).payload, key };
}

export interface PushService {
  url: string;
  handed: Handed[];
  /** Requests whose signature or content could not be read. */
  broken: unknown[];
  /** Per path; 201 unless told. */
  answers: Map<string, number>;
  /** Another browser, and what it sends to the server. */
  subscribe(): { path: string; endpoint: string; keys: Browser['keys'] };
  close(): Promise<void>;
}

export async function pushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const service: Omit<PushService, 'url' | 'close' | 'subscribe'> = { handed: [], broken: [], answers: new Map() };
  const server = createServer((request, reply) => {
    void (async () => {
      const to = request.url ?? '';
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const browser = browsers.get(to);
      const status = service.answers.get(to) ?? (browser ? 201 : 404);
      try {
        if (browser && status < 300)
          service.handed.push({
            to,
            payload: JSON.parse(decrypt(browser, Buffer.concat(chunks))) as PushPayload,
            headers: request.headers,
            ...(await identityOf(request.headers.authorization ?? '')),
          });
      } catch (error) {
        service.broken.push(error);
      }
      reply.writeHead(status).end();
    })();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...service,
    url,
    subscribe: () => {
      const browser = browserKeys();
      const path = `/${randomBytes(12).toString('hex')}`;
      browsers.set(path, browser);
      return { path, endpoint: url + path, keys: browser.keys };
    },
    close: () => new Promise((done) => void server.close(() => done())),
  };
}
