// The letters that the font of papers has (Roboto): others would be empty boxes, which PDF/A refuses. A test compares the
// list with the font.

/** Code points of all four weights, in hexadecimal. */
export const drawnRanges =
  '20-7e a0-17f 18f 192 1a0-1a1 1af-1b0 1f0 1fa-1ff 218-21b 237 259 2bc 2c6-2c7 2c9 2d8-2dd 2f3 300-301 303 309 30f 323 384-38a 38c 38e-3a1 3a3-3ce 3d1-3d2 3d6 400-486 488-513 1e00-1e01 1e3e-1e3f 1e80-1e85 1e9e 1ea0-1ef9 1f4d 2000-200b 2010-2011 2013-2015 2017-201e 2020-2022 2025-2027 2030 2032-2033 2039-203a 203c 2044 2070 2074-208e 20a3-20a4 20a6-20ac 20b1 20b9-20ba 20bc-20bd 20c1 2105 2113 2116 2122 2126 212e 215b-215e 2202 2206 220f 2211-2212 221a 221e 222b 2248 2260 2264-2265 25a0 25ca-25cb 25cf fb01-fb04 fffd';

const drawn = drawnRanges
  .split(' ')
  .map((range) =>
    range
      .split('-')
      .map((code) => `\\u{${code}}`)
      .join('-'),
  )
  .join('');
/** White space and the narrow one, which the document replaces. */
const isDrawn = new RegExp(`^[${drawn}\\s\\u{202f}]*$`, 'u');

const segmenter = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** Stands for a letter that the font lacks. */
const replacement = '?';

/** Accents are joined to their letters first. */
const graphemes = (text: string): string[] =>
  [...segmenter.segment(text.normalize('NFC'))].map(({ segment }) => segment);

export function drawableText(text: string): string {
  const joined = text.normalize('NFC');
  if (isDrawn.test(joined)) return joined;
  return graphemes(joined)
    .map((one) => (isDrawn.test(one) ? one : replacement))
    .join('');
}

/** The letters of these texts that paper shows as « ? », each once. */
export const undrawnLetters = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    texts.flatMap((text) => (!text || isDrawn.test(text) ? [] : graphemes(text).filter((one) => !isDrawn.test(one)))),
  ),
];

/** About a line of a paper, and longer than any word of one. */
export const longestWord = 100;

/** Letters without a place to break the line; spaces that do not break count as letters. */
const unbroken = new RegExp(`[^ \\t\\r\\n\\u2000-\\u200b]{${longestWord}}(?=[^ \\t\\r\\n\\u2000-\\u200b])`, 'gu');

/** The line may break inside words that are too long: the time to draw one grows with the square of its length. */
export const cutWords = (text: string): string => text.replaceAll(unbroken, '$&\u200b');

/** How many letters are in words that had to be cut. */
export const cutLetters = (text: string): number =>
  text.length > longestWord ? (cutWords(text).length - text.length) * longestWord : 0;
