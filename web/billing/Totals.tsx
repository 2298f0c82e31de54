// The totals of a document: while its lines are typed, and on its sheet.
import type { ReactElement } from 'react';
import { type Billed, billedTotals } from '#core/billing/parts.ts';
import { compare, type Exact, formatDecimal, formatMoney, times } from '#core/kernel/money.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import classes from './billing.module.css';

interface Props {
  billed: Billed;
  currency: string;
  vatLabel?: string;
  /** Credit notes are shown negative. */
  isCredit: boolean;
}

export function Totals({ billed, currency, vatLabel = 'TVA', isCredit }: Props): ReactElement {
  const totals = billedTotals(billed, currency);
  const money = (value: Exact): string => formatMoney(times(value, isCredit ? -1 : 1), currency);
  const rows: [string, string][] = [
    ...(compare(totals.discount, 0) === 0
      ? []
      : ([
          ['Total des lignes', money(totals.gross)],
          ['Remises', money(times(totals.discount, -1))],
        ] as [string, string][])),
    ['Total HT', money(totals.price)],
    ...totals.parts
      .filter(({ rate }) => compare(rate, 0) !== 0)
      .map(({ rate, vat }): [string, string] => [`${vatLabel} ${formatDecimal(rate)} %`, money(vat)]),
    ['Total TTC', money(totals.total)],
  ];
  return (
    <dl className={classes.totals} aria-label="Totaux">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Below the discounts of the form. */
export function TypedTotals({ values }: BelowProps): ReactElement {
  const { currency } = useLocale();
  return (
    <Totals
      billed={values as Billed}
      currency={typeof values.currency === 'string' ? values.currency : currency}
      isCredit={values.type === 'avoir'}
    />
  );
}
