import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { rightSet } from '#core/grants.ts';
import { AgentRequest } from '#core/requests/request.ts';
import { requestMessages } from '#core/requests/status.ts';
import type { Right } from '#core/rights.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { LeavingHost } from '../leaving/LeavingHost.tsx';
import { showPage, startAfresh } from '../testing/page.tsx';
import AnswerDialog from './AnswerDialog.tsx';
import RequestSummary from './RequestSummary.tsx';
import { initialFor } from './Requests.tsx';
import type { RequestRow } from './rows.ts';

beforeEach(startAfresh);

const id = (digit: number): string => `01900000-0000-7000-8000-00000000000${digit}`;
const leave = rowOf(AgentRequest, {
  ...{ id: id(1), subject: 'Vacances', nature: 'LEAVE', status: 100, isUnread: true, amount: null },
  ...{ agent: { id: id(2), name: 'Mehdi Laurent' }, reason: { id: id(4), name: 'Congés payés' } },
  ...{ requestType: { id: id(3), name: 'Congés' }, unavailability: null, salaryElement: null, attachments: [] },
  ...{ startAt: '2026-12-06T23:00:00.000Z', endAt: '2026-12-11T22:59:00.000Z', messages: [], answeredAt: null },
});
const service = {
  ...{ id: id(5), reference: 'S-1', site: 'Port', postTitle: null, agents: [], published: true },
  ...{ startAt: '2026-12-07T07:00:00.000Z', endAt: '2026-12-07T19:00:00.000Z' },
};
const prepared = {
  ...{ recipients: ['mehdi@azur.example'], refusal: null, advance: null, freed: [] },
  leave: {
    ...{ services: [service], filtered: 1, underWay: 0, absent: 2, existing: null },
    breaches: [1, 2].map(() => ({ level: 2, message: 'Absent le 07/12' })),
  },
};

function open(answer: Reply, ready: object = prepared): StubRequest[] {
  const calls = serve(({ method, path }) => (method === 'GET' && path.endsWith('/answer') ? [200, ready] : answer));
  return calls;
}
const dialog = (row: unknown = leave, move: 'accept' | 'refuse' = 'accept') =>
  showPage(<AnswerDialog kind="agent" row={row as RequestRow} move={move} onClose={() => undefined} />);
const done = (sent: boolean): Reply => [
  200,
  { agentRequest: { ...leave, status: 200 }, sent, freed: [], versions: {} },
];

test('the checks of the planning come before the answer; services are freed only on purpose', async () => {
  const calls = open(done(false));
  const user = dialog();
  expect(await screen.findByText('1 service planifié ces jours-là')).toBeTruthy();
  expect(screen.getByText('Absent le 07/12')).toBeTruthy();
  expect(screen.getByText(/2 autres collaborateurs absents/)).toBeTruthy();
  expect(screen.getByText('E-mail de confirmation à mehdi@azur.example.')).toBeTruthy();
  await user.click(screen.getByText('Les libérer'));
  expect(screen.queryByText('Absent le 07/12')).toBeNull();
  await user.type(screen.getByLabelText(/Un mot au demandeur/), 'Bon repos');
  await user.click(screen.getByRole('button', { name: 'Accepter sans e-mail' }));
  // K-006
  expect(await screen.findByText(requestMessages.withoutMail)).toBeTruthy();
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: expect.stringMatching(/\/request\/200$/),
    body: { id: id(1), sendMail: false, message: 'Bon repos', services: 'free', element: null },
  });
});

test('with a mail it says so; a refusal keeps the dialog and what was typed; closing says that nothing changed', async () => {
  open(done(true));
  let user = dialog();
  await user.click(await screen.findByRole('button', { name: 'Accepter avec e-mail' }));
  // K-013
  expect(await screen.findByText(requestMessages.mailed)).toBeTruthy();
  startAfresh();
  open(refusal(409, 'Déjà répondue.'));
  user = dialog(leave, 'refuse');
  await user.type(await screen.findByLabelText(/Un mot au demandeur/), 'Non');
  await user.click(screen.getByRole('button', { name: 'Refuser sans e-mail' }));
  // K-008
  expect(await screen.findByText(requestMessages.failed)).toBeTruthy();
  expect(await screen.findByText('Déjà répondue.')).toBeTruthy();
  expect((screen.getByLabelText(/Un mot au demandeur/) as HTMLTextAreaElement).value).toBe('Non');
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  // K-007
  expect(await screen.findByText(requestMessages.closed)).toBeTruthy();
});

