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
    alignment?: 'left' | 'right' | 'center';
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
    text?: string;
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
  export interface Definition {
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
    createPdf(definition: Definition): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}
