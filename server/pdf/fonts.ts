// Roboto, which pdfmake brings: it holds é, œ and €, and is embedded in every document.
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

/** Read once: badges are made one after the other. */
const contents = new Map<string, Buffer>();

export function fontOf(weight: 'normal' | 'bold'): Buffer {
  const kept = contents.get(weight) ?? readFileSync(fontFiles[weight]);
  contents.set(weight, kept);
  return kept;
}
