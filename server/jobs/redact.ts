// What an error may say where people read it: no link, no address, no password.

const hidden: [RegExp, string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[adresse masquée]'],
  [/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[e-mail masqué]'],
  // Tokens, hashes and keys.
  [/[A-Za-z0-9_-]{24,}/g, '[masqué]'],
];

export function told(error: unknown): string {
  let text = error instanceof Error ? error.message : typeof error === 'string' ? error : String(error);
  for (const [what, instead] of hidden) text = text.replace(what, instead);
  return text.slice(0, 500);
}
