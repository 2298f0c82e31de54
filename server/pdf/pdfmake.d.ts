// The part of pdfmake that we use. Its published types would bring browser types into the server.
declare module 'pdfmake' {
  export type Margins = [left: number, top: number, right: number, bottom: number];
  interface Style {
    font?: string;
    fontSize?: number;
    bold?: boolean;
    color?: string;
    fillColor?: string;
    lineHeight?: number;
    alignment?: 'left' | 'right' | 'center' | 'justify';
    margin?: Margins;
    italics?: boolean;
  }
  interface Layout {
    hLineWidth?(): number;
    vLineWidth?(): number;
    hLineColor?(): string;
    paddingLeft?(): number;
    vLineColor?(): string;
    paddingRight?(): number;
    paddingTop?(): number;
    paddingBottom?(): number;
  }
  interface Table {
    widths: (string | number)[];
    headerRows?: number;
    dontBreakRows?: boolean;
    body: Content[][];
  }
  interface Node extends Style {
    style?: string;
    text?: string | Content[];
    ul?: Content[];
    ol?: Content[];
    /** ol: its first number. */
    start?: number;
    decoration?: 'underline' | 'lineThrough';
    stack?: Content[];
    columns?: Content[];
    table?: Table;
    layout?: 'ruled' | 'squared' | 'noBorders';
    /** Only a data URL. */
    image?: string;
    width?: number | string;
    fit?: [width: number, height: number];
    columnGap?: number;
    /** Never split over two pages. */
    unbreakable?: boolean;
    pageBreak?: 'before';
    colSpan?: number;
    noWrap?: boolean;
  }
  export type Content = string | Node;
  /** A part of a PDFKit document: what pdfmake does not offer itself. */
  export interface Written {
    info: Record<string, unknown>;
    /** Adds descriptions to the XMP metadata. */
    appendXML(xml: string): void;
    /** Writes `info` into the XMP metadata. */
    _addInfo(): void;
  }
  interface EmbeddedFile {
    /** Only a data URL. */
    src: string;
    name: string;
    description: string;
    relationship: 'Alternative';
    creationDate: Date;
    modifiedDate: Date;
  }
  export interface Definition {
    version?: '1.7';
    subset?: 'PDF/A-3b';
    files?: Record<string, EmbeddedFile>;
    pageSize: 'A4' | 'A3';
    pageOrientation: 'portrait' | 'landscape';
    pageMargins: Margins;
    language: string;
    info: Record<string, string | Date>;
    defaultStyle: Style;
    styles: Record<string, Style>;
    header: Content;
    footer(page: number, pages: number): Content;
    content: Content[];
  }
  const pdfmake: {
    setFonts(fonts: Record<string, Record<string, string>>): void;
    setTableLayouts(layouts: Record<string, Layout>): void;
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    createPdf(definition: Definition): { getBuffer(): Promise<Buffer>; getStream(): Promise<Written> };
  };
  export default pdfmake;
}
