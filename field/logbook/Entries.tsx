// What was written of a service, the latest first: as the agency has it, and what this telephone wrote since.
import type { ReactElement } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { messages } from '#core/kernel/problem.ts';
import { logbookEntry } from '#core/logbook/messages.ts';
import { typeOf } from '#core/logbook/types.ts';
import { dayWords, zoneOf } from '../day.ts';
import classes from '../field.module.css';
import type { OfService } from '../part.ts';
import type { FieldView } from '../session.ts';
import { correctedIn } from './corrections.ts';

interface Entry {
  id: string;
  label: string;
  text: string | null;
  at: number;
  isWaiting: boolean;
}

const most = 10;

export function entriesOf({ held, events, queue }: FieldView, service: string): Entry[] {
  const waiting = new Set(queue.events.map(({ uuid }) => uuid));
  const read = (held.frame?.entries?.[service] ?? []).map((one) => ({
    ...{ ...one, at: Date.parse(one.at), isWaiting: false },
  }));
  const known = new Set(read.map(({ id }) => id));
  const written = [...new Map([...events, ...queue.events].map((one) => [one.uuid, one])).values()].flatMap((one) => {
    if (one.type !== logbookEntry.type || one.service !== service || known.has(one.uuid)) return [];
    const payload = logbookEntry.payload.safeParse(one.payload);
    if (!payload.success) return [];
    const { type, description } = payload.data;
    return [
      {
        ...{ id: one.uuid, label: typeOf(type)?.label ?? logbookEntry.label, text: description ?? null },
        ...{ at: one.at + (one.clockOffset ?? 0), isWaiting: waiting.has(one.uuid) },
      },
    ];
  });
  const said = [...read, ...written].map((one) => {
    const corrected = correctedIn({ events, queue }, one.id);
    if (!corrected) return one;
    const { type, description, isWaiting } = corrected;
    return {
      ...{ ...one, label: typeOf(type)?.label ?? one.label, text: description },
      isWaiting: one.isWaiting || isWaiting,
    };
  });
  return said.toSorted((one, other) => other.at - one.at).slice(0, most);
}

export function Entries({ session, view, service }: OfService): ReactElement | null {
  const entries = entriesOf(view, service.id);
  if (entries.length === 0) return null;
  const zone = zoneOf(view.held);
  return (
    <section aria-label="Dernières écritures">
      <h2 className={classes.part}>Dernières écritures</h2>
      <ol className={classes.list}>
        {entries.map(({ id, label, text, at, isWaiting }) => (
          <li key={id}>
            <a className={classes.line} href={`#/terrain/evenement/${id}`}>
              <span className={classes.dim}>
                {dayWords(at, zone, session.now())} {wallClock(new Date(at), zone).time}
                {isWaiting ? ' · à transmettre' : ''}
              </span>
              <strong>{label}</strong>
              <span>{text ?? messages.noDescription}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
