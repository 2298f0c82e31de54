import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { RegisterLine } from '#core/agents/register.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Exports from './Exports.tsx';

beforeEach(startAfresh);

const page = <Exports page="export" title="Exports" description="" add={false} />;
const line = (more: Partial<RegisterLine>): RegisterLine => ({
  id: 'c1',
  agentId: 'a1',
  part: 'STAFF',
  number: 1,
  lastname: 'Martin',
  firstname: 'Jean',
  nationality: 'Française',
  birthDate: '1990-05-01',
  sex: 'Homme',
  job: 'Agent de sécurité',
  qualification: null,
  entryDate: '2024-01-01',
  exitDate: null,
  authorisedOn: null,
  authorisedUntil: null,
  permitType: null,
  permitNumber: null,
  mentions: '',
  gaps: [],
  ...more,
});
const answer = (agents: RegisterLine[], withoutContract: object[] = []): [number, object] => [
  200,
  { day: '2026-11-15', agents, filtered: agents.length, withoutContract },
];

test('each part has its table; missing data and agents without a contract are listed', async () => {
  const trainee = line({ id: 'c2', part: 'TRAINEE', lastname: 'Stage', gaps: ['nationalité'] });
  serve(() => answer([line({}), trainee], [{ id: 'a9', name: 'Zoé Sans' }]));
  showPage(page);
  const staff = await screen.findByRole('table', { name: 'Personnel' });
  expect(within(staff).getByRole('row', { name: /Martin Jean Française 01\/05\/1990/ })).toBeTruthy();
  const trainees = screen.getByRole('table', { name: 'Stagiaires' });
  expect(within(trainees).getByText('nationalité')).toBeTruthy();
  expect(screen.getByText('Zoé Sans')).toBeTruthy();
  expect(screen.getByText(/1 ligne incomplète/)).toBeTruthy();
});

test('an empty register explains its source, and nothing can be downloaded', async () => {
  serve(() => answer([]));
  showPage(page);
  expect(await screen.findByText(/Aucun salarié à cette date/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exporter (tableur)' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exporter (PDF)' }).disabled).toBe(true);
});

test('a failure is shown and retried', async () => {
  let failing = true;
  serve(() => (failing ? refusal(500, 'Une erreur est survenue') : answer([line({})])));
  const user = showPage(page);
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  failing = false;
  await user.click(retry);
  expect(await screen.findByRole('table', { name: 'Personnel' })).toBeTruthy();
});

test('a typed day is requested once it is complete', async () => {
  const calls = serve(() => answer([line({})]));
  const user = showPage(page);
  await screen.findByRole('table', { name: 'Personnel' });
  const input = screen.getByRole('textbox', { name: 'Au' });
  await user.clear(input);
  await user.type(input, '05/11/2025');
  await user.tab();
  await expect.poll(() => JSON.stringify(calls.at(-1))).toContain('2025-11-05');
});
