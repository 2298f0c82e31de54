// A week of two collaborators and one site, for the tests of the planning's screens.
import type { PlannedService } from '#core/planning/calls.ts';
import { own } from '#core/planning/testing/planned.ts';
import type { PlanningData } from '../model.ts';

export const [agent, other, site] = ['a1', 'a2', 's1'] as const;
export const minute = (day: string, time: string): number => Date.parse(`${day}T${time}:00+01:00`) / 60_000;
export const service = (
  id: string,
  day: string,
  from: string,
  to: string,
  more: Partial<PlannedService> = {},
): PlannedService => ({
  id,
  version: 1,
  reference: `S-${id}`,
  start: minute(day, from),
  end: minute(day, to),
  unpaid: 0,
  site,
  post: null,
  specialty: null,
  activity: 1,
  agents: [agent],
  wanted: 1,
  staffed: true,
  status: 100,
  publication: 'PUBLISHED',
  circuit: false,
  series: false,
  ...more,
});

const facts = (id: string, name: string) => ({
  id,
  name,
  contracts: [{ startDate: '2020-01-01', endDate: null, period: 'WEEK', hoursLimit: 35, cycleWeeks: null }],
  specialties: [],
  papers: [],
  restrictions: [],
  forbiddenSites: [],
});

export const dataOf = (services: PlannedService[], more: Partial<PlanningData> = {}): PlanningData => ({
  zone: 'Europe/Paris',
  colours: { tour: '#9C27B0', intervention: '#80DEEA' },
  holidays: [{ day: '2026-11-11', name: 'Armistice 1918' }],
  services,
  sites: [{ id: site, name: 'Dépôt', customer: 'Verdemar', city: 'Nice' }],
  specialties: [],
  agents: [facts(agent, 'Zoé Ardent'), facts(other, 'Élie Blanc')] as never,
  unavailabilities: [],
  settings: {
    ...own,
    levels: { ...own.levels, unavailabilities: 2 },
    limits: { ...own.limits, monthlySundays: 0 },
  } as never,
  ...more,
});

export const period = { start: '2026-11-09', end: '2026-11-15' };
