import { describe, expect, test } from 'vitest';
import { wallClock } from '#core/kernel/clock.ts';
import { checkDraft } from '#core/kernel/schema.ts';
import { activityTypes } from '#core/planning/activity.ts';
import { calendarOf, minuteOf } from '#core/planning/calendar.ts';
import { rulesOf } from '#core/planning/checks.ts';
import { daysAfter } from '#core/planning/days.ts';
import { type AgentFacts, noCounters, type Shift } from '#core/planning/model.ts';
import { recurrenceInput } from '#core/planning/recurrence.ts';
import { breakTypes, Service } from '#core/planning/service.ts';
import { counts, serviceStatus } from '#core/planning/status.ts';
import { own } from '#core/planning/testing/planned.ts';
import { type DemoAgency, type DemoService, demoWorld } from '../index.ts';
import { zone } from './slots.ts';

const now = new Date('2026-11-15T10:00:00Z');
const today = '2026-11-15';
const [azur, boreal] = demoWorld({ now }).agencies as [DemoAgency, DemoAgency];

const whole = ({ planning }: DemoAgency): DemoService[] =>
  planning.services.filter(({ circuitId }) => circuitId === null);
const agentOf = ({ agents }: DemoAgency, email: string) => agents.find(({ draft }) => draft.email === email);
const heldBy = (agency: DemoAgency, id: string | undefined): DemoService[] =>
  whole(agency).filter(({ draft }) => draft.agents?.some((agent) => agent.id === id));
const hours = ({ draft }: DemoService): number =>
  (Date.parse(draft.endAt as string) - Date.parse(draft.startAt as string)) / 3_600_000;
describe('the planning of the demo', () => {
  test('has a fixed size', () => {
    const sizes = (agency: DemoAgency) => ({
      services: whole(agency).length,
      stops: agency.planning.services.length - whole(agency).length,
      series: agency.planning.series.length,
      breaks: agency.planning.breaks.length,
      unavailabilities: agency.planning.unavailabilities.length,
    });
    expect(sizes(azur)).toEqual({ services: 1566, stops: 606, series: 33, breaks: 445, unavailabilities: 12 });
    expect(sizes(boreal)).toEqual({ services: 434, stops: 96, series: 10, breaks: 142, unavailabilities: 4 });
  });

  test('does not grow with the factor', () => {
    const doubled = demoWorld({ now, factor: 2 }).agencies[0] as DemoAgency;
    expect(doubled.planning.services.length).toBeLessThan(azur.planning.services.length * 1.1);
  });

  test('reaches from six weeks ago to six weeks ahead', () => {
    const days = whole(azur).map(({ draft }) => wallClock(draft.startAt as string, zone).day);
    expect([days[0], days.at(-1)]).toEqual([daysAfter(today, -42), daysAfter(today, 42)]);
  });

  test('shows every state, activity and kind of gap', () => {
    expect([...new Set(whole(azur).map(({ status }) => status))].sort((a, b) => a - b)).toEqual(
      Object.keys(serviceStatus.states).map(Number),
    );
    expect([...new Set(whole(azur).map(({ draft }) => Number(draft.activityType)))].sort((a, b) => a - b)).toEqual(
      Object.keys(activityTypes).map(Number),
    );
    expect([...new Set(azur.planning.breaks.map(({ type }) => Number(type)))].sort((a, b) => a - b)).toEqual(
      Object.keys(breakTypes).map(Number),
    );
  });

  test('is published except its last two weeks, and some services changed after publication', () => {
    for (const { publishedAt, draft } of whole(azur)) {
      const isLate = wallClock(draft.startAt as string, zone).day >= daysAfter(today, 28);
      expect(publishedAt === null).toBe(isLate);
    }
    const changed = whole(azur).filter(({ lastPublished }) => lastPublished !== null);
    expect(changed.length).toBeGreaterThan(8);
    expect(
      changed.every(({ publishedAt, draft }) => publishedAt !== null && (draft.startAt as string) > now.toISOString()),
    ).toBe(true);
  });

  test('statuses and real hours fit the current time: no scheduled job would change a status', () => {
    for (const { status, draft, realStartAt, realEndAt } of azur.planning.services.filter(
      (one) => one.circuitId === null,
    )) {
      const [start, end] = [Date.parse(draft.startAt as string), Date.parse(draft.endAt as string)];
      if (start > now.getTime()) expect([100, 700]).toContain(status);
      else if (end > now.getTime()) expect([110, 200, 500]).toContain(status);
      else expect([120, 250, 300, 400, 600, 700, 800]).toContain(status);
      if (realStartAt !== null && realEndAt !== null) expect(realEndAt > realStartAt).toBe(true);
      expect(realEndAt === null || realEndAt <= now.toISOString()).toBe(true);
    }
  });

  test('some future posts lack agents', () => {
    const open = whole(azur).filter(
      ({ draft, status }) => status === 100 && (draft.agents?.length ?? 0) < (draft.nbAgents ?? 1),
    );
    expect(open.length).toBeGreaterThan(20);
    expect(open.length).toBeLessThan(whole(azur).length / 15);
    expect(open.some(({ draft }) => (draft.agents?.length ?? 0) > 0)).toBe(true);
  });
});

