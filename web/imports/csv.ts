// Text of a spreadsheet: encoding, separator and cells.

/** A larger file is not a list of people: stop reading. */
const mostCells = 2_000_000;

export const unreadable =
  'Ce fichier ne se lit pas comme un tableau : enregistrez-le au format Excel (.xlsx) ou CSV (UTF-8).';

/** UTF-8 with or without BOM, UTF-16 with BOM, otherwise the encoding of Excel on a French Windows. */
export function decode(bytes: Uint8Array<ArrayBuffer>): string {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  const text = marked ? new TextDecoder(marked).decode(bytes) : utf8(bytes);
  // Control characters: the file is not text.
  if (/\p{Cc}/u.test(text.replaceAll(/\s/g, ''))) throw new Error(unreadable);
  return text;
}

function utf8(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The most frequent separator of the first line, outside quotes. */
function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 20_000)
      .replaceAll(/"(?:[^"]|"")*"/g, '')
      .split(/\r?\n/, 1)[0] ?? '';
  const count = (one: string): number => line.split(one).length;
  return [';', '\t', ','].reduce((best, one) => (count(one) > count(best) ? one : best), ';');
}

export function parseCsv(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let [row, cell, quoted, cells]: [string[], string, boolean, number] = [[], '', false, 0];
  const endCell = (): void => {
    row.push(cell);
    cell = '';
    cells += 1;
    if (cells > mostCells) throw new Error(unreadable);
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
