import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { contractFields } from '#core/agents/contracts.ts';
import { quotaMessages } from '#core/agents/quota.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import type { Locale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { askAboutAnomalies } from './askAboutAnomalies.ts';
import HireDialog from './HireDialog.tsx';
import {
  askToInvite,
  askToInviteAgents,
  askToInviteContacts,
  inviteAgents,
  inviteContacts,
  mayInvite,
} from './inviting.ts';

beforeEach(startAfresh);

const id = '01900000-0000-7000-8000-0000000000a1';
const candidate = rowOf(Agent, { id, fullname: 'Zoé Durand', email: 'zoe@exemple.fr' }) as unknown as AnyRow;

const answer = ({ path }: StubRequest): Reply => {
  if (path.endsWith('/invitations')) return [200, { invited: [id], refused: [] }];
  return [200, path.includes('/fetch/') ? { expirationTypes: [], filtered: 0 } : { agent: candidate }];
};
const serveHire = (): StubRequest[] => serve(answer);
const invitations = (requests: readonly StubRequest[]): unknown[] =>
  requests.filter(({ path }) => path.endsWith('/invitations')).map(({ body }) => body);

test('a hire ends with an invitation, unless it is unticked', async () => {
  const requests = serveHire();
  let closed = 0;
  const user = showPage(<HireDialog agent={candidate} onClose={() => (closed += 1)} />);
  await user.click(await screen.findByRole('button', { name: 'Embaucher' }));
  expect(await screen.findByText('1 invitation envoyée')).toBeTruthy();
  expect(invitations(requests)).toEqual([{ ids: [id] }]);
  await waitFor(() => expect(closed).toBe(1));
  await user.click(screen.getByRole('checkbox', { name: /L’inviter par e-mail/ }));
  await user.click(screen.getByRole('button', { name: 'Embaucher' }));
  await waitFor(() => expect(closed).toBe(2));
  expect(invitations(requests)).toHaveLength(1);
});

test('a hire without its first day is refused at that field, and the dialog stays', async () => {
  const violations = [{ path: 'agentInfos.contracts.0.startDate', message: 'Obligatoire' }];
  const requests = serve((request): Reply => {
    const saved = request.body as { agentInfos?: { contracts: { startDate: string | null }[] } } | null;
    const isWithout = saved?.agentInfos?.contracts.some(({ startDate }) => !startDate);
    return isWithout ? refusal(400, 'Obligatoire', { violations }) : answer(request);
  });
  let closed = 0;
  const user = showPage(<HireDialog agent={candidate} onClose={() => (closed += 1)} />);
  const from = await screen.findByRole('textbox', { name: /^Du/ });
  await user.clear(from);
  await user.click(screen.getByRole('button', { name: 'Embaucher' }));
  const fault = await screen.findByText('Obligatoire');
  expect(from.getAttribute('aria-describedby')?.split(' ')).toContain(fault.closest('[id]')?.id);
  expect(invitations(requests)).toEqual([]);
  expect(closed).toBe(0);
});

