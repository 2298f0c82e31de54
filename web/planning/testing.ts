// A planned service as the calls tell it, for the tests of the screens.
import type { PlannedService } from '#core/planning/calls.ts';
import type { PlanningData } from './model.ts';

export const id = (end: number): string => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;

export const somePlanned = (more: Partial<PlannedService> & Pick<PlannedService, 'start' | 'end'>): PlannedService => ({
  id: id(9),
  version: 1,
  reference: 'S000001',
  unpaid: 0,
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
