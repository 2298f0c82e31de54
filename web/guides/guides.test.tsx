import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { TutorialVideo } from '#core/guides/video-calls.ts';
import { messages } from '#core/kernel/problem.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someUser } from '#ui/client/testing/people.ts';
import { idOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { dropDraft } from '#ui/drafts.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import MaintenancePlan from './Maintenance.tsx';
import Referral from './Referral.tsx';
import Tutorials from './Tutorials.tsx';
import TutorialsEditor from './TutorialsEditor.tsx';
import { changed, type EditedCategory, moved, newCategory, unfinished } from './tree.ts';
import UiTutorials from './UiTutorials.tsx';
import UsefulDocs from './UsefulDocs.tsx';
import UsefulDocsEditor from './UsefulDocsEditor.tsx';
import Videos from './Videos.tsx';

beforeEach(() => {
  startAfresh();
  for (const kept of ['tutorials', 'usefulDocs']) dropDraft(`guides.${kept}`);
});

const admin = sessionOf(someUser({ admin: true }), { profileId: null, agency: null });
const props = { page: 'x', title: 'Titre', description: '', add: false };
const locations = [
  { route: 'adminPlanning', label: 'Planning > Planning' },
  { route: 'sites', label: 'Sites > Sites' },
];

function show(page: ReactElement, answer: (request: StubRequest) => Reply | Promise<Reply>, session = admin) {
  const calls = serve(answer);
  return { calls, user: showPage(page, session) };
}

const video = (number: number, more: Partial<TutorialVideo> = {}): TutorialVideo => ({
  ...{ id: idOf(number), version: 1, createdAt: '2026-03-02T08:00:00.000Z', title: `Vidéo ${number}` },
  ...{ description: 'Courte', urls: [], routes: [] },
  ...more,
});
const place = (route: string, label: string, position = 0) => ({ id: idOf(90 + position), route, label, position });

test.each([
  ['Videos', <Videos key="v" {...props} locations={locations} />, 'Les vidéos n’ont pas pu être lues'],
  ['UiTutorials', <UiTutorials key="u" {...props} locations={locations} />, 'Les vidéos n’ont pas pu être lues'],
  ['Tutorials', <Tutorials key="t" {...props} />, 'Les tutoriels n’ont pas pu être lus'],
  ['TutorialsEditor', <TutorialsEditor key="e" {...props} />, 'Les tutoriels n’ont pas pu être lus'],
  ['UsefulDocs', <UsefulDocs key="d" {...props} />, 'Les documents n’ont pas pu être lus'],
  ['UsefulDocsEditor', <UsefulDocsEditor key="f" {...props} />, 'Les documents n’ont pas pu être lus'],
  ['Maintenance', <MaintenancePlan key="m" {...props} />, 'La maintenance n’a pas pu être lue'],
])('%s shows that it loads, why it failed, and reads again', async (_name, page, fault) => {
  let answer: (() => void) | undefined;
  const { user, calls } = show(
    page,
    () =>
      new Promise<Reply>((resolve) => {
        answer = () => resolve(refusal(500, 'Panne'));
      }),
  );
  expect(await screen.findByRole('status', { name: 'Chargement' })).toBeTruthy();
  answer?.();
  expect(await screen.findByText(fault)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(calls).toHaveLength(2);
});

test('the table of videos shows the beginning of the description, the first address and screen with the number of others (AB-028)', async () => {
  const long = 'x'.repeat(101);
  const urls = ['https://v.example/1', 'https://v.example/2', 'https://v.example/3'];
  const routes = [place('sites', 'Sites > Sites'), place('adminPlanning', 'Planning > Planning', 1)];
  show(<Videos {...props} locations={locations} />, () => [
    200,
    { videos: [video(1, { description: long, urls, routes }), video(2)] },
  ]);
  const [, first, second] = await screen.findAllByRole('row');
  expect(within(first as HTMLElement).getByText(`${'x'.repeat(100)}…`)).toBeTruthy();
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('rel'),
  ).toBe('noopener noreferrer');
  expect((first as HTMLElement).textContent).toContain('v.example/1 + 2 autres');
  expect((first as HTMLElement).textContent).toContain('Sites > Sites + 1 autre');
  expect((second as HTMLElement).textContent).toContain('—');
});

test('videos are filtered by their day and their screens, 25 a page (D-036)', async () => {
  const many = Array.from({ length: 30 }, (_, index) => video(index + 1));
  const one = video(40, {
    title: 'Ailleurs',
    createdAt: '2026-05-01T08:00:00.000Z',
    routes: [place('sites', 'Sites > Sites')],
  });
  const { user } = show(<Videos {...props} locations={locations} />, () => [200, { videos: [one, ...many] }]);
  expect(await screen.findAllByRole('row')).toHaveLength(26);
  await user.click(screen.getByRole('button', { name: 'Page suivante' }));
  expect(screen.getAllByRole('row')).toHaveLength(7);
  fireEvent.change(screen.getByLabelText('Créée depuis le'), { target: { value: '02/04/2026' } });
  expect(screen.getAllByRole('row')).toHaveLength(2);
  expect(screen.getByText('Ailleurs')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Créée jusqu’au'), { target: { value: '30/04/2026' } });
  expect(screen.getByText('Aucune vidéo ne correspond à ces filtres.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Créée depuis le'), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('Créée jusqu’au'), { target: { value: '' } });
  await user.click(screen.getByRole('combobox', { name: 'Emplacements' }));
  await user.click(await screen.findByRole('option', { name: 'Sites > Sites' }));
  expect(screen.getAllByRole('row')).toHaveLength(2);
});

test('an address is added with Enter, once; a screen has the position 0 unless another is given (AB-026, AB-027)', async () => {
  const sent: unknown[] = [];
  const { user } = show(<Videos {...props} locations={locations} />, ({ method, body }) => {
    if (method === 'GET') return [200, { videos: [] }];
    sent.push(body);
    return [200, { video: video(1) }];
  });
  expect(await screen.findByText('Aucune vidéo pour le moment.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ajouter' }));
  const form = await screen.findByRole('dialog', { name: 'Nouvelle vidéo' });
  fireEvent.change(within(form).getByLabelText(/^Titre/), { target: { value: 'Premiers pas' } });
  fireEvent.change(within(form).getByLabelText(/^Description/), { target: { value: 'x'.repeat(5_001) } });
  expect(within(form).getAllByText('5000 caractères max').length).toBe(2);
  expect(within(form).getByRole('button', { name: 'Enregistrer' })).toHaveProperty('disabled', true);
  fireEvent.change(within(form).getByLabelText(/^Description/), { target: { value: 'Se connecter' } });
  const address = within(form).getByLabelText('Adresse d’une vidéo');
  await user.type(address, 'pas une adresse{Enter}');
  expect(within(form).getByText(/^Adresse invalide/)).toBeTruthy();
  await user.clear(address);
  await user.type(address, 'https://v.example/1{Enter}');
  await user.type(address, 'https://v.example/1{Enter}');
  expect(within(form).getByText('Cette adresse est déjà dans la liste')).toBeTruthy();
  await user.clear(address);
  await user.click(within(form).getByRole('combobox', { name: 'Ajouter un emplacement' }));
  await user.click(await screen.findByRole('option', { name: 'Planning > Planning' }));
  expect(within(form).getByLabelText('Position : Planning > Planning')).toHaveProperty('value', '0');
  await user.click(within(form).getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Vidéo enregistrée')).toBeTruthy();
  expect(sent).toEqual([
    {
      ...{ title: 'Premiers pas', description: 'Se connecter', urls: ['https://v.example/1'] },
      routes: [{ route: 'adminPlanning', label: 'Planning > Planning', position: 0 }],
    },
  ]);
});

test('a video is removed after a question', async () => {
  const { user, calls } = show(<Videos {...props} locations={locations} />, ({ method }) =>
    method === 'GET' ? [200, { videos: [video(1)] }] : [204],
  );
  await user.click(await screen.findByRole('button', { name: 'Supprimer : Vidéo 1' }));
  await user.click(await screen.findByRole('button', { name: 'Supprimer' }));
  expect(await screen.findByText('Vidéo supprimée')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe(`/admin/tutorial/video/${idOf(1)}`);
});

test('screen by screen, the videos stand in the order of their positions', async () => {
  show(<UiTutorials {...props} locations={locations} />, () => [
    200,
    {
      videos: [
        video(1, { title: 'Ensuite', routes: [place('sites', 'Sites > Sites', 2)] }),
        video(2, { title: 'D’abord', routes: [place('sites', 'Sites > Sites', 1), place('gone', 'Ancien écran')] }),
      ],
    },
  ]);
  const screens = await screen.findByRole('list', { name: 'Écrans' });
  expect(screens.textContent).toBe(
    'Ancien écranD’abord (position 0)Sites > SitesD’abord (position 1)Ensuite (position 2)',
  );
});

const category = (more: Partial<EditedCategory>): EditedCategory => ({ ...newCategory(idOf(1)), ...more });

test('a category moves among its siblings, is changed and removed at any depth', () => {
  const tree = [category({ id: 'a', children: [category({ id: 'b' }), category({ id: 'c' })] }), category({ id: 'd' })];
  const ids = (of: readonly EditedCategory[]): unknown[] => of.map(({ id, children }) => [id, ...ids(children)]);
  expect(ids(moved(tree, 'c', -1))).toEqual([['a', ['c'], ['b']], ['d']]);
  expect(ids(moved(tree, 'a', -1))).toEqual(ids(tree));
  expect(ids(changed(tree, 'b', () => null))).toEqual([['a', ['c']], ['d']]);
  expect(changed(tree, 'c', (one) => ({ ...one, label: 'X' }))[0]?.children[1]?.label).toBe('X');
  const fault = (address: string): string | null => (address.startsWith('https') ? null : 'x');
  expect(unfinished(tree, fault)).toBe('Chaque catégorie a un libellé.');
  expect(unfinished([category({ label: 'A' })], fault)).toContain('https://');
  expect(unfinished([category({ label: 'A', src: 'https://x' })], fault)).toBeNull();
});

test('tutorials are saved together with their version; what was typed is kept until then', async () => {
  const saved = { ...newCategory(idOf(1)), label: 'Planifier', src: 'https://v.example/p' };
  const { user, calls } = show(<TutorialsEditor {...props} />, ({ method }) => [
    200,
    { tutorials: method === 'GET' ? [] : [saved], version: method === 'GET' ? 3 : 4 },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Ajouter une catégorie' }));
  expect(screen.getByText('Chaque catégorie a un libellé.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Libellé/), { target: { value: 'Planifier' } });
  fireEvent.change(screen.getByLabelText(/^Lien de la vidéo/), { target: { value: 'https://v.example/p' } });
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Tutoriels enregistrés')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/admin/tutorials',
    body: { version: 3, tutorials: [{ label: 'Planifier', src: 'https://v.example/p', roles: [], isGranted: [] }] },
  });
});

test('another’s save is not overwritten, and the typed text stays', async () => {
  const { user } = show(<UsefulDocsEditor {...props} />, ({ method }) =>
    method === 'GET'
      ? [200, { usefulDocs: [], version: 3 }]
      : refusal(409, 'Quelqu’un d’autre a enregistré entre-temps'),
  );
  await user.click(await screen.findByRole('button', { name: 'Ajouter un document' }));
  fireEvent.change(await screen.findByLabelText(/^Titre/), { target: { value: 'Convention' } });
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/Quelqu’un d’autre/)).toBeTruthy();
  expect(screen.getByLabelText(/^Titre/)).toHaveProperty('value', 'Convention');
});

test('a document or a file that was added is taken away again before a file is chosen (AB-022, AB-030)', async () => {
  serve(() => [200, { tutorials: [category({ label: 'Premiers pas' })], version: 3 }]);
  const user = showPage(<TutorialsEditor {...props} />, admin);
  await user.click(await screen.findByRole('button', { name: 'Premiers pas' }));
  await user.click(await screen.findByRole('button', { name: 'Ajouter un document' }));
  expect(screen.getByLabelText(/Libellé du document/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retirer ce fichier' }));
  expect(screen.queryByLabelText(/Libellé du document/)).toBeNull();
});

test('readers see categories with their videos and documents, or that there are none', async () => {
  const limits = { roles: [], isGranted: [] };
  const file = { id: idOf(7), name: 'Guide.pdf', mimeType: 'application/pdf', size: 2_048 };
  const below = { ...limits, id: idOf(2), label: 'Publier', src: 'https://v.example/b', documents: [], children: [] };
  const tutorials = [
    {
      ...{ ...limits, id: idOf(1), label: 'Planifier', src: 'https://v.example/a', children: [below] },
      documents: [{ ...limits, id: idOf(3), label: 'À lire', file }],
    },
  ];
  show(<Tutorials {...props} />, () => [200, { tutorials, version: 1 }]);
  expect((await screen.findByRole('link', { name: 'Voir la vidéo : Publier' })).getAttribute('target')).toBe('_blank');
  expect(screen.getByRole('button', { name: /^Guide.pdf/ })).toBeTruthy();
});

test('no useful document: said so', async () => {
  show(<UsefulDocs {...props} />, () => [200, { usefulDocs: [], version: 0 }]);
  expect(await screen.findByText('Aucun document pour le moment.')).toBeTruthy();
});

test('a maintenance under way is ended after a question', async () => {
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  let maintenance: object | null = { message: '<p>Mise à jour</p>', startAt: at(-1), endAt: at(1) };
  const { user, calls } = show(<MaintenancePlan {...props} />, ({ method, path }) => {
    if (path === '/version')
      return [200, { version: '0.0.0', maintenance: false, message: null, planned: null, ptiModalPermissions: false }];
    if (method === 'DELETE') maintenance = null;
    return method === 'DELETE' ? [204] : [200, { maintenance }];
  });
  expect(await screen.findByText('En cours')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Terminer maintenant' }));
  const question = await screen.findByRole('dialog', { name: 'Terminer maintenant ?' });
  await user.click(within(question).getByRole('button', { name: 'Terminer maintenant' }));
  expect(await screen.findByText('Maintenance terminée')).toBeTruthy();
  expect(await screen.findByText(/Aucune maintenance n’est prévue/)).toBeTruthy();
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('a maintenance sent again after a lost answer is the same act', async () => {
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const maintenance = { message: '<p>Mise à jour</p>', startAt: at(1), endAt: at(2) };
  const keys: (string | null)[] = [];
  const { user } = show(<MaintenancePlan {...props} />, ({ method, key }) => {
    if (method === 'GET') return [200, { maintenance }];
    keys.push(key);
    return keys.length === 1 ? [502] : refusal(403, 'Réservé');
  });
  await user.click(await screen.findByRole('button', { name: 'Enregistrer' }));
  await screen.findByText(messages.network);
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Réservé');
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a referral is sent once, a refusal shown with the form kept', async () => {
  let refused = true;
  const { user, calls } = show(<Referral {...props} />, () => (refused ? refusal(429, 'Réessayez demain.') : [204]));
  await user.type(await screen.findByLabelText(/^Adresse e-mail/), 'consoeur@garde.example');
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('Réessayez demain.')).toBeTruthy();
  refused = false;
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('Recommandation envoyée')).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText(/^Adresse e-mail/)).toHaveProperty('value', ''));
  expect(calls.at(-1)).toMatchObject({ path: '/sponsor', body: { email: 'consoeur@garde.example', message: null } });
});
