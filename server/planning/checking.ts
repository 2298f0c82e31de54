// The planning checks before a save: refused, to be confirmed, or passed, by the agency's levels, whatever the client
// sent (N-021 to N-024, V-018).
import { isDeepStrictEqual } from 'node:util';
import { wallClock } from '#core/kernel/clock.ts';
import { frozenReason } from '#core/kernel/frozen.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type Calendar, calendarOf, minuteOf } from '#core/planning/calendar.ts';
import { otherCodes, type PlanningError } from '#core/planning/calls.ts';
import { rulesOf } from '#core/planning/checks.ts';
import type { AgentFacts, Finding, PlanningSettings, Shift } from '#core/planning/model.ts';
import { Service } from '#core/planning/service.ts';
import { isActive, isPlanned, late, waiting } from '#core/planning/status.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Correction } from '#server/kernel/extension.ts';
import { mayList } from '#server/kernel/listing.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { placeDogs } from './dogs.ts';
import { absencesOf, checkedPlace, holdPeople, sheetsOf, shiftsOf } from './facts.ts';
import { errorsFrom, type Pending, publishedTimesOf, tooSoon, tourErrors } from './findings.ts';
import { placeLines } from './following.ts';
import { holidaysOf } from './holidays.ts';
import { type Changed, idOf, type Stop, seenOf } from './seen.ts';
import { countersFor } from './worked-days.ts';

const isAmong = <T>(one: T, all: readonly T[]): boolean => all.some((other) => isDeepStrictEqual(one, other));

/** An edit of fields that the checks do not read is not checked again; nor is a service that only loses people or stops. */
function differs({ draft, current }: Changed): boolean {
  if (current === null) return true;
  const before = seenOf(current, '');
  const after = seenOf({ ...current, ...draft }, '');
  const isFewer = after.agents.every((id) => before.agents.includes(id));
  const isShorter = after.stops.every((stop) => isAmong(stop, before.stops));
  return !isDeepStrictEqual(before, {
    ...after,
    ...(isFewer ? { agents: before.agents } : {}),
    ...(isShorter ? { stops: before.stops, shift: { ...after.shift, stops: before.shift.stops } } : {}),
  });
}

/** The most minutes between the first and the last service checked together. */
const longestSpan = 3_700 * 1_440;

/**
 * For every save: throws a problem that names each service, agent and rule refused or not yet confirmed, and each agent
 * whose consent is missing (art. 7.07.3). A correction records what happened, so the planning rules do not apply to it.
 * Returns what was accepted.
 */
export async function checkBeforeSave(
  rows: readonly Changed[],
  call: Call,
  correction: Correction | null = null,
  consents = false,
): Promise<PlanningError[]> {
  const { db } = call;
  refuseStops(rows.flatMap(({ current }) => (current ? [current] : [])));
  for (const { draft, current } of rows) {
    const agents = draft.agents as unknown[] | undefined;
    const wanted = (draft.nbAgents ?? current?.nbAgents ?? 1) as number;
    // The service needs at least as many agents as it has.
    if (agents && agents.length > wanted) draft.nbAgents = agents.length;
  }
  await placeLines(rows, db);
  await placeDogs(rows, db);
  awaitNewHours(rows, call.now);
  await checkRounds(rows, db);
  if (!correction) {
    await refuseAbandoned(rows, db);
    await refuseGone(rows, call);
  }
  await holdPeople(
    db,
    rows.flatMap(({ draft, current }) => seenOf({ ...current, ...draft }, '').agents),
  );
  if (correction) return [];
  const errors = await planningErrors(rows, call);
  const refused = errors.filter(({ level }) => level === 2);
  if (refused.length > 0)
    throw new Problem('conflict', `Planification refusée : ${refused[0]?.message}`, { errors: errors as never });
  const isMissing = ({ code }: PlanningError): boolean => code === otherCodes.shortNotice;
  // A confirmation does not replace the consent.
  const open = errors.filter((error) =>
    isMissing(error) ? !consents : error.index === null || rows[error.index]?.draft.confirmed !== true,
  );
  if (open.length === 0) return errors;
  const asked =
    open.length === 1
      ? 'Une anomalie de planification est à confirmer.'
      : `${open.length} anomalies de planification sont à confirmer.`;
  throw new Problem('conflict', open.every(isMissing) ? missingConsent : asked, { errors: open as never });
}

const missingConsent = 'L’accord du collaborateur est à recueillir avant d’enregistrer (art. 7.07.3).';

