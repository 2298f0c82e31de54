// « Chiffre d’affaires »: months, customers and what is owed; each figure opens its invoices.
import { ActionIcon, Group, Skeleton, Stack, Table, Text, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { type Age, ageLabels, listTurnover } from '#core/accounting/calls.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { compare, divide, subtract, sum, times, toNumber } from '#core/kernel/money.ts';
import { dayNumber, dayOfNumber, lastDayOf, monthText } from '#core/planning/days.ts';
import { useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { formatMoney, formatNumber, plural } from '#ui/format.ts';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { useRecordScreens } from '#ui/shell/records.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Panel } from '../dashboard/Panel.tsx';
import classes from './accounting.module.css';
import { MonthBars } from './MonthBars.tsx';

type Data = Output<typeof listTurnover>;

const issued = { status: [100, 200] };

export default function Turnover({ title, description }: ScreenProps): ReactElement {
  const { zone } = useLocale();
  const [year, setYear] = useState(() => Number(today(zone).slice(0, 4)));
  const { data, error, isFetching, refetch } = useCall(listTurnover, {
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
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={96} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

/** « +12,5 % sur 2025 »; nothing to compare with: said so. */
function evolution({ turnover, before }: Data, year: number): string {
  if (compare(before, 0) <= 0) return `Rien en ${year - 1}`;
  const change = toNumber(divide(times(subtract(turnover, before), 100), before, 1));
  return `${change > 0 ? '+' : ''}${formatNumber(change)} % sur ${year - 1}`;
}

function Figures({ data, year }: { data: Data; year: number }): ReactElement {
  const { currency, months, customers, owed, filtered } = data;
  const amount = (value: number): string => formatMoney(value, currency);
  const path = useRecordScreens()?.get('invoice')?.item.path;
  const due = toNumber(sum(owed.map((one) => one.amount)));
  const late = toNumber(sum(owed.filter(({ age }) => age !== 'notDue').map((one) => one.amount)));
  return (
    <>
      <dl className={classes.figures}>
        <div>
          <dt>Facturé hors taxes</dt>
          <dd>
            {amount(data.turnover)}
            <small>{evolution(data, year)}</small>
          </dd>
        </div>
        <div>
          <dt>Encaissé</dt>
          <dd>
            {amount(data.received)}
            <small>Toutes taxes comprises</small>
          </dd>
        </div>
        <div>
          <dt>Reste dû aujourd’hui</dt>
          <dd>
            {amount(due)}
            <small>{late > 0 ? `dont ${amount(late)} en retard` : 'Rien en retard'}</small>
          </dd>
        </div>
      </dl>
      <Panel title="Mois par mois" wide>
        <MonthBars
          path={path}
          bars={months.map(({ month, invoiced, received }) => ({
            month,
            values: [invoiced, received],
            words: `${monthText(month)} : ${amount(invoiced)} facturés, ${amount(received)} encaissés`,
            search: { f: { date: { from: `${month}-01`, to: lastDayOf(month) }, ...issued } },
          }))}
        />
        <p className={classes.legend}>
          <span>Facturé TTC</span>
          <span data-of="received">Encaissé</span>
        </p>
        <details className={classes.body}>
          <summary>En tableau</summary>
          <Table aria-label="Mois par mois" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Mois</Table.Th>
                <Table.Th className={classes.amount ?? ''}>Facturé HT</Table.Th>
                <Table.Th className={classes.amount ?? ''}>Facturé TTC</Table.Th>
                <Table.Th className={classes.amount ?? ''}>Encaissé</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {months.map((one) => (
                <Table.Tr key={one.month}>
                  <Table.Td>{monthText(one.month)}</Table.Td>
                  <Table.Td className={classes.amount ?? ''}>{amount(one.turnover)}</Table.Td>
                  <Table.Td className={classes.amount ?? ''}>{amount(one.invoiced)}</Table.Td>
                  <Table.Td className={classes.amount ?? ''}>{amount(one.received)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </details>
      </Panel>
      <div className={classes.panels}>
        <Panel title="Par client">
          <div className={classes.body}>
            <Customers customers={customers} amount={amount} year={year} path={path} />
            {filtered > customers.length && (
              <Text size="sm" c="dimmed">
                Les {customers.length} premiers sur {filtered}.
              </Text>
            )}
          </div>
        </Panel>
        <Panel title="Reste dû, par retard">
          <div className={classes.body}>
            <Owed owed={owed} amount={amount} path={path} />
          </div>
        </Panel>
      </div>
    </>
  );
}

interface Shown {
  amount(value: number): string;
  /** Of the invoices; absent: the caller has no such screen. */
  path: string | undefined;
}

function Customers({
  customers,
  amount,
  year,
  path,
}: { customers: Data['customers']; year: number } & Shown): ReactElement {
  if (customers.length === 0) return <Text c="dimmed">Rien de facturé ni d’encaissé en {year}.</Text>;
  return (
    <Table aria-label="Par client" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Client</Table.Th>
          <Table.Th className={classes.amount ?? ''}>Facturé HT</Table.Th>
          <Table.Th className={classes.amount ?? ''}>Part</Table.Th>
          <Table.Th className={classes.amount ?? ''}>Reste dû</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {customers.map(({ customer, turnover, share, owed }) => (
          <Table.Tr key={customer.id}>
            <Table.Td>
              {path ? (
                <Link
                  to={path}
                  search={
                    { f: { customer: [customer.id], date: { from: `${year}-01-01`, to: `${year}-12-31` } } } as never
                  }
                >
                  {customer.name}
                </Link>
              ) : (
                customer.name
              )}
              <span className={classes.share} style={{ width: `${Math.max(0, Math.min(100, share))}%` }} aria-hidden />
            </Table.Td>
            <Table.Td className={classes.amount ?? ''}>{amount(turnover)}</Table.Td>
            <Table.Td className={classes.amount ?? ''}>{formatNumber(share)} %</Table.Td>
            <Table.Td className={classes.amount ?? ''}>{amount(owed)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Bounds of the due date, in days before today. */
const late: Readonly<Record<Exclude<Age, 'notDue'>, [number | null, number]>> = {
  upTo30: [30, 1],
  upTo60: [60, 31],
  upTo90: [90, 61],
  more: [null, 91],
};

function Owed({ owed, amount, path }: { owed: Data['owed'] } & Shown): ReactElement {
  const { zone } = useLocale();
  const now = dayNumber(today(zone));
  const highest = Math.max(1, ...owed.map((one) => one.amount));
  const between = (age: Age): object => {
    if (age === 'notDue') return { from: dayOfNumber(now) };
    const [oldest, newest] = late[age];
    return { ...(oldest ? { from: dayOfNumber(now - oldest) } : {}), to: dayOfNumber(now - newest) };
  };
  return (
    <Table aria-label="Reste dû, par retard" verticalSpacing={4}>
      <Table.Tbody>
        {owed.map(({ age, amount: left, count }) => (
          <Table.Tr key={age}>
            <Table.Td>
              {path && count > 0 ? (
                <Link
                  to={path}
                  search={
                    {
                      f: { dueDate: between(age), partialPaymentsStatus: [0, 50], type: ['facture'], status: [100] },
                    } as never
                  }
                >
                  {ageLabels[age]}
                </Link>
              ) : (
                ageLabels[age]
              )}
              <span
                className={`${classes.share} ${age === 'notDue' ? '' : classes.late}`}
                style={{ width: `${(left / highest) * 100}%` }}
                aria-hidden
              />
            </Table.Td>
            <Table.Td className={classes.amount ?? ''}>{plural(count, 'facture')}</Table.Td>
            <Table.Td className={classes.amount ?? ''}>{amount(left)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
