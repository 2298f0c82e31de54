// How a service stands: since when, what is left of it, and what a break asks for.
import type { ReactElement } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import { inHours } from '#core/kernel/duration.ts';
import { stateAtHand } from '#core/planning/lifecycle.ts';
import { extended, interrupted, isActive, paused, serviceStatus } from '#core/planning/status.ts';
import { extensionWords, leftOf, pausedAdvice, pausedTitle } from '#core/planning/step-words.ts';
import type { DayService } from './day.ts';
import classes from './field.module.css';

/** Under way, or interrupted. */
export const isUnderWay = ({ status }: DayService): boolean => isActive(status) || status === interrupted;

/** « En cours depuis 22:02 » */
export function sinceWords(service: DayService, zone: string): string {
  const { label } = serviceStatus.states[service.status as keyof typeof serviceStatus.states];
  if (!isUnderWay(service)) return label;
  // Since his start, not since he extended it.
  if (service.status === extended && service.realStart)
    return `${label}, commencé à ${wallClock(new Date(service.realStart), zone).time}`;
  const since =
    service.status === interrupted
      ? service.realEnd
      : service.status === paused
        ? (service.pausedAt ?? null)
        : service.realStart;
  return since ? `${label} depuis ${wallClock(new Date(since), zone).time}` : label;
}

/** Its hour and its reason; nothing for a service that nobody extended. */
export function Extended({ service, zone }: { service: DayService; zone: string }): ReactElement | null {
  const { extension, realEnd } = service;
  if (!extension) return null;
  const time = (at: number): string => wallClock(new Date(at), zone).time;
  return <p>{extensionWords(extension, service, isUnderWay(service) ? null : realEnd, time)}</p>;
}

export function Left({ service, now }: { service: DayService; now: number }): ReactElement {
  const left = leftOf(service, now);
  const until = Math.round((service.start - now) / 60_000);
  return (
    <>
      <p className={left.isOver ? classes.warning : classes.dim}>
        {isUnderWay(service)
          ? left.words
          : until > 0
            ? `dans ${inHours(until)}`
            : `l’heure de début est passée de ${inHours(-until)}`}
      </p>
      {stateAtHand(service) === paused ? (
        <p className={classes.note}>
          <strong>{pausedTitle}</strong> {pausedAdvice} La main courante et le SOS restent ouverts.
        </p>
      ) : null}
    </>
  );
}
