// « Heures collaborateurs »: everybody's hours of a period against the contract, with overtime, nights and meals.
import { type ReactElement, useState } from 'react';
import { agentsHours, type HoursOrder, type HoursRow, hourDetail } from '#core/planning/hours-calls.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Breakdown } from './Breakdown.tsx';
import { agentColumns, ratesOf } from './columns.ts';
import { DetailDrawer } from './DetailDrawer.tsx';
import { exportHours, sheetOfHours } from './exportHours.ts';
import { HoursTable } from './HoursTable.tsx';
import { HoursTools } from './HoursTools.tsx';
import classes from './hours.module.css';
import { PeriodBar } from './PeriodBar.tsx';
import { type HoursPeriod, periodTitle } from './period.ts';
import { mostExported, useHoursPage, useLast } from './useHoursPage.ts';

export default function AgentsHours({ title, description }: ScreenProps): ReactElement {
  const locale = useLocale();
  const { period, query, all, input, table, bar, search } = useHoursPage<HoursOrder>();
  const [opened, setOpened] = useState<HoursRow | null>(null);
  const { data: fresh, error, isFetching, refetch } = useCall(agentsHours, { input });
  const data = useLast(fresh, error !== null);
  const save = (): Promise<void> =>
    exportHours(`${title} ${periodTitle(period)}`, locale, async (signal) => {
      const { hours, totals } = await call(agentsHours, { input: { ...all, limit: mostExported }, signal });
      const names = [{ label: 'Collaborateur', text: (row: HoursRow) => row.name }];
      return sheetOfHours(title, names, agentColumns(ratesOf(totals)), hours);
    });
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <PeriodBar {...bar}>
        <HoursTools label="Chercher un collaborateur" {...search} onExport={save} />
      </PeriodBar>
      <HoursTable
        label={`${title}, ${periodTitle(period)}`}
        rowLabel="Collaborateur"
        columns={agentColumns(data ? ratesOf(data.totals) : [])}
        rows={data?.hours ?? null}
        totals={data?.totals ?? null}
        filtered={data?.filtered ?? 0}
        {...table}
        onOpen={setOpened}
        failure={error?.message ?? null}
        busy={isFetching}
        onRetry={() => void refetch()}
        empty={query === '' ? 'Vos collaborateurs planifiables apparaîtront ici.' : 'Personne ne porte ce nom.'}
      />
      {opened && <AgentDetail row={opened} period={period} onClose={() => setOpened(null)} />}
    </div>
  );
}

interface DetailProps {
  row: HoursRow;
  period: HoursPeriod;
  onClose(): void;
}

function AgentDetail({ row, period, onClose }: DetailProps): ReactElement {
  const { data, error, isFetching, refetch } = useCall(hourDetail, {
    mount: 'agency',
    input: { start: period.start, end: period.end, agent: row.id },
  });
  return (
    <DetailDrawer
      title={`${row.name} · ${periodTitle(period)}`}
      onClose={onClose}
      failure={error && !data ? error.message : null}
      busy={isFetching}
      onRetry={() => void refetch()}
    >
      {data ? <Breakdown hours={data.hours} services={data.services} /> : null}
    </DetailDrawer>
  );
}
