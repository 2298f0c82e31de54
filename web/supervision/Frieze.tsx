// The watched services on a time line around now.
import type { ReactElement } from 'react';
import { type WatchedService, watchedGroupOf } from '#core/home/supervision.ts';
import { stateOf } from '#core/kernel/machine.ts';
import { serviceStatus } from '#core/planning/status.ts';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import classes from './Supervision.module.css';
import { placeOf, timeLineOf } from './watched.ts';

interface Props {
  services: readonly WatchedService[];
  onOpen(service: WatchedService): void;
}

export function Frieze({ services, onOpen }: Props): ReactElement {
  const { zone } = useLocale();
  const clock = (at: number | string): string => formatMoment(new Date(at).toISOString(), zone).slice(-5);
  const { hours, now, bars } = timeLineOf(services, Date.now(), clock);
  return (
    <div className={classes.frieze}>
      <div className={classes.hours} aria-hidden>
        {hours.map(({ at, label }) => (
          <span key={label} style={{ insetInlineStart: `${at}%` }}>
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
                <span className={classes.quiet}>{service.agents.map(({ name }) => name).join(', ') || 'Personne'}</span>
              </span>
              <span className={classes.track}>
                <span
                  className={classes.bar}
                  data-group={watchedGroupOf(service.status) ?? undefined}
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
            <span className={group === 'now' ? classes.nowKey : classes.barKey} data-group={group} aria-hidden />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

const legend = [
  ['late', 'En retard, interrompu, terminé avant l’heure, non commencé ou non terminé'],
  ['active', 'En cours'],
  ['soon', 'À venir'],
  ['now', 'Maintenant'],
] as const;
