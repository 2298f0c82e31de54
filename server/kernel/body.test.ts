import { expect, test } from 'vitest';
import { readBody } from './body.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test('nested values are refused beyond what any form has, before they are parsed', () => {
  expect(readBody(nested(32))).toBeDefined();
  for (const depth of [34, 1_000]) expect(() => readBody(nested(depth))).toThrow('Demande illisible');
  const start = performance.now();
  expect(() => readBody(nested(400_000))).toThrow('Demande illisible');
  expect(() => readBody('{"a":'.repeat(400_000))).toThrow('Demande illisible');
  // Parsing the first takes some 300 ms.
  expect(performance.now() - start).toBeLessThan(100);
});

test.each(['"[[["', '{"a":"\\"[[[\\\\"}', '{"a":"\\\\","b":["]"]}', '"\\\\\\""'])(
  'brackets in a text count for nothing: %s',
  (text) => {
    const long = text.replaceAll('[[[', '['.repeat(100));
    expect(readBody(long)).toEqual(JSON.parse(long));
  },
);

test('a body that ends within a text is unreadable', () => {
  for (const text of ['"abc', '{"a":"\\', '"\\"']) expect(() => readBody(text)).toThrow('Demande illisible');
});
