// The hours of a maintenance in words, in the time zone of the reader's agency.
import type { Maintenance } from '#core/session/maintenance.ts';

const wordsIn = (zone: string) => ({
  day: (at: Date): string =>
    at.toLocaleDateString('fr-FR', {
      ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: zone },
    }),
  time: (at: Date): string => at.toLocaleTimeString('fr-FR', { hour: '2-digit', minute: '2-digit', timeZone: zone }),
});

/** « le mardi 3 décembre 2026 de 22:00 à 23:30 », and the end alone, without the day if it is today. */
export function plannedHours(
  { startAt, endAt }: Pick<Maintenance, 'startAt' | 'endAt'>,
  zone: string,
  now = new Date(),
): { whole: string; end: string } {
  const { day, time } = wordsIn(zone);
  const [start, end] = [new Date(startAt), new Date(endAt)];
  const last = `${day(end)} à ${time(end)}`;
  return {
    whole:
      day(start) === day(end)
        ? `le ${day(start)} de ${time(start)} à ${time(end)}`
        : `du ${day(start)} à ${time(start)} au ${last}`,
    end: day(end) === day(now) ? time(end) : last,
  };
}
