import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import type { Dashboard as DashboardContent } from '#core/home/dashboard.ts';
import { Service } from '#core/planning/service.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { IconHome } from '#ui/icons.ts';
import { type MenuItem, MenusContext } from '#ui/shell/screen.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { Board, Staffing } from './Board.tsx';

beforeEach(startAfresh);

const item = (name: string, records: MenuItem['records']): MenuItem => ({
  name,
  path: `/${name}`,
  label: name,
  description: name,
  icon: IconHome,
  add: false,
  records,
  preload: () => undefined,
});
const page: ReactElement = (
  <MenusContext
    value={[
      {
        name: 'all',
        label: 'Tout',
        items: [item('agents', async () => Agent), item('adminServices', async () => Service)],
      },
    ]}
  >
    <Board />
    <Staffing />
  </MenusContext>
);
const answerWith = (more: Partial<DashboardContent> = {}): [number, object] => [
  200,
  { dashboard: { tasks: [], staffing: null, ...more } },
];
const late = {
  key: 'services.late',
  label: 'Services en retard',
  count: 2,
  tone: 'negative' as const,
  entity: 'service',
  filters: { status: [110] },
};

test('a task shows its count, which opens its list; the staff figures have a table', async () => {
  const months = Array.from({ length: 12 }, (_, at) => ({
    month: `2026-${String(at + 1).padStart(2, '0')}`,
    headcount: 10 + at,
    entries: 1,
    exits: 0,
  }));
  const staffing = { byType: [{ code: 'EMPLOYEE', count: 50 }], byContract: [{ code: 'NONE', count: 3 }], months };
  const calls = serve(() =>
    answerWith({ tasks: [late, { ...late, key: 'hidden', label: 'Sans écran', entity: 'customer' }], staffing }),
  );
  showPage(page);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Services en retard/ });
  expect(link.textContent).toBe('2Services en retard');
  expect(decodeURIComponent(link.href)).toContain('/adminServices?f={"status":[110]}');
  expect(screen.queryByText('Sans écran')).toBeNull();
  expect(screen.getByRole('region', { name: 'Effectif par contrat' }).textContent).toContain('Sans contrat3');
  const rows = within(screen.getByRole('region', { name: 'Effectif sous contrat, douze mois' })).getAllByRole('row');
  expect(rows[1]?.textContent).toBe('décembre 20262110');
  expect(calls.map(({ path }) => path)).toEqual([`/agency/${agencyId}/dashboard`]);
});

test('without tasks a message is shown; a failed read is retried', async () => {
  let broken = true;
  serve(() => (broken ? refusal(500, 'Une erreur est survenue') : answerWith()));
  const user = showPage(page);
  expect(await screen.findByText('Le tableau de bord n’a pas pu être lu')).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Rien ne vous attend : tout est en ordre.')).toBeTruthy();
});

test('a customer reads his own tasks on his own path, without staff figures (W-005)', async () => {
  const calls = serve(() =>
    answerWith({ tasks: [{ ...late, key: 'services.today', label: 'Services du jour', tone: 'neutral' }] }),
  );
  showPage(
    page,
    sessionOf(someUser({ userCompanies: [someProfile({ kind: 'CUSTOMER', rights: 'customer' })] }), {
      profileId: null,
      agency: null,
    }),
  );
  const own = await screen.findByRole('region', { name: 'Vos sites' });
  expect((await within(own).findByRole('link')).textContent).toBe('2Services du jour');
  expect(calls[0]?.path).toMatch(/\/customer\/[\w-]+\/dashboard$/);
  expect(screen.queryByRole('region', { name: 'Effectif par type' })).toBeNull();
});
