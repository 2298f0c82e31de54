// What the one before wrote for his relief.
import type { ReactElement } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { dayWords, zoneOf } from '../day.ts';
import classes from '../field.module.css';
import type { OfService } from '../part.ts';

export function Received({ session, view, service }: OfService): ReactElement | null {
  const zone = zoneOf(view.held);
  const { handovers, person } = view.held.frame ?? {};
  // What he wrote himself is for the next one.
  const said = (handovers?.[service.site?.id ?? ''] ?? []).filter(({ author }) => author !== person?.name);
  if (said.length === 0) return null;
  return (
    <section aria-label="Messages de la relève" className={classes.note}>
      {said.slice(0, 3).map(({ text, at, author }) => (
        <p key={at}>
          <strong>{text}</strong>
          <br />
          <span className={classes.dim}>
            {[author, `${dayWords(Date.parse(at), zone, session.now())} ${wallClock(new Date(at), zone).time}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      ))}
    </section>
  );
}
