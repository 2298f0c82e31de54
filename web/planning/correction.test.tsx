import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Service } from '#core/planning/service.ts';
import { serviceStatus } from '#core/planning/status.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Correction from './Correction.tsx';
import { correctionOf, correctionPart } from './correction.ts';

const id = '01900000-0000-7000-8000-000000000001';
const site = { id: '01900000-0000-7000-8000-000000000007', name: 'Entrepôt' };
const row = (status: number) =>
  rowOf(Service, {
    id,
    version: 4,
    status,
    site,
    postTitle: 'Accueil',
    activityType: 1,
    specialty: null,
    nbAgents: 1,
    comment: null,
    startAt: '2027-03-09T07:00:00.000Z',
    endAt: '2027-03-09T17:00:00.000Z',
    breaks: [],
    agents: [],
    dog: null,
    rounds: [],
    isCircuit: false,
    services: [],
    confirmed: false,
  });

let requests: StubRequest[];
beforeEach(() => {
  startAfresh();
  requests = serve((call): Reply => {
    if (call.path.endsWith('/correct')) return [200, { service: row(300) }];
    if (call.path.endsWith('/presence')) return [200, { others: [] }];
    return [200, { services: [], sites: [], agents: [], filtered: 0 }];
  });
});
const corrections = (): StubRequest[] => requests.filter(({ path }) => path.endsWith('/correct'));

const session = (can: boolean, scope = 'agency') => ({ scope, can: () => can }) as never;

test('« Corriger » is offered to users who may edit services, once the service is over', () => {
  const offered = Object.keys(serviceStatus.states)
    .map(Number)
    .filter((code) => correctionPart.when(row(code), session(true)));
  expect(offered).toEqual([300, 400, 600, 800]);
  expect(correctionPart.when(row(300), session(false))).toBe(false);
  expect(correctionPart.when(row(300), session(true, 'agent'))).toBe(false);
});

test('the form has the reason and the frozen fields: for an archived service all fields', () => {
  const over = Object.keys(correctionOf(row(300)).fields);
  expect(over[0]).toBe('reason');
  expect(over).toContain('startAt');
  expect(over).toContain('breaks');
  expect(over).not.toContain('comment');
  expect(Object.keys(correctionOf(row(600)).fields)).toEqual(
    expect.arrayContaining(['reason', 'breaks', 'comment', 'agents']),
  );
  expect(over).not.toContain(Object.entries(Service.fields).find(([, { kind }]) => kind === 'status')?.[0]);
});

test('a correction without a reason is not sent; with a reason only the changes are sent', async () => {
  const mayLeave = { current: () => Promise.resolve(true) };
  let closed = false;
  const user = showPage(
    <Correction row={row(300)} page="services" mayLeave={mayLeave} onClose={() => (closed = true)} />,
  );
  const post = await screen.findByRole('textbox', { name: 'Poste' });
  await user.clear(post);
  await user.type(post, 'Ronde');
  await user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
  await screen.findByText('Obligatoire');
  expect(corrections()).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: /^Motif/ }), 'Erreur de saisie');
  await user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
  await waitFor(() => expect(closed).toBe(true));
  expect(corrections().map(({ path, body }) => [path.endsWith(`/service/${id}/correct`), body])).toEqual([
    [true, { reason: 'Erreur de saisie', service: { postTitle: 'Ronde', version: 4 } }],
  ]);
  await screen.findByText('Service corrigé');
});

test('a refusal of the server stands at its field', async () => {
  const message = 'À 7 jours au plus du 09/03/2027 08:00';
  serve((call): Reply => {
    if (call.path.endsWith('/correct'))
      return [400, { code: 400, message, violations: [{ path: 'service.postTitle', message }] }];
    if (call.path.endsWith('/presence')) return [200, { others: [] }];
    return [200, { services: [], sites: [], agents: [], filtered: 0 }];
  });
  const mayLeave = { current: () => Promise.resolve(true) };
  const user = showPage(<Correction row={row(300)} page="services" mayLeave={mayLeave} onClose={() => {}} />);
  await user.type(await screen.findByRole('textbox', { name: 'Poste' }), ' de nuit');
  await user.type(screen.getByRole('textbox', { name: /^Motif/ }), 'Erreur de saisie');
  await user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
  await waitFor(() => {
    const post = screen.getByRole('textbox', { name: 'Poste' });
    const described = (post.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((one) => document.getElementById(one));
    expect(described.map((one) => one?.textContent).join(' ')).toContain(message);
  });
});
