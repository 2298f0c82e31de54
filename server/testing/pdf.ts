// Reads the content of a PDF.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface OpenedPdf {
  pages: { text: string; width: number; height: number }[];
  /** The text of all pages on one line. */
  text: string;
  info: Record<string, unknown>;
  /** Link addresses. */
  links: string[];
}

export async function openPdf(content: Uint8Array): Promise<OpenedPdf> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0 });
  try {
    const document = await task.promise;
    const pages: OpenedPdf['pages'] = [];
    const links: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      for (const { url } of (await page.getAnnotations()) as { url?: string }[]) if (url) links.push(url);
      const { width, height } = page.getViewport({ scale: 1 });
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
      pages.push({ text: text.replaceAll(/\s+/g, ' ').trim(), width, height });
    }
    const { info } = await document.getMetadata();
    return { pages, text: pages.map(({ text }) => text).join(' '), info: info as Record<string, unknown>, links };
  } finally {
    await task.destroy();
  }
}
