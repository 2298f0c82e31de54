import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { SiteHoursRow } from '#core/planning/hours-calls.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import AgentsHours from './AgentsHours.tsx';
import { agentColumns, shownValue } from './columns.ts';
import { sheetOfHours } from './exportHours.ts';
import MyHours from './MyHours.tsx';
import SitesHours from './SitesHours.tsx';
import { id, period, row, slots, whole } from './testing/hours.ts';

beforeEach(startAfresh);

const line = {
  service: id(9),
  reference: 'S000012',
  startAt: '2026-11-02T07:00:00.000Z',
  endAt: '2026-11-02T17:00:00.000Z',
  site: 'Port',
  postTitle: null,
  planned: 600,
  effective: 585,
  breaks: 0,
  gaps: 15,
  slots: slots({ day: 585 }),
  unsettled: false,
};
const { site: _at, breaks: _breaks, gaps: _gaps, unsettled: _unsettled, ...siteLine } = line;
const { id: _id, name: _name, ...totals } = row();
const props = { page: 'p', title: 'Heures', description: '', add: false };
const asked = (requests: readonly StubRequest[], path: string): Record<string, unknown> | undefined =>
  requests.findLast((call) => call.path.endsWith(path))?.body as Record<string, unknown> | undefined;

test('the hours of all agents are in a table with their total; a row opens its details', async () => {
  serve(
    ({ path }): Reply =>
      path.endsWith('/agents/fetch/hours')
        ? [200, { period, hours: [row()], filtered: 1, totals }]
        : [200, { period, hours: whole(), services: [line] }],
  );
  const user = showPage(<AgentsHours {...props} />);
  const cells = within(await screen.findByRole('row', { name: /Aline Petit/ })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '150h00',
    '149h45',
    '153h45',
    '1',
    '151h40',
    '−1h55',
    '133h20',
    '16h25',
    '0h00',
    '16h25',
    '0h00',
    '2h00',
    '0h10',
    '12',
  ]);
  expect(screen.getByRole('columnheader', { name: 'Sup. 25 %' })).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /^Total/ })).getAllByRole('cell')[0]?.textContent).toBe('150h00');
  await user.click(screen.getByRole('button', { name: 'Aline Petit' }));
  const detail = await screen.findByRole('dialog', { name: /^Aline Petit/ });
  expect(await within(detail).findByText('2h00 à 25 %')).toBeTruthy();
  expect(within(detail).getByText('Dimanche, nuit')).toBeTruthy();
  expect(within(detail).getByText('Port')).toBeTruthy();
  expect(within(detail).getByText(/^03\/11\/2026 : 6h00 payées pour 2h00 effectives, de 06:00 à 12:00/)).toBeTruthy();
});

test('order, search and period are sent to the server, each from page 1', async () => {
  const requests = serve((): Reply => [200, { period, hours: [row()], filtered: 120, totals }]);
  const user = showPage(<AgentsHours {...props} />);
  await user.click(await screen.findByRole('button', { name: 'Page suivante' }));
  await waitFor(() => expect(asked(requests, '/hours')).toMatchObject({ offset: 50, limit: 50 }));
  await user.click(await screen.findByRole('button', { name: 'Écart effectif' }));
  await waitFor(() =>
    expect(asked(requests, '/hours')).toMatchObject({ orderBy: 'difference', ascending: false, offset: 0 }),
  );
  expect((await screen.findByRole('columnheader', { name: 'Écart effectif' })).getAttribute('aria-sort')).toBe(
    'descending',
  );
  await user.click(screen.getByRole('radio', { name: 'Semaine' }));
  await waitFor(() => {
    const { start, end } = asked(requests, '/hours') as { start: string; end: string };
    expect(Date.parse(end) - Date.parse(start)).toBe(6 * 86_400_000);
  });
  await user.type(screen.getByRole('searchbox', { name: 'Chercher un collaborateur' }), 'petit');
  await waitFor(() => expect(asked(requests, '/hours')).toMatchObject({ query: 'petit', offset: 0 }));
});

