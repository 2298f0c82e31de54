// Collaborators by rubric, with a sticky header and totals.
import { Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { formatMoney } from '#core/kernel/money.ts';
import type { PayrollMonth, PayrollRow } from '#core/pay/calls.ts';
import { payIssues } from '#core/pay/facts.ts';
import { plural } from '#ui/format.ts';
import { IconAlertTriangle } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { Pager } from '#ui/Table/Pager.tsx';
import { quantityText } from './format.ts';
import classes from './pay.module.css';

interface Props {
  payroll: PayrollMonth;
  shown: readonly PayrollRow[];
  busy: boolean;
  onOpen(agent: PayrollRow, rubric: string | null): void;
}

export function PayrollTable({ payroll, shown, busy, onOpen }: Props): ReactElement {
  const { currency } = useLocale();
  const [{ page, limit }, setPage] = useState({ page: 1, limit: 50 });
  const last = Math.max(1, Math.ceil(shown.length / limit));
  const at = Math.min(page, last);
  const rows = shown.slice((at - 1) * limit, at * limit);
  if (payroll.agents.length === 0)
    return (
      <Text c="dimmed">
        Personne à payer ce mois-ci. La paie se calcule pour les salariés qui ont un contrat ou des services dans le
        mois.
      </Text>
    );
  if (shown.length === 0) return <Text c="dimmed">Personne ne correspond.</Text>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach what scrolls. */}
      <section className={classes.scroller} tabIndex={0} aria-label="Paie du mois" aria-busy={busy}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Collaborateur</th>
              <th scope="col">Total</th>
              {payroll.rubrics.map(({ rubric, label }) => (
                <th key={rubric} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} payroll={payroll} currency={currency} onOpen={onOpen} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{formatMoney(payroll.total, currency)}</td>
              {payroll.rubrics.map(({ rubric, total }) => (
                <td key={rubric}>{formatMoney(total, currency)}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      <Pager
        page={at}
        limit={limit}
        count={rows.length}
        filtered={shown.length}
        onPage={(next) => setPage({ page: next, limit })}
        onLimit={(next) => setPage({ page: 1, limit: next })}
      />
    </>
  );
}

interface RowProps extends Pick<Props, 'payroll' | 'onOpen'> {
  row: PayrollRow;
  currency: string;
}

function Row({ row, payroll, currency, onOpen }: RowProps): ReactElement {
  const warnings = [
    ...(row.unsettled > 0 ? [`${plural(row.unsettled, 'écart')} d’heures à valider`] : []),
    ...row.issues.map((issue) => payIssues[issue]),
  ];
  return (
    <tr>
      <th scope="row">
        <UnstyledButton className={classes.name} onClick={() => onOpen(row, null)}>
          {row.name}
        </UnstyledButton>{' '}
        {warnings.length > 0 && (
          <Tooltip label={warnings.join(' · ')} multiline maw={320}>
            <IconAlertTriangle
              size={15}
              color="var(--mantine-color-orange-text)"
              role="img"
              aria-label={warnings.join(' ; ')}
            />
          </Tooltip>
        )}
        {row.registrationNumber && (
          <Text size="xs" c="dimmed">
            {row.registrationNumber}
          </Text>
        )}
      </th>
      <td>
        <strong>{formatMoney(row.total, currency)}</strong>
      </td>
      {payroll.rubrics.map(({ rubric, label }) => {
        const cells = row.cells.filter((cell) => cell.rubric === rubric);
        const [first] = cells;
        return (
          <td key={rubric}>
            {first && (
              <UnstyledButton
                className={classes.cell}
                aria-description="D’où vient ce chiffre"
                onClick={() => onOpen(row, rubric)}
              >
                <VisuallyHidden>{`${label}, ${row.name} : `}</VisuallyHidden>
                {cells.map((cell) => formatMoney(cell.amount, currency)).join(' ')}
                <span className={classes.quantity}>{quantityText(first.quantity, first.unit)}</span>
              </UnstyledButton>
            )}
          </td>
        );
      })}
    </tr>
  );
}
