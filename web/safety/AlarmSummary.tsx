// The sheet of an alarm in the list « Alertes ».
import { Skeleton } from '@mantine/core';
import type { ReactElement } from 'react';
import { readAlarm } from '#core/safety/calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { AlarmBody } from './AlarmPanel.tsx';

export default function AlarmSummary({ row }: SummaryProps): ReactElement {
  const { data, error, isFetching, refetch } = useCall(readAlarm, { params: { id: String(row.id) } });
  if (data) return <AlarmBody alarm={data.alarm} />;
  return error ? (
    <ReadFailure
      title="L’alerte n’a pas pu être lue"
      message={error.message}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  ) : (
    <Skeleton height={240} role="status" aria-label="Lecture de l’alerte" />
  );
}