test('a failure is shown and retried; an empty result is shown', async () => {
  let fails = true;
  serve((): Reply => (fails ? refusal(400, '93 jours au plus') : [200, { period, hours: [], filtered: 0, totals }]));
  const user = showPage(<AgentsHours {...props} />);
  expect(await screen.findByText('93 jours au plus')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Vos collaborateurs planifiables apparaîtront ici.')).toBeTruthy();
});

test('reversed days show an error and are not requested', async () => {
  const requests = serve((): Reply => [200, { period, hours: [row()], filtered: 1, totals }]);
  const user = showPage(<AgentsHours {...props} />);
  await screen.findByRole('row', { name: /Aline Petit/ });
  await user.click(screen.getByRole('radio', { name: 'Libre' }));
  const end = screen.getByRole('textbox', { name: 'Au' });
  const before = requests.length;
  await user.clear(end);
  await user.type(end, '01/01/2020');
  expect(await screen.findByText('La fin précède le début')).toBeTruthy();
  expect(requests.length).toBe(before);
});

const site: SiteHoursRow = {
  id: id(3),
  name: 'Port',
  customer: 'Ville de Nice',
  services: 4,
  wanted: 2_400,
  planned: 2_300,
  effective: 2_200,
  missing: 100,
  slots: slots({ day: 2_400 }),
};
const { id: _site, name: _port, customer: _customer, ...sums } = site;
const heads = (): (string | null)[] => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

test('hours by site show the customer and the agents', async () => {
  serve(
    ({ path }): Reply =>
      path.endsWith('/fetch/sites/hours')
        ? [200, { period, hours: [site], filtered: 1, totals: sums }]
        : [200, { period, services: [{ ...siteLine, wanted: 600, agents: ['Aline Petit'] }] }],
  );
  const user = showPage(<SitesHours {...props} />);
  const found = await screen.findByRole('row', { name: /Port/ });
  expect(within(found).getByText('Ville de Nice')).toBeTruthy();
  expect(heads()).toEqual(expect.arrayContaining(['Planifiées', 'Effectives', 'Non pourvues']));
  await user.click(screen.getByRole('button', { name: 'Port' }));
  expect(await screen.findByText('Aline Petit')).toBeTruthy();
});

test('a customer sees the hours wanted at his own sites, on his own path, without agents and their hours', async () => {
  const unknown = { planned: null, effective: null, missing: null };
  const requests = serve(
    ({ path }): Reply =>
      path.endsWith('/fetch/sites/hours')
        ? [200, { period, hours: [{ ...site, ...unknown }], filtered: 1, totals: { ...sums, ...unknown } }]
        : [
            200,
            {
              period,
              services: [
                { ...siteLine, planned: null, effective: null, postTitle: 'Accueil', wanted: 600, agents: [] },
              ],
            },
          ],
  );
  const contact = sessionOf(someUser({ userCompanies: [someProfile({ kind: 'CUSTOMER', rights: 'customer' })] }), {
    profileId: null,
    agency: null,
  });
  const user = showPage(<SitesHours {...props} />, contact);
  const found = await screen.findByRole('row', { name: /Port/ });
  expect(requests[0]?.path).toMatch(/\/customer\/[\w-]+\/fetch\/sites\/hours$/);
  expect(within(found).queryByText('Ville de Nice')).toBeNull();
  expect(heads()).toEqual(['Site', 'Services', 'Demandées', 'Jour', 'Nuit', 'Samedi', 'Dimanche', 'Férié']);
  await user.click(screen.getByRole('button', { name: 'Port' }));
  const detail = await screen.findByRole('dialog', { name: 'Port · Novembre 2026' });
  expect(await within(detail).findByText('Accueil')).toBeTruthy();
  expect(within(detail).queryByRole('columnheader', { name: 'Effectives' })).toBeNull();
});

test('the first period is the agency’s current pay period, and pay months follow each other without a gap', async () => {
  const requests = serve(({ body }): Reply => {
    const { start, end } = body as { start?: string; end?: string };
    const asked = start && end ? { start, end } : { start: '2026-10-21', end: '2026-11-20' };
    return [200, { period: { ...asked, payPeriodStart: 21 }, hours: [row()], filtered: 1, totals }];
  });
  const user = showPage(<AgentsHours {...props} />);
  expect(await screen.findByText('Paie de novembre 2026 · 21/10/2026 – 20/11/2026')).toBeTruthy();
  expect(asked(requests, '/hours')).not.toHaveProperty('start');
  expect(screen.getByRole('radio', { name: 'Mois de paie' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Période suivante' }));
  await waitFor(() => expect(asked(requests, '/hours')).toMatchObject({ start: '2026-11-21', end: '2026-12-20' }));
});

test('own hours are requested on the own path', async () => {
  const requests = serve(({ path }): Reply => {
    if (path.endsWith('/payroll/counters')) return [200, { month: null, counters: null }];
    if (path.endsWith('/salary-elements')) return [200, { salaryElements: [], filtered: 0 }];
    return [200, { period, hours: whole(), services: [line] }];
  });
  const agent = sessionOf(someUser({ userCompanies: [someProfile({ rights: 'collaborator', plannable: true })] }), {
    profileId: null,
    agency: null,
  });
  showPage(<MyHours {...props} />, agent);
  expect(await screen.findByText('Contrat')).toBeTruthy();
  // Worked until now, and to come.
  const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  expect([figure('Effectives'), figure('Prévues')]).toEqual(['100h00', '49h45']);
  expect(screen.getByRole('alert', { name: '1 écart en attente de validation' })).toBeTruthy();
  expect(requests[0]?.path).toMatch(/\/agent\/.*\/fetch\/hour-detail$/);
});

test('the spreadsheet contains decimal hours, one row each', () => {
  const columns = agentColumns([25]);
  const { cells } = sheetOfHours('Heures', [{ label: 'Collaborateur', text: ({ name }) => name }], columns, [row()]);
  expect(cells[0]?.[0]).toMatchObject({ value: 'Collaborateur', fontWeight: 'bold' });
  const hours = (value: number) => ({ value, format: '0.00' });
  expect(cells[1]?.slice(0, 7)).toEqual([
    'Aline Petit',
    ...[150, 149.75, 153.75].map(hours),
    1,
    ...[151.67, -1.92].map(hours),
  ]);
  expect(cells[1]?.at(-1)).toBe(12);
  expect(shownValue(65, { signed: true })).toBe('+1h05');
});

test('more hours than a spreadsheet takes are refused, and not cut', async () => {
  serve((): Reply => [200, { period, hours: [row()], filtered: 5001, totals }]);
  const user = showPage(<AgentsHours {...props} />);
  await user.click(await screen.findByRole('button', { name: 'Exporter' }));
  expect(await screen.findByText("L'export excel est limité à 5000 lignes")).toBeTruthy();
});
