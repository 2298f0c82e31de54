// Series: create one service for many days, and apply an edit to the following ones.

import { instantAt, wallClock } from '#core/kernel/clock.ts';
import { valueAt } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import { minuteOf } from '#core/planning/calendar.ts';
import type { Consent, SeriesSpan } from '#core/planning/calls.ts';
import { dayNumber, dayOfNumber } from '#core/planning/days.ts';
import { occurrences, type Recurrence } from '#core/planning/recurrence.ts';
import { Service } from '#core/planning/service.ts';
import { plannedStatuses } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { strayDogs } from './dogs.ts';
import { planningPlace } from './facts.ts';
import { shiftedStops } from './following.ts';
import { holidaysOf } from './holidays.ts';
import { lockServices, prepare, type ServiceDraft, type ServiceRow, writeServices } from './writing.ts';

interface Line extends Record<string, unknown> {
  startAt: string;
  endAt: string;
}

type Lines = Record<string, unknown>[];

const shiftedLines = (lines: unknown, minutes: number): unknown =>
  Array.isArray(lines)
    ? (lines as Line[]).map(({ id: _id, ...line }) => ({
        ...line,
        startAt: later(line.startAt as string, minutes),
        endAt: later(line.endAt as string, minutes),
      }))
    : lines;

const later = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

/** One draft for each occurrence; its breaks and stops keep their offset from the start. */
export async function multiplied(draft: ServiceDraft, recurrence: Recurrence, db: Db): Promise<ServiceDraft[]> {
  const { zone, holidayLocale } = await planningPlace(db);
  const days = occurrences(recurrence, zone, holidaysOf(holidayLocale, recurrence.startDate, recurrence.endDate));
  if (days.length === 0) throw new Problem('invalid', 'Aucun jour ne correspond à cette récurrence.');
  return days.map(({ start, end }) => ({
    ...draft,
    startAt: start,
    endAt: end,
    ...(draft.services && draft.startAt
      ? { services: shiftedStops(draft.services as Lines, String(draft.startAt), start, zone) }
      : {}),
    ...(draft.breaks ? { breaks: shiftedLines(draft.breaks, minuteOf(start) - minuteOf(String(draft.startAt))) } : {}),
  }));
}

export async function writeSeries(
  drafts: readonly ServiceDraft[],
  recurrence: Recurrence,
  call: Call,
  consent: Consent | undefined,
): Promise<ServiceRow[]> {
  const [draft] = drafts;
  if (!draft || drafts.length > 1 || draft.id !== undefined)
    throw new Problem('invalid', 'Une récurrence multiplie un seul nouveau service.');
  const prepared = await prepare(await multiplied(draft, recurrence, call.db), call);
  const id = uuidv7(call.now.getTime());
  await call.db.query({
    name: 'create-series',
    text: 'insert into service_series (agency_id, id, recurrence) values ($1, $2, $3)',
    values: [call.context.agency, id, JSON.stringify(recurrence)],
  });
  return writeServices(prepared, call, { series: id, consent });
}

/** Applies the new wall-clock times to the day of this service, so that hours stay the same when the clocks change. */
function carried(row: ServiceRow, from: ServiceRow, to: { startAt: string; endAt: string }, zone: string) {
  const [wasAt, isAt, ends] = [from.startAt, to.startAt, to.endAt].map((instant) => wallClock(instant, zone)) as [
    { day: string; time: string },
    { day: string; time: string },
    { day: string; time: string },
  ];
  const shift = dayNumber(isAt.day) - dayNumber(wasAt.day);
  const day = dayNumber(wallClock(row.startAt, zone).day) + shift;
  return {
    startAt: instantAt(dayOfNumber(day), isAt.time, zone),
    endAt: instantAt(dayOfNumber(day + dayNumber(ends.day) - dayNumber(isAt.day)), ends.time, zone),
  };
}

/** The other services of the series in this span; started services are left out. */
export async function restOfSeries(
  db: Db,
  { id, seriesId, startAt }: ServiceRow,
  span: Exclude<SeriesSpan, 'one'>,
): Promise<string[]> {
  if (seriesId === null) return [];
  const found = await db.query<{ id: string }>({
    name: span === 'all' ? 'whole-series' : 'rest-of-series',
    text: `select id from services where series_id = $1 and id <> $2 and status in (${plannedStatuses})${span === 'all' ? '' : ' and start_at >= $3'} order by start_at`,
    values: span === 'all' ? [seriesId, id] : [seriesId, id, startAt],
  });
  return found.map((one) => one.id);
}

