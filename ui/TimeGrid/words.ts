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
};

export const nouns = { one: 'élément', many: 'éléments' };

export const columnName = ({ title, label, sub }: GridColumn): string =>
  title ?? [label, sub].filter(Boolean).join(' ');

const listed = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ');

export function chipName(chip: GridChip, row: Pick<GridRow, 'title'>, column: GridColumn | undefined): string {
  const marks = (chip.marks ?? []).filter((mark) => mark !== 'locked').map((mark) => markWords[mark]);
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
  return low < 2 ? '' : `${text.slice(0, low).trimEnd()}…`;
}

export const lineHeight = 13;
export const padding = 4;

export const signWidth = 9;

/** Icons at the end of a chip's first line, for marks without a corner or a border, as far as its title leaves room. */
export function signsOf({ marks = [], locked, title, short }: GridChip, width: number, measure: Measure): GridMark[] {
  const signs = marks.filter((mark) => mark === 'changed' || mark === 'multiple' || mark === 'locked');
  if (locked && !signs.includes('locked')) signs.push('locked');
  if (signs.length === 0) return signs;
  const whole = width - 2 * padding;
  const needed = measure(title, true);
  const rest = whole - (needed <= whole ? needed : measure(short ?? title, true));
  return signs.slice(0, Math.max(0, Math.floor(rest / signWidth)));
}

/** Title and subtitle on two lines if the chip is high enough, otherwise on one. */
export function linesOf(chip: GridChip, width: number, height: number, measure: Measure): string[] {
  const whole = width - 2 * padding;
  const room = whole - signsOf(chip, width, measure).length * signWidth;
  const fitsWhole = measure(chip.title, true) <= room;
  const title = fitsWhole ? chip.title : shortened(chip.short ?? chip.title, room, true, measure);
  const { subtitle } = chip;
  if (!subtitle) return [title];
  if (height >= 2 * lineHeight + 3) return [title, shortened(subtitle, whole, false, measure)];
  if (!fitsWhole) return [title];
  const rest = shortened(subtitle, room - measure(`${title}\u2002`, true), true, measure);
  return rest ? [`${title}\u2002${rest}`] : [title];
}
