// « Exporter »: the hours of every row as a spreadsheet, in decimal hours for payroll.
import { plural } from '#ui/format.ts';
import type { Locale } from '#ui/kinds/locale.ts';
import { notifyInfo, notifyProblem, notifySuccess, notifyWarning } from '#ui/notify.ts';
import { saveAs } from '#ui/saveAs.ts';
import { tooMany } from '#ui/Table/exportRows.ts';
import { startLongWork } from '#ui/Table/progress.tsx';
import { fileName } from '#ui/Table/spreadsheet.ts';
import { writeInBackground } from '#ui/Table/writeInBackground.ts';
import type { Cell, Sheet } from '#ui/Table/writeSheet.ts';
import type { HoursColumn } from './columns.ts';

const hundredths = (minutes: number): Cell => ({ value: Math.round((minutes / 60) * 100) / 100, format: '0.00' });

interface Named {
  id: string;
  name: string;
}

export function sheetOfHours<R extends Named>(
  title: string,
  first: readonly { label: string; text(row: R): string | null }[],
  columns: readonly HoursColumn<NoInfer<R>, string>[],
  rows: readonly R[],
): Sheet {
  const head = [...first.map(({ label }) => label), ...columns.map(({ label }) => label)];
  return {
    name: title.slice(0, 31),
    widths: [...first.map(() => 28), ...columns.map(() => 13)],
    cells: [
      head.map((value): Cell => ({ value, fontWeight: 'bold' })),
      ...rows.map((row) => [
        ...first.map(({ text }): Cell => text(row)),
        ...columns.map((column): Cell => {
          const value = column.value(row);
          return value === null ? null : column.count ? value : hundredths(value);
        }),
      ]),
    ],
  };
}

export async function exportHours(
  title: string,
  locale: Locale,
  /** Null: more rows than a spreadsheet takes. */
  sheet: (signal: AbortSignal) => Promise<Sheet | null>,
): Promise<void> {
  const work = startLongWork(`Export : ${title}`);
  try {
    const made = await sheet(work.signal);
    if (made === null) return notifyWarning(tooMany);
    const count = made.cells.length - 1;
    if (count === 0) notifyInfo('Pas de données à exporter');
    else {
      saveAs(await writeInBackground(made, work.signal), fileName(title, locale));
      notifySuccess(`Export terminé : ${plural(count, 'ligne')}`);
    }
  } catch (error) {
    if (work.signal.aborted) notifyInfo('Export arrêté');
    else notifyProblem(error);
  } finally {
    work.end();
  }
}
