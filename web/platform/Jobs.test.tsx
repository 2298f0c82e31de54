import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { JobRow } from '#core/jobs/jobs.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someUser } from '#ui/client/testing/people.ts';
import { idOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Jobs from './Jobs.tsx';

beforeEach(startAfresh);

const job: JobRow = {
  id: idOf(1),
  name: 'sendMail',
  label: 'Envoi d’un e-mail',
  state: 'failed',
  agency: { id: idOf(2), name: 'Azur Sécurité' },
  attempts: 19,
  most: 19,
  createdAt: '2026-11-15T06:00:00.000Z',
  dueAt: '2026-11-15T06:00:00.000Z',
  startedAt: '2026-11-15T07:00:00.000Z',
  endedAt: '2026-11-15T07:00:01.000Z',
  error: 'connect ECONNREFUSED',
};

function show(answer: (request: StubRequest) => Reply): { calls: StubRequest[]; user: ReturnType<typeof showPage> } {
  const calls = serve(answer);
  const session = sessionOf(someUser({ admin: true }), { profileId: null, agency: null });
  const props = { page: 'platformAdminJobs', title: 'Tâches de fond', description: '', add: false };
  return { calls, user: showPage(<Jobs {...props} />, session) };
}
const listed = (jobs: JobRow[], counts = { queued: 3, running: 0, failed: jobs.length }): Reply => [
  200,
  { jobs, filtered: jobs.length, counts },
];

test('a failed job shows its error and can be restarted', async () => {
  let jobs = [job];
  const { calls, user } = show(({ path }) => {
    if (!path.endsWith('/retry')) return listed(jobs);
    jobs = [];
    return [204];
  });
  expect(await screen.findByText('connect ECONNREFUSED')).toBeTruthy();
  expect(screen.getByText(/Azur Sécurité · En échec .* · Essai 19 sur 19/)).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'En attente (3)' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Relancer : Envoi d’un e-mail' }));
  expect(await screen.findByText('Tâche relancée')).toBeTruthy();
  expect(calls.find(({ path }) => path === `/admin/job/${idOf(1)}/retry`)?.method).toBe('POST');
  expect(await screen.findByText('Aucune tâche n’est en échec.')).toBeTruthy();
});

test('queued and running jobs are listed separately', async () => {
  const { calls, user } = show(({ body }) =>
    (body as { state: string }).state === 'queued'
      ? listed([{ ...job, state: 'queued', startedAt: null }])
      : listed([]),
  );
  await user.click(await screen.findByRole('radio', { name: 'En attente (3)' }));
  expect(await screen.findByRole('list', { name: 'En attente' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Relancer/ })).toBeNull();
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ state: 'queued', page: 1 }));
});

test('a list that cannot be read is retried', async () => {
  let works = false;
  const { user } = show(() => (works ? listed([]) : refusal(500, 'Erreur inattendue')));
  expect((await screen.findByRole('alert')).textContent).toContain('Les tâches n’ont pas pu être lues');
  works = true;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Aucune tâche n’est en échec.')).toBeTruthy();
});
