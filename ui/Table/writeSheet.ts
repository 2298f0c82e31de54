import writeXlsxFile, { type SheetData } from 'write-excel-file/universal';

export interface Sheet {
  name: string;
  /** In characters. */
  widths: number[];
  /** The first row is the header; it is sticky. */
  cells: SheetData;
}

export const writeSheet = ({ name, widths, cells }: Sheet): Promise<Blob> =>
  writeXlsxFile(cells, { sheet: name, stickyRowsCount: 1, columns: widths.map((width) => ({ width })) }).toBlob();
