// « Mes heures »: the user's own hours against his contract, by slot, week and service.
import { Alert, Skeleton } from '@mantine/core';
import type { ReactElement } from 'react';
import { hourDetail } from '#core/planning/hours-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { plural } from '#ui/format.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { OwnPay } from '../pay/OwnPay.tsx';
import { Breakdown } from './Breakdown.tsx';
import classes from './hours.module.css';
import { PeriodBar } from './PeriodBar.tsx';
import { usePeriod } from './usePeriod.ts';

export default function MyHours({ title, description }: ScreenProps): ReactElement {
  const { days, shown, choose } = usePeriod();
  const { data, error, isFetching, refetch } = useCall(hourDetail, { mount: 'agent', input: days });
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <PeriodBar shown={shown(data?.period)} onPeriod={choose} />
      {error && !data ? (
        <ReadFailure
          title="Vos heures n’ont pas pu être calculées"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <>
          {data.hours.unsettled > 0 && (
            <Alert color="orange" title={`${plural(data.hours.unsettled, 'écart')} en attente de validation`}>
              Vos heures réelles diffèrent du planning : les heures planifiées comptent jusqu’à la décision de votre
              agence.
            </Alert>
          )}
          <Breakdown hours={data.hours} services={data.services} own />
          <OwnPay />
        </>
      ) : (
        <Skeleton height={420} role="status" aria-label="Calcul de vos heures" />
      )}
    </div>
  );
}
