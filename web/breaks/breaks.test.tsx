import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ServiceTime } from '#core/planning/service-time.ts';
import { listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import type { AnyRow } from '#ui/moves.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import ServiceTimes from './ServiceTimes.tsx';
import { settleTogether } from './settling.ts';
import TimeGaps, { totalsText } from './TimeGaps.tsx';

beforeEach(startAfresh);

const id = (last: number): string => `01900000-0000-7000-8000-0000000000f${last}`;
const row = (more: object = {}) => ({
  id: id(1),
  version: 1,
  agent: { id: id(2), name: 'Mehdi Laurent' },
  agentName: 'Mehdi Laurent',
  service: { id: id(3), name: 'S000042' },
  type: 1,
  startAt: '2026-11-16T07:00:00.000Z',
  endAt: '2026-11-16T07:25:00.000Z',
  minutes: 25,
  comment: 'Embouteillage',
  realStartAt: null,
  realEndAt: null,
  customer: { id: id(4), name: 'Hôtels Miramarine' },
  site: { id: id(5), name: 'Hôtel Miramarine Croisette' },
  specialty: { id: id(6), name: 'SSIAP 1' },
  status: 300,
  createdAt: '2026-11-16T09:00:00.000Z',
  ...more,
});
const serving = (...rows: object[]): StubRequest[] =>
  serve(({ method, path }): Reply => {
    if (path.endsWith('/fetch/breaks'))
      return [200, { breaks: rows, filtered: rows.length, totals: { day: 25, night: 90, sunday: 0, holiday: 60 } }];
    if (path.endsWith('/fetch/agents')) return [200, { agents: [], filtered: 0, specialties: [] }];
    if (method === 'DELETE') return [204];
    return [200, { break: row(), others: [] }];
  });
const list = <TimeGaps page="listInterrupt" title="Écarts horaires" description="" add />;

test('a gap shows agent, service, type, start, end, duration, reason and site', async () => {
  serving(row());
  showPage(list, owner());
  const line = (await screen.findByRole('link', { name: 'Mehdi Laurent' })).closest('tr') as HTMLElement;
  for (const text of [
    'S000042',
    'Retard',
    '16/11/2026 08:00',
    '16/11/2026 08:25',
    '25',
    'Embouteillage',
    'Hôtels Miramarine',
    'Hôtel Miramarine Croisette',
    'SSIAP 1',
  ])
    expect(within(line).getByText(text), text).toBeTruthy();
  expect(screen.getByText(/^Total : 1h55/)).toBeTruthy();
});

test.each([
  [{}, 'Total : 0h00 · jour 0h00 · nuit 0h00 · dont dimanche 0h00 · dont férié 0h00'],
  [
    { day: 90, night: 10, sunday: 100, holiday: 0 },
    'Total : 1h40 · jour 1h30 · nuit 0h10 · dont dimanche 1h40 · dont férié 0h00',
  ],
])('the totals %o are shown in hours', (totals, text) => {
  expect(totalsText(totals)).toBe(text);
});

test('an empty list offers to add a gap, a lateness by default', async () => {
  serving();
  const user = showPage(list, owner());
  await user.click((await screen.findAllByRole('button', { name: 'Ajouter' }))[0] as HTMLElement);
  const made = await screen.findByRole('dialog', { name: 'Nouvel écart horaire' });
  expect(await within(made).findByDisplayValue('Retard')).toBeTruthy();
});

test('hours without an end lead to their service; the list has a search', async () => {
  const time = (last: number, endedAt: string | null, state: string) =>
    listedRowOf(ServiceTime, {
      id: id(last),
      agentName: `Agent ${last}`,
      service: { id: id(3), name: 'S000042' },
      startedAt: '2026-11-16T07:00:00.000Z',
      endedAt,
      state,
      status: 200,
    });
  serve(({ path }): Reply => {
    if (path.endsWith('/fetch/serviceTimes'))
      return [
        200,
        {
          serviceTimes: [time(7, null, 'Fin non pointée'), time(8, '2026-11-16T17:00:00.000Z', 'Terminé')],
          filtered: 2,
        },
      ];
    return [200, { others: [] }];
  });
  const user = showPage(<ServiceTimes page="listServiceTimes" title="Heures à valider" description="" add={false} />);
  const line = (await screen.findByRole('link', { name: 'Agent 7' })).closest('tr') as HTMLElement;
  expect(within(line).getByText('Dire la fin')).toBeTruthy();
  const other = screen.getByRole('link', { name: 'Agent 8' }).closest('tr') as HTMLElement;
  expect(other.textContent).not.toContain('Dire la fin');
  expect(screen.getByRole('searchbox', { name: 'Rechercher' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Actions : Agent 7' }));
  expect(await screen.findByRole('menuitem', { name: 'Ouvrir le service' })).toBeTruthy();
});

test('on a phone the hours to settle say what was planned, what was real and the difference', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} }) as never,
  );
  const row = listedRowOf(ServiceTime, {
    ...{ id: id(7), agentName: 'Karim Benali', site: { id: id(4), name: 'Port' }, state: 'Terminé', status: 200 },
    ...{ planned: '16/11 19:00 – 07:00', lived: '19:20 – 07:00', difference: -20 },
    ...{ startedAt: '2026-11-16T18:20:00.000Z', endedAt: '2026-11-17T06:00:00.000Z' },
  });
  serve(() => [200, { serviceTimes: [row], filtered: 1 }]);
  showPage(<ServiceTimes page="listServiceTimes" title="Heures à valider" description="" add={false} />);
  const second = (await screen.findByRole('link', { name: 'Karim Benali' })).closest('li')?.querySelector('p');
  expect(second?.textContent).toMatch(/^.*Portprévu 16\/11 19:00 – 07:00réel 19:20 – 07:00Écart −0h20Terminé$/);
  vi.restoreAllMocks();
});

test('one decision about several hours is one call; if it is refused, each has its own result', async () => {
  const rows = [7, 8].map((last) => listedRowOf(ServiceTime, { id: id(last), status: 200 }) as unknown as AnyRow);
  let isRefused = false;
  const requests = serve(({ path }): Reply => {
    if (!path.includes('/serviceTimes/act/'))
      return [200, { serviceTime: rowOf(ServiceTime, { id: id(7), status: 310 }) }];
    return isRefused ? refusal(409, 'Agent 8 : impossible') : [200, { times: [id(7), id(8)] }];
  });
  showPage(<p>Page</p>);
  const settle = async () => {
    const make = await settleTogether('accept', rows, '2026-11-17');
    return Promise.all(rows.map(async (row) => make?.(row)));
  };
  expect((await settle()).map((row) => row?.status)).toEqual([300, 300]);
  expect(requests.map(({ body }) => body)).toEqual([{ times: [id(7), id(8)] }]);
  isRefused = true;
  expect((await settle()).map((row) => row?.status)).toEqual([310, 310]);
  expect(requests).toHaveLength(4);
  expect(await settleTogether('accept', rows.slice(1), '2026-11-17')).toBeUndefined();
});
