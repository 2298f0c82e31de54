// The watched services on a time line around now.
import { memo, type ReactElement } from 'react';
import { type WatchedService, watchedGroupOf } from '#core/home/supervision.ts';
import { stateOf } from '#core/kernel/machine.ts';
import { paused, serviceStatus } from '#core/planning/status.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import classes from './Supervision.module.css';
import { peopleWords, placeOf, timeLineOf } from './watched.ts';

interface Props {
  services: readonly WatchedService[];
  now: number;
  onOpen(service: WatchedService): void;
}

export const Frieze = memo(function Frieze({ services, now: at, onOpen }: Props): ReactElement {
  const { zone } = useLocale();
  const clock = (moment: number | string): string => formatMoment(new Date(moment).toISOString(), zone).slice(-5);
  const { hours, now, bars } = timeLineOf(services, at, clock);
  return (
    <div className={classes.frieze}>
      <div className={classes.hours} aria-hidden>
        {hours.map(({ at: from, label }) => (
          <span key={label} style={{ insetInlineStart: `${from}%` }}>
            {label}
          </span>
        ))}
      </div>
      <ul className={classes.bars} aria-label="Services autour de maintenant">
        {bars.map(({ service, from, width, goesOn }) => (
          <li key={service.id}>
            <button
              type="button"
              className={classes.barLine}
              aria-label={`${placeOf(service)}, ${clock(service.startAt)} – ${clock(service.endAt)}, ${stateOf(serviceStatus, service.status).label}`}
              onClick={() => onOpen(service)}
            >
              <span className={classes.barName}>
                {placeOf(service)}
                <span className={classes.quiet}>
                  <b>{stateOf(serviceStatus, service.status).label}</b>
                  {` · ${peopleWords(service)}`}
                </span>
              </span>
              <span className={classes.track}>
                <span
                  className={classes.bar}
                  data-group={watchedGroupOf(service.status) ?? undefined}
                  data-paused={service.status === paused || undefined}
                  data-on={goesOn || undefined}
                  style={{ insetInlineStart: `${from}%`, width: `${width}%` }}
                />
                <span className={classes.now} style={{ insetInlineStart: `${now}%` }} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ul className={classes.key} aria-label="Légende">
        {legend.map(([group, label]) => (
          <li key={label}>
            <span
              className={group === 'now' ? classes.nowKey : classes.barKey}
              data-group={group === 'paused' ? 'active' : group}
              data-paused={group === 'paused' || undefined}
              aria-hidden
            />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
});

const legend = [
  ['late', 'En retard, interrompu, terminé avant l’heure, non commencé ou non terminé'],
  ['active', 'En cours'],
  ['paused', 'En pause'],
  ['soon', 'À venir'],
  ['now', 'Maintenant'],
] as const;
