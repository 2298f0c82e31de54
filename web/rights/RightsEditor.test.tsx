import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RightsSet } from '#core/rights/set.ts';
import type { Right } from '#core/rights.ts';
import { type RightsHolder, readRights } from '#core/session/session.ts';
import { queryClient, queryKey } from '#ui/client/queries.tsx';
import { type Session, sessionOf, sessionStore } from '#ui/client/session-state.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { listedRowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve as serveAll } from '#ui/client/testing/server.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { RightsEditor } from './RightsEditor.tsx';

beforeEach(startAfresh);

const id = '01900000-0000-7000-8000-0000000000aa';
const path = `/agency/${agencyId}/userCompany/${id}/rights`;

const holder = (rights: Right[], more: Partial<RightsHolder> = {}): RightsHolder => ({
  id,
  fullname: 'Paul Martin',
  type: 'AGENCY',
  isOwner: false,
  hasAccount: true,
  secondFactor: false,
  email: 'paul@exemple.fr',
  invitedAt: null,
  rights: Object.fromEntries(rights.map((right) => [right, true])),
  version: 3,
  ...more,
});

const editor = (...rights: Right[]): Session =>
  sessionOf(
    someUser({ userCompanies: [someProfile({ rights: ['editAgentRight', 'listAgents', 'readAgent', ...rights] })] }),
    {
      profileId: null,
      agency: null,
    },
  );

/** Also answers the list of sets; these requests are not recorded. */
const serve = (answer: (request: StubRequest) => Reply, sets: readonly object[] = []): StubRequest[] => {
  const requests: StubRequest[] = [];
  serveAll((one) => {
    if (one.path.endsWith('/fetch/rightsSets')) return [200, { rightsSets: sets, filtered: sets.length }];
    requests.push(one);
    return answer(one);
  });
  return requests;
};

const chief = listedRowOf(RightsSet, {
  id: '01900000-0000-7000-8000-0000000000bb',
  version: 1,
  name: 'Chef de poste',
  kind: 'AGENCY',
  rights: ['listSites', 'readOwnPlanning'],
});

// By label: a search by role among two hundred boxes takes seconds.
const box = (name: string | RegExp): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);
const boxShown = (name: string | RegExp): Promise<HTMLInputElement> => screen.findByLabelText<HTMLInputElement>(name);
const open = (session?: Session): ReturnType<typeof showPage> & { onClose: ReturnType<typeof vi.fn> } => {
  const onClose = vi.fn();
  return Object.assign(showPage(<RightsEditor id={id} name="Paul Martin" onClose={onClose} />, session), { onClose });
};

test('ticking a right also ticks the rights it needs, and only the changes are saved with the version read', async () => {
  const calls = serve(({ method }) =>
    method === 'GET'
      ? [200, { userCompany: holder(['listCustomers']) }]
      : [200, { userCompany: holder([], { version: 4 }) }],
  );
  const user = open();
  await user.click(await boxShown('Supprimer un site'));
  expect([box('Lister les sites').checked, box('Modifier un site').checked]).toEqual([true, true]);
  expect(screen.getByText('3 changements')).toBeTruthy();
  expect(within(screen.getByLabelText('Sites')).getByText('3 / 9')).toBeTruthy();
  await user.click(screen.getByText('Enregistrer'));
  await waitFor(() => expect(user.onClose).toHaveBeenCalledOnce());
  expect(calls.at(-1)).toMatchObject({
    method: 'POST',
    path,
    body: { rights: { listSites: true, editSite: true, deleteSite: true }, version: 3 },
  });
});

test('unticking a right also unticks those that need it', async () => {
  serve(() => [200, { userCompany: holder(['deleteSite', 'editSite', 'listSites']) }]);
  const user = open();
  await user.click(await boxShown('Modifier un site'));
  expect(['Lister les sites', 'Modifier un site', 'Supprimer un site'].map((name) => box(name).checked)).toEqual([
    true,
    false,
    false,
  ]);
  expect(screen.getByText('2 changements')).toBeTruthy();
});