test.each(['2026-11-15T10:00:00Z', '2027-02-20T17:00:00Z'])(
  'on %s somebody who resigned has services after his last day, for a planner to replace',
  (moment) => {
    for (const agency of demoWorld({ now: new Date(moment) }).agencies) {
      const leaving = agency.agents.filter(({ id, draft }) => {
        const last = draft.agentInfos?.contracts?.at(-1);
        return (
          last?.type === 'CDI' &&
          last.endDate &&
          last.endDate > moment.slice(0, 10) &&
          heldBy(agency, id).some((one) => wallClock(one.draft.startAt as string, zone).day > (last.endDate ?? ''))
        );
      });
      expect(leaving.length).toBeGreaterThan(0);
    }
  },
);

describe('the accounts of the demo', () => {
  const own = heldBy(azur, agentOf(azur, 'agent@azur.example')?.id);

  test.each([
    ['by day', now],
    ['in the evening', new Date('2026-11-15T20:30:00Z')],
    ['before dawn', new Date('2026-11-15T03:30:00Z')],
    ['in the night of the shorter hour', new Date('2026-03-29T00:30:00Z')],
  ])('the agent is at work %s, and again within two days', (_, at) => {
    const agency = demoWorld({ now: at }).agencies[0] as DemoAgency;
    const held = heldBy(agency, agentOf(agency, 'agent@azur.example')?.id);
    expect(held.filter(({ status }) => status === 200)).toHaveLength(1);
    const next = held.find(({ draft }) => (draft.startAt as string) > at.toISOString());
    expect(Date.parse(next?.draft.startAt as string) - at.getTime()).toBeLessThan(2 * 86_400_000);
  });

  test('the agent has a month of about 35 hours a week', () => {
    const month = own.filter(({ draft }) => (draft.startAt as string).startsWith('2026-11'));
    expect(month.length).toBeGreaterThanOrEqual(12);
    const sum = month.reduce((all, one) => all + hours(one), 0);
    expect(sum).toBeGreaterThan(120);
    expect(sum).toBeLessThan(180);
  });

  test('the customer has past and future published services', () => {
    const customer = azur.customers.find(({ draft }) => draft.name === 'Hôtels Miramarine');
    const sites = new Set(azur.sites.filter(({ draft }) => draft.customer?.id === customer?.id).map(({ id }) => id));
    const seen = azur.planning.services.filter(
      ({ draft, publishedAt }) => sites.has(draft.site?.id ?? '') && publishedAt,
    );
    expect(new Set(seen.map(({ draft }) => draft.site?.id)).size).toBeGreaterThanOrEqual(4);
    expect(seen.filter(({ draft }) => (draft.startAt as string) > now.toISOString()).length).toBeGreaterThan(50);
  });
});

describe('the rows are valid', () => {
  test('breaks and gaps lie within their service, whenever the demo is made', () => {
    for (let day = 1; day <= 3; day += 1) {
      const made = demoWorld({ now: new Date(now.getTime() + day * 86_400_000) });
      const outside = made.agencies.flatMap(({ planning: { services, breaks } }) => {
        const spans = new Map(services.map(({ id, draft }) => [id, draft]));
        return breaks.filter(({ serviceId, startAt, endAt }) => {
          const of = spans.get(serviceId);
          return !of || startAt < (of.startAt as string) || endAt > (of.endAt as string);
        });
      });
      expect(outside).toEqual([]);
    }
  });

  test.each([azur, boreal].map((agency) => [agency.agency.name, agency] as const))('of %s', (_, agency) => {
    const { services, breaks, series, unavailabilities } = agency.planning;
    for (const { draft } of services) {
      const checked = checkDraft(Service, draft, null);
      expect(checked.ok ? [] : checked.violations, JSON.stringify(draft)).toEqual([]);
    }
    for (const { recurrence } of series) expect(recurrenceInput.safeParse(recurrence).error).toBeUndefined();
    const known = new Set(services.map(({ id }) => id));
    expect(known.size).toBe(services.length);
    expect(new Set(services.map(({ reference }) => reference)).size).toBe(services.length);
    const spans = new Map(services.map(({ id, draft }) => [id, draft]));
    for (const gap of breaks) {
      const of = spans.get(gap.serviceId);
      expect(
        gap.startAt >= (of?.startAt as string) && gap.endAt <= (of?.endAt as string) && gap.endAt > gap.startAt,
      ).toBe(true);
      expect(gap.agentId === null || of?.agents?.some(({ id }) => id === gap.agentId)).toBe(true);
    }
    for (const { startAt, endAt } of unavailabilities) expect(endAt > startAt).toBe(true);
    for (const { createdAt } of [...services, ...unavailabilities]) expect(createdAt < now.toISOString()).toBe(true);
  });

  test('a circuit has four to six stops, each a service on its site within the circuit', () => {
    const circuits = azur.planning.services.filter(({ draft }) => draft.isCircuit);
    expect(circuits.length).toBeGreaterThan(80);
    for (const { id, draft } of circuits) {
      const stops = azur.planning.services.filter(({ circuitId }) => circuitId === id);
      expect(stops.map((stop) => stop.id)).toEqual(draft.services?.map((stop) => stop.id));
      expect(stops.length).toBeGreaterThanOrEqual(4);
      for (const stop of stops) {
        expect((stop.draft.startAt as string) >= (draft.startAt as string)).toBe(true);
        expect((stop.draft.endAt as string) <= (draft.endAt as string)).toBe(true);
      }
    }
  });
});

