// Open alarms, above everything else of the supervision.
import type { ReactElement } from 'react';
import type { AlarmDetails } from '#core/safety/calls.ts';
import { formatRelative, plural } from '#ui/format.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { AlarmPanel } from './AlarmPanel.tsx';
import { DrillBadge, StateBadge } from './badges.tsx';
import { useOpenAlarms, useOpenedAlarm } from './open.ts';
import classes from './safety.module.css';
import { placeOf, titleOf } from './words.ts';

export function OpenAlarms(): ReactElement | null {
  const { data, error, isFetching, refetch } = useOpenAlarms();
  const { shown, open, close } = useOpenedAlarm(data?.alarms);
  if (error && !data)
    return (
      <ReadFailure
        title="Les alertes n’ont pas pu être lues"
        message={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const alarms = data?.alarms ?? [];
  return (
    <>
      {data && alarms.length > 0 ? (
        <section aria-label="Alertes" className={classes.open} data-drill={alarms.every(({ drill }) => drill)}>
          <h2>Alertes</h2>
          <ul className={classes.alarms}>
            {alarms.map((alarm) => (
              <li key={alarm.id}>
                <Line alarm={alarm} onOpen={() => open(alarm)} />
              </li>
            ))}
          </ul>
          {data.more > 0 ? <p>Et {plural(data.more, 'autre alerte ouverte', 'autres alertes ouvertes')}.</p> : null}
        </section>
      ) : null}
      {shown ? <AlarmPanel alarm={shown} onClose={() => close(shown.id)} /> : null}
    </>
  );
}

/** « Sans nouvelles » whose telephone is back: somebody still has to close it. */
const isHeardAgain = ({ kind, log }: AlarmDetails): boolean =>
  kind === 'silence' &&
  log.findLast(({ act }) => act === 'asked' || act === 'raised' || act === 'again' || act === 'heard')?.act === 'heard';

function Line({ alarm, onOpen }: { alarm: AlarmDetails; onOpen(): void }): ReactElement {
  return (
    <button type="button" className={classes.alarm} onClick={onOpen}>
      <strong>{titleOf(alarm)}</strong>
      <span>{placeOf(alarm)}</span>
      <time dateTime={alarm.receivedAt}>{formatRelative(alarm.receivedAt)}</time>
      {alarm.drill ? <DrillBadge /> : null}
      <StateBadge state={alarm.state} />
      {isHeardAgain(alarm) ? <span>Téléphone de nouveau entendu</span> : null}
      {alarm.takenBy ? <span>{alarm.takenBy}</span> : null}
    </button>
  );
}