test('whoever has no active account is activated before he is invited; without an account left, nothing is sent', async () => {
  let quota = false;
  const requests = serve(
    (request): Reply =>
      request.path.endsWith('/activate') && quota ? refusal(409, quotaMessages.accounts) : answer(request),
  );
  const made = () =>
    requests
      .filter(({ method, path }) => method !== 'GET' && !path.includes('/fetch/'))
      .map(({ path }) => path.split('/').at(-1));
  const user = showPage(<HireDialog agent={{ ...candidate, status: 200 }} onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Embaucher' }));
  expect(screen.getByRole('checkbox', { name: /Activer son compte et l’inviter/ })).toBeTruthy();
  expect(await screen.findByText('1 invitation envoyée')).toBeTruthy();
  expect(made()).toEqual(['agent', 'activate', 'invitations']);
  quota = true;
  await user.click(screen.getByRole('button', { name: 'Embaucher' }));
  expect(await screen.findByText(quotaMessages.accounts)).toBeTruthy();
  expect(invitations(requests)).toHaveLength(1);
});

test('F-058: a hire asks about the anomalies that it adds, and « Modifier » sends nothing', async () => {
  const blank = { ...Object.fromEntries(Object.keys(contractFields).map((name) => [name, null])), cycle: 'NONE' };
  const begun = [
    { ...blank, id, type: 'CDI', startDate: '2026-01-01', period: 'WEEK', hoursLimit: 35, partTime: false },
  ];
  const sheet = {
    ...candidate,
    agentInfos: { ...(candidate.agentInfos as object), type: 'NOMINEE', contracts: begun },
  };
  const requests = serve((request): Reply => (request.method === 'GET' ? [200, { agent: sheet }] : answer(request)));
  const saves = () => requests.filter(({ method, path }) => method !== 'GET' && path.endsWith('/agent'));
  const user = showPage(<HireDialog agent={candidate} onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Embaucher' }));
  const question = within(await screen.findByRole('dialog', { name: 'Anomalies détectées' }));
  expect(question.getByText(/Contrats qui se chevauchent/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Modifier' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Anomalies détectées' })).toBeNull());
  expect(saves()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Embaucher' }));
  await user.click(await screen.findByRole('button', { name: 'Enregistrer quand même' }));
  expect(await screen.findByText('1 invitation envoyée')).toBeTruthy();
  expect(saves()).toHaveLength(1);
});

test('F-058: several sheets are asked about at once, each anomaly with its name', async () => {
  const line = { type: 'CDI', startDate: '2026-01-01', endDate: null, period: 'WEEK', hoursLimit: 35 };
  const withContracts = (fullname: string, count: number) => ({
    fullname,
    agentInfos: { type: 'EMPLOYEE', cardNumber: 'CAR', contracts: Array.from({ length: count }, () => line) },
  });
  const user = showPage(<p>Fiches</p>);
  const asked = askAboutAnomalies(
    [
      { values: withContracts('Zoé Durand', 2), before: withContracts('Zoé Durand', 1) },
      { values: withContracts('Inès Roy', 1), before: withContracts('Inès Roy', 1) },
    ],
    [],
    { zone: 'Europe/Paris', holidayLocale: 'FR' } as Locale,
  );
  const question = await screen.findByRole('dialog', { name: 'Anomalies détectées' });
  expect(question.textContent).toContain('• Zoé Durand : Contrats qui se chevauchent');
  expect(question.textContent).not.toContain('Inès Roy');
  await user.click(within(question).getByRole('button', { name: 'Modifier' }));
  expect(await asked).toBe(false);
});

const may = (...held: readonly string[]) => ({
  can: (rights: readonly string[]) => rights.every((right) => held.includes(right)),
});
test.each([
  ['has no account', {}, ['editAgentRight'], true],
  ['has an open account', { accountState: 'OPEN' }, ['editAgentRight'], false],
  ['has no address', { email: null }, ['editAgentRight'], false],
  ['is inactive and may be activated', { status: 200 }, ['editAgentRight', 'editAgent'], true],
  ['is inactive and may not be activated', { status: 200 }, ['editAgentRight'], false],
  ['left', { status: 300 }, ['editAgentRight', 'editAgent'], false],
  ['has no account, without the right', {}, ['editAgent'], false],
])('the menu of a row invites a person who %s, or does not', (_what, changes, rights, offered) => {
  expect(mayInvite({ ...candidate, ...changes }, may(...rights))).toBe(offered);
});

test('one person is invited after a question', async () => {
  const requests = serveHire();
  const user = showPage(<p>Liste</p>);
  void askToInvite(candidate);
  expect(await screen.findByText(/partira à zoe@exemple.fr/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Inviter' }));
  await waitFor(() => expect(invitations(requests)).toEqual([{ ids: [id] }]));
});

test('people who cannot be invited are named with the reason', async () => {
  serve(
    (): Reply => [
      200,
      { invited: [], refused: [{ id, fullname: 'Zoé Durand', reason: 'Cette personne a déjà un compte.' }] },
    ],
  );
  showPage(<p>Liste</p>);
  await inviteAgents([id]);
  expect(await screen.findByText('1 personne n’a pas été invitée')).toBeTruthy();
  expect(screen.getByText('Zoé Durand : Cette personne a déjà un compte.')).toBeTruthy();
});

test('the contacts of several customers are invited together; without any, it is said', async () => {
  const requests = serve((): Reply => [200, { invited: [], refused: [] }]);
  showPage(<p>Liste</p>);
  await inviteContacts([id]);
  expect(invitations(requests)).toEqual([{ customers: [id] }]);
  expect(await screen.findByText(/ces clients n’ont pas d’interlocuteur sans compte/)).toBeTruthy();
});

test('several people are invited after a question with the counts, only those without an account', async () => {
  const requests = serveHire();
  const rows = [
    candidate,
    { ...candidate, id: 'b', accountState: 'OPEN' },
    { ...candidate, id: 'c', accountState: 'OPEN' },
  ];
  let done = 0;
  const user = showPage(<p>Liste</p>);
  void askToInviteAgents(rows, () => (done += 1));
  expect(await screen.findByText('1 invitation partira ; 2 personnes ont déjà un compte.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  void askToInviteAgents(rows, () => (done += 1));
  await user.click(await screen.findByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(done).toBe(1));
  expect(invitations(requests)).toEqual([{ ids: [id] }]);
  void askToInviteAgents(rows.slice(1), () => (done += 1));
  expect(await screen.findByText('Aucune invitation à envoyer : 2 personnes ont déjà un compte')).toBeTruthy();
  void askToInviteContacts(rows, () => (done += 1));
  expect(await screen.findByText(/sans compte de 3 clients/)).toBeTruthy();
  expect(invitations(requests)).toHaveLength(1);
});

test('a hire closes on Escape, after a question once something was typed', async () => {
  serveHire();
  let closed = 0;
  const user = showPage(<HireDialog agent={candidate} onClose={() => (closed += 1)} />);
  await screen.findByRole('button', { name: 'Embaucher' });
  await user.keyboard('{Escape}');
  expect(closed).toBe(1);
  await user.type(screen.getByRole('textbox', { name: /^Salaire/ }), '1900');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Quitter' }));
  await waitFor(() => expect(closed).toBe(2));
});
