import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Service } from '#core/planning/service.ts';
import { idOf, listedRowOf } from '#ui/client/testing/rows.ts';
import { serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Services from './Services.tsx';
import { serviceCells } from './serviceCells.tsx';

beforeEach(() => {
  startAfresh();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-16T20:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const row = { id: 'x', version: 1, startAt: '2026-11-16T18:00:00.000Z', endAt: '2026-11-17T06:00:00.000Z' };

test.each([
  ['startAt', {}, '16/11 19:00'],
  ['endAt', {}, '17/11 07:00'],
  [
    'startAt',
    { realStartAt: '2026-11-16T18:00:00.000Z', realEndAt: '2026-11-16T20:23:00.000Z' },
    '16/11 19:00 – 21:23',
  ],
  ['startAt', { realStartAt: '2026-11-16T17:55:00.000Z' }, '16/11 depuis 18:55'],
  ['endAt', { realEndAt: '2026-11-16T20:23:00.000Z' }, '16/11 21:23 (prévu 07:00)'],
] as const)('%s of a service with %o is « %s »', async (path, real, words) => {
  const Cell = serviceCells[path];
  if (!Cell) throw new Error(path);
  const one = { ...row, ...real };
  showPage(
    <p data-testid="cell">
      <Cell row={one} value={one[path]} />
    </p>,
  );
  const { textContent } = await screen.findByTestId('cell');
  expect(textContent?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(words);
});

test('a service of another year says its year', async () => {
  const { endAt: Cell } = serviceCells;
  if (!Cell) throw new Error('endAt');
  showPage(<Cell row={row} value="2027-01-02T06:00:00.000Z" />);
  expect(await screen.findByText('02/01/2027 07:00')).toBeTruthy();
});

test('the tooltip of a real start has the plan too', async () => {
  const { startAt: Cell } = serviceCells;
  if (!Cell) throw new Error('startAt');
  const one = { ...row, realStartAt: row.startAt, realEndAt: '2026-11-16T20:23:00.000Z' };
  showPage(<Cell row={one} value={one.startAt} />);
  expect((await screen.findByText('16/11 19:00 – 21:23')).title).toBe('19:00 – 21:23 (prévu 07:00)');
});

test('on a phone a service is headed by its site, day and hours; the reference comes last', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} }) as never,
  );
  const site = { id: idOf(4), name: 'Port' };
  const listed = listedRowOf(Service, { ...row, id: idOf(3), site, postTitle: 'Accueil', reference: 'S000042' });
  serve(() => [200, { services: [listed], filtered: 1 }]);
  showPage(<Services page="adminServices" title="Services" description="" add={false} />);
  const link = await screen.findByRole('link', { name: 'Port · lun. 16, 19:00–07:00' });
  // The site on the first line, which may be cut; when it is comes first on the second.
  expect(link.textContent).toBe('Port');
  expect(link.closest('li')?.querySelector('p')?.textContent).toMatch(/^lun. 16, 19:00–07:00.*AccueilS000042$/);
  vi.restoreAllMocks();
});

test('B-069: « Événements » opens the entries of the service in a drawer to the right, beside the list', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const site = { id: idOf(4), name: 'Port' };
  const listed = listedRowOf(Service, { ...row, id: idOf(3), site, reference: 'S000042' });
  const calls = serve(({ path }) =>
    path.endsWith('/fetch/allEvents')
      ? [200, { data: [], sites: [], services: [], types: [], graph: [], filtered: 0 }]
      : [200, { services: [listed], filtered: 1 }],
  );
  showPage(<Services page="adminServices" title="Services" description="" add={false} />);
  await user.click(await screen.findByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Événements' }));
  const drawer = await screen.findByRole('dialog', { name: 'Événements du service' });
  expect(drawer.textContent).toContain('Main courante du service S000042');
  expect(calls.find(({ path }) => path.endsWith('/fetch/allEvents'))?.body).toMatchObject({
    filters: { service: [idOf(3)] },
  });
});
