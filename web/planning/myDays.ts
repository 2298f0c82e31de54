// An agent's month by day: services, sites and absences.
import { type Calendar, calendarOf, wallOf } from '#core/planning/calendar.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { dayNumber, dayOfNumber, daysAfter, mondayOf, monthAfter } from '#core/planning/days.ts';
import { plannedMinutes } from '#core/planning/planned.ts';
import { counts, unscheduled } from '#core/planning/status.ts';
import { realHours } from '../summary/real.ts';
import type { PlanningData } from './model.ts';
import type { Period } from './periods.ts';

/** Near the end of a month, the following days are shown too. */
const ahead = 6;

export function myPeriod(month: string, now: string): Period {
  const end = daysAfter(`${monthAfter(month, 1)}-01`, -1);
  const soon = daysAfter(now, ahead);
  return { start: `${month}-01`, end: now.slice(0, 7) === month && soon > end ? soon : end };
}

export interface MyService {
  service: PlannedService;
  /** The day on which it begins. */
  day: string;
  /** « 08:00 – 18:00 », or « Depuis 08:00 » for an open end. */
  hours: string;
  /** « 18:55 – 21:23 (prévu 19:00 – 07:00) », « depuis 18:55 »; null: he has not begun. */
  real: string | null;
  /** It ends on another day. */
  isOvernight: boolean;
  /** Null: not known yet. */
  minutes: number | null;
  site: { id: string; name: string; city: string | null } | null;
  isUnscheduled: boolean;
}

export interface MyAbsence {
  id: string;
  type: string;
  hours: string;
}

export interface Day {
  day: string;
  holiday: string | null;
  services: MyService[];
  absences: MyAbsence[];
}

export interface MyDays {
  calendar: Calendar;
  /** Every loaded service, also outside the period. */
  all: MyService[];
  /** The days that are not empty. */
  days: Day[];
  /** From Monday to the Monday after. */
  week: { from: string; to: string };
}

export function myDays(data: PlanningData, { start, end }: Period, now: string): MyDays {
  const calendar = calendarOf({ zone: data.zone, from: start, to: end, holidays: data.holidays });
  const sites = new Map(data.sites.map(({ id, name, city }) => [id, { id, name, city }]));
  const holidays = new Map(data.holidays.map(({ day, name }) => [day, name]));
  const days = new Map<string, Day>();
  const on = (day: string): Day => {
    const known = days.get(day) ?? { day, holiday: holidays.get(day) ?? null, services: [], absences: [] };
    days.set(day, known);
    return known;
  };
  const all = data.services.map((service): MyService => {
    const [from, to] = [wallOf(calendar, service.start), wallOf(calendar, service.end)];
    const one = {
      service,
      day: from.day,
      hours: service.openEnded ? `Depuis ${from.time}` : `${from.time} – ${to.time}`,
      real: service.real
        ? realHours(
            { start: service.real[0], end: service.real[1] },
            { start: service.start, end: service.openEnded ? null : service.end },
            (at) => wallOf(calendar, at).time,
          )
        : null,
      isOvernight:
        !service.openEnded && to.day !== from.day && !(to.time === '00:00' && to.day === daysAfter(from.day, 1)),
      minutes: service.openEnded ? null : ownMinutes(service),
      site: sites.get(service.site) ?? null,
      isUnscheduled: service.status === unscheduled,
    };
    if (from.day >= start && from.day <= end) on(from.day).services.push(one);
    return one;
  });
  for (const { id, type, start: first, end: last } of data.unavailabilities) {
    const [from, to] = [wallOf(calendar, first), wallOf(calendar, last)];
    for (let day = from.day < start ? start : from.day; day <= to.day && day <= end; day = daysAfter(day, 1)) {
      const [begins, ends] = [day === from.day ? from.time : '00:00', day === to.day ? to.time : '23:59'];
      const whole = begins === '00:00' && ends === '23:59';
      on(day).absences.push({ id, type, hours: whole ? 'Toute la journée' : `${begins} – ${ends}` });
    }
  }
  const monday = mondayOf(dayNumber(now));
  return {
    calendar,
    all,
    days: [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1)),
    week: { from: dayOfNumber(monday), to: dayOfNumber(monday + 7) },
  };
}

/** On his own path an agent receives no breaks but his own and those of everybody. */
const ownMinutes = (service: PlannedService, from?: number, to?: number): number =>
  plannedMinutes({ ...service, breaks: service.breaks.map(([start, end]) => [start, end, null]) }, null, from, to);

/** Planned minutes between two midnights. */
export function minutesIn({ services }: PlanningData, calendar: Calendar, from: string, to: string): number {
  const at = (day: string): number => {
    const index = calendar.days.indexOf(day);
    return index < 0
      ? (calendar.midnights.at(day < (calendar.days[0] as string) ? 0 : -1) as number)
      : (calendar.midnights[index] as number);
  };
  const [first, last] = [at(from), at(to)];
  return services.reduce((sum, service) => (counts(service.status) ? sum + ownMinutes(service, first, last) : sum), 0);
}
