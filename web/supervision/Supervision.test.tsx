import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { WatchedService } from '#core/home/supervision.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { agencyId } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Supervision from './Supervision.tsx';

beforeEach(startAfresh);

const props = { page: 'supervision', title: 'Supervision', description: '', add: false };
const service = (end: number, more: Partial<WatchedService>): WatchedService => ({
  id: `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`,
  reference: `S${end}`,
  status: 200,
  startAt: '2026-11-15T07:00:00.000Z',
  endAt: '2026-11-15T19:00:00.000Z',
  realStartAt: null,
  isCircuit: false,
  postTitle: 'Accueil',
  site: 'Port',
  city: 'Nice',
  agents: ['Aline Petit'],
  awaited: [],
  missing: 0,
  lastEvent: null,
  ...more,
});
const group = (name: string): HTMLElement => screen.getByRole('region', { name });

test('services are grouped, with their agents, unfilled posts and last event', async () => {
  const at = new Date(Date.now() - 600_000).toISOString();
  const calls = serve(() => [
    200,
    {
      leftOut: 1_240,
      services: [
        service(1, { lastEvent: { type: lifecycleEvents.breakFinish.id, at, content: null } }),
        service(2, { status: 110, agents: [], missing: 2 }),
        service(3, { status: 800 }),
        service(4, { status: 500, agents: ['Aline Petit', 'Marc Roux'], awaited: ['Marc Roux'] }),
        service(5, { status: 400, lastEvent: { type: lifecycleEvents.serviceInterrupted.id, at, content: null } }),
      ],
    },
  ]);
  showPage(<Supervision {...props} />);
  expect((await within(await screen.findByRole('region', { name: 'En cours' })).findAllByRole('listitem')).length).toBe(
    2,
  );
  expect(calls[0]?.path).toBe(`/agency/${agencyId}/supervision`);
  expect(group('En cours').textContent).toContain('Port · Accueil · NiceAline Petit');
  expect(group('En cours').textContent).toContain('Fin de pause il y a 10 minutes');
  expect(group('En cours').textContent).toContain('Pas arrivé : Marc Roux');
  expect(group('En retard').textContent).toContain('Personne2 postes vides');
  expect(group('Interrompus').textContent).toContain('Service interrompu il y a 10 minutes');
  expect(within(group('Interrompus')).getAllByRole('listitem')).toHaveLength(1);
  expect(group('Interrompus').dataset.group).toBe('interrupted');
  expect(within(group('Non commencés ou non terminés')).getByText('Non terminé')).toBeTruthy();
  expect(screen.getByText(/^1.240 autres services, en cours ou à venir, ne sont pas montrés ici/)).toBeTruthy();
  expect(group('À venir').textContent).toContain('Aucune prise de service dans les 2 heures.');
});

test('it refreshes itself; after a failure the last data stays with a message; without data it shows an error and retries', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let broken = true;
    const calls = serve(() =>
      broken ? refusal(500, 'Une erreur est survenue') : [200, { services: [service(1, {})], leftOut: 0 }],
    );
    const user = showPage(<Supervision {...props} />);
    expect(await screen.findByText('La supervision n’a pas pu être lue')).toBeTruthy();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Aline Petit')).toBeTruthy();
    const before = calls.length;
    broken = true;
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(calls.length).toBeGreaterThan(before);
    expect(await screen.findByText(/Actualisation impossible/)).toBeTruthy();
    expect(screen.getByText('Aline Petit')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});
