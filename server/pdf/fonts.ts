// Roboto, from pdfmake: it has é, œ and €, and is embedded in every document.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const fileOf = (name: string): string => resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`);

export const fontFiles = {
  normal: fileOf('Regular'),
  bold: fileOf('Medium'),
  italics: fileOf('Italic'),
  bolditalics: fileOf('MediumItalic'),
};

/** Read once for all documents. */
const contents = new Map<string, Buffer>();

export function fontOf(weight: 'normal' | 'bold'): Buffer {
  const kept = contents.get(weight) ?? readFileSync(fontFiles[weight]);
  contents.set(weight, kept);
  return kept;
}
