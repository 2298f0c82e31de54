import { expect, test } from 'vitest';
import { cleanPayload } from './clean.ts';

test('half of an emoji and a NUL leave a message, whole ones stay', () => {
  const typed = {
    content: 'Feu \ud83d\udd25 au port\ud83d',
    list: [{ words: 'a\u0000b\udd25' }],
    count: 3,
    none: null,
  };
  expect(cleanPayload(typed)).toEqual({ content: 'Feu 🔥 au port', list: [{ words: 'ab' }], count: 3, none: null });
});
