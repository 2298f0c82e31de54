import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import yauzl from 'yauzl';
import { zip } from '#server/testing/files.ts';
import { isHarmless } from './archive.ts';

const folder = await mkdtemp(join(tmpdir(), 'vigie-archive-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('an archive with too many entries is refused by their number, before any is unfolded', async () => {
  const path = join(folder, 'many.zip');
  const entries = (count: number) =>
    zip(Array.from({ length: count }, (_, index) => ({ name: `${index}.txt`, content: Buffer.from('a') })));
  const opened = vi.spyOn(yauzl.ZipFile.prototype, 'openReadStreamPromise');
  for (const [count, harmless] of [
    [3, true],
    [10_001, false],
  ] as const) {
    const content = entries(count);
    await writeFile(path, content);
    opened.mockClear();
    expect(await isHarmless(path, content.length, false)).toBe(harmless);
    expect(opened).toHaveBeenCalledTimes(harmless ? count : 0);
  }
});
