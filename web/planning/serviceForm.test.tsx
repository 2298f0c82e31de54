// The form of a service: its site among cards, the specialties of that site, and people created on the way.
import { screen, waitFor, within } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Field } from '#core/kernel/field.ts';
import { viewOf } from '#core/kernel/view.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import EntityDialog from '#ui/EntityDialog/EntityDialog.tsx';
import { editTab } from '#ui/EntityDialog/extras.ts';
import { filters } from '#ui/kinds/filters.tsx';
import { columnsOf } from '#ui/Table/columns.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { useServiceExtras } from './serviceExtras.tsx';

beforeEach(startAfresh);

const [marine, port] = [
  { id: idOf(1), name: 'Marine' },
  { id: idOf(2), name: 'Port autonome' },
];
const [dog, fire] = [
  { id: idOf(11), name: 'Maître-chien' },
  { id: idOf(12), name: 'SSIAP 1' },
];
const address = (city: string) => ({ street: null, zipcode: null, city, country: 'FR', location: null });
const sites = [
  { id: idOf(21), name: 'Hôtel de la Plage', customer: marine, address: address('Nice'), specialties: [dog] },
  { id: idOf(22), name: 'Quai Sud', customer: port, address: address('Toulon'), specialties: [fire] },
  { id: idOf(23), name: 'Dépôt', customer: port, address: address('Hyères'), specialties: [] },
] as const;

/** Its site has meanwhile lost the specialty. */
const stored = rowOf(Service, {
  id: idOf(41),
  status: 100,
  site: { id: sites[1].id, name: 'Quai Sud' },
  specialty: dog,
  startAt: '2027-03-09T07:00:00.000Z',
  endAt: '2027-03-09T17:00:00.000Z',
});

let failing = false;
let requests: StubRequest[];
const answers = (): void => {
  failing = false;
  requests = serve(({ path, method, body }): Reply => {
    const { filters = {}, query } = (body ?? {}) as { filters?: { customer?: string[] }; query?: string | null };
    if (path.endsWith('/fetch/sites')) {
      if (failing) return refusal(500, 'Une erreur est survenue');
      const found = sites.filter(
        ({ name, customer }) =>
          (!filters.customer || filters.customer.includes(customer.id)) &&
          (!query || name.toLowerCase().includes(query)),
      );
      return [200, { sites: found.map((site) => listedRowOf(Site, site)), filtered: found.length }];
    }
    if (path.endsWith(`/circuit/${stored.id}`)) return [200, { service: stored }];
    const site = sites.find(({ id }) => path.endsWith(`/site/${id}`));
    if (site) return [200, { site: rowOf(Site, site) }];
    if (path.endsWith('/fetch/specialties'))
      return [200, { specialties: [dog, fire].map((one) => listedRowOf(Specialty, one)), filtered: 2 }];
    if (path.endsWith('/fetch/customers'))
      return [200, { customers: [marine, port].map((one) => listedRowOf(Customer, one)), filtered: 2 }];
    if (path.endsWith('/fetch/agents')) return [200, { agents: [], filtered: 0, specialties: [] }];
    if (path.endsWith('/agent') && method === 'POST')
      return [200, { agent: rowOf(Agent, { id: idOf(31), fullname: 'Zoé Marin', lastname: 'Marin' }) }];
    return refusal(404, 'Inconnu');
  });
};

function ServiceForm({ id = null }: { id?: string | null }): ReactNode {
  const extras = useServiceExtras(id ?? 'new');
  return <EntityDialog of={Service} id={id} page="services" tab={editTab} extras={extras} onClose={vi.fn()} />;
}

