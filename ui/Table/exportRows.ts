// « Exporter »: writes the table or the selected rows to a file (D-028 to D-031).
import type { Entity } from '#core/kernel/entity.ts';
import type { ListInput } from '#core/kernel/query.ts';
import { plural } from '../format.ts';
import type { Locale } from '../kinds/locale.ts';
import type { AnyRow } from '../moves.ts';
import { notifyInfo, notifyProblem, notifySuccess, notifyWarning } from '../notify.ts';
import { saveAs } from '../saveAs.ts';
import type { Column } from './columns.ts';
import { allRows, mostRows } from './pages.ts';
import { startLongWork } from './progress.tsx';
import { fileName, sheetOf } from './spreadsheet.ts';
import { openWriter } from './writeInBackground.ts';

export const tooMany = "L'export excel est limité à 5000 lignes";
const nothing = 'Pas de données à exporter';

export interface Export {
  of: Entity;
  title: string;
  columns: readonly Column[];
  input: ListInput;
  locale: Locale;
  /** Null: all rows that match the search and the filters. */
  picked: readonly AnyRow[] | null;
}

/** What the cells of these columns are made of. */
const fieldsOf = (columns: readonly Column[]): string[] => [
  ...new Set(
    columns.flatMap(({ path, field, sheet }) => [
      path,
      ...(field.negativeWhen ? [field.negativeWhen.path] : []),
      ...(sheet?.needs ?? []),
    ]),
  ),
];

export async function exportRows({ of, title, columns, input, locale, picked }: Export): Promise<void> {
  const work = startLongWork(`Export : ${title}`);
  const writer = openWriter(work.signal);
  let started = false;
  const write = (rows: readonly AnyRow[]): void => {
    if (rows.length === 0) return;
    writer.add(sheetOf(title, columns, rows, locale, started));
    started = true;
  };
  try {
    let counted = picked?.length ?? 0;
    const rows =
      picked ??
      (await allRows({
        of,
        input: { ...input, fields: fieldsOf(columns) },
        signal: work.signal,
        onPage: (loaded, filtered) => {
          counted = filtered;
          work.show(loaded, filtered);
          return filtered <= mostRows;
        },
        onRows: write,
      }));
    if (counted > mostRows) notifyWarning(tooMany);
    else if (rows.length === 0) notifyInfo(nothing);
    else {
      if (picked) write(picked);
      const content = await writer.finish(sheetOf(title, columns, [], locale, true));
      saveAs(content, fileName(title, locale));
      notifySuccess(`Export terminé : ${plural(rows.length, 'ligne')}`);
    }
  } catch (error) {
    if (work.signal.aborted) notifyInfo('Export arrêté');
    else notifyProblem(error);
  } finally {
    writer.close();
    work.end();
  }
}
