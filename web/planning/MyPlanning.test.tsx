import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { instantAt } from '#core/kernel/clock.ts';
import { minuteOf } from '#core/planning/calendar.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { Site } from '#core/sites/site.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { listedRowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { today } from '#ui/clock.ts';
import { refresher } from '#ui/live/Live.tsx';
import { showPage, startAfresh } from '../testing/page.tsx';
import MyPlanning from './MyPlanning.tsx';
import type { PlanningData } from './model.ts';
import { minutesIn, myDays, myPeriod } from './myDays.ts';
import { id, somePlanned, somePlanning } from './testing/planned.ts';

beforeEach(startAfresh);

const zone = 'Europe/Paris';
const at = (day: string, time: string): number => minuteOf(instantAt(day, time, zone));
const service = (
  day: string,
  from: string,
  until: [string, string],
  more: Partial<PlannedService> = {},
): PlannedService => somePlanned({ start: at(day, from), end: at(...until), ...more });
const data = (more: Partial<PlanningData> = {}): PlanningData => somePlanning({ zone, ...more });

describe('the days of a month', () => {
  const november = { start: '2026-11-01', end: '2026-11-30' };

  test('contain the services that begin on each day; a night belongs to the day on which it begins', () => {
    const services = [
      service('2026-11-03', '21:00', ['2026-11-04', '06:00']),
      service('2026-11-10', '12:00', ['2026-11-11', '00:00']),
      service('2026-12-01', '08:00', ['2026-12-01', '10:00']),
    ];
    const { days } = myDays(data({ services }), november, '2026-11-15');
    expect(days.map(({ day, services: own }) => [day, own[0]?.hours, own[0]?.isOvernight])).toEqual([
      ['2026-11-03', '21:00 – 06:00', true],
      ['2026-11-10', '12:00 – 00:00', false],
    ]);
  });

  test('show the start and no end for a running service with an open end', () => {
    const services = [service('2026-11-03', '21:00', ['2026-11-04', '09:00'], { status: 200, openEnded: true })];
    const [one] = myDays(data({ services }), november, '2026-11-03').all;
    expect([one?.hours, one?.isOvernight, one?.minutes]).toEqual(['Depuis 21:00', false, null]);
  });

  test('show the real hours beside the planned ones', () => {
    const real = (from: number, to: number | null) => ({
      real: [from, to, to !== null] as [number, number | null, boolean],
    });
    const night = (more: object) => service('2026-11-03', '19:00', ['2026-11-04', '07:00'], more);
    const services = [
      night({ status: 300, ...real(at('2026-11-03', '18:55'), at('2026-11-03', '21:23')) }),
      night({ status: 200, ...real(at('2026-11-03', '18:55'), null) }),
      night({}),
    ];
    expect(myDays(data({ services }), november, '2026-11-03').all.map(({ real: shown }) => shown)).toEqual([
      '18:55 – 21:23 (prévu 19:00 – 07:00)',
      'depuis 18:55 (prévu 19:00)',
      null,
    ]);
  });

  test('contain each day of an absence, within the month', () => {
    const unavailabilities = [
      { id: id(5), agent: id(1), start: at('2026-10-30', '12:00'), end: at('2026-11-02', '11:59'), type: 'Maladie' },
    ];
    const { days } = myDays(data({ unavailabilities }), november, '2026-11-15');
    expect(days.map(({ day, absences }) => [day, absences[0]?.hours])).toEqual([
      ['2026-11-01', 'Toute la journée'],
      ['2026-11-02', '00:00 – 11:59'],
    ]);
  });

  test('include the following days near the end of the month', () => {
    expect(myPeriod('2026-11', '2026-11-15')).toEqual(november);
    expect(myPeriod('2026-11', '2026-11-28')).toEqual({ start: '2026-11-01', end: '2026-12-04' });
    expect(myPeriod('2026-12', '2026-11-28')).toEqual({ start: '2026-12-01', end: '2026-12-31' });
  });

  test('sum up the hours of the month and of the week, without unscheduled services', () => {
    const services = [
      service('2026-10-31', '22:00', ['2026-11-01', '04:00']),
      service('2026-11-03', '08:00', ['2026-11-03', '18:00'], {
        breaks: [[at('2026-11-03', '12:00'), at('2026-11-03', '12:30'), null]],
      }),
      service('2026-11-04', '08:00', ['2026-11-04', '18:00'], { status: 700 }),
    ];
    const shown = myDays(data({ services }), november, '2026-11-03');
    expect(minutesIn(data({ services }), shown.calendar, '2026-11-01', '2026-12-01')).toBe(240 + 570);
    expect(minutesIn(data({ services }), shown.calendar, shown.week.from, shown.week.to)).toBe(570);
  });
});

