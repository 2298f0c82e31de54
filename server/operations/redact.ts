// Removes links, addresses, personal numbers and keys from stored error messages.

const hidden: [RegExp, string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[adresse masquée]'],
  [/[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g, '[e-mail masqué]'],
  // Tokens, hashes and keys; record ids stay, they identify nobody.
  [
    /(?<![\w-])(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-]))[A-Za-z0-9_+/=.-]{24,}/g,
    '[masqué]',
  ],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g, '[IBAN masqué]'],
  // A social security number, a card, a telephone: ten digits or more, with any separators.
  [/(?<![\w-])\+?\d(?:[ .-]?[\dAB]){9,}(?![\w-])/g, '[numéro masqué]'],
];

export function redact(text: string): string {
  let redacted = text;
  for (const [what, instead] of hidden) redacted = redacted.replace(what, instead);
  return redacted;
}

/** The redacted message, on one line. */
export const redactedMessage = (error: unknown): string =>
  redact(error instanceof Error ? error.message : String(error)).slice(0, 500);

/** The redacted message and the stack, which contains no personal data. */
export function redactedError(error: unknown): { error: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: redactedMessage(error) };
  const places = (error.stack ?? '').split('\n').flatMap((line) => /^\s+at (.*)/.exec(line)?.[1] ?? []);
  return { error: `${error.name}: ${redactedMessage(error)}`, at: places.slice(0, 12) };
}
