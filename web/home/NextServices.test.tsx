import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Service } from '#core/planning/service.ts';
import { rememberFieldWaiting } from '#ui/client/field-device.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { serve } from '#ui/client/testing/server.ts';
import { IconHome } from '#ui/icons.ts';
import { type MenuItem, MenusContext } from '#ui/shell/screen.ts';
import { id, somePlanned, somePlanning } from '../planning/testing/planned.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { NextServices } from './NextServices.tsx';

beforeEach(startAfresh);
afterEach(() => {
  vi.useRealTimers();
});

const planning: MenuItem = {
  ...{ name: 'my-planning', path: '/my-planning', label: 'Mon planning', description: '', icon: IconHome },
  ...{ add: false, records: null, preload: () => undefined },
};
const agent = sessionOf(someUser({ userCompanies: [someProfile({ rights: 'collaborator', plannable: true })] }), {
  profileId: null,
  agency: null,
});

const nextOnes = async (now: string, services: [post: number, start: string, end: string, status?: number][]) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(now) });
  const minute = (at: string): number => Date.parse(at) / 60_000;
  const data = somePlanning({
    zone: 'Europe/Paris',
    services: services.map(([post, start, end, status = 100]) =>
      somePlanned({ id: id(post), start: minute(start), end: minute(end), status, post: `Poste ${post}` }),
    ),
  });
  serve(({ path }) =>
    // The card of the service under way asks whether it has a report.
    /\/circuit\/[\w-]+$/.test(path) ? [200, { service: rowOf(Service, { status: 200 }) }] : [200, data],
  );
  showPage(
    <MenusContext value={[{ name: 'all', label: 'Tout', items: [planning] }]}>
      <NextServices />
    </MenusContext>,
    agent,
  );
  const mine = await screen.findByRole('region', { name: 'Mes prochains services' });
  return within(mine).findAllByRole<HTMLAnchorElement>('link');
};

test('an agent’s next services link to his planning, without unscheduled or finished ones', async () => {
  const links = await nextOnes('2026-11-16T12:00+01:00', [
    [1, '2026-11-16T02:00+01:00', '2026-11-16T04:00+01:00'],
    [4, '2026-11-19T08:00+01:00', '2026-11-19T20:00+01:00'],
    [3, '2026-11-18T08:00+01:00', '2026-11-18T20:00+01:00', 700],
    [2, '2026-11-16T11:00+01:00', '2026-11-16T13:00+01:00', 200],
  ]);
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Jeudi 19 novembre 2026, 08:00 – 20:00Port · Poste 4 · Nice',
  ]);
  expect(links[0]?.href).toContain('/my-planning');
  // The one under way comes first, with its own card.
  expect(screen.getByRole('region', { name: 'Service en cours' }).textContent).toContain('Poste 2');
});

test('at night, the service that began the day before is under way; a finished one is not listed', async () => {
  const [begin, end] = ['2026-11-16T00:00+01:00', '2026-11-16T08:00+01:00'];
  const links = await nextOnes('2026-11-16T03:00+01:00', [
    [9, begin, end, 300],
    [8, begin, '2026-11-16T02:00+01:00', 400],
    [7, begin, end, 600],
    [6, begin, end, 800],
    [2, '2026-11-16T20:00+01:00', '2026-11-17T06:00+01:00'],
    [1, '2026-11-15T20:00+01:00', '2026-11-16T06:00+01:00', 200],
  ]);
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Aujourd’hui, 20:00 – 06:00 (lendemain)Port · Poste 2 · Nice',
  ]);
  expect(screen.getByRole('region', { name: 'Service en cours' }).textContent).toContain('Poste 1');
});

test('an interrupted service whose hours still run comes first, with « Reprendre »', async () => {
  const links = await nextOnes('2026-11-16T03:00+01:00', [
    [2, '2026-11-16T20:00+01:00', '2026-11-17T06:00+01:00'],
    [1, '2026-11-15T20:00+01:00', '2026-11-16T06:00+01:00', 400],
  ]);
  expect(links).toHaveLength(1);
  const card = screen.getByRole('region', { name: 'Service interrompu' });
  expect(card.textContent).toContain('Poste 1');
  expect(within(card).getByRole('button', { name: /Reprendre/ })).toBeTruthy();
  // Its state goes below the title on a phone.
  const heading = within(card).getByText('Interrompu').closest<HTMLElement>('.mantine-Group-root');
  expect(heading?.style.getPropertyValue('--group-wrap')).toBe('wrap');
});

test.each([
  ['which starts in 30 minutes', '07:30'],
  ['whose start has passed', '08:20'],
])('a service %s comes first, with « Démarrer »', async (_, time) => {
  const links = await nextOnes(`2026-11-16T${time}+01:00`, [
    [1, '2026-11-16T08:00+01:00', '2026-11-16T20:00+01:00'],
    [2, '2026-11-17T08:00+01:00', '2026-11-17T20:00+01:00'],
  ]);
  expect(links.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Poste 2')]);
  const card = screen.getByRole('region', { name: 'Service à commencer' });
  expect(card.textContent).toContain('Poste 1');
  expect(within(card).getByRole('button', { name: /Démarrer/ })).toBeTruthy();
});

test('earlier, or once it has ended, there is nothing to start', async () => {
  const links = await nextOnes('2026-11-16T07:29+01:00', [
    [1, '2026-11-16T08:00+01:00', '2026-11-16T20:00+01:00'],
    [2, '2026-11-16T02:00+01:00', '2026-11-16T07:00+01:00'],
  ]);
  expect(links.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Poste 1')]);
  expect(screen.queryByRole('button', { name: /Démarrer/ })).toBeNull();
});

test('the field application is one touch away, and says what waits there', async () => {
  serve(() => [200, somePlanning({ zone: 'Europe/Paris', services: [] })]);
  const field = { ...planning, name: 'terrain', path: '/terrain', label: 'Mode terrain' };
  showPage(
    <MenusContext value={[{ name: 'all', label: 'Tout', items: [planning, field] }]}>
      <NextServices />
    </MenusContext>,
    agent,
  );
  expect((await screen.findByRole('link', { name: /Mode terrain/ })).textContent).toBe('Mode terrain');
  act(() => rememberFieldWaiting(2));
  expect(screen.getByRole('link', { name: /Mode terrain/ }).textContent).toContain('2 éléments à transmettre');
  act(() => rememberFieldWaiting(null));
});
