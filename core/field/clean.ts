// What people type or paste may hold what no server stores: half of an emoji that was cut, or a NUL. Such a message would be
// refused for ever.

const isHalf = (character: string): boolean => character.length === 1 && character >= '\ud800' && character <= '\udfff';

export const cleanText = (text: string): string =>
  Array.from(text)
    .filter((character) => character !== '\u0000' && !isHalf(character))
    .join('');

/** Of a message, wherever its texts are. */
export const cleanPayload = <P>(payload: P): P =>
  JSON.parse(
    JSON.stringify(payload ?? null, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value)),
  ) as P;
