// Validation messages of each kind in a form, and the choices of its pickers.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { entityNamed } from '#core/entities.ts';
import { sessionOf, sessionStore } from '../client/session-state.ts';
import { someProfile, someUser } from '../client/testing/people.ts';
import { Round } from '../testing/round.ts';
import { closeScreen, type Opened, openScreen } from '../testing/screen.tsx';
import EntityDialog from './EntityDialog.tsx';

afterEach(closeScreen);

async function openForm(): Promise<Opened> {
  const opened = openScreen(<EntityDialog of={Round} id={null} page="rounds" onClose={() => undefined} />, {
    rights: ['listCheckpoints', 'createCheckpoint', 'listAgents', 'readAgent', 'listSites'],
  });
  await screen.findByRole('textbox', { name: /^Nom/ });
  return opened;
}
const field = (name: string | RegExp): HTMLInputElement => screen.getByRole('textbox', { name });
const type = (name: string | RegExp, value: string): void => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};
const described = (input: HTMLElement): string =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('');
const fault = (name: string | RegExp): string => described(field(name));
const save = ({ user }: Opened): Promise<void> => user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
const group = (name: RegExp): HTMLElement => screen.getByRole('group', { name });

test('required dates and lists are marked with *; left empty they show « Obligatoire »', async () => {
  const opened = await openForm();
  expect(screen.getByText('Début').textContent).toBe('Début *');
  expect(screen.getByText('Fin').textContent).toBe('Fin');
  expect(screen.getByText('Rondiers').textContent).toBe('Rondiers *');
  expect(within(group(/^Étapes/)).getByText('Étapes').textContent).toBe('Étapes *');
  expect(within(group(/^Téléphones/)).getByText('Téléphones').textContent).toBe('Téléphones');
  await save(opened);
  expect(fault(/^Début/)).toContain('Obligatoire');
  expect(described(screen.getByRole('combobox', { name: /^Rondiers/ }))).toContain('Obligatoire');
  expect(within(group(/^Étapes/)).getByRole('alert').textContent).toBe('Obligatoire');
  expect(within(group(/^Téléphones/)).getByRole('alert').textContent).toBe('Doit contenir 2 éléments');
  expect(opened.depot.calls('POST', '/round')).toEqual([]);
});

test('date rules are checked while typing, even if other fields are missing', async () => {
  await openForm();
  type(/^Début/, '15/11/2026');
  type('Fin', '15/11/2026');
  expect(fault('Fin')).toContain('Doit être supérieure à 15/11/2026');
  type('Fin', '16/11/2028');
  expect(fault('Fin')).toContain('Doit être inférieure ou égale à 2 an(s)');
  type('Fin', '15/11/2028');
  expect(fault('Fin')).toBe('');
  type('Départ', '01/01/2020 08:00');
  expect(fault('Départ')).toMatch(/Doit être supérieure à \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  type('Départ', '01/01/2099 08:00');
  expect(fault('Départ')).toBe('');
});

test('wrong moments show an error at their input', async () => {
  await openForm();
  type('Départ', '15/11/2099 25:00');
  expect(fault('Départ')).toContain('Format français invalide');
  type('Départ', '31/04/2099 08:00');
  expect(fault('Départ')).toContain("La date n'existe pas");
});

test('wrong card and social security numbers show an error, correct ones are formatted in groups', async () => {
  await openForm();
  type('Carte professionnelle', 'CAR-006');
  expect(fault('Carte professionnelle')).toContain('Numéro de carte professionnelle invalide');
  expect(field('Numéro de sécurité sociale').placeholder).toBe('0 00 00 00 000 000 00');
  type('Numéro de sécurité sociale', '185057800608490');
  expect(fault('Numéro de sécurité sociale')).toContain('Clé du numéro de sécurité sociale invalide');
  type('Numéro de sécurité sociale', '299072a00400156');
  expect(fault('Numéro de sécurité sociale')).toBe('');
  expect(field('Numéro de sécurité sociale').value).toBe('2 99 07 2A 004 001 56');
  type('Carte de paiement', '4242424242424242');
  expect(field('Carte de paiement').value).toBe('4242 4242 4242 4242');
});

test('French rules do not apply if the holidays are those of another country', async () => {
  await openForm();
  const elsewhere = someProfile({ rights: ['createCheckpoint'], company: { holidayLocale: 'BE' } });
  sessionStore.set(sessionOf(someUser({ userCompanies: [elsewhere] }), { profileId: null, agency: null }));
  await waitFor(() => expect(field('Numéro de sécurité sociale').placeholder).toBe(''));
  type('Numéro de sécurité sociale', '85.07.30-033.28');
  type('Carte professionnelle', 'CAR-006');
  expect(fault('Numéro de sécurité sociale')).toBe('');
  expect(fault('Carte professionnelle')).toBe('');
});

test('the arrows step an amount by a cent; it is typed with point or comma, and has two decimals', async () => {
  const { user } = await openForm();
  const price = field('Prix');
  await user.type(price, '12.3');
  await user.keyboard('{ArrowUp}');
  expect(price.value).toBe('12,31');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(price.value).toBe('12,29');
  type('Prix', '1,005');
  expect(fault('Prix')).toContain('13 chiffres et 2 décimales au plus');
  type('Taux', '1,005');
  expect(fault('Taux')).toBe('');
  type('Taux', '-1');
  expect(fault('Taux')).toContain('Doit être supérieur ou égal à 0');
});

test('a description has at most 5000 characters', async () => {
  await openForm();
  type('Description', 'x'.repeat(5_001));
  expect(fault('Description')).toContain('Maximum 5000 caractères');
  type('Description', 'x'.repeat(5_000));
  expect(fault('Description')).toBe('');
});

const agents = '/fetch/agents';

test.each([
  [/^Rondiers/, 'those who are planned', agents, { status: [100, 200], 'agentInfos.plannable': true }],
  ['Chef', 'all staff', agents, { status: [100, 200] }],
  ['Compte', 'all staff with a licence', agents, { status: [100] }],
  ['Site', 'those in service', '/fetch/sites', { status: [100] }],
] as const)('the picker %s offers %s', async (name, _whom, call, filters) => {
  const { user, depot } = await openForm();
  await user.click(screen.getByRole('combobox', { name }));
  await waitFor(() => expect(depot.calls('POST', call)).toHaveLength(1));
  expect(depot.calls('POST', call)[0]?.body).toMatchObject({ query: null, filters });
});

test('agents forbidden on a site are chosen among planned agents', () => {
  const [offered] = Object.values(entityNamed('site').fields.siteUsers?.fields ?? {});
  expect(offered).toMatchObject({ kind: 'ref', target: 'agent' });
  expect(entityNamed('agent').offered?.[offered?.offer?.rows ?? 'usual']).toMatchObject({
    'agentInfos.plannable': true,
  });
});

test('a list of sites that cannot be read shows an error in the picker', async () => {
  const { user, depot } = await openForm();
  depot.answerNext('POST', '/fetch/sites', { status: 409, body: { code: 409, message: 'Panne' } });
  await user.click(screen.getByRole('combobox', { name: 'Site' }));
  await screen.findByText('Échec de la mise à jour de la liste des sites');
});
