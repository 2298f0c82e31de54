// On « Mes heures »: the person's own counters at the last closed month, and his salary elements.

import { Stack, Table, Title } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { fetchOwnCounters } from '#core/pay/calls.ts';
import { directions, SalaryElement } from '#core/pay/salary-element.ts';
import { ofMonth } from '#core/planning/days.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatDay } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { Counters } from './Counters.tsx';

const limit = 20;

/** Nothing while there is nothing to show: most agencies start without a closed month. */
export function OwnPay(): ReactElement | null {
  const { currency } = useLocale();
  const { data: counted } = useCall(fetchOwnCounters, { mount: 'agent', input: {} });
  const { data } = useCall(endpointsOf(SalaryElement).list, { mount: 'agent', input: { limit } });
  const elements = (data as { salaryElements: Row<typeof SalaryElement>[] } | undefined)?.salaryElements ?? [];
  return (
    <Stack gap="sm">
      {counted?.month && counted.counters && (
        <section aria-label="Compteurs">
          <Title order={3} mb="xs">
            Compteurs à la paie {ofMonth(counted.month)}
          </Title>
          <Counters counters={counted.counters} />
        </section>
      )}
      {elements.length > 0 && (
        <section aria-label="Éléments de salaire">
          <Title order={3} mb="xs">
            Éléments de salaire
          </Title>
          <Table verticalSpacing={4} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Date</Table.Th>
                <Table.Th>Élément</Table.Th>
                <Table.Th>Sens</Table.Th>
                <Table.Th ta="end">Montant</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {elements.map(({ id, date, typeName, direction, amount }) => (
                <Table.Tr key={id}>
                  <Table.Td>{formatDay(date)}</Table.Td>
                  <Table.Td>{typeName}</Table.Td>
                  <Table.Td>{directions[direction]}</Table.Td>
                  <Table.Td ta="end">{amount === null ? '' : formatMoney(amount, currency)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </Stack>
  );
}
