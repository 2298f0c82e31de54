// « Chiffre d'affaires » of the platform: what agencies paid, month by month and by offer (W-007).
import { ActionIcon, Group, Skeleton, Stack, Table, Text, Tooltip } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import { compare, divide, subtract, times, toNumber } from '#core/kernel/money.ts';
import { lastDayOf, monthText } from '#core/planning/days.ts';
import { readPlatformTurnover } from '#core/platform/dashboard-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { formatMoney, formatNumber, plural } from '#ui/format.ts';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { useRecordScreens } from '#ui/shell/records.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import money from '../accounting/accounting.module.css';
import { MonthBars } from '../accounting/MonthBars.tsx';
import { Panel } from '../dashboard/Panel.tsx';

type Data = Output<typeof readPlatformTurnover>;

const counted = { status: ['PROCESSING', 'VALIDATED', 'VALIDATED_MANUALLY'] };

export default function PlatformTurnover({ title, description }: ScreenProps): ReactElement {
  const { zone } = useLocale();
  const [year, setYear] = useState(() => Number(today(zone).slice(0, 4)));
  const { data, error, isFetching, refetch } = useCall(readPlatformTurnover, {
    input: { from: `${year}-01-01`, to: `${year}-12-31` },
  });
  const step = (by: 1 | -1, label: string, Icon: typeof IconChevronLeft): ReactElement => (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={() => setYear(year + by)}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Stack gap="md">
      <PageHeader title={title} description={description} />
      <Group gap="xs" role="toolbar" aria-label="Année">
        {step(-1, 'Année précédente', IconChevronLeft)}
        <Text fw={600} aria-live="polite">
          {year}
        </Text>
        {step(1, 'Année suivante', IconChevronRight)}
      </Group>
      {error && !data ? (
        <ReadFailure
          title="Le chiffre d’affaires n’a pas pu être lu"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <Figures data={data} year={year} />
      ) : (
        <Stack gap="xs" aria-busy role="status" aria-label="Chargement">
          {[1, 2].map((bone) => (
            <Skeleton key={bone} height={96} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function evolution({ turnover, before }: Data, year: number): string {
  if (compare(before, 0) <= 0) return `Rien en ${year - 1}`;
  const change = toNumber(divide(times(subtract(turnover, before), 100), before, 1));
  return `${change > 0 ? '+' : ''}${formatNumber(change)} % sur ${year - 1}`;
}

function Figures({ data, year }: { data: Data; year: number }): ReactElement {
  const { months, offers, currency } = data;
  const amount = (value: number): string => formatMoney(value, currency);
  const path = useRecordScreens()?.get('agencyInvoice')?.item.path;
  return (
    <>
      <dl className={money.figures}>
        <div>
          <dt>Chiffre d’affaires hors taxes</dt>
          <dd>
            {amount(data.turnover)}
            <small>{evolution(data, year)}</small>
          </dd>
        </div>
        <div>
          <dt>Ventes</dt>
          <dd>
            {formatNumber(data.numberOfSales)}
            <small>Pièces des factures payées</small>
          </dd>
        </div>
      </dl>
      <Panel title="Mois par mois" wide>
        <MonthBars
          path={path}
          bars={months.map(({ month, turnover, numberOfSales }) => ({
            month,
            values: [turnover],
            words: `${monthText(month)} : ${amount(turnover)}, ${plural(numberOfSales, 'vente')}`,
            search: { f: { date: { from: `${month}-01`, to: lastDayOf(month) }, ...counted } },
          }))}
        />
        <details className={money.body} open>
          <summary>En tableau</summary>
          <Table aria-label="Mois par mois" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Mois</Table.Th>
                <Table.Th className={money.amount ?? ''}>Hors taxes</Table.Th>
                <Table.Th className={money.amount ?? ''}>Ventes</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {months.map((one) => (
                <Table.Tr key={one.month}>
                  <Table.Td>{monthText(one.month)}</Table.Td>
                  <Table.Td className={money.amount ?? ''}>{amount(one.turnover)}</Table.Td>
                  <Table.Td className={money.amount ?? ''}>{formatNumber(one.numberOfSales)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </details>
      </Panel>
      <Panel title="Par offre" wide>
        <div className={money.body}>
          {offers.length === 0 ? (
            <Text c="dimmed">Aucune facture payée en {year}.</Text>
          ) : (
            <Table aria-label="Par offre" verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Offre</Table.Th>
                  <Table.Th className={money.amount ?? ''}>Hors taxes</Table.Th>
                  <Table.Th className={money.amount ?? ''}>Ventes</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {offers.map((one) => (
                  <Table.Tr key={one.id ?? 'others'}>
                    <Table.Td>{one.name}</Table.Td>
                    <Table.Td className={money.amount ?? ''}>{amount(one.turnover)}</Table.Td>
                    <Table.Td className={money.amount ?? ''}>{formatNumber(one.numberOfSales)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </div>
      </Panel>
    </>
  );
}
