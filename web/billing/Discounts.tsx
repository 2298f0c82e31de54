// The usual discounts: a share or an amount, each in its unit.
import type { ReactElement } from 'react';
import { Discount } from '#core/billing/discount.ts';
import { formatDecimal, formatMoney } from '#core/kernel/money.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';

const Value: Cells[string] = ({ row, value }) => {
  const { currency } = useLocale();
  return row.kind === 'PERCENT' ? `${formatDecimal(value as number)} %` : formatMoney(value as number, currency);
};

const cells: Cells = { value: Value };

export const Discounts = (props: ScreenProps): ReactElement => <EntityTable of={Discount} {...props} cells={cells} />;