test('the rights are those of now, also if they were read a moment ago', async () => {
  serve(() => [200, { userCompany: holder(['listSites'], { version: 4 }) }]);
  sessionStore.set(owner());
  const before = { userCompany: holder(['listCustomers']) };
  queryClient.setQueryData(queryKey(readRights, { params: { id } }), before, { updatedAt: Date.now() - 1_000 });
  open();
  expect((await boxShown('Lister les sites')).checked).toBe(true);
});

test('a set replaces the ticked rights, and a set that matches exactly is named', async () => {
  serve(() => [200, { userCompany: holder(['deleteSite', 'editSite', 'listSites']) }], [chief]);
  const user = open();
  expect(await screen.findByText('Jeu de droits : Personnalisé')).toBeTruthy();
  await user.click(screen.getByText('Appliquer un jeu de droits'));
  await user.click(await screen.findByText('Collaborateur'));
  expect([box('Supprimer un site').checked, box('Consulter son planning').checked]).toEqual([false, true]);
  expect(screen.getByText('Jeu de droits : Collaborateur')).toBeTruthy();
  await user.click(screen.getByText('Appliquer un jeu de droits'));
  await user.click(await screen.findByText('Chef de poste'));
  expect(screen.getByText('Jeu de droits : Chef de poste')).toBeTruthy();
  expect([box('Lister les sites').checked, box('Télécharger son badge').checked]).toEqual([true, false]);
  await user.click(box('Lister les clients'));
  expect(screen.getByText('Jeu de droits : Personnalisé')).toBeTruthy();
});

test('if the agency’s sets cannot be read, the default sets are offered and the read is retried', async () => {
  let fails = true;
  serveAll(({ path: asked }) => {
    if (!asked.endsWith('/fetch/rightsSets')) return [200, { userCompany: holder([]) }];
    return fails ? refusal(403, 'Refusé') : [200, { rightsSets: [chief], filtered: 1 }];
  });
  const user = open();
  await user.click(await screen.findByText('Appliquer un jeu de droits'));
  expect(await screen.findByText('Les jeux de l’agence n’ont pas pu être chargés.')).toBeTruthy();
  expect(screen.getByText('Collaborateur')).toBeTruthy();
  fails = false;
  await user.click(screen.getByText('Réessayer'));
  expect(await screen.findByText('Chef de poste')).toBeTruthy();
});

test('a right that the editor lacks is disabled with its reason', async () => {
  serve(() => [200, { userCompany: holder([]) }]);
  open(editor('listSites'));
  const closed = await boxShown(/Créer un site — vous n’avez pas ce droit/);
  expect(closed.disabled).toBe(true);
  expect(box('Lister les sites').disabled).toBe(false);
});

test('the rights of the owner cannot be changed', async () => {
  serve(() => [200, { userCompany: holder(['listSites'], { isOwner: true }) }]);
  open();
  expect(await screen.findByText(/Le responsable de l’agence a tous les droits/)).toBeTruthy();
  expect(box('Lister les sites').disabled).toBe(true);
  expect(screen.queryByText('Enregistrer')).toBeNull();
});

test('nobody changes his own rights', async () => {
  const profile = someProfile({ rights: ['editAgentRight', 'listAgents', 'readAgent', 'listSites'] });
  serve(() => [200, { userCompany: holder(['listSites'], { id: profile.id }) }]);
  open(sessionOf(someUser({ userCompanies: [profile] }), { profileId: null, agency: null }));
  expect(await screen.findByText('Vous ne pouvez pas modifier vos propres droits.')).toBeTruthy();
  expect(box('Lister les sites').disabled).toBe(true);
  expect(screen.queryByText('Enregistrer')).toBeNull();
  expect(screen.getByText('Fermer')).toBeTruthy();
});

