// The services of the pack as the screens show them.
import { type LivedService, livedDay, livedOf } from '#core/field/day.ts';
import type { FieldEvent } from '#core/field/event.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { daysAfter } from '#core/planning/days.ts';
import { isPast } from '#core/planning/lifecycle.ts';
import { finished, isActive, paused } from '#core/planning/status.ts';
import type { Held } from './store/pack.ts';

export interface DayService extends LivedService {
  reference: string;
  post: string | null;
  comment: string | null;
  site: { id: string; name: string } | null;
}

type Row = Held['services'][number];

const serviceOf = (row: Row, { frame }: Held): DayService => ({
  ...livedOf(row, frame?.pauses?.[row.id], frame?.extensions?.[row.id]),
  reference: row.reference,
  post: row.postTitle ?? null,
  comment: row.comment ?? null,
  site: row.site ?? null,
});

const withGone = (day: readonly DayService[], known: readonly DayService[]): DayService[] => [
  ...day,
  ...known.filter(({ id }) => day.every((one) => one.id !== id)),
];

const defaultMargin = 5;
export const marginOf = ({ frame }: Held): number => frame?.agency.lateMargin ?? defaultMargin;

/** As the pack has them. */
export const packedDay = (held: Held): DayService[] => held.services.map((row) => serviceOf(row, held));

/**
 * In the order of their hours. `undecided`: steps that the server kept for the agency, and their services as they were: who
 * began a service is at work until the agency says otherwise, although the pack no longer names it.
 */
export const dayOf = (
  held: Held,
  events: readonly FieldEvent[],
  undecided: { events: readonly FieldEvent[]; services: readonly DayService[] } = { events: [], services: [] },
): DayService[] =>
  livedDay(
    withGone(packedDay(held), undecided.services),
    [...new Map([...undecided.events, ...events].map((event) => [event.uuid, event])).values()],
    marginOf(held),
    (begun) => {
      const site = held.sites.find(({ id }) => id === begun.site);
      return {
        ...begun,
        reference: '',
        post: 'Service non planifié',
        comment: null,
        site: site ? { id: site.id, name: site.name } : null,
      };
    },
  ).toSorted((one, other) => one.start - other.start);

/** Neither over nor too old: what the agent still has to do. */
export const isAhead = (service: DayService, now: number): boolean =>
  isActive(service.status) || (service.status !== finished && !isPast(service, now));

const defaultZone = 'Europe/Paris';
export const zoneOf = (held: Held): string => held.frame?.agency.timeZone ?? defaultZone;

/** « 19:00 – 07:00 », « Depuis 19:00 » without a planned end. */
export function hoursOf({ start, end, openEnded = false }: DayService, zone: string): string {
  const time = (at: number): string => wallClock(new Date(at), zone).time;
  return openEnded ? `Depuis ${time(start)}` : `${time(start)} – ${time(end)}`;
}

export function nameOf({ site, isCircuit, reference }: DayService): string {
  // Begun a moment ago at a place that is not in the pack yet.
  const name = (site?.name ?? reference) || 'Service non planifié';
  return isCircuit ? `Tournée · ${name}` : name;
}

const longDay = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: zone }).format(at);

/** « Aujourd’hui », « Demain », « mercredi 18 novembre ». */
export function dayWords(at: number, zone: string, now: number): string {
  const [day, today] = [at, now].map((one) => wallClock(new Date(one), zone).day) as [string, string];
  if (day === today) return 'Aujourd’hui';
  if (day === daysAfter(today, 1)) return 'Demain';
  return day === daysAfter(today, -1) ? 'Hier' : longDay(at, zone);
}

/** Positions go with a message only while its service runs: not in a break, nor at its edges. `to`: of a step; a start is at work already. */
export const isWatched = (status: number, to: number | null): boolean =>
  status !== paused && to !== paused && (isActive(status) || (to !== null && isActive(to)));

/** When this person's services ended, of those that are over. */
export const endsOf = (day: readonly DayService[]): ReadonlyMap<string, string> =>
  new Map(
    day.flatMap(({ id, status, realStart, realEnd, end }) =>
      realStart === null || isActive(status) ? [] : [[id, new Date(realEnd ?? end).toISOString()] as const],
    ),
  );
