// The usual discounts: a share or an amount, each in its unit.
import type { ReactElement } from 'react';
import { Discount } from '#core/billing/discount.ts';
import { formatDecimal, formatMoney } from '#core/kernel/money.ts';
import { type Locale, useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';

const words = (row: AnyRow, value: unknown, { currency }: Locale): string =>
  row.kind === 'PERCENT' ? `${formatDecimal(value as number)} %` : formatMoney(value as number, currency);

const Value: Cells[string] = Object.assign(
  ({ row, value }: { row: AnyRow; value: unknown }) => words(row, value, useLocale()),
  { sheet: { needs: ['kind'], words } },
);

const cells: Cells = { value: Value };

export const Discounts = (props: ScreenProps): ReactElement => <EntityTable of={Discount} {...props} cells={cells} />;
