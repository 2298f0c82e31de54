// « Chiffre d'affaires » of the platform: what agencies paid, month by month and by offer (W-007).
import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import { lastDayOf, monthText } from '#core/planning/days.ts';
import { readPlatformTurnover } from '#core/platform/dashboard-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatMoney, formatNumber, plural } from '#ui/format.ts';
import { useRecordScreens } from '#ui/shell/records.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import money from '../accounting/accounting.module.css';
import { MonthBars } from '../accounting/MonthBars.tsx';
import { AmountTable, evolution, useYear, YearPage } from '../accounting/YearPage.tsx';
import { Panel } from '../dashboard/Panel.tsx';

type Data = Output<typeof readPlatformTurnover>;

const counted = { status: ['PROCESSING', 'VALIDATED', 'VALIDATED_MANUALLY'] };

export default function PlatformTurnover({ title, description }: ScreenProps): ReactElement {
  const year = useYear();
  const reading = useCall(readPlatformTurnover, { input: year.input });
  return (
    <YearPage title={title} description={description} of={year} reading={reading}>
      {(data) => <Figures data={data} year={year.year} />}
    </YearPage>
  );
}

function Figures({ data, year }: { data: Data; year: number }): ReactElement {
  const { months, offers, currency } = data;
  const amount = (value: number): string => formatMoney(value, currency);
  const soldOf = (one: { turnover: number; numberOfSales: number }): string[] => [
    amount(one.turnover),
    formatNumber(one.numberOfSales),
  ];
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
          <AmountTable
            label="Mois par mois"
            heads={['Mois', 'Hors taxes', 'Ventes']}
            rows={months.map(({ month, ...one }) => ({ key: month, name: monthText(month), amounts: soldOf(one) }))}
          />
        </details>
      </Panel>
      <Panel title="Par offre" wide>
        <div className={money.body}>
          {offers.length === 0 ? (
            <Text c="dimmed">Aucune facture payée en {year}.</Text>
          ) : (
            <AmountTable
              label="Par offre"
              heads={['Offre', 'Hors taxes', 'Ventes']}
              rows={offers.map(({ id, name, ...one }) => ({ key: id ?? 'others', name, amounts: soldOf(one) }))}
            />
          )}
        </div>
      </Panel>
    </>
  );
}