describe('the screen', () => {
  const agent = (): Session =>
    sessionOf(someUser({ userCompanies: [someProfile({ rights: 'collaborator', plannable: true })] }), {
      profileId: null,
      agency: null,
    });
  const props = { page: 'my-planning', title: 'Mon planning', description: '', add: false };
  const now = today(zone);
  const site = listedRowOf(Site, {
    id: id(2),
    name: 'Port',
    address: { street: '1 quai', zipcode: '06000', city: 'Nice', country: 'FR', location: null },
  });
  const nothing = (path: string): Reply =>
    path.endsWith('/fetch/sites') ? [200, { sites: [], filtered: 0 }] : [200, data()];

  test('shows today’s service with its site, directions and instructions', async () => {
    const requests = serve(
      ({ path }): Reply =>
        path.endsWith('/fetch/sites')
          ? [200, { sites: [site], filtered: 1 }]
          : [200, data({ services: [service(now, '08:00', [now, '18:00'])] })],
    );
    showPage(<MyPlanning {...props} />, agent());
    const card = await screen.findByRole('article', { name: '08:00 – 18:00, Port' });
    expect(within(card).getByText('10h00')).toBeTruthy();
    expect(within(card).getByText('Accueil')).toBeTruthy();
    const link = await within(card).findByRole('link', { name: '1 quai, 06000 Nice' });
    expect(link.getAttribute('href')).toContain(encodeURIComponent('1 quai, 06000 Nice'));
    expect(within(card).getByRole('button', { name: 'Consignes, Port' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: /^Aujourd’hui/ })).toBeTruthy();
    expect(requests.every(({ path }) => path.includes('/agent/'))).toBe(true);
  });

  test('follows what is published while it is open', async () => {
    let post = 'Accueil';
    serve(({ path }) =>
      path.endsWith('/fetch/sites')
        ? nothing(path)
        : [200, data({ services: [service(now, '08:00', [now, '18:00'], { post })] })],
    );
    showPage(<MyPlanning {...props} />, agent());
    expect(await screen.findByText('Accueil')).toBeTruthy();
    post = 'Rondier';
    const { onEvent, stop } = refresher();
    onEvent({ type: 'changed', entity: 'service', ids: [id(9)] });
    expect(await screen.findByText('Rondier')).toBeTruthy();
    expect(screen.queryByText('Accueil')).toBeNull();
    stop();
  });

  test('goes from month to month, and back', async () => {
    const requests = serve(({ path }) => nothing(path));
    const user = showPage(<MyPlanning {...props} />, agent());
    expect(await screen.findByText(/Aucun service à venir ce mois-ci/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Mois suivant' }));
    expect(await screen.findByText(/Aucun service ni absence/)).toBeTruthy();
    const asked = requests.findLast(({ path }) => path.endsWith('/fetch/circuits-planning'))?.body as { start: string };
    expect(asked.start > now).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Ce mois-ci' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ce mois-ci' })).toBeNull());
  });

  test('shows a failure and retries', async () => {
    let fails = true;
    serve(({ path }) => (fails ? refusal(409, 'Pas maintenant.') : nothing(path)));
    const user = showPage(<MyPlanning {...props} />, agent());
    expect(await screen.findByText('Pas maintenant.')).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText(/Aucun service à venir/)).toBeTruthy();
  });
});