test('saving without changes shows a message', async () => {
  const calls = serve(() => [200, { userCompany: holder([]) }]);
  const user = open();
  await user.click(await screen.findByText('Enregistrer'));
  expect(await screen.findByText('Aucun changement à enregistrer')).toBeTruthy();
  expect(calls).toHaveLength(1);
});

test('closing with changes asks first', async () => {
  serve(() => [200, { userCompany: holder([]) }]);
  const user = open();
  await user.click(await boxShown('Lister les sites'));
  await user.click(screen.getByText('Annuler'));
  expect(await screen.findByText('Certaines modifications seront perdues.')).toBeTruthy();
  expect(user.onClose).not.toHaveBeenCalled();
  await user.click(screen.getByText('Quitter'));
  await waitFor(() => expect(user.onClose).toHaveBeenCalledOnce());
});

test('a conflict shows the changes of the other person, and the own changes can still be saved', async () => {
  const current = holder(['listCustomers'], { version: 7 });
  const versions: unknown[] = [];
  serve(({ method, body }) => {
    if (method === 'GET') return [200, { userCompany: holder([]) }];
    const { version } = body as { version: number };
    versions.push(version);
    return version === 7
      ? [200, { userCompany: current }]
      : refusal(409, 'Cette fiche a été modifiée entre-temps.', { current });
  });
  const user = open();
  await user.click(await boxShown('Lister les sites'));
  await user.click(screen.getByText('Enregistrer'));
  expect(await screen.findByText('Quelqu’un d’autre a changé : « Lister les clients ».')).toBeTruthy();
  await user.click(screen.getByText('Enregistrer mes changements'));
  await waitFor(() => expect(user.onClose).toHaveBeenCalledOnce());
  expect(versions).toEqual([3, 7]);
});

test('a person without an account is invited, then shown as invited', async () => {
  const calls = serve(({ method }) => [
    200,
    { userCompany: holder([], { hasAccount: false, invitedAt: method === 'GET' ? null : '2026-11-15T08:00:00.000Z' }) },
  ]);
  const user = open();
  await user.click(await screen.findByText('Inviter à créer son compte'));
  expect(await screen.findByText('Invitation envoyée le 15/11/2026 09:00')).toBeTruthy();
  expect(screen.getByText('Renvoyer l’invitation')).toBeTruthy();
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: `/agency/${agencyId}/userCompany/${id}/invitation` });
});

test('the owner resets the second factor of a person who lost his phone, after a question; nobody else is offered it', async () => {
  const answer = ({ method }: StubRequest): Reply =>
    method === 'GET' ? [200, { userCompany: holder([], { secondFactor: true }) }] : [204];
  const calls = serve(answer);
  const user = open();
  expect(await screen.findByText('Validation en deux étapes')).toBeTruthy();
  await user.click(screen.getByText('Réinitialiser'));
  const question = await screen.findByRole('dialog', { name: 'Réinitialiser la validation en deux étapes' });
  expect(question.textContent).toContain('Le mot de passe de Paul Martin suffira de nouveau.');
  expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  await user.click(within(question).getByRole('button', { name: 'Réinitialiser' }));
  expect(await screen.findByText('Validation en deux étapes réinitialisée')).toBeTruthy();
  expect(calls.filter(({ method }) => method !== 'GET').map(({ path: asked }) => asked)).toEqual([
    expect.stringContaining(id),
  ]);
  await waitFor(() => expect(screen.queryByText('Validation en deux étapes')).toBeNull());
  startAfresh();
  serve(answer);
  open(editor());
  expect(await screen.findByText('Validation en deux étapes')).toBeTruthy();
  expect(screen.queryByText('Réinitialiser')).toBeNull();
});

test('rights that cannot be read can be retried', async () => {
  let fails = true;
  serve(() => (fails ? refusal(404, 'Élément introuvable') : [200, { userCompany: holder([]) }]));
  const user = open();
  expect(await screen.findByText('Élément introuvable')).toBeTruthy();
  fails = false;
  await user.click(screen.getByText('Réessayer'));
  expect(await boxShown('Lister les sites')).toBeTruthy();
});
