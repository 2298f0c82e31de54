// The stops of a circuit, in their order, each with its state.
import type { ReactElement } from 'react';
import { serviceStatus } from '#core/planning/status.ts';
import { type DayService, hoursOf, nameOf } from './day.ts';
import classes from './field.module.css';
import type { FieldView } from './session.ts';

interface Props {
  view: FieldView;
  circuit: DayService;
  zone: string;
}

export function Stops({ view, circuit, zone }: Props): ReactElement | null {
  const stops = view.day.filter((one) => one.circuit === circuit.id);
  if (stops.length === 0) return null;
  return (
    <section aria-label="Étapes">
      <h2 className={classes.part}>Étapes</h2>
      <ol className={classes.list}>
        {stops.map((stop) => (
          <li key={stop.id}>
            <a className={classes.line} href={`#/terrain/service/${stop.id}`}>
              <strong>{nameOf(stop)}</strong>
              <span>{hoursOf(stop, zone)}</span>
              <span className={classes.dim}>
                {serviceStatus.states[stop.status as keyof typeof serviceStatus.states].label}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
