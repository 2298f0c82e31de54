// « Heures par site »: what the posts of each site ask for, and what is worked there.
import { Stack } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { type SiteHoursOrder, type SiteHoursRow, siteHourDetail, sitesHours } from '#core/planning/hours-calls.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { SlotBars } from './Breakdown.tsx';
import { siteColumns } from './columns.ts';
import { DetailDrawer } from './DetailDrawer.tsx';
import { exportHours, sheetOfHours } from './exportHours.ts';
import { HoursTable } from './HoursTable.tsx';
import { HoursTools } from './HoursTools.tsx';
import classes from './hours.module.css';
import { LinesTable } from './LinesTable.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { type HoursPeriod, periodTitle } from './period.ts';
import { mostExported, useHoursPage, useLast } from './useHoursPage.ts';

export default function SitesHours({ title, description }: ScreenProps): ReactElement {
  const locale = useLocale();
  const { period, query, all, input, table, bar, search } = useHoursPage<SiteHoursOrder>();
  const [opened, setOpened] = useState<SiteHoursRow | null>(null);
  const { data: fresh, error, isFetching, refetch } = useCall(sitesHours, { input });
  const data = useLast(fresh, error !== null);
  const save = (): Promise<void> =>
    exportHours(`${title} ${periodTitle(period)}`, locale, async (signal) => {
      const { hours } = await call(sitesHours, { input: { ...all, limit: mostExported }, signal });
      const names = [
        { label: 'Site', text: (row: SiteHoursRow) => row.name },
        { label: 'Client', text: (row: SiteHoursRow) => row.customer },
      ];
      return sheetOfHours(title, names, siteColumns, hours);
    });
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <PeriodBar {...bar}>
        <HoursTools label="Chercher un site" {...search} onExport={save} />
      </PeriodBar>
      <HoursTable
        label={`${title}, ${periodTitle(period)}`}
        rowLabel="Site"
        columns={siteColumns}
        rows={data?.hours ?? null}
        totals={data?.totals ?? null}
        filtered={data?.filtered ?? 0}
        {...table}
        onOpen={(row: SiteHoursRow) => setOpened(row)}
        under={({ customer }: SiteHoursRow) => customer}
        failure={error?.message ?? null}
        busy={isFetching}
        onRetry={() => void refetch()}
        empty={query === '' ? 'Vos sites en service apparaîtront ici.' : 'Aucun site ne porte ce nom.'}
      />
      {opened && <SiteDetail row={opened} period={period} onClose={() => setOpened(null)} />}
    </div>
  );
}

interface DetailProps {
  row: SiteHoursRow;
  period: HoursPeriod;
  onClose(): void;
}

function SiteDetail({ row, period, onClose }: DetailProps): ReactElement {
  const { data, error, isFetching, refetch } = useCall(siteHourDetail, {
    input: { start: period.start, end: period.end, site: row.id },
  });
  return (
    <DetailDrawer
      title={`${row.name} · ${periodTitle(period)}`}
      onClose={onClose}
      failure={error && !data ? error.message : null}
      busy={isFetching}
      onRetry={() => void refetch()}
    >
      {data ? (
        <Stack gap="lg">
          <SlotBars slots={row.slots} />
          <LinesTable
            lines={data.services.map((line) => ({ ...line, place: line.agents.join(', ') }))}
            placeLabel="Collaborateurs"
            empty="Aucun service sur ce site dans cette période."
          />
        </Stack>
      ) : null}
    </DetailDrawer>
  );
}
