// An S3 service in memory that checks every signature (AWS Signature Version 4).
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeS3 {
  url: string;
  objects: Map<string, { content: Buffer; since: Date }>;
  /** Answers 503 to the next calls. */
  fail(times: number): void;
  close(): Promise<void>;
}

const key = { id: 'VIGIEKEY', secret: 'secret+of/the=tests' };
const region = 'eu-west-3';
const hmac = (by: Buffer | string, text: string): Buffer => createHmac('sha256', by).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function isSigned(request: IncomingMessage, url: URL): boolean {
  const {
    credential = '',
    signed = '',
    signature,
  } = /Credential=(?<credential>[^,]+), ?SignedHeaders=(?<signed>[^,]+), ?Signature=(?<signature>[0-9a-f]+)/.exec(
    request.headers.authorization ?? '',
  )?.groups ?? {};
  const [id, day = '', ...scope] = credential.split('/');
  if (id !== key.id || scope.join('/') !== `${region}/s3/aws4_request` || !signed.split(';').includes('host'))
    return false;
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    headers.join(''),
    signed,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const stamp = String(request.headers['x-amz-date']);
  const text = [
    'AWS4-HMAC-SHA256',
    stamp,
    [day, ...scope].join('/'),
    createHash('sha256').update(canonical).digest('hex'),
  ];
  const by = [day, ...scope].reduce<Buffer | string>((held, part) => hmac(held, part), `AWS4${key.secret}`);
  return hmac(by, text.join('\n')).toString('hex') === signature;
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Two per page, so that listings have several pages. */
function listing(objects: FakeS3['objects'], url: URL): string {
  const names = [...objects.keys()].filter((name) => name.startsWith(url.searchParams.get('prefix') ?? '')).sort();
  const from = Number(url.searchParams.get('continuation-token') ?? 0);
  const contents = names
    .slice(from, from + 2)
    .map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.since.toISOString()}</LastModified><ETag>"1"</ETag><Size>1</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    );
  const more = names.length > from + 2;
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`;
}

export async function fakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  let failing = 0;
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://s3');
    const content = await bodyOf(request);
    if (failing > 0) {
      failing -= 1;
      return void reply.writeHead(503).end();
    }
    if (!isSigned(request, url))
      return void reply.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const name = decodeURIComponent(url.pathname.replace(/^\/vigie\/?/, ''));
    const found = objects.get(name);
    if (name === '') return void reply.writeHead(200, { 'content-type': 'application/xml' }).end(listing(objects, url));
    if (request.method === 'PUT') {
      objects.set(name, { content, since: new Date() });
      return void reply.writeHead(200, { etag: '"1"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return void reply.writeHead(204).end();
    }
    if (!found) return void reply.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    reply.writeHead(200, { 'content-length': found.content.length }).end(found.content);
  };
  const server = createServer((request, reply) => void answer(request, reply));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${key.id}:${encodeURIComponent(key.secret)}@127.0.0.1:${port}/vigie?region=${region}`,
    objects,
    fail: (times) => {
      failing = times;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
