// The judges of an electronic invoice: the schema of Factur-X, and the official rules of EN 16931 where they are at hand.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x';

interface Rules {
  validateString(xml: string): { assertId: string | null; message: string | null }[];
}

// Not imported: its types would bring the browser's into the server.
const { Schema } = createRequire(import.meta.url)('node-schematron') as { Schema: { fromString(text: string): Rules } };

/** Where the official rules lie; null: not on this machine. */
export const rulesPath: string | null = process.env.EN16931_RULES || null;

export async function schemaFaults(xml: string): Promise<string[]> {
  const { errors } = await validateXsd(xml, Profile.EN16931);
  return errors.map(({ message }) => message);
}

let rules: Rules | null = null;

/** The names of the rules that an invoice breaks, each once. Takes seconds. */
export function brokenRules(xml: string): string[] {
  if (rulesPath === null) throw new Error('EN16931_RULES does not name the official rules');
  rules ??= Schema.fromString(readFileSync(rulesPath, 'utf8'));
  const results = rules.validateString(xml);
  return [...new Set(results.map(({ assertId, message }) => assertId ?? message?.trim() ?? '?'))].toSorted();
}

/** The XML inside a PDF, found by a second reader. */
export async function embeddedXml(pdf: Uint8Array): Promise<string | null> {
  const { xml } = await extractXml(pdf);
  return typeof xml === 'string' ? xml : xml ? new TextDecoder().decode(xml) : null;
}
