import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Service } from '#core/planning/service.ts';
import { serviceStatus } from '#core/planning/status.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import AttestPart, { AttestDialog } from './Attest.tsx';
import { attestPart } from './attesting.ts';

const site = { id: '01900000-0000-7000-8000-000000000007', name: 'Entrepôt' };
const id = (rank: number): string => `01900000-0000-7000-8000-00000000010${rank}`;
const row = (rank: number, status: number) =>
  rowOf(Service, {
    ...{ id: id(rank), version: 1, status, site, isCircuit: false },
    ...{ startAt: '2027-03-09T07:00:00.000Z', endAt: '2027-03-09T17:00:00.000Z' },
  });

let requests: StubRequest[];
beforeEach(() => {
  startAfresh();
  requests = serve((): Reply => [200, { services: [id(1)] }]);
});
const session = (can: boolean, scope = 'agency') => ({ scope, can: () => can }) as never;

test('« Déclarer réalisé » is offered to users who may edit services, for a missed service that is no stop', () => {
  const offered = Object.keys(serviceStatus.states)
    .map(Number)
    .filter((code) => attestPart.when?.(row(1, code), session(true)));
  expect(offered).toEqual([120]);
  expect(attestPart.when?.(row(1, 120), session(false))).toBe(false);
  expect(attestPart.when?.({ ...row(1, 120), circuit: { id: id(9) } }, session(true))).toBe(false);
});

test('a reason is asked before anything is sent; only missed services are declared', async () => {
  let done = 0;
  const user = showPage(<AttestDialog rows={[row(1, 120), row(2, 300)]} onDone={() => done++} onCancel={() => {}} />);
  await screen.findByText('Un autre service n’est pas concerné.');
  await user.click(screen.getByRole('button', { name: 'Déclarer réalisé' }));
  await screen.findByText('Obligatoire');
  expect(requests.some(({ path }) => path.endsWith('/attest'))).toBe(false);
  await user.type(screen.getByRole('textbox', { name: /Motif/ }), 'Téléphone oublié');
  await user.click(screen.getByRole('button', { name: 'Déclarer réalisé' }));
  await waitFor(() => expect(done).toBe(1));
  expect(requests.filter(({ path }) => path.endsWith('/attest')).map(({ body }) => body)).toEqual([
    { reason: 'Téléphone oublié', services: [id(1)] },
  ]);
});

test('a typed reason is not lost by Escape, nor with the dialog of its service', async () => {
  let left = 0;
  const user = showPage(<AttestDialog rows={[row(1, 120)]} onDone={() => {}} onCancel={() => left++} />);
  await user.type(await screen.findByRole('textbox', { name: /Motif/ }), 'Téléphone oublié');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Continuer la saisie' }));
  expect(left).toBe(0);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Motif/ }).value).toBe('Téléphone oublié');
  startAfresh();
  requests = serve((): Reply => [200, { services: [id(1)] }]);
  const mayLeave = { current: async () => true };
  const within = showPage(<AttestPart row={row(1, 120)} page="x" mayLeave={mayLeave} onClose={() => left++} />);
  expect(await mayLeave.current()).toBe(true);
  await within.type(await screen.findByRole('textbox', { name: /Motif/ }), 'Téléphone oublié');
  const asked = mayLeave.current();
  await within.click(await screen.findByRole('button', { name: 'Continuer la saisie' }));
  expect(await asked).toBe(false);
  await within.click(screen.getByRole('button', { name: 'Déclarer réalisé' }));
  await waitFor(() => expect(left).toBe(1));
  expect(await mayLeave.current()).toBe(true);
});
