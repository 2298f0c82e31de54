// The common layout of all documents: the agency above, its legal mentions below, the content between. Texts are never
// used as addresses: nothing is fetched, and only the fonts are read from disk.
import pdfmake, { type Content, type Definition } from 'pdfmake';
import { mentionsOf } from '#core/agencies/mentions.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { cutWords, drawableText } from '#core/kernel/letters.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { facturXDefinition, facturXMetadata } from './factur-x.ts';
import { fontFiles } from './fonts.ts';
import type { House } from './identity.ts';

export type { Content } from 'pdfmake';

const rule = '#c9d0d6';

pdfmake.setFonts({ Roboto: fontFiles });
// Named layouts, because the content is sent to the drawing thread as plain data.
pdfmake.setTableLayouts({
  ruled: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0,
    hLineColor: () => rule,
    paddingLeft: () => 3,
    paddingRight: () => 3,
  },
  // Many narrow columns.
  squared: {
    hLineWidth: () => 0.4,
    vLineWidth: () => 0.4,
    hLineColor: () => rule,
    vLineColor: () => rule,
    paddingLeft: () => 1.5,
    paddingRight: () => 1.5,
    paddingTop: () => 1,
    paddingBottom: () => 1,
  },
});
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fontFiles).includes(path));

export interface Paper {
  title: string;
  /** Next to the title: a person's name, a day. */
  subtitle?: string;
  house: House;
  content: Content[];
  landscape?: boolean;
  size?: 'A4' | 'A3';
  /** The content has its own titles (`heading`): several documents in one. */
  untitled?: true;
  /** The agency's text under its legal mentions, on every page (L-015). */
  foot?: string | null;
  /** The same invoice for machines (CII). With it the document is a Factur-X: PDF/A-3b with the XML inside. */
  facturX?: string;
  now: Date;
}

/** Longest footer text. */
const mostFootLines = 8;

/** A line of 7 points has about this many letters on the narrowest paper. */
const footLines = (foot: string | null | undefined): string[] =>
  (foot ?? '')
    .split('\n')
    .flatMap((line) => plain(line).match(/.{1,150}(?:\s|$)|.{1,150}/gu) ?? [])
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, mostFootLines);

/** A title and its subtitle; `first`: without a page break. */
export const heading = (title: string, subtitle: string | undefined, first: boolean): Content[] => [
  { text: plain(title), style: 'title', ...(first ? {} : { pageBreak: 'before' as const }) },
  ...(subtitle ? [{ text: plain(subtitle), style: 'quiet', margin: [0, 2, 0, 0] } satisfies Content] : []),
  { text: '', margin: [0, 0, 0, 8] },
];

const ink = '#1d2730';
const quiet = '#5b6670';

/** As `plain`, line by line. */
const plainLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => plain(line))
    .join('\n')
    .trim();

/** User input without characters that no font can draw. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();

/** A copy, since pdfmake changes its input; with letters that the font has: no narrow space, which French amounts have. */
function drawable<T>(content: T): T {
  if (typeof content === 'string')
    return (
      content.startsWith('data:') ? content : cutWords(drawableText(content).replaceAll('\u202f', '\u00a0'))
    ) as T;
  if (Array.isArray(content)) return content.map(drawable) as T;
  if (content === null || typeof content !== 'object' || ArrayBuffer.isView(content)) return content;
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, drawable(value)])) as T;
}

export function writePdf(paper: Paper): Promise<Buffer> {
  const { title, subtitle, house, content, landscape = false, size = 'A4', untitled = false, now } = paper;
  const { day, time } = wallClock(now, house.timeZone);
  const mentions = mentionsOf(house).map(plain);
  const own = footLines(paper.foot);
  const definition: Definition = {
    pageSize: size,
    pageOrientation: landscape ? 'landscape' : 'portrait',
    pageMargins: [36, 64, 36, 72 + own.length * 9],
    language: 'fr-FR',
    // A fixed date, so that documents of the same rows are equal.
    info: { title, author: house.name, creator: house.name, producer: house.name, creationDate: now, modDate: now },
    defaultStyle: { font: 'Roboto', fontSize: 9, color: ink, lineHeight: 1.15 },
    styles: {
      title: { fontSize: 16, bold: true },
      section: { fontSize: 11, bold: true, margin: [0, 12, 0, 4] },
      head: { bold: true, fontSize: 8, fillColor: '#eef1f4' },
      quiet: { color: quiet },
    },
    header: {
      margin: [36, 24, 36, 0],
      columnGap: 10,
      columns: [
        ...(house.logo
          ? [
              {
                width: 'auto',
                image: `data:image/png;base64,${Buffer.from(house.logo).toString('base64')}`,
                fit: [90, 30],
              } satisfies Content,
            ]
          : []),
        { text: plain(house.name), bold: true, fontSize: 12 },
        {
          text: [house.phone, house.email].filter(Boolean).join(' – '),
          alignment: 'right',
          style: 'quiet',
          fontSize: 8,
        },
      ],
    },
    footer: (page, pages) => ({
      margin: [36, 12, 36, 0],
      fontSize: 7,
      color: quiet,
      stack: [
        ...[...mentions, ...own].map((text): Content => ({ text: drawable(text), alignment: 'center' })),
        {
          margin: [0, 4, 0, 0],
          columns: [`Établi le ${frenchDay(day)} à ${time}`, { text: `Page ${page} sur ${pages}`, alignment: 'right' }],
        },
      ],
    }),
    content: [...(untitled ? [] : heading(title, subtitle, true)), ...content].map(drawable),
  };
  if (paper.facturX === undefined) return pdfmake.createPdf(definition).getBuffer();
  return writeFacturX(definition, paper.facturX, now);
}

async function writeFacturX(definition: Definition, xml: string, now: Date): Promise<Buffer> {
  const document = pdfmake.createPdf({ ...definition, ...facturXDefinition(xml, now) });
  facturXMetadata(await document.getStream(), now);
  return document.getBuffer();
}

/** « Nom : valeur » in two columns; missing values are marked. */
export const facts = (pairs: readonly [label: string, value: string | null | undefined][]): Content => ({
  layout: 'noBorders',
  table: {
    widths: [170, '*'],
    body: pairs.map(([label, value]) => [{ text: label, style: 'quiet' }, { text: plainLines(value ?? '') || '—' }]),
  },
});

/** A table with its header on every page; rows are never split. */
export const grid = (
  widths: (string | number)[],
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Content => ({
  layout: 'ruled',
  table: {
    widths,
    headerRows: 1,
    dontBreakRows: true,
    body: [
      head.map((text) => ({ text, style: 'head' })),
      ...rows.map((row) => row.map((text) => ({ text: plain(text) }))),
    ],
  },
});
