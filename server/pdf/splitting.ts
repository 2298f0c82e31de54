// Reads the text of a PDF's pages and cuts it into parts, in the drawing thread: a long file must not block calls.
import { PDF } from '@libpdf/core';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Orderer } from './lane.ts';

/** JSON of the pages' texts; null: the file has more pages than `most`. */
export async function pageTexts(content: Uint8Array, most: number, _by: Orderer): Promise<Uint8Array | null> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0, useWasm: false });
  try {
    const document = await task.promise;
    if (document.numPages > most) return null;
    const texts: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
      page.cleanup();
    }
    return Buffer.from(JSON.stringify(texts));
  } finally {
    await task.destroy();
  }
}

/** JSON of their number, without reading their texts. */
export async function pageCount(content: Uint8Array, _by: Orderer): Promise<Uint8Array> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0, useWasm: false });
  try {
    return Buffer.from(JSON.stringify((await task.promise).numPages));
  } finally {
    await task.destroy();
  }
}

export interface Pages {
  /** From 1, both included. */
  from: number;
  to: number;
}

/** The parts one after the other, each after its length (four bytes). */
export async function splitPdf(content: Uint8Array, parts: readonly Pages[], _by: Orderer): Promise<Uint8Array> {
  const source = await PDF.load(new Uint8Array(content));
  const chunks: Buffer[] = [];
  for (const { from, to } of parts) {
    const part = await source.extractPages(Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index));
    const bytes = await part.save();
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    chunks.push(length, Buffer.from(bytes));
  }
  return Buffer.concat(chunks);
}

export function unpacked(bytes: Uint8Array): Buffer[] {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [];
  for (let at = 0; at < packed.length; ) {
    const length = packed.readUInt32LE(at);
    parts.push(packed.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return parts;
}
