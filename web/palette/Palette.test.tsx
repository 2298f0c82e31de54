import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { allEntities } from '#core/entities.ts';
import type { Found } from '#core/search/search.ts';
import { Site } from '#core/sites/site.ts';
import { reauthentication } from '#ui/client/reauthentication.ts';
import { type Session, sessionOf, sessionStore } from '#ui/client/session-state.ts';
import { agencyId, enteredAgency, someProfile, someUser } from '#ui/client/testing/people.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { IconHome } from '#ui/icons.ts';
import { type MenuItem, MenusContext } from '#ui/shell/screen.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { holdTyping, paletteOpening, takeTyped } from './opening.ts';
import { SearchButton } from './SearchButton.tsx';

const navigate = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useRouter: () => ({ navigate }),
  useNavigate: () => navigate,
}));

beforeEach(() => {
  startAfresh();
  paletteOpening.set(null);
  navigate.mockClear();
});

const item = (name: string, label: string, records: MenuItem['records'] = null, add = false): MenuItem => ({
  name,
  path: `/${name}`,
  label,
  description: '',
  icon: IconHome,
  add,
  records,
  preload: () => undefined,
});
const items = [
  item('home', 'Accueil'),
  item('sites', 'Sites', async () => Site, true),
  item('customers', 'Clients', async () => Customer),
];
const onSwitch = vi.fn();
const page = (
  <MenusContext value={[{ name: 'main', label: '', items }]}>
    <SearchButton onSwitch={onSwitch} />
  </MenusContext>
) as ReactElement;

const record = (entity: string, name: string, id = '1'): Found => ({
  entity,
  id: `01900000-0000-7000-8000-0000000000a${id}`,
  name,
  detail: 'Nice',
  status: 100,
});
const finding = (...results: Found[]): StubRequest[] => serve(() => [200, { results }]);

async function open(session: Session = owner()): Promise<ReturnType<typeof showPage>> {
  const user = showPage(page, session);
  await user.click(await screen.findByRole('button', { name: 'Rechercher partout' }));
  await screen.findAllByRole('option', { name: /Accueil|Mon compte/ });
  return user;
}
const box = (): HTMLElement => screen.getByRole('combobox');
const labels = (group?: string): string[] =>
  within(group ? screen.getByRole('group', { name: group }) : screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent ?? '');
const active = (): string | undefined =>
  screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')?.textContent;

test('Ctrl K opens the palette with the focus in its input and closes it; an open question has priority', async () => {
  finding();
  const user = showPage(page);
  await screen.findByRole('button', { name: 'Rechercher partout' });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Rechercher partout' });
  await waitFor(() => expect(document.activeElement).toBe(box()));
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  reauthentication.set({ enrols: false, reasons: [], succeed: () => undefined, giveUp: () => undefined });
  await user.keyboard('{Control>}k{/Control}');
  expect(paletteOpening.get()).toBeNull();
  reauthentication.set(null);
});

test('without text it shows screens and actions; arrows go through all of them in a loop', async () => {
  finding();
  const user = await open();
  expect(labels('Écrans')).toEqual(['Accueil', 'Sites', 'Clients', expect.stringContaining('Mon compte')]);
  await waitFor(() => expect(labels('Actions')[0]).toBe('Ajouter un site'));
  expect(labels('Actions')).toContain('Se déconnecter');
  expect(labels('Actions')).not.toContain('Ajouter un client');
  expect(active()).toBe('Accueil');
  expect(box().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id);
  await user.keyboard('{ArrowDown}');
  expect(active()).toBe('Sites');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(active()).toBe(labels().at(-1));
});

test('records are searched after a pause in typing, among entities that can be opened, and Enter opens one', async () => {
  const calls = finding(record('customer', 'Phare Conseil'), record('site', 'Grand Phare', '2'));
  const user = await open();
  await user.type(box(), 'phare');
  expect(await screen.findByRole('option', { name: /Grand Phare/ })).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual([`/agency/${agencyId}/search`]);
  expect(calls[0]?.body).toEqual({ query: 'phare', entities: ['site', 'customer'] });
  expect(labels('Clients')).toEqual(['Phare ConseilNiceActif']);
  expect(labels()).toHaveLength(2);
  await user.keyboard('{ArrowDown}{Enter}');
  // Above the current screen.
  const [{ to, state }] = navigate.mock.calls[0] as unknown as [{ to: string; state(before: object): object }];
  expect([to, state({})]).toEqual(['.', { sheets: [{ entity: 'site', id: record('site', '', '2').id }] }]);
  expect(paletteOpening.get()).toBeNull();
});

test('text typed while it loads goes into the palette, and not into a form below', async () => {
  finding();
  const below = document.body.appendChild(document.createElement('input'));
  const user = showPage(page);
  await screen.findByRole('button', { name: 'Rechercher partout' });
  below.focus();
  await user.keyboard('{Control>}k{/Control}cli');
  await waitFor(() => expect(box()).toHaveProperty('value', 'cli'));
  expect(below.value).toBe('');
  below.remove();
});

