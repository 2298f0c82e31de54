// What an error may say where people or machines keep it: no link, no address, no number of a person, no key.

const hidden: [RegExp, string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[adresse masquée]'],
  [/[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g, '[e-mail masqué]'],
  // Tokens, hashes and keys; identifiers of records stay, they tell nobody anything.
  [
    /(?<![\w-])(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-]))[A-Za-z0-9_+/=.-]{24,}/g,
    '[masqué]',
  ],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g, '[IBAN masqué]'],
  // A social security number, a card, a telephone: ten digits or more, however they are set.
  [/(?<![\w-])\+?\d(?:[ .-]?[\dAB]){9,}(?![\w-])/g, '[numéro masqué]'],
];

export function redact(text: string): string {
  let told = text;
  for (const [what, instead] of hidden) told = told.replace(what, instead);
  return told;
}

/** In one line. */
export const told = (error: unknown): string =>
  redact(error instanceof Error ? error.message : String(error)).slice(0, 500);

/** With the places in the code where it went wrong, which hold nothing of anybody. */
export function toldWhole(error: unknown): { error: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: told(error) };
  const places = (error.stack ?? '').split('\n').flatMap((line) => /^\s+at (.*)/.exec(line)?.[1] ?? []);
  return { error: `${error.name}: ${told(error)}`, at: places.slice(0, 12) };
}
