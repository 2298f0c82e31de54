// Estimates, and invoices with credit notes.
import { type ReactElement, useMemo } from 'react';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { today } from '#ui/clock.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { estimateExtras, invoiceExtras } from './extras.ts';

const useToday = (): { date: string } => {
  const { zone } = useLocale();
  const day = today(zone);
  return useMemo(() => ({ date: day }), [day]);
};

export const Invoices = (props: ScreenProps): ReactElement => (
  <EntityTable of={Invoice} {...props} extras={invoiceExtras} initial={useToday()} />
);

export const Estimates = (props: ScreenProps): ReactElement => (
  <EntityTable of={Estimate} {...props} extras={estimateExtras} initial={useToday()} />
);

export const InvoiceSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={Invoice} extras={invoiceExtras} {...props} />
);

export const EstimateSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={Estimate} extras={estimateExtras} {...props} />
);
