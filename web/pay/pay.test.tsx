import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PayDetailLine, PayrollMonth, PayrollRow } from '#core/pay/calls.ts';
import { usualMapping } from '#core/pay/mapping.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Payroll from './Payroll.tsx';

const saved = vi.hoisted(() => ({ files: [] as { name: string; content: Blob }[] }));
vi.mock('#ui/saveAs.ts', () => ({
  saveAs: (content: Blob, name: string) => saved.files.push({ name, content }),
}));

beforeEach(() => {
  startAfresh();
  saved.files = [];
});

const id = (end: number): string => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const nothing = { opening: 0, earned: 0, taken: 0, closing: 0 };
const counters = { nightRest: { ...nothing, earned: 5, closing: 5 }, quotaRest: nothing, overtimeYear: 120 };
const night = {
  ...{ rubric: 'night', label: 'Majoration de nuit', quantity: 540, unit: 'minutes' as const },
  ...{ rate: 12.4207, amount: 11.18, regularises: null },
};
const base = {
  ...night,
  rubric: 'base',
  label: 'Salaire de base',
  quantity: null,
  unit: 'none' as const,
  rate: null,
  amount: 1883.85,
};
const agent = (rank: number, name: string, more: Partial<PayrollRow> = {}): PayrollRow => ({
  ...{ id: id(rank), name, registrationNumber: `M-${rank}`, effective: 540, paid: 540, unsettled: 0, issues: [] },
  ...{ total: 1895.03, counters, cells: [base, night], ...more },
});
const month = (more: Partial<PayrollMonth> = {}): PayrollMonth => ({
  ...{ month: '2026-10', start: '2026-10-01', end: '2026-10-31', closed: null, refusal: null, unsettled: 1 },
  rubrics: [
    { rubric: 'base', label: 'Salaire de base', total: 3767.7 },
    { rubric: 'night', label: 'Majoration de nuit', total: 22.36 },
  ],
  agents: [agent(1, 'Aline Petit', { unsettled: 1 }), agent(2, 'Bruno Roy', { issues: ['noCoefficient'] })],
  total: 3790.06,
  ...more,
});
const line: PayDetailLine = {
  ...{ ...night, percent: 10, article: 'Avenant du 25 septembre 2001, art. 1' },
  inputs: [
    {
      label: 'Entrepôt',
      day: '2026-10-06',
      quantity: 540,
      unit: 'minutes',
      rate: 12.4207,
      percent: 10,
      service: id(9),
    },
  ],
};
const props = { page: 'p', title: 'Paie', description: '', add: false };
const spaces = (text: string | null | undefined): string => (text ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');

const server = (payroll: () => PayrollMonth) =>
  serve(({ path, method }): Reply => {
    if (path.endsWith('/fetch/payroll/month')) return [200, payroll()];
    if (path.endsWith('/fetch/payroll/detail'))
      return [200, { month: '2026-10', name: 'Aline Petit', total: 1895.03, counters, lines: [line] }];
    if (path.endsWith('/payroll/close'))
      return [200, { month: '2026-10', closed: { at: '2026-11-02T08:00:00.000Z', by: 'Moi' } }];
    if (path.endsWith('/payroll/mapping') && method === 'GET')
      return [200, { mapping: usualMapping, rubrics: [{ rubric: 'night', label: 'Majoration de nuit' }] }];
    if (path.endsWith('/payroll/mapping')) return [200, { mapping: usualMapping }];
    if (path.endsWith('/fetch/payroll'))
      return [
        200,
        {
          ...{ start: '2026-10-01', end: '2026-10-31', open: [], mapping: usualMapping },
          lines: [{ month: '2026-10', agent: id(1), name: 'Aline Petit', registrationNumber: 'M-1', ...night }],
        },
      ];
    return refusal(404, 'Introuvable');
  });

test('collaborators by rubric with their totals; a cell says where its figure comes from', async () => {
  const requests = server(() => month());
  const user = showPage(<Payroll {...props} />);
  const row = await screen.findByRole('row', { name: /Aline Petit/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => spaces(textContent)),
  ).toEqual([
    '1 895,03 €',
    'Salaire de base, Aline Petit : 1 883,85 €',
    'Majoration de nuit, Aline Petit : 11,18 €9h00',
  ]);
  expect(spaces(within(screen.getByRole('row', { name: /^Total/ })).getAllByRole('cell')[0]?.textContent)).toBe(
    '3 790,06 €',
  );
  await user.click(within(row).getByRole('button', { name: /^Majoration de nuit/ }));
  const detail = await screen.findByRole('dialog', { name: /Aline Petit · Octobre 2026/ });
  expect(spaces((await within(detail).findByText(/Avenant du 25 septembre 2001/)).textContent)).toBe(
    'Avenant du 25 septembre 2001, art. 1 · 9h00 × 12,4207 € × 10 %',
  );
  expect(within(detail).getByRole('row', { name: /06\/10\/2026 Entrepôt 9h00/ })).toBeTruthy();
  expect(within(detail).getByText('Repos compensateur de nuit')).toBeTruthy();
  await user.click(within(detail).getByRole('button', { name: 'Fermer' }));
  await user.click(screen.getByRole('switch', { name: 'Seulement ceux-là' }));
  await user.type(screen.getByRole('searchbox'), 'bruno');
  expect(screen.queryByRole('row', { name: /Aline/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Mois précédent' }));
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ month: '2026-09' }));
});

test('closing shows what is wrong first, and closes only once it was read', async () => {
  let closed: PayrollMonth['closed'] = null;
  const requests = server(() => month({ closed }));
  const user = showPage(<Payroll {...props} />);
  await user.click(await screen.findByRole('button', { name: 'Clore le mois' }));
  const dialog = await screen.findByRole('dialog', { name: 'Clore la paie d’octobre 2026' });
  expect(within(dialog).getByText('Aline Petit : 1')).toBeTruthy();
  expect(within(dialog).getByText('Bruno Roy')).toBeTruthy();
  const button = within(dialog).getByRole('button', { name: 'Clore définitivement' });
  expect(button.hasAttribute('disabled')).toBe(true);
  await user.click(within(dialog).getByRole('checkbox'));
  closed = { at: '2026-11-02T08:00:00.000Z', by: 'Moi' };
  await user.click(button);
  expect(await screen.findByText('Close le 02/11/2026 par Moi')).toBeTruthy();
  expect(requests.find(({ path }) => path.endsWith('/payroll/close'))?.body).toEqual({
    month: '2026-10',
    unsettled: 1,
  });
  expect(screen.queryByRole('button', { name: 'Clore le mois' })).toBeNull();
});

test('the day a month was closed is the agency’s', async () => {
  server(() => month({ closed: { at: '2026-11-02T23:30:00.000Z', by: 'Moi' } }));
  showPage(<Payroll {...props} />);
  expect(await screen.findByText('Close le 03/11/2026 par Moi')).toBeTruthy();
});

test('a month that cannot be closed yet says why', async () => {
  server(() => month({ refusal: 'La période finit le 30/11/2026 : elle se clôt ensuite.' }));
  const user = showPage(<Payroll {...props} />);
  const button = await screen.findByRole('button', { name: 'Clore le mois' });
  expect(button.getAttribute('aria-description')).toContain('La période finit');
  await user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the export takes the agency’s codes, kept for the next time', async () => {
  const requests = server(() => month());
  const user = showPage(<Payroll {...props} />);
  await user.click(await screen.findByRole('button', { name: 'Exporter' }));
  await user.type(await screen.findByRole('textbox', { name: 'Code de Majoration de nuit' }), '0210');
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(saved.files).toHaveLength(1));
  expect(saved.files[0]?.name).toBe('Paie 2026-10.csv');
  expect(await saved.files[0]?.content.text()).toContain(
    '2026-10;M-1;Aline Petit;0210;Majoration de nuit;9;1,242222;11,18',
  );
  const kept = requests.find(({ path, method }) => path.endsWith('/payroll/mapping') && method === 'PUT');
  expect(kept?.body).toMatchObject({ codes: { night: '0210' } });
});

test('the codes that were typed are not lost by Escape', async () => {
  server(() => month());
  const user = showPage(<Payroll {...props} />);
  await user.click(await screen.findByRole('button', { name: 'Exporter' }));
  await user.type(await screen.findByRole('textbox', { name: 'Code de Majoration de nuit' }), '0210');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Continuer la saisie' }));
  const code = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code de Majoration de nuit' });
  expect(code.value).toBe('0210');
});
