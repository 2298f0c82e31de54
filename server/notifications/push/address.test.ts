import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Environment } from '#server/environment.ts';
import { browserKeys } from '#server/testing/push.ts';
import { allowsAnyAddress, isAcceptable, isPublicAddress, publicLookup } from './address.ts';
import { deliver } from './deliver.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://8.8.8.8/x',
  'https://[2606:4700::1111]/x',
])('%s may be a push service', (address) => {
  expect(isAcceptable(address, false)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://user:pass@fcm.googleapis.com/',
  'https://fcm.googleapis.com/#x',
  'https://localhost/x',
  'https://db/x',
  'https://metadata.google.internal/x',
  'https://printer.local/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://10.1.2.3/',
  'https://169.254.169.254/latest/meta-data',
  'https://192.168.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'ftp://fcm.googleapis.com/',
  'javascript:alert(1)',
  'pas une adresse',
])('%s is refused', (address) => {
  expect(isAcceptable(address, false)).toBe(false);
});

test('only a machine without a public address takes a push service of its own network', () => {
  for (const [publicUrl, any] of [
    ['http://localhost:3000', true],
    ['http://127.0.0.1:3000', true],
    ['https://app.exemple.fr', false],
    ['http://192.168.1.4:3000', false],
  ] as const)
    expect(allowsAnyAddress({ publicUrl })).toBe(any);
  expect(isAcceptable('http://127.0.0.1:4000/x', true)).toBe(true);
  expect(isAcceptable('file:///etc/passwd', true)).toBe(false);
});

test('a name that leads into the own network is found out at the connection', async () => {
  const found = await new Promise((done) => {
    publicLookup('localhost', { all: true }, (error) => done(error?.message));
  });
  expect(found).toBe('the push service is not on the public internet');
  expect(isPublicAddress('127.0.0.1')).toBe(false);
});

test('a redirection is not followed', async () => {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    reply.writeHead(307, { location: '/secret' }).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const environment = { publicUrl: 'http://localhost:1', mailFrom: 'a@b.example', secret: 's' } as Environment;
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/first`;
  const how = { urgency: 'normal', seconds: 60, now: new Date() } as const;
  const { keys } = browserKeys();
  expect(await deliver(environment, { endpoint, keys }, Buffer.from('{}'), how)).toBe('later');
  expect(asked).toEqual(['/first']);
  // The same address kept on a machine that has become public.
  const grown = { ...environment, publicUrl: 'https://app.exemple.fr' };
  expect(await deliver(grown, { endpoint, keys }, Buffer.from('{}'), how)).toBe('gone');
  expect(asked).toEqual(['/first']);
  await new Promise((done) => server.close(done));
});
