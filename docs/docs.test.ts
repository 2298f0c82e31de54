// The documents name files; files move.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/ARCHITECTURE.md',
  'docs/SECURITY.md',
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
];

/** Paths in backticks or links, those of `<module>` placeholders left out. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\/[\w./-]*)`|\]\(([\w./-]+)\)/g)]
    .map((match) => (match[1] ?? match[2] ?? '') as string)
    .filter((path) =>
      /^(app|bench|core|db|demo|docs|e2e|field|scripts|server|ui|web|README|CONTRIBUTING)\b/.test(path),
    );

test.each(documents)('every path that %s names exists', (document) => {
  for (const path of pathsIn(readFileSync(join(root, document), 'utf8'))) {
    const places = [join(root, path), join(root, document, '..', path)];
    expect(places.some(existsSync), `${document} names ${path}`).toBe(true);
  }
});

test('a decision is at most forty lines', () => {
  for (const document of documents.filter((name) => name.startsWith('docs/decisions/'))) {
    expect(readFileSync(join(root, document), 'utf8').split('\n').length, document).toBeLessThanOrEqual(41);
  }
});
