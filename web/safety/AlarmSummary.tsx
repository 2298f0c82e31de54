// The sheet of an alarm in the list « Alertes ».
import type { ReactElement } from 'react';
import { readAlarm } from '#core/safety/calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { AlarmBody } from './AlarmPanel.tsx';

export default function AlarmSummary({ row }: SummaryProps): ReactElement {
  const asked = useCall(readAlarm, { params: { id: String(row.id) } });
  return asked.data ? (
    <AlarmBody alarm={asked.data.alarm} />
  ) : (
    <NotRead of={asked} failure="L’alerte n’a pas pu être lue" reading="Lecture de l’alerte" height={240} />
  );
}
