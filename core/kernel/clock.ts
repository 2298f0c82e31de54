// Converts between instants and the agency's local time.

export interface WallClock {
  /** 2026-11-15 */
  day: string;
  /** 08:30 */
  time: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

export function wallClock(instant: string | Date, zone: string): WallClock {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(new Date(instant))) parts[type] = value;
  return {
    day: `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
  };
}

const asUtc = ({ day, time }: WallClock): number => Date.parse(`${day}T${time}:00.000Z`);

/** Precise to the minute. A time that the clock change skips gives the instant on the other side of the jump. */
export function instantAt(day: string, time: string, zone: string): string {
  const wanted = asUtc({ day, time });
  const offsetAt = (instant: number): number =>
    asUtc(wallClock(new Date(instant), zone)) - Math.floor(instant / 60_000) * 60_000;
  const guess = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(guess)).toISOString();
}

/** Month 1 to 12. */
export const lastDayOfMonth = (year: number, month: number): string => {
  const date = new Date(Date.UTC(year, month, 0));
  return date.toISOString().slice(0, 10);
};