/** A stop is a line of its circuit: written alone, the two would differ. */
export const stopRefusal = ({ circuit, circuitStatus }: Record<string, unknown>): string | null =>
  circuit == null
    ? null
    : `Étape d’une tournée. ${frozenReason(Service, { status: circuitStatus }) ?? 'Modifiez la tournée.'}`;

export function refuseStops(rows: readonly Record<string, unknown>[]): void {
  for (const row of rows) {
    const why = stopRefusal(row);
    if (why !== null) throw new Problem('conflict', why);
  }
}

/**
 * What the clock made of the old hours of a service does not hold for new ones: a late or missed service whose new end is
 * still to come is awaited again, and counts in the checks. The clock itself moves the waiting ones on, and tells it.
 */
export function awaitNewHours(rows: readonly Changed[], now: Date): void {
  for (const { draft, current } of rows) {
    if (!current || !isPlanned(current.status as number) || current.status === waiting) continue;
    const isMoved = (['startAt', 'endAt'] as const).some(
      (name) => draft[name] !== undefined && Date.parse(draft[name] as string) !== Date.parse(current[name] as string),
    );
    const [start, end] = [draft.startAt ?? current.startAt, draft.endAt ?? current.endAt].map((one) =>
      Date.parse(one as string),
    ) as [number, number];
    if (!isMoved || end <= now.getTime()) continue;
    const status = start + (current.lateMargin as number) * 60_000 > now.getTime() ? waiting : late;
    if (status !== current.status) draft.status = status;
  }
}

/** Somebody at work keeps his service and its site until he has ended; people who have not come may be taken off. */
async function refuseAbandoned(rows: readonly Changed[], db: Db): Promise<void> {
  const asked = rows.flatMap(({ draft, current }) => {
    if (!current || !isActive(current.status as number)) return [];
    const [before, after] = [seenOf(current, ''), seenOf({ ...current, ...draft }, '')];
    const isMoved = before.shift.site !== after.shift.site;
    const left = isMoved ? before.agents : before.agents.filter((id) => !after.agents.includes(id));
    return left.length > 0 ? [{ service: current.id as string, left, isMoved }] : [];
  });
  if (asked.length === 0) return;
  const working = await db.query<{ service: string; agent: string; name: string }>({
    name: 'people-at-work',
    text: `select t.service_id as service, t.agent_id as agent, a.fullname as name from service_times t
      join agents a on a.agency_id = t.agency_id and a.id = t.agent_id
      where t.agency_id = app_agency() and t.service_id = any ($1::uuid[]) and t.started_at is not null and t.ended_at is null order by a.fullname`,
    values: [asked.map(({ service }) => service)],
  });
  for (const { service, left, isMoved } of asked) {
    const names = working.filter((one) => one.service === service && left.includes(one.agent)).map(({ name }) => name);
    if (names.length > 0) throw new Problem('conflict', atWork(names, isMoved));
  }
}

const atWork = (names: readonly string[], isMoved: boolean): string =>
  `Le service est en cours : ${names.join(', ')} ${names.length === 1 ? 'l’a commencé et ne l’a' : 'l’ont commencé et ne l’ont'} pas terminé. ${isMoved ? 'Son site ne change plus.' : `Terminez ou interrompez d’abord le service pour ${names.length === 1 ? 'cette personne' : 'ces personnes'}.`}`;

export const gone = {
  agents: (name: string) => `${name} est archivé ou supprimé : il ne reçoit plus de service`,
  sites: (name: string) => `${name} est archivé : ce site ne reçoit plus de service`,
} as const;

async function refuseGone(rows: readonly Changed[], call: Call): Promise<void> {
  const violations = (await goneOf(rows, call)).map(({ path, message }) => ({ path, message }));
  if (violations.length > 0) throw new Problem('invalid', violations[0]?.message ?? '', { violations });
}

