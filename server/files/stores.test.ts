// The same tests for the data folder and for an S3 service: upload, read, sweep.
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { downloadFile, fileMessages, uploadFiles, zipFiles } from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { multipart, pdf, smallPng } from '#server/testing/files.ts';
import { fakeS3 } from '#server/testing/s3.ts';
import { world } from '#server/testing/world.ts';
import { placeIn } from './s3.ts';
import { fileJobs } from './sweep.ts';

const s3 = await fakeS3();
afterAll(s3.close);
const [inFolder, inS3] = [await world(), await world({ s3Url: s3.url })];
const longAgo = new Date(Date.now() - 2 * 86_400_000);

interface Kept {
  hashes(): Promise<string[]>;
  age(hash: string): Promise<void>;
}
const folder = join(inFolder.environment.dataDir, 'files');
const ofFolder: Kept = {
  hashes: async () =>
    (await readdir(folder, { recursive: true })).flatMap((path) =>
      /[0-9a-f]{64}$/.test(path) ? [path.slice(-64)] : [],
    ),
  age: (hash) => utimes(join(folder, hash.slice(0, 2), hash), longAgo, longAgo),
};
const ofS3: Kept = {
  hashes: async () => [...s3.objects.keys()].map((name) => name.slice('files/'.length)),
  age: async (hash) => {
    (s3.objects.get(`files/${hash}`) as { since: Date }).since = longAgo;
  },
};

describe.each([
  ['the data folder', inFolder, ofFolder],
  ['an S3 service', inS3, ofS3],
])('in %s', (_where, here, kept) => {
  const owner = here.as('owner');
  const send = async (name: string, content: Buffer): Promise<StoredFile> =>
    ((await owner.answer(uploadFiles, multipart({ name, content }))).body as { file: StoredFile }).file;
  const run = async (name: string, agency: string | null = null): Promise<void> => {
    const attempt = { agency, count: 1, isLast: false, signal: new AbortController().signal };
    await fileJobs.find((job) => job.name === name)?.work({}, servicesOf(here.app), attempt);
  };
  const hashOf = async ({ id }: StoredFile): Promise<string> =>
    (await here.sql<{ hash: string }>('select hash from files where id = $1', [id]))[0]?.hash ?? '';

  test('an uploaded file is read again, alone and in an archive, and stored once', async () => {
    const content = pdf('Le même contenu');
    const [one, same] = [await send('un.pdf', content), await send('deux.pdf', content)];
    expect(await kept.hashes()).toEqual([await hashOf(one)]);
    const read = await owner.answer(downloadFile, { params: { id: same.id } });
    expect([read.status, read.headers['content-length']]).toEqual([200, String(content.length)]);
    expect((await owner.answer(zipFiles, { input: { urls: [one.url, same.url] } })).status).toBe(200);
    expect(await readdir(join(here.environment.dataDir, 'files', 'arrivals'))).toEqual([]);
  });

  test('a missing content is reported as a file that cannot be opened', async () => {
    const file = await send('perdu.pdf', pdf('Perdu'));
    await servicesOf(here.app).files.remove(await hashOf(file));
    expect(await owner.answer(downloadFile, { params: { id: file.id } })).toMatchObject({
      status: 404,
      body: { message: "Impossible d'ouvrir le fichier" },
    });
  });

  test('an unused file is removed after 30 days, a file of a record stays', async () => {
    const [held, loose, fresh] = [
      await send('tenu.png', smallPng),
      await send('libre.pdf', pdf('Libre')),
      await send('récent.pdf', pdf('Récent')),
    ];
    await here.sql('update customers set logo_id = $1 where id = $2', [held.id, here.customer.id]);
    await here.sql(`update files set created_at = now() - interval '31 days' where id = any ($1)`, [
      [held.id, loose.id],
    ]);
    await run('forgetFiles', here.otherAgency.id);
    expect(await hashOf(loose)).not.toBe('');
    await run('forgetFiles', here.agency.id);
    expect(await Promise.all([held, loose, fresh].map(hashOf))).toEqual([
      expect.stringMatching(/./),
      '',
      expect.stringMatching(/./),
    ]);
  });

  test('a content without a file is removed after a day', async () => {
    const files = [await send('a.pdf', pdf('A')), await send('b.pdf', pdf('B')), await send('c.pdf', pdf('C'))];
    const [named = '', old = '', young = ''] = await Promise.all(files.map(hashOf));
    await here.sql('delete from files where hash = any ($1)', [[old, young]]);
    for (const hash of [named, old]) await kept.age(hash);
    await run('sweepContent');
    const left = await kept.hashes();
    expect([named, old, young].map((hash) => left.includes(hash))).toEqual([true, false, true]);
  });
});

test('a failing S3 leaves no row, and the same upload succeeds once S3 is back', async () => {
  const count = async (): Promise<unknown> => (await inS3.sql('select count(*)::integer as n from files'))[0];
  const before = await count();
  s3.fail(50);
  const refused = await inS3.as('owner').answer(uploadFiles, multipart({ name: 'x.pdf', content: pdf('X') }));
  expect(refused).toMatchObject({ status: 409, body: { message: fileMessages.notKept } });
  expect(JSON.stringify(refused.body)).not.toMatch(/secret|VIGIEKEY|127\.0\.0\.1/);
  expect(await count()).toEqual(before);
  s3.fail(0);
  expect((await inS3.as('owner').answer(uploadFiles, multipart({ name: 'x.pdf', content: pdf('X') }))).status).toBe(
    200,
  );
});

test.each([
  ['https://k:s@s3.example/vigie?region=eu-west-3', 'https://s3.example/vigie', 'eu-west-3'],
  ['s3://k:s@s3.example/vigie', 'https://s3.example/vigie', 'auto'],
])('%s is accepted', (address, endpoint, region) => {
  expect(placeIn(address)).toEqual({ endpoint, region, accessKeyId: 'k', secretAccessKey: 's' });
});

test.each(['https://s3.example/vigie', 'https://k:s@s3.example/', 'https://k:s@s3.example/a/b'])(
  '%s is refused by a message that does not contain it',
  (address) => {
    expect(() => placeIn(address)).toThrow('S3_URL doit être de la forme');
  },
);
