import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import type { Erasure, PersonalExport } from '#core/privacy/person.ts';
import type { RetentionRule } from '#core/privacy/retention.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, rowOf } from '#ui/client/testing/rows.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { Contacts } from '../rights/Contacts.tsx';
import { useCustomerActs } from '../rights/useCustomerActs.tsx';
import { showPage, startAfresh } from '../testing/page.tsx';
import { OwnData } from './OwnData.tsx';
import PersonalData from './PersonalData.tsx';
import Retention from './Retention.tsx';

beforeEach(startAfresh);

const rule: RetentionRule = {
  key: 'mails',
  label: 'E-mails et leur suivi',
  fate: 'delete',
  countedFrom: 'l’envoi',
  unit: 'month',
  period: 12,
  shortest: 1,
  longest: 36,
  legalBasis: 'Preuve d’envoi',
  source: 'L-014',
  module: null,
  version: 1,
  lastRun: { at: '2026-11-15T02:15:00.000Z', count: 7 },
};
const superAdmin = () => sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
const screenProps = { page: 'platformAdminRetention', title: 'Conservation', description: '', add: false };

test('a rule shows its reason and its last run, and is changed within its bounds', async () => {
  let kept = rule;
  const calls = serve(({ method, body }) => {
    if (method === 'PUT') kept = { ...rule, period: (body as { period: number }).period, version: 2 };
    return [200, method === 'PUT' ? { rule: kept } : { rules: [kept], runs: [] }];
  });
  const user = showPage(<Retention {...screenProps} />, superAdmin());
  const input = await screen.findByRole('textbox', { name: 'Durée : E-mails et leur suivi' });
  expect(screen.getByText(/Preuve d’envoi — L-014/)).toBeTruthy();
  expect(screen.getByText('12 mois après l’envoi')).toBeTruthy();
  expect(screen.getByText(/Aucune purge/)).toBeTruthy();
  await user.clear(input);
  await user.type(input, '40');
  expect(await screen.findByText('De 1 mois à 36 mois')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(true);
  await user.clear(input);
  await user.type(input, '24');
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('24 mois après l’envoi')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ period: 24, version: 1 });
});

test('a typed value is kept when another person changes the rule, and saved at the next try', async () => {
  let kept = rule;
  serve(({ method, body }) => {
    const asked = body as { period: number; version: number };
    if (method !== 'PUT') return [200, { rules: [kept], runs: [] }];
    if (asked.version !== kept.version) return refusal(409, 'Modifiée entre-temps');
    kept = { ...kept, period: asked.period, version: kept.version + 1 };
    return [200, { rule: kept }];
  });
  const user = showPage(<Retention {...screenProps} />, superAdmin());
  const period = await screen.findByRole('textbox', { name: 'Durée : E-mails et leur suivi' });
  kept = { ...rule, period: 18, version: 2 };
  await user.clear(period);
  await user.type(period, '24');
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Modifiée entre-temps')).toBeTruthy();
  expect(await screen.findByText(/^18 mois après/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Durée : E-mails et leur suivi' }).value).toBe('24');
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/^24 mois après/)).toBeTruthy();
});

test('rules that cannot be read show an error and are read again', async () => {
  let down = true;
  serve(() => (down ? refusal(503, 'Maintenance') : [200, { rules: [rule], runs: [] }]));
  const user = showPage(<Retention {...screenProps} />, superAdmin());
  const alert = await screen.findByRole('alert');
  down = false;
  await user.click(within(alert).getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('12 mois après l’envoi')).toBeTruthy();
});

const made: PersonalExport = {
  id: idOf(3),
  state: 'queued',
  createdAt: '2026-11-15T08:00:00.000Z',
  expiresAt: '2026-11-22T08:00:00.000Z',
  size: null,
};

