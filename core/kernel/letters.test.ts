import { expect, test } from 'vitest';
import { drawableText, undrawnLetters } from './letters.ts';

test('French, Greek and Cyrillic stay as they are; joined accents too', () => {
  for (const text of ['Été à l’Œuvre : 12 €', 'Ελλάδα', 'Москва', 'ligne\nsuivante'])
    expect(drawableText(text)).toBe(text);
  expect(drawableText('e\u0301te\u0301')).toBe('été');
});

test('what the font lacks is one question mark per sign, and is named once', () => {
  expect(drawableText('Garde 😀👨‍👩‍👧 !')).toBe('Garde ?? !');
  expect(drawableText('حارس')).toBe('????');
  expect(undrawnLetters(['a😀', '😀', null, 'é'])).toEqual(['😀']);
});