test('« ajouter » lists every add action', async () => {
  finding();
  const many = allEntities.map((of) => item(of.name, of.label.many, async () => of, true));
  const user = showPage(
    <MenusContext value={[{ name: 'main', label: '', items: many }]}>
      <SearchButton onSwitch={onSwitch} />
    </MenusContext>,
  );
  await user.click(await screen.findByRole('button', { name: 'Rechercher partout' }));
  await user.type(await screen.findByRole('combobox'), 'ajouter');
  await waitFor(() => expect(labels('Actions')).toHaveLength(allEntities.length));
});

test('a single letter is not sent to the server', async () => {
  const calls = finding();
  const user = await open();
  await user.type(box(), 's');
  expect(active()).toBe('Sites');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(calls).toEqual([]);
});

test('results of the server do not replace the active choice', async () => {
  let answer: (reply: Reply) => void = () => undefined;
  serve(() => new Promise<Reply>((resolve) => (answer = resolve)));
  const user = await open();
  await user.type(box(), 'si');
  expect(active()).toBe('Sites');
  expect(screen.getByLabelText('Recherche en cours')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  answer([200, { results: [record('site', 'Sigma')] }]);
  await screen.findByRole('option', { name: /Sigma/ });
  expect(active()).toBe('Sites');
});

test('results of the text typed before are shown until the new ones come, but neither Enter nor a click opens them', async () => {
  let answer: (reply: Reply) => void = () => undefined;
  serve(({ body }) =>
    (body as { query: string }).query === 'phare'
      ? [200, { results: [record('customer', 'Phare Conseil')] }]
      : new Promise<Reply>((resolve) => (answer = resolve)),
  );
  const user = await open();
  await user.type(box(), 'phare');
  await screen.findByRole('option', { name: /Phare Conseil/ });
  await user.clear(box());
  await user.type(box(), 'port{Enter}');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await user.keyboard('{ArrowDown}{Enter}');
  await user.click(screen.getByRole('option', { name: /Phare Conseil/ }));
  expect(navigate).not.toHaveBeenCalled();
  answer([200, { results: [record('site', 'Port Nord', '2')] }]);
  await screen.findByRole('option', { name: /Port Nord/ });
  await user.keyboard('{Enter}');
  expect(navigate).toHaveBeenCalledOnce();
});

test('recent choices are offered first, records included', async () => {
  finding(record('site', 'Grand Phare'));
  let user = await open();
  await user.type(box(), 'phare');
  await user.click(await screen.findByRole('option', { name: /Grand Phare/ }));
  cleanup();
  user = await open();
  await waitFor(() => expect(labels('Récents')).toEqual(['Grand PhareNiceActif']));
  await user.click(screen.getByRole('option', { name: 'Clients' }));
  paletteOpening.set('everything');
  await waitFor(() => expect(labels('Récents')).toEqual(['Clients', 'Grand PhareNiceActif']));
  expect(labels('Écrans')).not.toContain('Clients');
});

test('an empty result is shown; a failed search is shown and retried', async () => {
  let broken = false;
  serve(() => (broken ? refusal(500, 'Une erreur est survenue') : [200, { results: [] }]));
  const user = await open();
  await user.type(box(), 'zzz');
  expect(await screen.findByText('Aucun résultat pour « zzz ».')).toBeTruthy();
  broken = true;
  await user.type(box(), 'z');
  expect(await screen.findByText('La recherche des fiches a échoué.')).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Aucun résultat pour « zzzz ».')).toBeTruthy();
});

test('platform staff change agency by name, from all results or from the agencies only', async () => {
  const azur = someProfile().company;
  const calls = serve(({ path }) =>
    path.endsWith('/enter') ? [200, enteredAgency(azur)] : [200, { agencies: [azur], filtered: 1 }],
  );
  const support = sessionOf(someUser({ isSupport: true }), { profileId: null, agency: null });
  const user = await open(support);
  await user.type(box(), 'changer{Enter}');
  expect(await screen.findByRole('option', { name: 'Azur Sécurité' })).toBeTruthy();
  expect(labels()).toEqual(['Azur Sécurité']);
  expect(box().getAttribute('aria-label')).toBe('Rechercher une agence');
  // E-046
  expect(calls.at(-1)?.body).toEqual({ query: '', limit: 10, page: 1 });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onSwitch).toHaveBeenCalledOnce());
  expect(sessionStore.get()?.agency).toMatchObject({ id: azur.id, name: azur.name });
});

test('users of several companies switch between them', async () => {
  finding();
  const there = someProfile({ id: '01900000-0000-7000-8000-0000000000bb', company: { id: agencyId, name: 'Boréal' } });
  const both = sessionOf(someUser({ userCompanies: [someProfile(), there] }), { profileId: null, agency: null });
  const user = await open(both);
  onSwitch.mockClear();
  await user.type(box(), 'bor{Enter}');
  expect(sessionStore.get()?.profile?.id).toBe(there.id);
  expect(onSwitch).toHaveBeenCalledOnce();
});

test('what is typed while the palette loads waits for it, however long that takes', () => {
  vi.useFakeTimers();
  try {
    holdTyping();
    fireEvent.keyDown(window, { key: 'c' });
    vi.advanceTimersByTime(60_000);
    fireEvent.keyDown(window, { key: 'x' });
    expect(takeTyped()).toBe('c');
    holdTyping();
    expect(takeTyped()).toBe('');
  } finally {
    vi.useRealTimers();
  }
});
