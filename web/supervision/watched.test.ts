import { expect, test } from 'vitest';
import { noPosts } from '#core/home/posts.ts';
import type { WatchedService } from '#core/home/supervision.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { lastEventWords, newlyLate, sitesOf, timeLineOf, withChanged } from './watched.ts';

const now = Date.parse('2026-11-15T20:30:00Z');
const site = { id: 's', name: 'Port', city: null, location: { latitude: 43.7, longitude: 7.3 } };
const service = (id: string, more: Partial<WatchedService> = {}): WatchedService => ({
  id,
  reference: id,
  status: 200,
  startAt: '2026-11-15T19:00:00Z',
  endAt: '2026-11-15T22:00:00Z',
  realStartAt: null,
  realEndAt: null,
  isCircuit: false,
  postTitle: null,
  site,
  agents: [],
  missing: 0,
  rounds: null,
  lastEvent: null,
  ...more,
});
const awaited = { agents: [{ id: 'a', name: 'Aline', phones: [], awaited: true, presence: 'absent' as const }] };

test.each([
  ['a service that turned late', [service('1', { status: 100 })], [service('1', { status: 110 })], ['1']],
  ['one that was late already', [service('1', { status: 110 })], [service('1', { status: 110 })], []],
  ['a colleague who does not come', [service('1')], [service('1', awaited)], ['1']],
  ['one that came', [service('1', awaited)], [service('1')], []],
])('the alarm rings for: %s', (_name, before, after, rung) => {
  expect(newlyLate(before, after).map(({ id }) => id)).toEqual(rung);
});

test('changed services take their place in the order; those that the answer lacks go, the others stay the same objects', () => {
  const board = { postsNow: noPosts, services: [service('1'), service('2'), service('3')], leftOut: 0 };
  const answer = {
    postsNow: { ...noPosts, wanted: 3 },
    services: [service('0'), service('2', { status: 110 })],
    leftOut: 0,
  };
  const after = withChanged(board, ['1', '2'], answer);
  expect(after).toEqual({ ...answer, services: [service('0'), service('2', { status: 110 }), service('3')] });
  expect(after.services[2]).toBe(board.services[2]);
  expect(withChanged({ ...board, leftOut: 5 }, ['0', '2'], answer)).toMatchObject({ leftOut: 4 });
});

test.each([
  [120, 'Non réalisé, prévu à 20:00'],
  [110, 'Non commencé, prévu à 20:00'],
])('a service at %i that did not begin says since when: « %s »', (status, words) => {
  const lastEvent = {
    type: lifecycleEvents.serviceNotStarted.id,
    at: '2026-11-15T22:00:00Z',
    content: null,
    stop: null,
  };
  expect(lastEventWords(service('1', { status, lastEvent }), 'Europe/Paris')).toBe(words);
});

test('an extended service says since when, what was planned, and why', () => {
  const lastEvent = {
    type: lifecycleEvents.serviceExtension.id,
    at: '2026-11-15T21:58:00Z',
    content: 'Demande du client',
    stop: null,
  };
  expect(lastEventWords(service('1', { status: 250, lastEvent }), 'Europe/Paris')).toBe(
    'Prolongation à 22:58 : fin 23:00 → en cours · Demande du client',
  );
});

test('the last event of a tour names the stop where it happened', () => {
  const lastEvent = {
    type: lifecycleEvents.serviceStart.id,
    at: new Date().toISOString(),
    content: null,
    stop: 'Port',
  };
  expect(lastEventWords(service('1', { status: 200, lastEvent }), 'Europe/Paris')).toMatch(/^Port : Prise de service/);
});

test('the time line reaches six hours back, and ahead at least; a service longer than planned lasts until now', () => {
  const {
    now: at,
    bars,
    hours,
  } = timeLineOf(
    [service('1'), service('2', { endAt: '2026-11-15T20:00:00Z' }), service('3', { startAt: '2026-11-14T08:00:00Z' })],
    now,
    (moment) => new Date(moment).toISOString().slice(11, 16),
  );
  expect(hours.map(({ label }) => label)).toEqual(['14:00', '16:00', '18:00', '20:00', '22:00', '00:00', '02:00']);
  expect(at).toBeCloseTo(50, 0);
  expect(bars.map(({ from, width }) => [Math.round(from), Math.round(from + width)])).toEqual([
    [38, 62],
    [38, 50],
    [0, 62],
  ]);
});

test('the time line reaches the end of the last service, a day ahead at most; what goes on is said', () => {
  const line = (endAt: string) =>
    timeLineOf([service('1', { endAt })], now, (at) => new Date(at).toISOString().slice(11, 16));
  const night = line('2026-11-16T06:30:00Z');
  expect(night.hours.at(-1)?.label).toBe('06:00');
  expect(night.bars[0]).toMatchObject({ goesOn: false });
  expect((night.bars[0]?.from ?? 0) + (night.bars[0]?.width ?? 0)).toBeLessThan(100);
  expect(line('2026-11-18T06:00:00Z').bars[0]).toMatchObject({ goesOn: true });
});

test('a site has one dot in the colour of its most urgent service; sites without a position have none', () => {
  const found = sitesOf([service('1'), service('2', { status: 110 }), service('3', { site: null })]);
  expect(found.map(({ id, group, services }) => [id, group, services.length])).toEqual([['s', 'late', 2]]);
});

test('the time line begins with the late ones as the list does; the map draws them last, above the others', () => {
  const at = (id: string) => ({ ...site, id });
  const services = [
    service('running', { site: at('a') }),
    service('soon', { status: 100, site: at('b') }),
    service('late', { status: 110, site: at('c') }),
    service('interrupted', { status: 400, site: at('d') }),
  ];
  const { bars } = timeLineOf(services, now, String);
  expect(bars.map(({ service: { id } }) => id)).toEqual(['late', 'interrupted', 'running', 'soon']);
  expect(sitesOf(services).map(({ group }) => group)).toEqual(['soon', 'active', 'interrupted', 'late']);
});