test('what cannot be accepted says why, and without an address nobody is mailed', async () => {
  open(done(false), { ...prepared, leave: null, recipients: [], refusal: 'Mehdi Laurent est archivé.' });
  dialog();
  expect(await screen.findByText('Mehdi Laurent est archivé.')).toBeTruthy();
  expect(screen.getByText(requestMessages.noAddress)).toBeTruthy();
  for (const name of ['Accepter sans e-mail', 'Accepter avec e-mail'])
    expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true);
});

test('an advance is accepted with its amount in sight, on a date in French format (E-014)', async () => {
  open(done(false), {
    ...prepared,
    leave: null,
    advance: { type: { id: id(6), name: 'Acompte' }, date: '2026-12-01' },
  });
  dialog({ ...leave, nature: 'ADVANCE', amount: 300 });
  expect((await screen.findByText(/Montant de l’acompte/)).textContent).toMatch(/300,00\s€/);
  const date = screen.getByRole('textbox', { name: 'Date de paie' });
  expect(date).toHaveProperty('value', '01/12/2026');
  const accept = screen.getByRole('button', { name: 'Accepter sans e-mail' });
  await userEvent.clear(date);
  await userEvent.type(date, '12-2026');
  await userEvent.tab();
  expect(await screen.findByText('Format français invalide')).toBeTruthy();
  expect(accept).toHaveProperty('disabled', true);
  await userEvent.clear(date);
  await userEvent.type(date, '15/12/2026');
  expect(accept).toHaveProperty('disabled', false);
});

test('a leave that is no longer accepted names the services that it freed, and offers them back', async () => {
  const versions = { [service.id]: 3 };
  const { published: _published, ...freed } = service;
  const calls = serve(({ method, path }) => {
    if (method === 'GET') return [200, { ...prepared, freed: [freed] }];
    if (path.endsWith('/give-back')) return [200, { services: [service.id], refused: [], changed: null }];
    return [200, { agentRequest: { ...leave, status: 300 }, sent: false, freed: [service.id], versions }];
  });
  const row = { ...leave, status: 200 } as unknown as RequestRow;
  const user = showPage(
    <>
      <AnswerDialog kind="agent" row={row} move="refuse" onClose={() => undefined} />
      <LeavingHost />
    </>,
  );
  expect(await screen.findByText('1 service libéré par l’acceptation')).toBeTruthy();
  expect(screen.getByText(/Port · à pourvoir/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Refuser sans e-mail' }));
  await user.click(await screen.findByRole('button', { name: 'Le lui rendre' }));
  expect(await screen.findByText('1 service rendu.')).toBeTruthy();
  expect(calls.find(({ path }) => path.endsWith('/give-back'))?.body).toMatchObject({ agent: id(2), versions });
});

test('C-047: whoever may not read the requests of others asks for himself, whatever else he may do', () => {
  const session = (rights: readonly Right[], plannable: boolean) =>
    sessionOf(someUser({ userCompanies: [someProfile({ rights, plannable })] }), { profileId: null, agency: null });
  const own = [...rightSet('collaborator'), 'readAgentPhone'] as const;
  for (const plannable of [true, false]) {
    const asks = session(own, plannable);
    expect(initialFor('agent', asks)).toEqual({ agent: { id: asks.profile?.id, name: asks.profile?.fullname } });
    expect(initialFor('agent', session([...own, 'listAgentRequests'], plannable))).toBeUndefined();
  }
});

test('an opened request is read, its conversation shown, and a message that could not leave stays typed', async () => {
  const said = { id: id(7), at: '2026-11-17T08:00:00.000Z', author: 'Léa Petit', side: 'AGENCY', content: 'Quand ?' };
  let isDown = true;
  const calls = serve(({ method, path }) =>
    path.endsWith('/message') && isDown
      ? refusal(409, 'Réessayez.')
      : method === 'PATCH'
        ? [204, undefined]
        : [200, { agentRequest: leave }],
  );
  const user = showPage(
    <RequestSummary kind="agent" row={{ ...leave, messages: [said] }} onEdit={null} onPart={() => undefined} />,
  );
  expect(await screen.findByText('Quand ?')).toBeTruthy();
  await waitFor(() =>
    expect(calls.some(({ method, path }) => method === 'PATCH' && path.endsWith('/read'))).toBe(true),
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Accepter', 'Refuser', 'Reporter']),
  );
  const box = screen.getByLabelText('Votre message') as HTMLTextAreaElement;
  await user.type(box, 'La semaine 50');
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('Réessayez.')).toBeTruthy();
  expect(box.value).toBe('La semaine 50');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(box.value).toBe(''));
});