/** Archived people and sites keep their services, and get no other one that is still to come. */
export async function goneOf(
  rows: readonly Changed[],
  { db, now }: Call,
): Promise<{ index: number; path: string; message: string }[]> {
  const asked = rows.flatMap(({ draft, current }, row) => {
    if (Date.parse((draft.endAt ?? current?.endAt) as string) <= now.getTime()) return [];
    const before = current && seenOf(current, '');
    const after = seenOf({ ...current, ...draft }, '');
    const known = new Set([
      ...(before?.agents ?? []),
      before?.shift.site,
      ...(before?.stops ?? []).map(({ site }) => site.id),
    ]);
    return [
      ...after.agents.map((id) => ({ id, path: 'agents' })),
      { id: after.shift.site ?? '', path: 'site' },
      ...after.stops.map(({ site }, index) => ({ id: site.id, path: `services.${index}.site` })),
    ].flatMap((one) => (known.has(one.id) ? [] : [{ ...one, row }]));
  });
  if (asked.length === 0) return [];
  const found = await db.query<{ id: string; kind: keyof typeof gone; name: string }>({
    name: 'gone-agents-and-sites',
    // The locks make an archiving wait for this save, and this save for an archiving: it frees or refuses every service.
    text: `with agents_held as (select id, 'agents' as kind, fullname as name, status from agents where id = any ($1::uuid[]) order by id for key share),
        sites_held as (select id, 'sites' as kind, name, status from sites where id = any ($1::uuid[]) order by id for key share)
      select id, kind, name from (select * from agents_held union all select * from sites_held) held where status not in (${activeStatus}, ${inactiveStatus})`,
    values: [[...new Set(asked.map(({ id }) => id))]],
  });
  return asked.flatMap(({ id, path, row }) =>
    found
      .filter((one) => one.id === id && (one.kind === 'agents') === (path === 'agents'))
      .map(({ kind, name }) => ({ index: row, path, message: gone[kind](name) })),
  );
}

/** A round must belong to the site of the service. */
async function checkRounds(rows: readonly Changed[], db: Db): Promise<void> {
  const asked = rows.flatMap(({ draft, current }) => {
    const whole = { ...current, ...draft };
    if (draft.rounds === undefined && draft.site === undefined && draft.services === undefined) return [];
    const rounds = ((whole.rounds ?? []) as { round: { id: string } }[]).map(({ round }) => round.id);
    const sites = [idOf(whole.site), ...((whole.services ?? []) as Stop[]).map(({ site }) => site.id)];
    return rounds.map((round, index) => ({ round, index, sites }));
  });
  if (asked.length === 0) return;
  const found = await db.query<{ id: string; site: string }>({
    name: 'sites-of-rounds',
    text: 'select id, site_id as site from rounds where id = any ($1::uuid[])',
    values: [asked.map(({ round }) => round)],
  });
  const siteOf = new Map(found.map(({ id, site }) => [id, site]));
  const elsewhere = asked.filter(({ round, sites }) => !sites.includes(siteOf.get(round.toLowerCase()) ?? null));
  if (elsewhere.length > 0)
    throw new Problem('invalid', 'Cette ronde est celle d’un autre site', {
      violations: elsewhere.map(({ index }) => ({
        path: `rounds.${index}.round`,
        message: 'Cette ronde est celle d’un autre site',
      })),
    });
}

