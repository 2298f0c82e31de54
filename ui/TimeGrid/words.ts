// Accessible names, and the text that fits on a chip.
import type { GridChip, GridColumn, GridMark, GridRange, GridRow } from './types.ts';

export const markWords: Record<GridMark, string> = {
  warning: 'avertissement',
  refused: 'règle enfreinte',
  draft: 'brouillon',
  changed: 'modifié depuis la publication',
  locked: 'verrouillé',
  multiple: 'multiple',
  saving: 'enregistrement en cours',
  running: 'en cours',
  missed: 'non réalisé',
  late: 'en retard',
  left: 'quitté avant l’heure',
};

export const nouns = { one: 'élément', many: 'éléments' };

export const columnName = ({ title, label, sub }: GridColumn): string =>
  title ?? [label, sub].filter(Boolean).join(' ');

const listed = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ');

export function chipName(chip: GridChip, row: Pick<GridRow, 'title'>, column: GridColumn | undefined): string {
  const text = `${chip.title} ${chip.subtitle ?? ''}`.toLowerCase();
  const marks = (chip.marks ?? [])
    .filter((mark) => mark !== 'locked')
    .map((mark) => markWords[mark])
    // « En cours » is written on the chip too.
    .filter((word) => !text.includes(word));
  const lock = chip.locked || chip.marks?.includes('locked') ? markWords.locked : undefined;
  return listed([chip.title, chip.subtitle, row.title, column && columnName(column), chip.state, ...marks, lock]);
}

export function cellName(
  row: Pick<GridRow, 'title'>,
  column: GridColumn,
  count: number,
  noun: { one: string; many: string },
  behind: readonly GridRange[],
): string {
  const inside = count === 0 ? 'vide' : `${count} ${count === 1 ? noun.one : noun.many}`;
  return listed([row.title, columnName(column), ...behind.map(({ label }) => label), inside]);
}

export const rowName = ({ title, subtitle, totals = [] }: Omit<GridRow, 'id'>): string =>
  listed([title, subtitle, ...totals.map(({ label, value }) => `${label} ${value}`)]);

/** Width of a text in the font of titles or of subtitles. */
export type Measure = (text: string, isTitle: boolean) => number;

/** The text cut to fit, with an ellipsis; empty if not even two letters fit. */
export function shortened(text: string, width: number, isTitle: boolean, measure: Measure): string {
  if (measure(text, isTitle) <= width) return text;
  let [low, high] = [0, text.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(`${text.slice(0, middle).trimEnd()}…`, isTitle) <= width) low = middle;
    else high = middle - 1;
  }
  // No separator is left at the end.
  const kept = text.slice(0, low).replace(/[\s·]+$/, '');
  return kept.length < 2 ? '' : `${kept}…`;
}

export const lineHeight = 13;
/** Of a chip with this many lines. */
export const heightOf = (lines: number): number => lines * lineHeight + 3;

/** Hours do not fit on one line of a chip in such a column. */
export const narrowColumn = 48;
/** On both sides of a text; less on a chip where every pixel counts. */
export const paddingOf = (width: number): number => (width < narrowColumn ? 2 : 4);

export const signWidth = 9;

/** The longest code of a site. */
const codeLength = 5;

/** How narrow a text may be squeezed before it is hard to read, and before it can no longer be read. */
const narrowPart = 0.8;
const narrowestPart = 0.6;
/** Of a line that would otherwise be lost. */
const linePart = 0.5;

/** The width that the corner of a warning or a refusal takes from the first line; on a narrow chip it may touch the text. */
const cornerWidth = (marks: readonly GridMark[] = [], width: number): number => {
  const corner = marks.includes('refused') ? 10 : marks.includes('warning') ? 7 : 0;
  return width < narrowColumn ? corner / 2 : corner;
};

/** Room for the first line of a chip, before icons. */
export const lineRoom = ({ marks }: Pick<GridChip, 'marks'>, width: number): number =>
  width - 2 * paddingOf(width) - cornerWidth(marks, width);

const drawn: ReadonlySet<GridMark> = new Set(['missed', 'late', 'left', 'changed', 'multiple', 'running', 'locked']);

/** Icons at the end of a chip's first line, for marks without a corner or a border, as far as its title leaves room. */
export function signsOf(chip: GridChip, width: number, measure: Measure): GridMark[] {
  const { marks = [], locked, title, short } = chip;
  const signs = marks.filter((mark) => drawn.has(mark));
  // What is under way needs no lock.
  if (locked && !marks.includes('running') && !signs.includes('locked')) signs.push('locked');
  if (signs.length === 0) return signs;
  const whole = lineRoom(chip, width);
  const needed = measure(title, true);
  const rest = whole - (needed <= whole ? needed : measure(short ?? title, true));
  return signs.slice(0, Math.max(0, Math.floor(rest / signWidth)));
}

/** The subtitle if it fits, otherwise the brief one, cut if necessary. */
function fitted(
  { subtitle = '', brief = subtitle }: GridChip,
  room: number,
  isTitle: boolean,
  measure: Measure,
): string {
  if (measure(subtitle, isTitle) <= room) return subtitle;
  // A code on its own line is squeezed when painted.
  return !isTitle && brief.length <= codeLength && measure(brief, isTitle) * narrowestPart <= room
    ? brief
    : shortened(brief, room, isTitle, measure);
}

/** Title and subtitle on two lines if the chip is high enough, otherwise on one; hours that are too long take two of three. */
export function linesOf(chip: GridChip, width: number, height: number, measure: Measure): string[] {
  const whole = lineRoom(chip, width);
  const room = whole - signsOf(chip, width, measure).length * signWidth;
  const title = measure(chip.title, true) <= room ? chip.title : (chip.short ?? chip.title);
  const needed = measure(title, true);
  // Hours without their end mislead: too long, they are squeezed when painted; in a tiny chip there are none.
  const first = needed * narrowestPart <= room ? title : '';
  const [start, end] = title.split('–');
  const below = width - 2 * paddingOf(width);
  const isTall = height >= heightOf(2);
  // Both the hours and the place can be read; the code is squeezed rather than lost.
  const isTight = width < narrowColumn || needed * narrowPart > room;
  if (isTight && end && chip.brief && height >= heightOf(3) && measure(`${start}–`, true) * linePart <= room)
    if (measure(chip.brief, false) * linePart <= below) return [`${start}–`, end, chip.brief];
  // Better on two lines than squeezed hard, even if the place is lost.
  if (needed * narrowPart > room && end && isTall && measure(`${start}–`, true) <= room) {
    const both = `${end} ${chip.brief ?? chip.subtitle ?? ''}`.trimEnd();
    return [`${start}–`, measure(both, false) <= below ? both : end];
  }
  // Squeezed hours say more than the place, and never without their end.
  const isSqueezed = (text: string, space: number, isTitle: boolean): boolean =>
    measure(text, isTitle) * linePart <= space;
  if (first === '' && end && isTall && isSqueezed(`${start}–`, room, true) && isSqueezed(end, below, false))
    return [`${start}–`, end];
  // A code says more than nothing.
  if (first === '' && chip.brief) {
    if (measure(chip.brief, true) * narrowestPart <= room) return [chip.brief];
    if (isTall && measure(chip.brief, false) * narrowestPart <= below) return ['', chip.brief];
  }
  if (!chip.subtitle) return [first];
  if (isTall) return [first, fitted(chip, below, false, measure)];
  const rest = room - needed - measure('\u2002', true);
  const second = rest > 0 ? fitted(chip, rest, true, measure) : '';
  return second ? [`${first}\u2002${second}`] : [first];
}