test('own data are requested, awaited and downloaded', async () => {
  let exports: PersonalExport[] = [];
  const calls = serve(({ method, path }) => {
    if (method === 'POST') {
      exports = [made];
      return [200, { export: made }];
    }
    if (path.endsWith('/file')) return [200, 'zip'];
    const answer = exports;
    exports = exports.map((one) => ({ ...one, state: 'ready', size: 2_048 }));
    return [200, { exports: answer }];
  });
  const user = showPage(<OwnData />);
  expect(await screen.findByText('Aucun export pour le moment.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Exporter mes données' }));
  expect(await screen.findByText('En préparation')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Télécharger' })).toBeTruthy();
  expect(screen.getByText(/2 Ko · Disponible jusqu’au/)).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

const erasure: Erasure = {
  name: 'Anne Onyme',
  refused: null,
  erasedAt: null,
  erased: [{ label: 'E-mails échangés avec l’agence', count: 3 }],
  kept: [{ label: 'Contrats de travail', why: 'Obligation légale', until: '2031-06-30' }],
  account: true,
};
const person = { kind: 'agent', id: 'p1', name: 'Anne Onyme' } as const;

test('an export asked for again after a lost answer is the same export', async () => {
  const keys: (string | null)[] = [];
  serve(({ method, key }) => {
    if (method === 'GET') return [200, { exports: [] }];
    keys.push(key);
    return keys.length === 1 ? [502] : [204];
  });
  const user = showPage(<OwnData />);
  const ask = await screen.findByRole('button', { name: /^Exporter mes données/ });
  for (const sent of [1, 2, 3]) {
    await user.click(ask);
    await waitFor(() => expect(keys).toHaveLength(sent));
    await waitFor(() => expect(ask.hasAttribute('data-loading')).toBe(false));
  }
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

test('an erasure lists what is erased and kept, asks for confirmation, and is disabled before', async () => {
  const onErased = vi.fn();
  let current: Erasure = erasure;
  const calls = serve(({ method, path }) => {
    if (path.endsWith('/exports')) return [200, { exports: [] }];
    if (method === 'POST')
      current = { ...erasure, name: 'Collaborateur effacé n° 1', erasedAt: '2026-11-15T08:00:00.000Z', erased: [] };
    return [200, { erasure: current }];
  });
  const user = showPage(<PersonalData person={person} onClose={() => {}} onErased={onErased} />);
  expect(await screen.findByText('E-mails échangés avec l’agence (3 éléments)')).toBeTruthy();
  expect(screen.getByText(/Contrats de travail, jusqu’au 30\/06\/2031/)).toBeTruthy();
  expect(screen.getByText(/Son compte est supprimé/)).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Effacer les données personnelles' });
  expect(button.disabled).toBe(true);
  expect(screen.getByText(/textes libres de l’agence .* ne sont pas relus/)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /définitif/ }));
  await user.click(button);
  expect(await screen.findByText(/Collaborateur effacé n° 1/)).toBeTruthy();
  await waitFor(() => expect(onErased).toHaveBeenCalled());
  expect(calls.filter(({ path }) => path.endsWith('/erase'))).toHaveLength(1);
});

test('an agent who has not left cannot be erased: the reason is shown and the button disabled', async () => {
  serve(({ path }) => [
    200,
    path.endsWith('/exports') ? { exports: [] } : { erasure: { ...erasure, refused: 'Archivez d’abord.' } },
  ]);
  showPage(<PersonalData person={person} onClose={() => {}} />);
  expect(await screen.findByText('Archivez d’abord.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Effacer les données personnelles' })).toBeNull();
});

test('the owner finds the data of a customer’s contact beside its rights; others do not', async () => {
  const contact = {
    id: idOf(1),
    firstname: 'Paule',
    lastname: 'Contact',
    position: null,
    email: null,
    lastLogin: null,
  };
  serve(({ path }) => {
    if (path.endsWith('/exports')) return [200, { exports: [] }];
    if (path.includes(`/person/contact/${idOf(1)}/`))
      return [200, { erasure: { ...erasure, kept: [], account: false } }];
    return [200, { customer: rowOf(Customer, { id: idOf(2), userCompanies: [contact] }) }];
  });
  const customer = { id: idOf(2), version: 1, name: 'Client' };
  const user = showPage(<Contacts customer={customer} onClose={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Données personnelles de Paule Contact' }));
  expect(await screen.findByText('E-mails échangés avec l’agence (3 éléments)')).toBeTruthy();
  startAfresh();
  serve(() => [200, { customer: rowOf(Customer, { id: idOf(2), userCompanies: [contact] }) }]);
  const staff = sessionOf(someUser({ userCompanies: [someProfile({ rights: ['listCustomers'] })] }), {
    profileId: null,
    agency: null,
  });
  showPage(<Contacts customer={customer} onClose={() => {}} />, staff);
  await screen.findByRole('button', { name: 'Droits de Paule Contact' });
  expect(screen.queryByRole('button', { name: /Données personnelles/ })).toBeNull();
});

/** The acts on a company and on a private customer, by their labels. */
function CustomerMenus(): ReactElement {
  const { actions } = useCustomerActs();
  const labels = (type: number): string[] => {
    const row = rowOf(Customer, { id: idOf(2), type, customerInfos: { prospect: false } });
    return actions.filter(({ when }) => when?.(row) ?? true).map(({ label }) => label);
  };
  return <p>{[100, 200].map((type) => `${type} : ${labels(type).join(', ')}`).join(' ; ')}</p>;
}

test('the menu of a private customer leads the owner to the personal data; that of a company does not, nor that of another user', async () => {
  showPage(<CustomerMenus />);
  expect((await screen.findByText(/^100/)).textContent).toBe(
    '100 : Envoyer un e-mail, Accès des interlocuteurs ; 200 : Envoyer un e-mail, Accès des interlocuteurs, Données personnelles',
  );
  startAfresh();
  const staff = sessionOf(someUser({ userCompanies: [someProfile({ rights: ['listCustomers'] })] }), {
    profileId: null,
    agency: null,
  });
  showPage(<CustomerMenus />, staff);
  expect((await screen.findByText(/^100/)).textContent).not.toContain('Données personnelles');
});

test('for a private customer the owner sees which accounts are erased and what the books keep', async () => {
  let current: Erasure = {
    ...erasure,
    name: 'Yvonne Le Gall',
    kept: [{ label: 'Identité', why: 'Livres', until: '2036-12-31' }],
  };
  serve(({ method, path }) => {
    if (path.endsWith('/exports')) return [200, { exports: [] }];
    if (path.endsWith('/register'))
      return [200, { register: { name: 'Yvonne Le Gall', city: 'Quimper', street: null }, until: '2036-12-31' }];
    if (method === 'POST') current = { ...current, name: 'Client effacé n° 2', erasedAt: '2026-11-15T08:00:00.000Z' };
    return [200, { erasure: current }];
  });
  const user = showPage(
    <PersonalData person={{ kind: 'customer', id: 'c1', name: 'Yvonne Le Gall' }} onClose={() => {}} />,
  );
  expect(await screen.findByText(/Les comptes de ses interlocuteurs/)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /définitif/ }));
  await user.click(screen.getByRole('button', { name: 'Effacer les données personnelles' }));
  await user.click(await screen.findByRole('button', { name: 'Afficher les mentions de facturation' }));
  const kept = await screen.findByRole('list', { name: 'Mentions de facturation' });
  expect(
    within(kept)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['Nom : Yvonne Le Gall', 'Ville : Quimper']);
});
