// Sheets of QR codes to cut out, each with its name and place (2 §3 « QR code export »).
import type { House } from './identity.ts';
import { drawStrokes, finished, penFor, quiet, type Strokes, strokesOf, write } from './pen.ts';

export interface CodeSheets {
  /** Of the document. */
  about: string;
  codes: readonly { code: string; title: string; place: string }[];
  byRow: number;
  /** Size of one square, in pixels of 1/96 inch. */
  size: number;
  /** White around a code, in squares. */
  margin: number;
  house: Pick<House, 'name' | 'by'>;
  now: Date;
}

const [width, height] = [595.28, 841.89];
const border = 28;
const pixel = 0.75;
const label = { height: 34, gap: 4 };

export function codesPdf({ about, codes, byRow, size, margin, house, now }: CodeSheets): Promise<Buffer> {
  const pen = penFor(about, house.name, 'A4', now);
  const column = (width - 2 * border) / byRow;
  // Compute each code once: it is drawn many times.
  const made = new Map([...new Set(codes.map(({ code }) => code))].map((code) => [code, strokesOf(code)]));
  const squares = Math.max(0, ...[...made.values()].map((strokes) => strokes.size));
  // A code too wide for its column is scaled down, never cut.
  const square = Math.min(size * pixel, (column - 4) / (squares + 2 * margin));
  const side = square * (squares + 2 * margin);
  const row = side + label.gap + label.height;
  const rowsOnPage = Math.max(1, Math.floor((height - 2 * border) / row));
  for (const [index, { code, title, place }] of codes.entries()) {
    const line = Math.floor(index / byRow);
    if (index > 0 && index % (byRow * rowsOnPage) === 0) pen.addPage();
    const x = border + (index % byRow) * column;
    const y = border + (line % rowsOnPage) * row;
    // The cutting line.
    pen.rect(x, y, column, row).lineWidth(0.3).strokeColor('#c9d0d6').stroke();
    drawStrokes(
      pen,
      made.get(code) as Strokes,
      x + (column - side) / 2 + margin * square,
      y + margin * square,
      side - 2 * margin * square,
    );
    const room = column - 8;
    const below = write(pen, title, x + 4, y + side + label.gap, room, {
      size: 8,
      bold: true,
      lines: 2,
      align: 'center',
    });
    write(pen, place, x + 4, below, room, { size: 6.5, colour: quiet, align: 'center' });
  }
  return finished(pen);
}
