// Resized pictures: small, complete, made once, with little memory.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test, vi } from 'vitest';
import { fileMessages, type PictureSize, pictureSizes } from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { pdf, png, smallPng, uploader } from '#server/testing/files.ts';
import type { PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';
import { dimensionsOf } from './dimensions.ts';
import { fileJobs } from './sweep.ts';
import { variantKey } from './variants.ts';

const here = await world();
const { app, sql, agency } = here;
const uploaded = uploader(here);

/** A photo whose content does not compress well. */
function photo(width: number, height: number) {
  const drawn = createCanvas(width, height);
  const pen = drawn.getContext('2d');
  const image = pen.createImageData(width, height);
  randomBytes(image.data.length).copy(Buffer.from(image.data.buffer));
  for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
  pen.putImageData(image, 0, 0);
  return drawn;
}
const jpegOf = (width: number, height: number): Promise<Buffer> => photo(width, height).encode('jpeg', 90);

/** A photo taken upright: stored rotated, with the orientation in its metadata. */
function turned(jpeg: Buffer): Buffer {
  const note = Buffer.concat([
    Buffer.from('Exif\0\0'),
    Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
  ]);
  const head = Buffer.from([0xff, 0xe1, 0, note.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, note, jpeg.subarray(2)]);
}

async function shown(file: Pick<StoredFile, 'id'>, size: string, who: PersonName = 'owner') {
  const { token } = await here.sessionOf(who);
  return app.inject({
    method: 'GET',
    url: `/api/agency/${agency.id}/file/${file.id}?size=${size}`,
    headers: { authorization: `Bearer ${token}` },
  });
}
const placeOf = async (file: StoredFile, size: PictureSize): Promise<string> => {
  const [row] = await sql<{ hash: string }>('select hash from files where id = $1', [file.id]);
  const key = variantKey(row?.hash as string, size);
  return join(here.environment.dataDir, 'files', key.slice(0, 2), key);
};

describe('a picture is shown', () => {
  test('at the size of a list or a text, and its original stays', async () => {
    const original = await jpegOf(2_000, 1_500);
    expect(original.length).toBeGreaterThan(2_000_000);
    const file = await uploaded('owner', 'portrait.jpg', original);
    const small = await shown(file, '320');
    expect(small.statusCode).toBe(200);
    expect(small.headers['content-type']).toBe('image/webp');
    expect(small.headers['content-disposition']).toContain("inline; filename*=UTF-8''portrait.webp");
    expect(small.rawPayload.length).toBeLessThan(60_000);
    const image = await loadImage(small.rawPayload);
    expect([image.width, image.height]).toEqual([320, 240]);
    const wide = await loadImage((await shown(file, '1500')).rawPayload);
    expect([wide.width, wide.height]).toEqual([1_500, 1_125]);
    const { token } = await here.sessionOf('owner');
    const whole = await app.inject({
      url: `/api/agency/${agency.id}/file/${file.id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(whole.rawPayload.equals(original)).toBe(true);
  });

  test('upright, and without the metadata of the camera', async () => {
    const file = await uploaded('owner', 'debout.jpg', turned(await jpegOf(800, 400)));
    const { rawPayload } = await shown(file, '320');
    const image = await loadImage(rawPayload);
    expect([image.width, image.height]).toEqual([320, 640]);
    expect(rawPayload.includes('Exif')).toBe(false);
  });

  test('unchanged if it is already small', async () => {
    const file = await uploaded('owner', 'logo.png', smallPng);
    const answer = await shown(file, '320');
    expect(answer.headers['content-type']).toBe('image/png');
    expect(answer.rawPayload.equals(smallPng)).toBe(true);
    expect(existsSync(await placeOf(file, '320'))).toBe(false);
  });

  test('to readers of the file, in the defined sizes', async () => {
    const file = await uploaded('owner', 'prive.jpg', await jpegOf(400, 400));
    expect((await shown(file, '320', 'staff')).statusCode).toBe(404);
    for (const size of ['321', '99999', '-1', '%00', '']) expect((await shown(file, size)).statusCode, size).toBe(400);
    const paper = await uploaded('owner', 'contrat.pdf', pdf());
    expect((await shown(paper, '320')).json()).toMatchObject({ message: fileMessages.noPreview });
  });

  test('from the store once made, and is made once for concurrent requests', async () => {
    const file = await uploaded('owner', 'ensemble.jpg', await jpegOf(700, 700));
    const place = await placeOf(file, '320');
    expect(existsSync(place)).toBe(false);
    const keeping = vi.spyOn(servicesOf(app).files, 'keep');
    const answers = await Promise.all([shown(file, '320'), shown(file, '320'), shown(file, '320')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(keeping).toHaveBeenCalledTimes(1);
    keeping.mockRestore();
    expect(existsSync(place)).toBe(true);
    // Without the original in the store, the small one still works.
    const [row] = await sql<{ hash: string }>('select hash from files where id = $1', [file.id]);
    await servicesOf(app).files.remove(row?.hash as string);
    expect((await shown(file, '320')).statusCode).toBe(200);
    expect((await shown(file, '1500')).statusCode).toBe(404);
  });
});

describe('a picture that would fill the memory', () => {
  const sides = (content: Buffer, width: number, height: number): Buffer => {
    const copy = Buffer.from(content);
    copy.writeUInt32BE(width, 16);
    copy.writeUInt32BE(height, 20);
    return copy;
  };

  test('is not decoded: its header has its size', async () => {
    const bomb = sides(png(10, 10), 60_000, 60_000);
    const file = await uploaded('owner', 'bombe.png', bomb);
    const before = process.memoryUsage().rss;
    const answer = await shown(file, '320');
    expect([answer.statusCode, answer.json().message]).toEqual([404, fileMessages.noPreview]);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('or is truncated or inconsistent causes no error', async () => {
    const whole = await jpegOf(900, 900);
    const cases = {
      'coupe.jpg': whole.subarray(0, 300),
      'menteur.png': sides(png(10, 10), 5_000, 5_000),
      'vide.png': sides(smallPng, 0, 0),
    };
    for (const [name, content] of Object.entries(cases)) {
      const file = await uploaded('owner', name, content);
      expect([200, 404], name).toContain((await shown(file, '320')).statusCode);
    }
  });

  test('has its size in the header, for every type of picture', async () => {
    const drawn = photo(123, 45);
    for (const kind of ['jpeg', 'png', 'webp'] as const)
      expect(dimensionsOf(await drawn.encode(kind as 'png')), kind).toEqual({ width: 123, height: 45 });
    expect(dimensionsOf(turned(await drawn.encode('jpeg')))).toEqual({ width: 123, height: 45 });
    expect(dimensionsOf(Buffer.from('474946383961' + '7b002d00' + '0000', 'hex'))).toEqual({ width: 123, height: 45 });
    const extended = Buffer.alloc(30);
    extended.write('RIFF', 0, 'latin1');
    extended.write('WEBPVP8X', 8, 'latin1');
    extended.writeUIntLE(122, 24, 3);
    extended.writeUIntLE(44, 27, 3);
    expect(dimensionsOf(extended)).toEqual({ width: 123, height: 45 });
    const lossless = Buffer.concat([Buffer.from('RIFF____WEBPVP8L____\x2f', 'latin1'), Buffer.alloc(9)]);
    lossless.writeUInt32LE(122 | (44 << 14), 21);
    expect(dimensionsOf(lossless)).toEqual({ width: 123, height: 45 });
    for (const nothing of [
      Buffer.alloc(0),
      Buffer.from([0xff, 0xd8]),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.from('<svg/>'),
      deflateSync('x'),
      randomBytes(64),
    ])
      expect(dimensionsOf(nothing)).toBeNull();
  });
});

test('the sweep removes resized pictures after their original', async () => {
  const file = await uploaded('owner', 'balayee.jpg', await jpegOf(600, 600));
  const places = await Promise.all(pictureSizes.map((size) => placeOf(file, size)));
  const old = new Date(Date.now() - 2 * 86_400_000);
  for (const [index, size] of pictureSizes.entries()) {
    expect((await shown(file, size)).statusCode).toBe(200);
    await utimes(places[index] as string, old, old);
  }
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  const sweep = async (): Promise<void> =>
    fileJobs.find(({ name }) => name === 'sweepContent')?.work({}, servicesOf(app), attempt);
  await sweep();
  expect(places.map(existsSync)).toEqual([true, true]);
  await sql('delete from files where id = $1', [file.id]);
  await sweep();
  expect(places.map(existsSync)).toEqual([false, false]);
});