/** `kinds`: name the type of an absence. `stored`: what the services breach as they stand, accepted or not. */
export async function planningErrors(
  rows: readonly Changed[],
  call: Call,
  kinds = mayList(call, Unavailability),
  stored = false,
): Promise<PlanningError[]> {
  const { db, now } = call;
  const changed = rows.flatMap((row, index) => {
    if (!stored && !differs(row)) return [];
    const id = (row.current?.id as string | undefined) ?? uuidv7(now.getTime());
    return [{ index, row, after: seenOf({ ...row.current, ...row.draft }, id) }];
  });
  const people = [...new Set(changed.flatMap(({ after }) => (after.counts ? after.agents : [])))];
  if (people.length === 0 && changed.every(({ after }) => after.stops.length === 0)) return [];

  const { zone, holidayLocale, settings } = await checkedPlace(call);
  const errors: PlanningError[] = changed.flatMap(({ index, after, row }) => tourErrors(index, after, row, zone));
  if (people.length === 0) return errors;
  const days = changed.flatMap(({ after: { shift } }) => [shift.start, shift.end]);
  if (Math.max(...days) - Math.min(...days) > longestSpan)
    throw new Problem('invalid', 'Enregistrez séparément des services éloignés de plus de dix ans.');
  const dayAt = (minute: number): string => wallClock(new Date(minute * 60_000), zone).day;
  const [from, to] = [dayAt(Math.min(...days)), dayAt(Math.max(...days))];
  const calendar = calendarOf({
    zone,
    from,
    to,
    holidays: holidaysOf(holidayLocale, from, to),
  });
  const facts = await factsFor(db, people, calendar, settings, kinds);
  const others = await shiftsOf(
    db,
    people,
    ...loadedOf(calendar),
    changed.map(({ after }) => after.id),
  );
  const rules = rulesOf(settings, calendar);
  const later = await changedSince(db, rows, people, others);
  const noticed = changed.flatMap(({ row, after }) => (row.current?.publication === 'CHANGED' ? [after.id] : []));
  const published =
    settings.regulation === 'IDCC1351' && noticed.length > 0 ? await publishedTimesOf(db, noticed) : null;
  const byId = new Map(changed.map((one) => [one.after.id, one]));
  const nowMinute = minuteOf(now);
  const pending: Pending[] = [];
  for (const person of people) {
    const known = facts.get(person);
    // The check of references reports unknown agents.
    if (!known) continue;
    const own = changed.filter(({ after }) => after.counts && after.agents.includes(person));
    const sorted = (shifts: readonly Shift[]): Shift[] =>
      shifts.toSorted((one, other) => one.start - other.start || (one.id < other.id ? -1 : 1));
    const rest = others.get(person) ?? [];
    const found = rules.checkAgent(known, sorted([...rest, ...own.map(({ after }) => after.shift)]));
    // Do not ask again about an accepted finding that has not changed.
    const accepted = stored ? [] : own.filter(({ row }) => row.current?.confirmed === true);
    const before =
      accepted.length === 0
        ? []
        : rules.checkAgent(
            known,
            sorted([
              ...rest,
              ...own.flatMap(({ row, after }) => {
                const was = row.current && seenOf(row.current, after.id);
                // What was accepted for somebody else is not accepted for him.
                return was?.agents.includes(person) ? [was.shift] : [];
              }),
            ]),
          );
    const stood = new Set(before.map(keyOf));
    const stoodBefore = new Set(
      (later === null
        ? []
        : rules.checkAgent(
            known,
            sorted([
              ...rest.filter(({ id }) => !later.has(id)),
              ...own.flatMap(({ row, after }) => (row.back?.since ? [after.shift] : [])),
            ]),
          )
      )
        .filter(({ rule }) => !ofSheet.has(rule) && !(rule === 'absence' && later?.has(person)))
        .map(keyOf),
    );
    for (const finding of found) {
      const one = byId.get([finding.service, ...finding.others].find((id) => id !== null && byId.has(id)) ?? '');
      if (!one || (!stored && one.row.current?.confirmed === true && stood.has(keyOf(finding)))) continue;
      if (one.row.back?.since && finding.level === 1 && stoodBefore.has(keyOf(finding))) continue;
      pending.push({ finding, known, index: one.index });
    }
    if (settings.regulation === 'IDCC1351')
      for (const { row, after, index } of own.filter((one) => !one.row.back?.told.includes(person)))
        errors.push(...tooSoon(row, after, known, index, nowMinute, zone, published?.get(after.id)));
  }
  return [...errors, ...(await errorsFrom(pending, zone, db))];
}

/** The leaving changed the sheet: these are asked about again. */
const ofSheet: ReadonlySet<Finding['rule']> = new Set(['contract', 'gone']);

/** Other services of these people that changed since the leaving, and people whose absences did. Null: nothing is given back. */
async function changedSince(
  db: Db,
  rows: readonly Changed[],
  people: readonly string[],
  others: ReadonlyMap<string, readonly Shift[]>,
): Promise<ReadonlySet<string> | null> {
  const since = rows.flatMap(({ back }) => back?.since ?? []).toSorted((one, other) => one.getTime() - other.getTime());
  if (since.length === 0) return null;
  const found = await db.query<{ id: string }>({
    name: 'changed-since-leaving',
    text: `select id from services where agency_id = app_agency() and id = any ($1::uuid[]) and updated_at > $3
      union all select agent_id from unavailabilities where agency_id = app_agency() and agent_id = any ($2::uuid[]) and updated_at > $3`,
    values: [[...others.values()].flat().map(({ id }) => id), people, since[0]],
  });
  return new Set(found.map(({ id }) => id));
}

const keyOf = ({ rule, service, found, limit, what }: Finding): string => [rule, service, found, limit, what].join();

export const loadedOf = ({ loaded: { from, to } }: Calendar): [Date, Date] => [
  new Date(from * 60_000),
  new Date(to * 60_000),
];

export async function factsFor(
  db: Db,
  people: readonly string[],
  calendar: Calendar,
  settings: PlanningSettings,
  kinds: boolean,
): Promise<Map<string, AgentFacts>> {
  const [sheets, absences, around] = [
    await sheetsOf(db, people),
    await absencesOf(db, people, loadedOf(calendar), kinds),
    await countersFor(db, people, calendar, settings),
  ];
  return new Map(
    sheets.map((sheet) => [sheet.id, { ...sheet, absences: absences.get(sheet.id) ?? [], ...around(sheet.id) }]),
  );
}
