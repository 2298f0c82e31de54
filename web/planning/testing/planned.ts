// Planned services as the calls return them, and a week of two agents and one site.
import type { PlannedService } from '#core/planning/calls.ts';
import { own } from '#core/planning/testing/planned.ts';
import type { PlanningData } from '../model.ts';

export const id = (end: number): string => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;

export const somePlanned = (more: Partial<PlannedService> & Pick<PlannedService, 'start' | 'end'>): PlannedService => ({
  id: id(9),
  version: 1,
  reference: 'S000001',
  breaks: [],
  site: id(2),
  post: 'Accueil',
  specialty: null,
  activity: 1,
  agents: [id(1)],
  wanted: 1,
  staffed: false,
  status: 100,
  publication: 'PUBLISHED',
  circuit: false,
  series: false,
  ...more,
});

export const somePlanning = (more: Partial<PlanningData> = {}): PlanningData => ({
  zone: 'UTC',
  colours: { tour: '#000000', intervention: '#000000' },
  holidays: [],
  services: [],
  sites: [{ id: id(2), name: 'Port', customer: null, city: 'Nice' }],
  specialties: [],
  agents: [],
  unavailabilities: [],
  settings: null,
  ...more,
});

export const [agent, other, site] = [id(101), id(102), id(103)] as const;
export const minute = (day: string, time: string): number => Date.parse(`${day}T${time}:00+01:00`) / 60_000;
export const service = (
  of: string,
  day: string,
  from: string,
  to: string,
  more: Partial<PlannedService> = {},
): PlannedService =>
  somePlanned({
    id: of,
    reference: `S-${of}`,
    start: minute(day, from),
    end: minute(day, to),
    site,
    post: null,
    agents: [agent],
    staffed: true,
    ...more,
  });

const facts = (of: string, name: string) => ({
  id: of,
  name,
  contracts: [{ startDate: '2020-01-01', endDate: null, period: 'WEEK', hoursLimit: 35, cycleWeeks: null }],
  specialties: [],
  papers: [],
  restrictions: [],
  forbiddenSites: [],
});

export const dataOf = (services: PlannedService[], more: Partial<PlanningData> = {}): PlanningData =>
  somePlanning({
    zone: 'Europe/Paris',
    colours: { tour: '#9C27B0', intervention: '#80DEEA' },
    holidays: [{ day: '2026-11-11', name: 'Armistice 1918' }],
    services,
    sites: [{ id: site, name: 'Dépôt', customer: 'Verdemar', city: 'Nice' }],
    agents: [facts(agent, 'Zoé Ardent'), facts(other, 'Élie Blanc')] as never,
    settings: {
      ...own,
      levels: { ...own.levels, unavailabilities: 2 },
      limits: { ...own.limits, monthlySundays: 0 },
    } as never,
    ...more,
  });

export const period = { start: '2026-11-09', end: '2026-11-15' };