/** Applies the edit of one service to the others in the span; started services stay unchanged. */
export async function carrySeries(
  id: string,
  draft: ServiceDraft,
  span: SeriesSpan,
  call: Call,
  consent: Consent | undefined,
): Promise<ServiceRow[]> {
  const { db } = call;
  const [row] = (await lockServices(db, [id])) as [ServiceRow];
  const own = await prepare([{ ...draft, id }], call);
  if (span === 'one' || row.seriesId === null) return writeServices(own, call, { consent });
  const others = await lockServices(db, await restOfSeries(db, row, span));
  const { zone } = await planningPlace(db);
  const { startAt, endAt, breaks, rounds, services, confirmed, ...rest } = own[0]?.draft ?? {};
  // Lines of the edited service are new lines of the others.
  const lines = rounds === undefined ? {} : { rounds: withoutIds(rounds, 'round') };
  const times = startAt !== undefined || endAt !== undefined;
  const target = { startAt: startAt ?? row.startAt, endAt: endAt ?? row.endAt };
  const drafts = others.map((other): ServiceDraft => {
    const at = times ? carried(other, row, target, zone) : {};
    const start = 'startAt' in at ? (at.startAt as string) : other.startAt;
    return {
      ...rest,
      ...lines,
      ...at,
      // When only the hours change, each service keeps its own breaks and stops, and shifts them.
      ...(services === undefined
        ? {}
        : { services: shiftedStops(withoutIds(services, 'site'), target.startAt, start, zone) }),
      ...(breaks === undefined ? {} : { breaks: shiftedLines(breaks, minuteOf(start) - minuteOf(target.startAt)) }),
      ...(confirmed === undefined ? {} : { confirmed }),
      id: other.id,
    };
  });
  // The dog of this service's handler is not for those of others.
  const wholes = drafts.map((one, index) => ({ ...others[index], ...one }));
  const stray = await strayDogs(wholes, db);
  for (const [index, one] of drafts.entries()) if (stray.has(wholes[index] as ServiceDraft)) delete one.dog;
  const prepared = await prepare(drafts, call);
  return writeServices([...own, ...prepared], call, { consent });
}

interface Copy {
  service: string;
  startAt: string;
  minutes: number;
  agents?: readonly string[] | undefined;
  site?: string | undefined;
}

/** Fields that each copy sets itself: hours, agents, confirmation. Lines are copied separately. */
const ownOfCopy: ReadonlySet<string> = new Set(['startAt', 'endAt', 'agents', 'confirmed']);

/** A copy takes every field of the form; its lifecycle starts anew. */
const copied = Object.entries<Field>(Service.fields).flatMap(([name, { written, kind }]) =>
  written === 'form' && kind !== 'status' && kind !== 'lines' && !ownOfCopy.has(name) ? [name] : [],
);

const reference = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? { id: (value as { id: string }).id } : value;

const withoutIds = (lines: unknown, ref: string): Lines =>
  (lines as Lines).map(({ id: _id, ...line }) => ({ ...line, [ref]: reference(line[ref]) }));

export async function writeCopies(
  copies: readonly Copy[],
  confirmed: boolean | undefined,
  call: Call,
  consent: Consent | undefined,
): Promise<ServiceRow[]> {
  const rows = new Map(
    (await lockServices(call.db, [...new Set(copies.map(({ service }) => service))])).map((row) => [row.id, row]),
  );
  const { zone } = await planningPlace(call.db);
  const drafts = copies.map(({ service, startAt, minutes, agents, site }): ServiceDraft => {
    const row = rows.get(service.toLowerCase()) as ServiceRow;
    const endAt = later(startAt, minutes);
    const breaks = shiftedLines(row.breaks, minuteOf(startAt) - minuteOf(row.startAt)) as Line[];
    return {
      ...Object.fromEntries(copied.map((name) => [name, reference(valueAt(row, name))])),
      startAt,
      endAt,
      agents: (agents ?? (row.agents as { id: string }[]).map(({ id }) => id)).map((id) => ({ id })),
      // Drop breaks outside a shorter copy.
      breaks: breaks.filter((one) => one.startAt >= startAt && one.endAt <= endAt),
      services: shiftedStops(withoutIds(row.services, 'site'), row.startAt, startAt, zone),
      // Rounds belong to one site.
      rounds: site && site !== (row.site as { id: string }).id ? [] : withoutIds(row.rounds, 'round'),
      ...(site ? { site: { id: site } } : {}),
      ...(confirmed ? { confirmed: true } : {}),
    };
  });
  for (const draft of await strayDogs(drafts, call.db)) draft.dog = null;
  // Copy fields that the caller may not see, too.
  return writeServices(await prepare(drafts, call, { byServer: true }), call, { consent });
}
