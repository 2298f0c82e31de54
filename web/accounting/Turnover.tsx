// « Chiffre d’affaires »: months, customers and what is owed; each figure opens its invoices.
import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type Age, ageLabels, listTurnover } from '#core/accounting/calls.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { sum, toNumber } from '#core/kernel/money.ts';
import { dayNumber, dayOfNumber, lastDayOf, monthText } from '#core/planning/days.ts';
import { useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { formatMoney, formatNumber, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { useRecordScreens } from '#ui/shell/records.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Panel } from '../dashboard/Panel.tsx';
import classes from './accounting.module.css';
import { MonthBars } from './MonthBars.tsx';
import { AmountTable, evolution, useYear, YearPage } from './YearPage.tsx';

type Data = Output<typeof listTurnover>;

const issued = { status: [100, 200] };

export default function Turnover({ title, description }: ScreenProps): ReactElement {
  const year = useYear();
  const reading = useCall(listTurnover, { input: year.input });
  return (
    <YearPage title={title} description={description} of={year} reading={reading}>
      {(data) => <Figures data={data} year={year.year} />}
    </YearPage>
  );
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
          <AmountTable
            label="Mois par mois"
            heads={['Mois', 'Facturé HT', 'Facturé TTC', 'Encaissé']}
            rows={months.map(({ month, turnover, invoiced, received }) => ({
              ...{ key: month, name: monthText(month), amounts: [turnover, invoiced, received].map(amount) },
            }))}
          />
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
    <AmountTable
      label="Par client"
      heads={['Client', 'Facturé HT', 'Part', 'Reste dû']}
      rows={customers.map(({ customer, turnover, share, owed }) => ({
        key: customer.id,
        name: (
          <>
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
          </>
        ),
        amounts: [amount(turnover), `${formatNumber(share)} %`, amount(owed)],
      }))}
    />
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
