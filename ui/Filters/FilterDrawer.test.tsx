import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { agentAnomalies } from '#core/agents/anomalies.ts';
import { addDays, today } from '../clock.ts';
import { EntityTable } from '../Table/EntityTable.tsx';
import { Crate } from '../testing/crate.ts';
import { closeScreen, type Opened, openScreen } from '../testing/screen.tsx';
import { FilterChips } from './FilterChips.tsx';

afterEach(closeScreen);

async function openDrawer(at = '/'): Promise<Opened & { drawer: HTMLElement }> {
  const opened = openScreen(<EntityTable of={Crate} page="crates" />, { at });
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(screen.getByRole('button', { name: /^Filtres(?! enregistrés)/ }));
  return { ...opened, drawer: await screen.findByRole('dialog', { name: 'Filtres' }) };
}
const period = (drawer: HTMLElement): HTMLInputElement => within(drawer).getByRole('combobox', { name: 'Emballée le' });
const asked = ({ depot }: Opened): unknown => depot.calls('POST', '/fetch/crates').at(-1)?.body?.filters;

test('a date filter offers fourteen periods and « Personnalisé »', async () => {
  const { user, drawer } = await openDrawer();
  await user.click(period(drawer));
  const offered = within(await screen.findByRole('listbox', { name: 'Emballée le' })).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Hier',
    "Aujourd'hui",
    'À partir d’aujourd’hui',
    'Demain',
    '3 prochains jours',
    '3 derniers jours',
    'Semaine en cours',
    'Semaine précédente',
    '7 jours glissants',
    'Mois en cours',
    'Mois précédent',
    '30 jours glissants',
    'Année en cours',
    'Année précédente',
    'Personnalisé',
  ]);
});

test('an unset filter has a neuter word, as its label may be feminine', async () => {
  const { drawer } = await openDrawer();
  expect(within(drawer).getAllByPlaceholderText('Tout').length).toBeGreaterThan(0);
  expect(within(drawer).queryByPlaceholderText('Tous')).toBeNull();
  expect(within(drawer).getAllByRole('radio', { name: 'Tout' }).length).toBeGreaterThan(0);
  expect(within(drawer).queryByRole('radio', { name: 'Tous' })).toBeNull();
});

test('choosing a period shows its days and stores the period', async () => {
  const opened = await openDrawer();
  const { user, drawer } = opened;
  await user.click(period(drawer));
  await user.click(await screen.findByRole('option', { name: 'Hier' }));
  const yesterday = addDays(today('Europe/Paris'), -1);
  const shown = yesterday.split('-').reverse().join('/');
  expect(within(drawer).getByRole<HTMLInputElement>('textbox', { name: 'Du' }).value).toBe(shown);
  expect(within(drawer).getByRole<HTMLInputElement>('textbox', { name: 'Au' }).value).toBe(shown);
  await user.click(within(drawer).getByRole('button', { name: 'Appliquer' }));
  await waitFor(() => expect(asked(opened)).toEqual({ 'infos.packedOn': { from: yesterday, to: yesterday } }));
  expect(opened.address()).toContain('"period":"yesterday"');
});

test('« Personnalisé » starts from the days of the period, and typed days are custom', async () => {
  const opened = await openDrawer('/?f={"infos.packedOn":{"period":"currentYear"}}');
  const { user, drawer } = opened;
  expect(period(drawer).value).toBe('Année en cours');
  await user.click(period(drawer));
  await user.click(await screen.findByRole('option', { name: 'Personnalisé' }));
  const year = today('Europe/Paris').slice(0, 4);
  const from = within(drawer).getByRole<HTMLInputElement>('textbox', { name: 'Du' });
  expect(from.value).toBe(`01/01/${year}`);
  await user.clear(from);
  await user.type(from, `01/03/${Number(year) + 1}`);
  // The end precedes the start: nothing is applied.
  expect(await within(drawer).findByText('La fin précède le début')).toBeTruthy();
  await user.click(within(drawer).getByRole('button', { name: 'Appliquer' }));
  expect(within(drawer).getByText('Corrigez les valeurs signalées pour appliquer les filtres.')).toBeTruthy();
  await user.clear(from);
  await user.type(from, `01/03/${year}`);
  expect(period(drawer).value).toBe('Personnalisé');
  await user.click(within(drawer).getByRole('button', { name: 'Appliquer' }));
  await waitFor(() =>
    expect(asked(opened)).toEqual({ 'infos.packedOn': { from: `${year}-03-01`, to: `${year}-12-31` } }),
  );
});

test('a day that does not exist is refused and nothing is applied', async () => {
  const opened = await openDrawer('/?f={"infos.packedOn":{"from":"2026-01-01"}}');
  const { user, drawer } = opened;
  await user.type(within(drawer).getByRole('textbox', { name: 'Au' }), '31/02/2026');
  await user.click(within(drawer).getByRole('button', { name: 'Appliquer' }));
  expect(await within(drawer).findByText("La date n'existe pas")).toBeTruthy();
  expect(asked(opened)).toEqual({ 'infos.packedOn': { from: '2026-01-01' } });
});

test('« Réinitialiser » clears every filter and their count', async () => {
  const opened = await openDrawer('/?f={"status":[100],"infos.packedOn":{"from":"2026-01-01"}}');
  expect(screen.getByLabelText('2 filtres actifs')).toBeTruthy();
  await opened.user.click(within(opened.drawer).getByRole('button', { name: 'Réinitialiser' }));
  await waitFor(() => expect(asked(opened)).toEqual({}));
  expect(screen.queryByLabelText(/filtres? actifs?/)).toBeNull();
  expect(opened.address()).toBe('');
});

test('archived rows are hidden; « Afficher les archivés » asks for them and is shown as a filter', async () => {
  const opened = await openDrawer();
  const { user, drawer } = opened;
  expect(asked(opened)).toEqual({});
  await user.click(within(drawer).getByRole('switch', { name: 'Afficher les archivés' }));
  await user.click(within(drawer).getByRole('button', { name: 'Appliquer' }));
  await waitFor(() => expect(asked(opened)).toEqual({ archived: true }));
  expect(screen.getByRole('group', { name: 'Filtres actifs' }).textContent).toBe('Avec les archivés');
});

test('the filter of the status says that archived rows are left out; with a status, showing them has no effect', async () => {
  const { user, drawer } = await openDrawer();
  const archived = within(drawer).getByRole<HTMLInputElement>('switch', { name: 'Afficher les archivés' });
  expect(within(drawer).getByPlaceholderText('Tout, sauf archivé')).toBeTruthy();
  await user.click(archived);
  expect(within(drawer).queryByPlaceholderText('Tout, sauf archivé')).toBeNull();
  await user.click(within(drawer).getByRole('combobox', { name: 'Statut' }));
  await user.click(await screen.findByRole('option', { name: 'Ouverte' }));
  expect(archived.disabled).toBe(true);
  expect(within(drawer).getByText('Sans effet avec un statut choisi')).toBeTruthy();
});

test('the chip of a filter with several codes names them', async () => {
  const filters = { anomalies: ['COMPANY_MISSING', 'CONTRACT_EXPIRED'] };
  openScreen(<FilterChips of={Agent} filters={filters} onApply={() => {}} />);
  const chips = await screen.findByRole('group', { name: 'Filtres actifs' });
  const { COMPANY_MISSING, CONTRACT_EXPIRED } = agentAnomalies;
  expect(chips.textContent).toContain('Anomalies :');
  for (const label of [COMPANY_MISSING, CONTRACT_EXPIRED]) expect(chips.textContent).toContain(label);
});
