// The branch's form as a spreadsheet: one line per employee, in the order of the annex.
import { readTransferForm } from '#core/transfer/calls.ts';
import { type FormRow, formColumns, formKeys, kindOf } from '#core/transfer/form.ts';
import { call } from '#ui/client/call.ts';
import { plural } from '#ui/format.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { saveAs } from '#ui/saveAs.ts';
import { writeInBackground } from '#ui/Table/writeInBackground.ts';
import type { Cell, Sheet } from '#ui/Table/writeSheet.ts';

export function formSheet(rows: readonly FormRow[]): Sheet {
  const cellOf = (row: FormRow, key: (typeof formKeys)[number]): Cell => {
    const value = row[key];
    if (value == null) return null;
    if (kindOf(key) === 'day') return { value: new Date(`${value}T00:00:00Z`), format: 'dd/mm/yyyy' };
    return value;
  };
  return {
    name: 'Personnel transférable',
    widths: formKeys.map((key) => Math.max(12, formColumns[key].label.length + 2)),
    cells: [
      formKeys.map((key): Cell => ({ value: formColumns[key].label, fontWeight: 'bold' })),
      ...rows.map((row) => formKeys.map((key) => cellOf(row, key))),
    ],
  };
}

export async function takeForm(transfer: string, site: string): Promise<void> {
  try {
    const { rows } = await call(readTransferForm, { params: { id: transfer } });
    const file = await writeInBackground(formSheet(rows as FormRow[]), new AbortController().signal);
    saveAs(file, `Reprise du personnel ${site.replace(/[\\/:*?"<>|]+/g, ' ')}.xlsx`);
    notifySuccess(`Export terminé : ${plural(rows.length, 'salarié')}`);
  } catch (error) {
    notifyProblem(error);
  }
}
