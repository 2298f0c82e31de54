// « Alertes » (P-038): alarms of lone workers with their history, and services that are late or not started.
import { SegmentedControl, Text } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { readSupervision, watchedGroupOf } from '#core/home/supervision.ts';
import { serviceStatus } from '#core/planning/status.ts';
import type { AlarmState } from '#core/safety/alarm.ts';
import { Alarm } from '#core/safety/alarm-record.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatMoment, shortMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import type { CardFields } from '#ui/Table/Cards.tsx';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import { StateBadge } from './badges.tsx';
import { alarmExtras } from './extras.ts';
import classes from './safety.module.css';

const views = [
  { value: 'alarms', label: 'PTI et SOS' },
  { value: 'late', label: 'Retards et non commencés' },
] as const;

/** On a phone: who, where and its state before when. */
const card: CardFields = {
  title: 'label',
  second: ['agent', 'site', 'state', 'takenBy'],
  last: ({ receivedAt }, zone) => shortMoment(String(receivedAt), zone),
  whole: true,
};

const State = ({ value }: { value: unknown }): ReactNode => <StateBadge state={value as AlarmState} />;
const cells: Cells = { state: State };

/** Whoever looks for what happened does not look for exercises. */
const real = { drill: false };

export default function Alarms({ page, title, description }: ScreenProps): ReactElement {
  const { can } = useSession();
  const [view, setView] = useState<string>('alarms');
  const choice = can(['readSupervision']) ? (
    <SegmentedControl
      aria-label="Alertes montrées"
      data={[...views]}
      value={view}
      onChange={setView}
      mb="sm"
      w="fit-content"
      maw="100%"
    />
  ) : null;
  return view === 'late' ? (
    <>
      <PageHeader title={title} description={description} />
      {choice}
      <Late />
    </>
  ) : (
    <EntityTable
      of={Alarm}
      page={page}
      title={title}
      description={description}
      add={false}
      extras={alarmExtras}
      card={card}
      cells={cells}
      above={choice}
      first={real}
    />
  );
}

function Late(): ReactElement {
  const { zone } = useLocale();
  const { data, error, isFetching, refetch } = useCall(readSupervision);
  if (error && !data)
    return (
      <ReadFailure
        title="Les services n’ont pas pu être lus"
        message={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const late = data?.services.filter(({ status }) => ['late', 'notDone'].includes(watchedGroupOf(status) ?? '')) ?? [];
  return (
    <section aria-label="Retards et non commencés" aria-busy={!data}>
      {data && late.length === 0 ? <Text c="dimmed">Aucun service en retard ou non commencé.</Text> : null}
      <ul className={classes.alarms}>
        {late.map(({ id, site, reference, startAt, status, agents }) => (
          <li key={id} className={classes.late}>
            <RecordLink entity="service" id={id}>
              {site?.name ?? reference}
            </RecordLink>
            <span>{formatMoment(startAt, zone)}</span>
            <span>{agents.map(({ name }) => name).join(', ') || 'Personne'}</span>
            <StatusBadge machine={serviceStatus} code={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}