async function open(session?: Session, id: string | null = null) {
  answers();
  const user = showPage(<ServiceForm id={id} />, session ?? owner());
  await screen.findByRole('button', { name: /^Enregistrer/ });
  const box = (name: string | RegExp) => screen.getByRole('combobox', { name });
  const shown = (name: string | RegExp) => (box(name) as HTMLInputElement).value;
  const browse = async () => {
    await user.click(screen.getByRole('button', { name: 'Parcourir les sites' }));
    return within(await screen.findByRole('dialog', { name: 'Choisir un site' }));
  };
  const pick = async (name: RegExp) => user.click(await (await browse()).findByRole('button', { name }));
  const options = async (name: string | RegExp) => {
    await user.click(box(name));
    return (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  };
  return { user, box, shown, browse, pick, options };
}

test('a site is chosen among cards with name, customer and town, by customer or by search, with the keyboard', async () => {
  const { user, browse, shown } = await open();
  const picker = await browse();
  const cards = async () =>
    (await within(await picker.findByRole('list', { name: 'Sites' })).findAllByRole('button')).map(
      ({ textContent }) => textContent,
    );
  await waitFor(async () =>
    expect(await cards()).toEqual([
      'HOPLHôtel de la PlageMarineNice',
      'QUSUQuai SudPort autonomeToulon',
      'DEPODépôtPort autonomeHyères',
    ]),
  );
  await user.type(picker.getByRole('searchbox', { name: 'Rechercher' }), 'quai');
  await waitFor(async () => expect(await cards()).toEqual(['QUSUQuai SudPort autonomeToulon']));
  // The code of the planning's chips finds its site too.
  const search = picker.getByRole('searchbox', { name: 'Rechercher' });
  await user.clear(search);
  await user.type(search, 'qusu');
  await waitFor(async () => expect(await cards()).toEqual(['QUSUQuai SudPort autonomeToulon']));
  picker.getByRole('button', { name: /Quai Sud/ }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choisir un site' })).toBeNull());
  expect(shown(/^Site/)).toBe('Quai Sud');
});

test('« Parcourir les sites » stays under the pointer: the site is not said to be missing before the click', async () => {
  const { user, box } = await open();
  await user.click(box(/^Site/));
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Parcourir les sites' }) });
  expect(screen.queryByText('Obligatoire')).toBeNull();
});

test('the chosen site is cleared when it does not belong to the chosen customers', async () => {
  const { user, pick, browse, shown } = await open();
  await pick(/Hôtel de la Plage/);
  expect(shown(/^Site/)).toBe('Hôtel de la Plage');
  const picker = await browse();
  await picker.findByRole('button', { name: /Plage/, pressed: true });
  const choose = async (name: string) => {
    await user.click(picker.getByRole('combobox', { name: 'Clients' }));
    await user.click(await screen.findByRole('option', { name }));
  };
  await choose('Marine');
  expect(shown(/^Site/)).toBe('Hôtel de la Plage');
  await user.click(await screen.findByRole('option', { name: 'Marine' }));
  await user.click(await screen.findByRole('option', { name: 'Port autonome' }));
  await waitFor(() => expect(shown(/^Site/)).toBe(''));
});

test('a list of sites that cannot be refreshed says so, in the picker and in the select', async () => {
  const { user, browse, box } = await open();
  failing = true;
  const picker = await browse();
  expect(await picker.findByText('Échec de la mise à jour de la liste des sites')).toBeTruthy();
  failing = false;
  await user.click(picker.getByRole('button', { name: 'Réessayer' }));
  await picker.findByRole('button', { name: /Dépôt/ });
  await user.keyboard('{Escape}');
  failing = true;
  await user.click(box(/^Site/));
  await user.type(box(/^Site/), 'zz');
  expect(await screen.findByText('Échec de la mise à jour de la liste des sites')).toBeTruthy();
});

test('the specialties are those of the site, or of the agency with a hint; one that is not offered is cleared', async () => {
  const { user, pick, options, shown } = await open();
  await pick(/Quai Sud/);
  await waitFor(async () => expect(await options('Spécialité demandée')).toEqual(['SSIAP 1']));
  await user.click(screen.getByRole('option', { name: 'SSIAP 1' }));
  expect(shown('Spécialité demandée')).toBe('SSIAP 1');
  await pick(/Hôtel de la Plage/);
  await waitFor(() => expect(shown('Spécialité demandée')).toBe(''));
  expect(screen.queryByText("Le site n'a pas de spécialités")).toBeNull();
  await pick(/Dépôt/);
  expect(await screen.findByText("Le site n'a pas de spécialités")).toBeTruthy();
  await waitFor(async () =>
    expect(await options('Spécialité demandée')).toEqual(expect.arrayContaining(['Maître-chien', 'SSIAP 1'])),
  );
});

test('a stored specialty that its site no longer offers is kept (E-054)', async () => {
  const { box, options, shown } = await open(owner(), stored.id);
  // The site is read: its specialties are chosen, not searched.
  await waitFor(() => expect(box('Spécialité demandée').getAttribute('aria-autocomplete')).toBeNull());
  expect(await options('Spécialité demandée')).toEqual(['SSIAP 1', 'Maître-chien']);
  expect(shown('Spécialité demandée')).toBe('Maître-chien');
});

test('a collaborator created from the list is chosen, and nothing typed is lost', async () => {
  const { user, box } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Poste' }), 'Accueil');
  await user.click(box('Collaborateurs'));
  await user.click(await screen.findByRole('option', { name: 'Ajouter un collaborateur' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouveau collaborateur' }));
  await user.type(await dialog.findByRole('textbox', { name: 'Nom' }), 'Marin');
  await user.type(dialog.getByRole('textbox', { name: 'Prénom' }), 'Zoé');
  await user.click(dialog.getByRole('button', { name: /^Enregistrer/ }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Nouveau collaborateur' })).toBeNull());
  expect((await screen.findAllByText('Zoé Marin')).length).toBeGreaterThan(0);
  expect(screen.getByRole('textbox', { name: 'Poste' })).toHaveProperty('value', 'Accueil');
  expect(
    requests
      .filter(({ method, path }) => method === 'POST' && !path.includes('/fetch/'))
      .map(({ path }) => path.split('/').at(-1)),
  ).toEqual(['agent']);
});

test('« Ajouter » takes what was typed, also at once', async () => {
  const { user, box } = await open();
  await user.type(box(/^Site/), 'Gare');
  await user.click(await screen.findByRole('option', { name: 'Ajouter un site' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouveau site' }));
  expect(await dialog.findByRole('textbox', { name: 'Nom' })).toHaveProperty('value', 'Gare');
});

test('without the right to add collaborators there is no « Ajouter »', async () => {
  const rights = ['listServices', 'createService', 'editService', 'listSites', 'listAgents', 'readAgent'] as const;
  const planner = sessionOf(someUser({ userCompanies: [someProfile({ rights: [...rights] })] }), {
    profileId: null,
    agency: null,
  });
  const { user, box } = await open(planner);
  await user.click(box('Collaborateurs'));
  await waitFor(() => expect(screen.getAllByText('Aucun résultat').length).toBeGreaterThan(0));
  expect(requests.some(({ path }) => path.endsWith('/fetch/agents'))).toBe(true);
  expect(screen.queryByRole('option', { name: 'Ajouter un collaborateur' })).toBeNull();
});

test.each<[number[], string[]]>([
  [[], []],
  [[700], ['Déprogrammé']],
])(
  '« Archivé » and « Déprogrammé » are not offered as filters, unless a link chose them (%j)',
  async (chosen, more) => {
    const Filter = filters.status as ComponentType<{ field: Field; value: unknown; onChange(): void }>;
    const user = showPage(<Filter field={Service.fields.status} value={chosen} onChange={vi.fn()} />);
    await user.click(await screen.findByRole('combobox', { name: 'Statut' }));
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered.filter((label) => label === 'Archivé' || label === 'Déprogrammé')).toEqual(more);
    expect(offered).toHaveLength(9 + more.length);
  },
);

test('the list shows when, where, which post, who and in which state within 1440 px', () => {
  const view = viewOf(Service, 'agency', () => true);
  const shown = columnsOf(Service, undefined, view)
    .filter(({ visible }) => visible)
    .slice(0, 6);
  expect(shown.map(({ path }) => path)).toEqual(['reference', 'startAt', 'site', 'postTitle', 'agents', 'status']);
  // The page without the menu and its margins; the columns of the boxes and of the row menu.
  expect(shown.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(1_440 - 281 - 2 * 44);
});
