// pdfkit reads the tables of each font again for every document, which is most of the work of a short one. What was parsed
// holds for all documents of a thread; the subset and the glyphs of a document are its own. To be loaded before pdfkit.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

interface Fontkit {
  create(content: Uint8Array, family?: string): object;
}

const load = createRequire(import.meta.url);

/** By their content and family; a handful of files. */
const parsed = new Map<string, object>();

const fontkit = load('fontkit') as Fontkit;
const own = load.cache[load.resolve('fontkit')];
if (own)
  own.exports = Object.create(fontkit, {
    create: {
      value: (content: Uint8Array, family?: string): object => {
        const key = `${createHash('sha256').update(content).digest('hex')} ${family ?? ''}`;
        const font = parsed.get(key) ?? fontkit.create(content, family);
        parsed.set(key, font);
        // A glyph keeps the letters that it stood for first: those of another document would be copied as its text.
        return Object.create(font, { _glyphs: { value: {}, writable: true } });
      },
    },
  });
