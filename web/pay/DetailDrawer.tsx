// « D’où vient ce chiffre »: each line of somebody’s month with its article, its rate and the days it is made of.

import { Drawer, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactElement } from 'react';
import { formatMoney } from '#core/kernel/money.ts';
import { fetchPayrollDetail, type PayDetailLine } from '#core/pay/calls.ts';
import { monthTitle } from '#core/planning/days.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatDay } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { Counters } from './Counters.tsx';
import { quantityText, rateText } from './format.ts';
import classes from './pay.module.css';

interface Props {
  month: string;
  agent: { id: string; name: string };
  /** The cell that was opened; null: the whole month. */
  rubric: string | null;
  onClose(): void;
}

export function DetailDrawer({ month, agent, rubric, onClose }: Props): ReactElement {
  const { data, error, isFetching, refetch } = useCall(fetchPayrollDetail, { input: { month, agent: agent.id } });
  const { currency } = useLocale();
  const chosen = data?.lines.filter((line) => line.rubric === rubric) ?? [];
  const others = data?.lines.filter((line) => line.rubric !== rubric) ?? [];
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(100%, 48rem)"
      title={`${agent.name} · ${monthTitle(month)}`}
      closeButtonProps={{ 'aria-label': 'Fermer' }}
    >
      {error && !data ? (
        <ReadFailure
          title="Le détail n’a pas pu être lu"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <Stack gap="sm">
          {chosen.map((line) => (
            <Line key={line.rubric} line={line} currency={currency} chosen />
          ))}
          {chosen.length > 0 && <Title order={3}>Le reste du mois</Title>}
          {others.map((line) => (
            <Line key={`${line.rubric} ${line.amount}`} line={line} currency={currency} chosen={rubric === null} />
          ))}
          <Group justify="space-between" className={classes.line}>
            <Text fw={650}>Total</Text>
            <Text fw={650}>{formatMoney(data.total, currency)}</Text>
          </Group>
          <Title order={3}>Compteurs</Title>
          <Counters counters={data.counters} />
        </Stack>
      ) : (
        <Skeleton height={420} role="status" aria-label="Lecture du détail" />
      )}
    </Drawer>
  );
}

/** « 9h00 × 12,4207 € × 10 % » */
const formula = ({ quantity, unit, rate, percent }: PayDetailLine, currency: string): string =>
  [
    unit === 'percent' ? '' : quantityText(quantity, unit),
    rateText(rate, currency),
    percent === null ? '' : `${percent} %`.replace('.', ','),
  ]
    .filter(Boolean)
    .join(' × ');

function Line({ line, currency, chosen }: { line: PayDetailLine; currency: string; chosen: boolean }): ReactElement {
  return (
    <section className={`${classes.line} ${chosen ? classes.chosen : ''}`} aria-label={line.label}>
      <Group justify="space-between" wrap="nowrap" align="baseline">
        <Text fw={600}>{line.label}</Text>
        <Text fw={600} style={{ whiteSpace: 'nowrap' }}>
          {formatMoney(line.amount, currency)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {[line.article, formula(line, currency)].filter(Boolean).join(' · ')}
      </Text>
      {chosen && line.inputs.length > 0 && (
        <Table mt="xs" verticalSpacing={2} fz="sm" aria-label={`Origine : ${line.label}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Jour</Table.Th>
              <Table.Th>Origine</Table.Th>
              <Table.Th ta="end">Quantité</Table.Th>
              <Table.Th ta="end">{line.regularises === null ? 'Taux' : 'Montant'}</Table.Th>
              <Table.Th ta="end">%</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {line.inputs.map((input, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: inputs have no identity and never move.
              <Table.Tr key={index}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{input.day ? formatDay(input.day) : ''}</Table.Td>
                <Table.Td>{input.label}</Table.Td>
                <Table.Td ta="end">{quantityText(input.quantity, input.unit)}</Table.Td>
                <Table.Td ta="end">{rateText(input.rate, currency)}</Table.Td>
                <Table.Td ta="end">{input.percent === null ? '' : String(input.percent).replace('.', ',')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
