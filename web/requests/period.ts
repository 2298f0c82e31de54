import { wallClock } from '#core/kernel/clock.ts';
import { isWholeDays } from '#core/planning/unavailability.ts';
import { formatDay, formatMoment } from '#ui/format.ts';

/** « du 04/06/2029 au 08/06/2029 », with hours unless they are whole days. */
export function periodText(startAt: string, endAt: string, zone: string): string {
  if (!startAt || !endAt) return '';
  const edge = (moment: string): string =>
    isWholeDays(startAt, endAt, zone) ? formatDay(wallClock(moment, zone).day) : formatMoment(moment, zone);
  const [from, to] = [edge(startAt), edge(endAt)];
  return from === to ? `le ${from}` : `du ${from} au ${to}`;
}

/** « 05/06/2029 08:00 – 16:00 · Port · Accueil ». */
export const serviceText = (
  { startAt, endAt, site, postTitle }: { startAt: string; endAt: string; site: string; postTitle: string | null },
  zone: string,
): string =>
  `${formatMoment(startAt, zone)} – ${wallClock(endAt, zone).time} · ${site}${postTitle ? ` · ${postTitle}` : ''}`;
