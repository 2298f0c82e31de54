// Uploads with a virus scanner.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fileMessages, uploadFiles, uploadLimit } from '#core/files/files.ts';
import { startClamd, virus } from '#server/testing/clamd.ts';
import type { Answer } from '#server/testing/client.ts';
import { multipart, type Sent, smallPng } from '#server/testing/files.ts';
import { world } from '#server/testing/world.ts';

const clamd = await startClamd();
afterAll(() => clamd.close());
const here = await world({ scannerUrl: clamd.url });

const upload = (...files: Sent[]): Promise<Answer> => here.as('owner').answer(uploadFiles, multipart(...files));
const count = async (): Promise<unknown> => (await here.sql('select count(*) from files'))[0];

beforeEach(() => clamd.be('well'));

describe('with a scanner', () => {
  test('every byte of an upload is scanned before it is stored', async () => {
    const long = `${'ligne\n'.repeat(200_000)}fin`;
    clamd.seen.length = 0;
    expect(await upload({ name: 'a.png', content: smallPng }, { name: 'b.txt', content: long })).toMatchObject({
      status: 200,
    });
    expect(clamd.seen.map((content) => content.length)).toEqual([smallPng.length, long.length]);
  });

  test('an infected file is refused by name, and nothing of the upload is stored', async () => {
    const before = await count();
    const answer = await upload(
      { name: 'sain.txt', content: 'bonjour' },
      { name: 'malade.txt', content: `x ${virus} x` },
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { message: fileMessages.infected, violations: [{ path: 'malade.txt', message: fileMessages.infected }] },
    });
    expect(await count()).toEqual(before);
    // The operator's log names only the virus, not the file.
    const lines = here.logged.filter((line) => line.includes('Eicar-Signature'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('malade');
  });

  test.each(['gone', 'overwhelmed'] as const)('that is %s, uploads are refused for now', async (how) => {
    clamd.be(how);
    const before = await count();
    expect(await upload({ name: 'a.txt', content: how })).toMatchObject({
      status: 409,
      body: { message: fileMessages.notScanned },
    });
    expect(await count()).toEqual(before);
    clamd.be('well');
    expect((await upload({ name: 'a.txt', content: how })).status).toBe(200);
  });

  test('a file refused by type or size is not scanned', async () => {
    clamd.seen.length = 0;
    expect((await upload({ name: 'a.exe', content: 'MZ' })).status).toBe(400);
    expect((await upload({ name: 'a.txt', content: 'x'.repeat(uploadLimit + 1) })).status).toBe(413);
    expect(clamd.seen).toEqual([]);
  });
});
