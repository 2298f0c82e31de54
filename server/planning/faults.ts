// Rule violations of a whole period, and agents available at a time.

import type { PlanningCheck } from '#core/agencies/settings/planning.ts';
import { calendarOf, instantOf } from '#core/planning/calendar.ts';
import type { PlanningError } from '#core/planning/calls.ts';
import { rulesOf } from '#core/planning/checks.ts';
import {
  errorKinds,
  faultyServices,
  findAvailable,
  restErrors,
  workingTimeErrors,
} from '#core/planning/cover-calls.ts';
import type { Finding } from '#core/planning/model.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { mayList } from '#server/kernel/listing.ts';
import { factsFor, loadedOf } from './checking.ts';
import { checkedPlace, goneWithServices, minuteSql, plannedAmong, push, shiftsOf, worked } from './facts.ts';
import { errorsFrom } from './findings.ts';
import type { Asked } from './grid.ts';
import { holidaysOf } from './holidays.ts';

export interface Fault {
  finding: Finding;
  error: PlanningError;
}

export async function faultsOf(
  call: Call,
  { start, end, agents }: Asked,
  only?: readonly PlanningCheck[],
): Promise<Fault[]> {
  const { db } = call;
  const { zone, holidayLocale, settings } = await checkedPlace(call);
  const calendar = calendarOf({ zone, from: start, to: end, holidays: holidaysOf(holidayLocale, start, end) });
  // As in the grid: people who left, but still hold services.
  const gone = agents ? [] : await goneWithServices(db, loadedOf(calendar));
  const people = [...(await plannedAmong(db, agents ?? null)), ...gone];
  const facts = await factsFor(db, people, calendar, settings, mayList(call, Unavailability));
  const shifts = await shiftsOf(db, people, ...loadedOf(calendar), []);
  const rules = rulesOf(settings, calendar);
  const found = [...facts.values()].flatMap((known) =>
    rules
      .checkAgent(known, shifts.get(known.id) ?? [])
      .filter(({ code }) => !only || only.includes(code))
      .map((finding) => ({ finding, known, index: null })),
  );
  const errors = await errorsFrom(found, zone, db);
  return found.map(({ finding }, place) => ({ finding, error: errors[place] as PlanningError }));
}

const errorsOf = async (
  call: Call,
  asked: Asked,
  only: readonly PlanningCheck[],
): Promise<{ errors: PlanningError[] }> => ({
  errors: (await faultsOf(call, asked, only)).map(({ error }) => error),
});

interface Named extends Record<string, unknown> {
  id: string;
  reference: string;
  start: number;
  end: number;
  site: string;
}

export const faultHandlers: Handler[] = [
  handle(restErrors, (call) => errorsOf(call, call.input, errorKinds.rest)),
  handle(workingTimeErrors, (call) => errorsOf(call, call.input, errorKinds.workingTime)),

  handle(faultyServices, async (call) => {
    const { db, input } = call;
    const errors = new Map<string, PlanningError[]>();
    for (const { finding, error } of await faultsOf(call, input))
      for (const id of new Set([finding.service, ...finding.others])) if (id !== null) push(errors, id, error);
    const rows = await db.query<Named>({
      name: 'faulty-services',
      text: `select s.id, s.reference, ${minuteSql('s.start_at')} as start, ${minuteSql('s.end_at')} as "end", t.name as site
        from services s join sites t on t.agency_id = s.agency_id and t.id = s.site_id
        where s.id = any ($1::uuid[]) and s.start_at < ($3::date + 1)::timestamp at time zone app_zone() and s.end_at > ($2::date)::timestamp at time zone app_zone()
          and ($4::uuid[] is null or s.site_id = any ($4::uuid[])) order by s.start_at, s.id`,
      values: [[...errors.keys()], input.start, input.end, input.sites ?? null],
    });
    return {
      services: rows.map(({ id, reference, start, end, site }) => ({
        id,
        reference,
        startAt: instantOf(start),
        endAt: instantOf(end),
        site,
        errors: errors.get(id) ?? [],
      })),
      filtered: rows.length,
    };
  }),

  handle(findAvailable, async ({ db, input: { startAt, endAt, specialty } }) => {
    const agents = await db.query<{ id: string; fullname: string; specialties: string[] }>({
      name: 'available-agents',
      text: `select a.id, a.fullname, (select coalesce(json_agg(x.specialty_id), '[]') from agent_specialties x
          where x.agency_id = a.agency_id and x.agent_id = a.id) as specialties
        from agents a where a.status in (${activeStatus}, ${inactiveStatus}) and a.plannable
          and ($3::uuid is null or exists (select from agent_specialties x where x.agency_id = a.agency_id and x.agent_id = a.id and x.specialty_id = $3))
          and not exists (select from service_agents h join services s on s.agency_id = h.agency_id and s.id = h.service_id
            where h.agency_id = a.agency_id and h.agent_id = a.id and ${worked('s')}
              and s.start_at < $2::timestamptz and s.end_at > $1::timestamptz and s.start_at >= $1::timestamptz - interval '72 hours')
          and not exists (select from unavailabilities u where u.agency_id = a.agency_id and u.agent_id = a.id
            and u.start_at < $2::timestamptz and u.end_at >= $1::timestamptz)
        order by a.lastname collate "fr-x-icu", a.id`,
      values: [startAt, endAt, specialty ?? null],
    });
    const specialties = await db.query<{ id: string; name: string }>({
      name: 'available-specialties',
      text: `select s.id, s.name from specialties s order by s.name collate "fr-x-icu", s.id`,
    });
    return { agents, specialties, filtered: agents.length };
  }),
];
