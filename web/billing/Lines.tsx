// The lines of a document with their totals, as its sheet shows them.
import { Button, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Invoice } from '#core/billing/invoice.ts';
import { inUnits } from '#core/billing/parts.ts';
import { unprinted } from '#core/billing/printable.ts';
import { lineTotalOf } from '#core/billing/totals.ts';
import type { Row } from '#core/kernel/entity.ts';
import { formatDecimal, formatMoney, priceDecimals, scaleOf, times } from '#core/kernel/money.ts';
import type { Wrong } from '../summary/parts.tsx';
import classes from './billing.module.css';
import { Totals } from './Totals.tsx';

type Billable = Pick<Row<typeof Invoice>, 'items' | 'discounts' | 'currency' | 'vatExemption' | 'vatLabel'>;

interface LinesProps {
  row: Billable;
  isCredit?: boolean;
  /** The lines that services prove, and how to open their proof. */
  proved?: { items: ReadonlySet<string>; open(item: string): void };
}

export function Lines({ row, isCredit = false, proved }: LinesProps): ReactElement {
  const { items, currency, vatLabel } = row;
  return (
    <>
      <table className={classes.lines}>
        <thead>
          <tr>
            {['Désignation', 'Quantité', 'Prix HT', vatLabel, 'Total HT'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>
                {item.title}
                {item.description && <div className={classes.quiet}>{item.description}</div>}
                {proved?.items.has(item.id) && (
                  <div>
                    <Button size="compact-xs" variant="subtle" onClick={() => proved.open(item.id)}>
                      Justificatif
                    </Button>
                  </div>
                )}
              </td>
              <td>{inUnits(item.quantity, item.unit)}</td>
              <td>
                {formatMoney(item.price, currency, priceDecimals)}
                {item.discountRate ? (
                  <div className={classes.quiet}>{`−${formatDecimal(item.discountRate)} %`}</div>
                ) : null}
              </td>
              <td>{`${formatDecimal(item.vat)} %`}</td>
              <td>{formatMoney(times(lineTotalOf(item, scaleOf(currency)), isCredit ? -1 : 1), currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Totals billed={row} currency={currency} vatLabel={vatLabel} isCredit={isCredit} />
    </>
  );
}

export const Refusal = ({ of }: { of: Error }): ReactElement => (
  <Text size="sm" c="red" role="alert" mt="xs">
    {of.message}
  </Text>
);

/** Said while it can still be changed. */
export function lettersWrong(row: Parameters<typeof unprinted>[0]): Wrong[] {
  const letters = unprinted(row);
  return letters === null
    ? []
    : [
        {
          what: `Caractères que le PDF ne peut pas imprimer : ${letters}`,
          ...{ remedy: 'Chacun y est remplacé par « ? ».', tone: 'orange' as const },
        },
      ];
}
