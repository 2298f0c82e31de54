// « Mes heures »: a collaborator's own, of the services that he was told of.
import { Skeleton } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { hourDetail } from '#core/planning/hours-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Breakdown } from './Breakdown.tsx';
import { HoursFailure } from './HoursFailure.tsx';
import classes from './hours.module.css';
import { PeriodBar } from './PeriodBar.tsx';
import { type HoursPeriod, periodAround } from './period.ts';

export default function MyHours({ title, description }: ScreenProps): ReactElement {
  const { zone } = useLocale();
  const [period, setPeriod] = useState<HoursPeriod>(() => periodAround('month', today(zone)));
  const { data, error, isFetching, refetch } = useCall(hourDetail, {
    mount: 'agent',
    input: { start: period.start, end: period.end },
  });
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <PeriodBar period={period} onPeriod={setPeriod} />
      {error && !data ? (
        <HoursFailure
          title="Vos heures n’ont pas pu être calculées"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <Breakdown hours={data.hours} services={data.services} />
      ) : (
        <Skeleton height={420} role="status" aria-label="Calcul de vos heures" />
      )}
    </div>
  );
}
