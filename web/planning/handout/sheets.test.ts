import { expect, test } from 'vitest';
import type { PlannedService } from '#core/planning/calls.ts';
import { type Planning, type PlanningData, planningOf } from '../model.ts';
import { gridSheet, listSheet } from './sheets.ts';

const [ada, bob, port] = ['ada', 'bob', 'port'];
const minute = (instant: string): number => Date.parse(instant) / 60_000;
const service = (more: Partial<PlannedService> = {}): PlannedService => ({
  id: 's',
  version: 1,
  reference: 'S000001',
  start: minute('2026-11-16T06:00Z'),
  end: minute('2026-11-16T18:00Z'),
  breaks: [[minute('2026-11-16T11:00Z'), minute('2026-11-16T11:30Z'), null]],
  site: port,
  post: 'Accueil',
  specialty: null,
  activity: 1,
  agents: [ada],
  wanted: 1,
  staffed: true,
  status: 100,
  publication: 'PUBLISHED',
  circuit: false,
  series: false,
  ...more,
});

function planned(services: PlannedService[], seen: Pick<PlanningData, 'settings' | 'agents'>): Planning {
  const data: PlanningData = {
    zone: 'Europe/Paris',
    colours: { tour: '', intervention: '' },
    holidays: [],
    services,
    sites: [{ id: port, name: 'Port', customer: 'Quai', city: null }],
    specialties: [],
    agents: seen.agents,
    unavailabilities: [],
    settings: null,
  };
  // Rules do not matter here.
  return {
    ...planningOf(data, undefined, { start: '2026-11-16', end: '2026-11-17' }),
    data: { ...data, settings: seen.settings },
  };
}
const staff = {
  settings: {},
  agents: [
    { id: bob, name: 'Bob', contracts: [] },
    { id: ada, name: 'Ada', contracts: [] },
  ],
};
const textOf = (cell: unknown): unknown =>
  typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : cell;
const plain = (cells: unknown): unknown[][] => (cells as unknown[][]).map((row) => row.map(textOf));

test('agents by day: local hours, site, post, and worked hours without breaks', () => {
  const two = service({
    id: 't',
    agents: [ada],
    wanted: 2,
    start: minute('2026-11-17T19:00Z'),
    end: minute('2026-11-18T03:00Z'),
    breaks: [],
    post: null,
  });
  expect(plain(gridSheet(planned([service(), two], staff), 'agents').cells)).toEqual([
    ['Collaborateur', '16/11/2026', '17/11/2026', 'Heures'],
    ['Ada', '07:00–19:00 Port Accueil', '20:00–04:00 Port', 19.5],
    ['Bob', null, null, 0],
    ['À pourvoir', null, '20:00–04:00 Port', 8],
  ]);
});

test('sites by day: agents of each post; unscheduled services count no hours; earlier services are not repeated', () => {
  const unscheduled = service({ id: 't', status: 700 });
  const before = service({ id: 'u', start: minute('2026-11-15T19:00Z'), end: minute('2026-11-16T05:00Z') });
  expect(plain(gridSheet(planned([before, service(), unscheduled], staff), 'sites').cells)).toEqual([
    ['Site', '16/11/2026', '17/11/2026', 'Heures'],
    ['Port', '07:00–19:00 Ada Accueil\n07:00–19:00 Ada Accueil', null, 11.5],
  ]);
});

test('the list has a line per agent and per unfilled post', () => {
  const lines = plain(
    listSheet(planned([service({ agents: [ada, bob], wanted: 3, publication: 'DRAFT' })], staff)).cells,
  );
  expect(lines.slice(1).map((line) => [line[2], line[3], line[4], line[10], line[12]])).toEqual([
    ['07:00', '19:00', 11.5, 'Ada', 'Brouillon'],
    ['07:00', '19:00', 11.5, 'Bob', 'Brouillon'],
    ['07:00', '19:00', 11.5, 'À pourvoir', 'Brouillon'],
  ]);
});

test('where agents are hidden, a service is one line without a name', () => {
  const hidden = { settings: null, agents: [] };
  const lines = plain(listSheet(planned([service({ agents: [], wanted: 3, staffed: false })], hidden)).cells);
  expect(lines.slice(1).map((line) => line[10])).toEqual([null]);
});
