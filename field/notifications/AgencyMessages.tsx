// What the agency wrote to this person, until he has read it.
import type { ReactElement } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { messageRead } from '#core/notifications/read-message.ts';
import { dayWords, zoneOf } from '../day.ts';
import classes from '../field.module.css';
import type { Opened } from '../part.ts';
import type { FieldView } from '../view.ts';

type Message = NonNullable<NonNullable<FieldView['held']['frame']>['messages']>[number];

/** By the pack, and by what he did since. */
export function unreadMessages({ held, events }: FieldView): Message[] {
  const read = new Set(
    events.flatMap(({ type, payload }) =>
      type === messageRead.type ? [(payload as { notification: string }).notification] : [],
    ),
  );
  return (held.frame?.messages ?? []).filter(({ id }) => !read.has(id));
}

/** `service`: only what is about it. */
export function AgencyMessages({ session, view, service }: Opened & { service?: string }): ReactElement | null {
  const zone = zoneOf(view.held);
  const said = unreadMessages(view).filter((one) => service === undefined || one.service === service);
  if (said.length === 0) return null;
  return (
    <section aria-label="Messages de votre agence" className={classes.note}>
      {said.map(({ id, text, at }) => (
        <div key={id}>
          <p>
            <strong>{text}</strong>
            <br />
            <span className={classes.dim}>
              {`Votre agence · ${dayWords(Date.parse(at), zone, session.now())} ${wallClock(new Date(at), zone).time}`}
            </span>
          </p>
          <button
            type="button"
            className={classes.other}
            onClick={() => void session.record(messageRead, { notification: id }, null)}
          >
            J’ai lu
          </button>
        </div>
      ))}
    </section>
  );
}
