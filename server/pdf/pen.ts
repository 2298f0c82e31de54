// Drawing without the document layout: badges, sheets of codes.
import PDFDocument from 'pdfkit';
import { plain } from './document.ts';
import { fontOf } from './fonts.ts';
import { squaresOf } from './qr.ts';

export type Pen = PDFKit.PDFDocument;
export const [ink, quiet] = ['#1d2730', '#5b6670'];

/** Same facts and same time give the same bytes. */
export function penFor(title: string, author: string, size: [number, number] | 'A4', now: Date): Pen {
  const pen = new PDFDocument({
    size,
    margin: 0,
    lang: 'fr-FR',
    font: fontOf('normal') as never,
    info: { Title: title, Author: author, Creator: author, Producer: author, CreationDate: now, ModDate: now },
  });
  pen.registerFont('normal', fontOf('normal'));
  pen.registerFont('bold', fontOf('bold'));
  return pen;
}

export interface Words {
  size: number;
  bold?: boolean;
  colour?: string;
  /** Largest number of lines; longer text ends in an ellipsis. */
  lines?: number;
  align?: 'center';
}

/** Draws the text; returns the position of the next line. */
export function write(pen: Pen, text: string, x: number, y: number, room: number, words: Words): number {
  const { size, bold = false, colour = ink, lines = 1, align } = words;
  pen
    .font(bold ? 'bold' : 'normal')
    .fontSize(size)
    .fillColor(colour);
  const line = pen.currentLineHeight(true);
  const aligned = align ? { align } : {};
  pen.text(plain(text), x, y, { width: room, height: line * lines + 0.1, ellipsis: '…', lineGap: 0, ...aligned });
  const drawn = Math.min(lines, Math.max(1, Math.round(pen.heightOfString(plain(text), { width: room }) / line)));
  return y + line * drawn;
}

export interface Strokes {
  /** Length of one side, in squares. */
  size: number;
  words: string;
}

/** A code as PDF operators, adjacent squares as one stroke: sheets have hundreds of codes. */
export function strokesOf(text: string): Strokes {
  const { size, dark } = squaresOf(text);
  const runs: { row: number; column: number; length: number }[] = [];
  for (const { row, column } of dark) {
    const last = runs.at(-1);
    if (last && last.row === row && last.column + last.length === column) last.length += 1;
    else runs.push({ row, column, length: 1 });
  }
  return { size, words: runs.map(({ row, column, length }) => `${column} ${row} ${length} 1 re`).join('\n') };
}

export function drawStrokes(pen: Pen, { size, words }: Strokes, x: number, y: number, side: number): void {
  pen
    .save()
    .translate(x, y)
    .scale(side / size)
    .fillColor('#000000');
  (pen as Pen & { addContent(words: string): Pen }).addContent(`${words}\nf`);
  pen.restore();
}

/** The finished document. */
export function finished(pen: Pen): Promise<Buffer> {
  pen.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pen.on('data', (chunk: Buffer) => chunks.push(chunk));
    pen.on('end', () => resolve(Buffer.concat(chunks)));
    pen.on('error', reject);
  });
}
