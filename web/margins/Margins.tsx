// « Marges »: what each customer, site, contract and month brings and costs; a row opens the services that eat it.

import { Alert, Drawer, SegmentedControl, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { inHours } from '#core/kernel/duration.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { subtract, toNumber } from '#core/kernel/money.ts';
import { listCostlyServices, listMargins } from '#core/margins/calls.ts';
import { type Margin, type MarginAxis, marginAxes } from '#core/margins/margins.ts';
import { monthText } from '#core/planning/days.ts';
import { useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { formatDay, formatMoney, formatNumber, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { PeriodBar } from '../hours/PeriodBar.tsx';
import { type HoursPeriod, periodAround, periodTitle } from '../hours/period.ts';
import { Linked } from '../summary/parts.tsx';
import classes from './margins.module.css';

type Data = Output<typeof listMargins>;

const nameOf = ({ id, name }: Pick<Margin, 'id' | 'name'>, by: MarginAxis): string =>
  by === 'month' ? monthText(id) : name;

export default function Margins({ title, description }: ScreenProps): ReactElement {
  const { zone } = useLocale();
  const [period, setPeriod] = useState<HoursPeriod>(() => periodAround('month', today(zone), 1));
  const [by, setBy] = useState<MarginAxis>('customer');
  const [opened, setOpened] = useState<Margin | null>(null);
  const { start, end } = period;
  const { data, error, isFetching, refetch } = useCall(listMargins, { input: { start, end, by } });
  return (
    <Stack gap="md">
      <PageHeader title={title} description={description} />
      <PeriodBar
        shown={{ period, payPeriodStart: 1, title: periodTitle(period, 1) }}
        onPeriod={(next) => {
          setOpened(null);
          setPeriod(next);
        }}
      >
        <SegmentedControl
          size="xs"
          aria-label="Par"
          data={Object.entries(marginAxes).map(([value, label]) => ({ value, label }))}
          value={by}
          onChange={(value) => {
            setOpened(null);
            setBy(value as MarginAxis);
          }}
        />
      </PeriodBar>
      {error && !data ? (
        <ReadFailure
          title="Les marges n’ont pas pu être lues"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <Rows data={data} by={by} onOpen={setOpened} />
      ) : (
        <Stack gap="xs" aria-busy role="status" aria-label="Chargement">
          {[1, 2, 3, 4].map((bone) => (
            <Skeleton key={bone} height={32} />
          ))}
        </Stack>
      )}
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size="lg"
        title={opened ? nameOf(opened, by) : ''}
      >
        {opened && <Services period={period} by={by} id={opened.id} />}
      </Drawer>
    </Stack>
  );
}

interface RowsProps {
  data: Data;
  by: MarginAxis;
  onOpen(row: Margin): void;
}

function Rows({ data, by, onOpen }: RowsProps): ReactElement {
  const { rows, total, currency, filtered } = data;
  if (rows.length === 0) return <Text c="dimmed">Aucun service, forfait ni facture dans cette période.</Text>;
  const wrong = missingIn(total);
  return (
    <>
      {wrong !== '' && (
        <Alert color="orange" title="Ces marges sont incomplètes">
          {wrong} : complétez les prix du client ou du contrat, et les contrats de travail.
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a wide table */}
      <section className={classes.scroll} tabIndex={0} aria-label="Marges">
        <Table stickyHeader highlightOnHover verticalSpacing={6} aria-label="Marges">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{marginAxes[by]}</Table.Th>
              {['Marge', 'Taux', 'Revenu HT', 'dont prévu', 'Coût', 'Heures payées', 'Services'].map((head) => (
                <Table.Th key={head} className={classes.amount ?? ''}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  <UnstyledButton className={classes.name ?? ''} onClick={() => onOpen(row)}>
                    {nameOf(row, by)}
                  </UnstyledButton>
                </Table.Td>
                <Figures row={row} currency={currency} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>Total</Table.Th>
              <Figures row={total} currency={currency} />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </section>
      {filtered > rows.length && (
        <Text size="sm" c="dimmed">
          Les {rows.length} plus faibles sur {filtered}.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {againstTurnover(data)}
      </Text>
    </>
  );
}

/** Why the revenue is not the turnover of the same days. */
function againstTurnover({ total, typed, turnover, currency }: Data): string {
  const amount = (value: number): string => formatMoney(value, currency);
  const gap = toNumber(subtract(total.revenue, turnover));
  return [
    typed !== 0 && `Dont ${amount(typed)} de factures saisies, d’abonnements et d’avoirs, à la date de la facture.`,
    gap === 0
      ? `Le chiffre d’affaires facturé de la période est le même.`
      : `Chiffre d’affaires facturé de la période : ${amount(turnover)}. L’écart de ${amount(gap)} vient des services et forfaits, comptés au jour où ils sont dus, facturés ou non.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const Incomplete = ({ row }: { row: Margin }): ReactElement => (
  <Text span size="sm" c="orange" title={missingIn(row)}>
    incomplet
  </Text>
);

const missingIn = ({ unpriced, uncosted }: Pick<Margin, 'unpriced' | 'uncosted'>): string =>
  [
    unpriced > 0 && `${plural(unpriced, 'service')} sans prix`,
    uncosted > 0 && `${plural(uncosted, 'vacation')} dont la paie est inconnue`,
  ]
    .filter(Boolean)
    .join(', ');

function Figures({ row, currency }: { row: Margin; currency: string }): ReactElement {
  const amount = (value: number): string => formatMoney(value, currency);
  const isLoss = row.margin < 0 || undefined;
  // With an unknown pay, or without a price, the figure would be wrong.
  const isWhole = row.uncosted === 0 && row.unpriced === 0;
  const cells = [
    amount(row.revenue),
    row.forecast === 0 ? '' : amount(row.forecast),
    amount(row.cost),
    inHours(row.minutes),
    String(row.services),
  ];
  return (
    <>
      <Table.Td className={classes.amount ?? ''} data-loss={isLoss}>
        {isWhole ? amount(row.margin) : <Incomplete row={row} />}
      </Table.Td>
      <Table.Td className={classes.amount ?? ''} data-loss={isLoss}>
        {row.rate === null || !isWhole ? '—' : `${formatNumber(row.rate)} %`}
      </Table.Td>
      {cells.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns
        <Table.Td key={index} className={classes.amount ?? ''}>
          {text}
        </Table.Td>
      ))}
    </>
  );
}

function Services({ period, by, id }: { period: HoursPeriod; by: MarginAxis; id: string }): ReactElement {
  const { start, end } = period;
  const { data, error, isFetching, refetch } = useCall(listCostlyServices, { input: { start, end, by, id } });
  if (error && !data)
    return (
      <ReadFailure
        title="Les services n’ont pas pu être lus"
        message={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <Stack gap="xs" aria-busy role="status" aria-label="Chargement">
        {[1, 2, 3].map((bone) => (
          <Skeleton key={bone} height={28} />
        ))}
      </Stack>
    );
  if (data.services.length === 0)
    return <Text c="dimmed">Aucun service : des forfaits, des factures saisies ou des abonnements.</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Ceux qui réduisent le plus la marge d’abord.
      </Text>
      <Table aria-label="Services" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Service</Table.Th>
            <Table.Th className={classes.amount ?? ''}>Revenu</Table.Th>
            <Table.Th className={classes.amount ?? ''}>Coût</Table.Th>
            <Table.Th className={classes.amount ?? ''}>Marge</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.services.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td>
                <Linked entity="service" id={one.id}>
                  {`${formatDay(one.day)} · ${one.site}`}
                </Linked>
                {!one.isDone && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    prévu
                  </Text>
                )}
              </Table.Td>
              <Table.Td className={classes.amount ?? ''}>
                {one.amount === null ? 'sans prix' : formatMoney(one.amount, data.currency)}
              </Table.Td>
              <Table.Td className={classes.amount ?? ''}>{formatMoney(one.cost, data.currency)}</Table.Td>
              <Table.Td className={classes.amount ?? ''} data-loss={one.margin < 0 || undefined}>
                {formatMoney(one.margin, data.currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {data.filtered > data.services.length && (
        <Text size="sm" c="dimmed">
          Les {data.services.length} premiers sur {data.filtered}.
        </Text>
      )}
    </Stack>
  );
}