/** The same facts as the server's, without the counters of services outside the period. */
function factsOf({ agents, sites, planning, expirationTypes }: DemoAgency): { facts: AgentFacts; shifts: Shift[] }[] {
  const card = expirationTypes.find(({ name }) => name === 'Carte professionnelle')?.id;
  return agents
    .filter(({ status, draft }) => status < 300 && draft.agentInfos?.plannable)
    .map((agent) => {
      const infos = agent.draft.agentInfos ?? {};
      const facts: AgentFacts = {
        id: agent.id,
        name: agent.draft.lastname ?? '',
        external: ['EXTERNAL', 'SELF'].includes(infos.type ?? ''),
        selfEmployed: infos.type === 'SELF',
        temporary: infos.type === 'TEMPORARY',
        contracts: (infos.contracts ?? []).map((one) => ({
          startDate: one.startDate ?? '',
          endDate: one.endDate ?? null,
          period: one.period ?? 'WEEK',
          hoursLimit: one.hoursLimit ?? 35,
          cycleWeeks: 4,
        })),
        specialties: (infos.specialties ?? []).map(({ id }) => ({ id, until: null })),
        papers: (infos.expirations ?? []).map((one) => ({
          kind: one.type?.id === card ? 'card' : 'expirations',
          name: '',
          expiresAt: one.expiresAt ?? null,
        })),
        restrictions: (infos.restrictions ?? []).map((one) => ({
          weekday: one.weekday as number,
          startTime: one.startTime ?? '',
          endTime: one.endTime ?? '',
        })),
        forbiddenSites: sites
          .filter(({ draft }) => draft.siteUsers?.some((one) => one.agent?.id === agent.id))
          .map(({ id }) => id),
        absences: planning.unavailabilities
          .filter(({ agentId }) => agentId === agent.id)
          .map(({ id, startAt, endAt, type }) => ({ id, start: minuteOf(startAt), end: minuteOf(endAt), type })),
        counters: noCounters,
      };
      const shifts = planning.services
        .filter(
          (one) => one.circuitId === null && counts(one.status) && one.draft.agents?.some(({ id }) => id === agent.id),
        )
        .map(({ id, draft }) => ({
          id,
          start: minuteOf(draft.startAt as string),
          end: minuteOf(draft.endAt as string),
          unpaid: planning.breaks
            .filter(({ serviceId, type }) => serviceId === id && type === 0)
            .reduce((sum, { startAt, endAt }) => sum + minuteOf(endAt) - minuteOf(startAt), 0),
          site: draft.site?.id ?? null,
          specialty: draft.specialty?.id ?? null,
        }));
      return { facts, shifts };
    });
}

describe('future services break each important rule at least once, and most services are correct', () => {
  test.each(['2026-11-15T10:00:00Z', '2026-07-02T09:00:00Z', '2027-02-20T17:00:00Z', '2027-05-05T22:30:00Z'])(
    'on %s',
    (moment) => {
      const { day } = wallClock(moment, zone);
      const calendar = calendarOf({ zone, from: day, to: daysAfter(day, 27) });
      const agency = demoWorld({ now: new Date(moment) }).agencies[0] as DemoAgency;
      const loaded = factsOf(agency).map(({ facts, shifts }) => ({
        facts,
        shifts: shifts.filter(({ start, end }) => end > calendar.loaded.from && start < calendar.loaded.to),
      }));
      const { regulation, breakLevel } = agency.agency.planning;
      const settings = { ...own, regulation, levels: { ...own.levels, break: breakLevel } };
      const found = rulesOf(settings, calendar).checkAll(loaded);
      const rules = new Set(found.map(({ rule }) => rule));
      for (const rule of ['space', 'dailyRest', 'week', 'weeklyRest', 'specialtyMissing', 'absence'] as const)
        expect(rules, moment).toContain(rule);
      const marked = new Set(found.map(({ service }) => service));
      expect(marked.size).toBeLessThan(loaded.flatMap(({ shifts }) => shifts).length / 10);
    },
  );
});
