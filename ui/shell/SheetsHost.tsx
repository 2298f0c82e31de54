// The records opened above the current screen.
import { type ReactNode, Suspense } from 'react';
import { EntityDialog } from '../EntityDialog/index.tsx';
import { newRecord, useRecordScreens } from './records.ts';
import { useSheets, useStepBack } from './sheets.ts';

/** Rendered once, by the frame. */
export function SheetsHost(): ReactNode {
  const sheets = useSheets();
  return sheets.length > 0 ? <Sheets /> : null;
}

function Sheets(): ReactNode {
  const sheets = useSheets();
  const screens = useRecordScreens();
  const close = useStepBack();
  return sheets.map(({ entity, id, tab, initial }, depth) => {
    const screen = screens?.get(entity);
    if (!screen) return null;
    const { of, item } = screen;
    const props = {
      id: id === newRecord ? null : id,
      tab,
      initial,
      page: item.name,
      above: true,
      onClose: close,
    } as const;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same record may be opened twice, at two depths
      <Suspense key={`${depth} ${entity} ${id}`}>
        {item.Sheet ? <item.Sheet {...props} /> : <EntityDialog of={of} {...props} />}
      </Suspense>
    );
  });
}
