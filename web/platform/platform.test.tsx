import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Resume as Figures } from '#core/platform/dashboard-calls.ts';
import type { SupportAccount } from '#core/platform/support-calls.ts';
import { AdminUser } from '#core/platform/user.ts';
import { sessionOf, sessionStore } from '#ui/client/session-state.ts';
import { enteredAgency, someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, listedRowOf } from '#ui/client/testing/rows.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import ImportAgency from './ImportAgency.tsx';
import PlatformTurnover from './PlatformTurnover.tsx';
import Resume from './Resume.tsx';
import SupportAccounts from './SupportAccounts.tsx';
import Users from './Users.tsx';

beforeEach(startAfresh);

const props = (title: string) => ({ page: 'p', title, description: '', add: false });
const superAdmin = () => sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });

const account = (more: Partial<SupportAccount> = {}): SupportAccount => ({
  ...{ id: idOf(1), firstname: 'Sam', lastname: 'Support', fullname: 'Sam Support', email: 'sam@vigie.example' },
  ...{ role: 'SUPPORT', createdAt: '2026-01-01T00:00:00.000Z', lastUseAt: null, isInvited: false, secondFactor: true },
  ...more,
});

test('support accounts are listed with their role; the last super-administrator’s refusal is shown', async () => {
  const calls = serve(({ method }) =>
    method === 'DELETE'
      ? refusal(409, 'Il reste au moins un super-administrateur : nommez-en d’abord un autre.')
      : [200, { supportAccounts: [account({ role: 'SUPER_ADMIN' })] }],
  );
  const user = showPage(<SupportAccounts {...props('Comptes support')} />, superAdmin());
  expect(await screen.findByText('Super-administrateur')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Actions : Sam Support' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Retirer l’accès' }));
  const dialog = await screen.findByRole('dialog', { name: 'Retirer l’accès de Sam Support' });
  await user.click(within(dialog).getByRole('button', { name: 'Retirer l’accès' }));
  expect(await within(dialog).findByText(/Il reste au moins un super-administrateur/)).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Annuler' }));
});

test('a new support account is invited with its role; a taken address is named at its field', async () => {
  let taken = true;
  const message = 'Cette adresse est déjà celle d’un compte d’agence ou de client.';
  const calls = serve(({ path }) =>
    path !== '/admin/support-account'
      ? [200, { supportAccounts: [] }]
      : taken
        ? refusal(409, message, { violations: [{ path: 'email', message }] })
        : [200, { supportAccount: account({ isInvited: true }) }],
  );
  const user = showPage(<SupportAccounts {...props('Comptes support')} />, superAdmin());
  await user.click(await screen.findByRole('button', { name: 'Ajouter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nouveau compte support' });
  const field = (name: RegExp) => within(dialog).getByRole('textbox', { name });
  await user.type(field(/Prénom/), 'Sam');
  await user.type(field(/Nom de famille/), 'Support');
  await user.type(field(/Adresse e-mail/), 'sam@vigie.example');
  await user.click(within(dialog).getByRole('button', { name: 'Inviter' }));
  expect((await within(dialog).findAllByText(message)).length).toBeGreaterThan(0);
  taken = false;
  await user.click(within(dialog).getByRole('button', { name: 'Inviter' }));
  expect(await screen.findByText('Invitation envoyée à sam@vigie.example')).toBeTruthy();
  expect(calls.at(-2)?.body ?? calls.at(-1)?.body).toMatchObject({ role: 'SUPPORT' });
});

test('the users show the companies and the role of each', async () => {
  const row = listedRowOf(AdminUser, {
    ...{ id: idOf(1), fullname: 'Camille Roux', email: 'camille@azur.example' },
    userCompanies: [
      { id: idOf(2), company: 'Azur Sécurité', role: 'Administrateur' },
      { id: idOf(3), company: 'Marina Baie', role: 'Client' },
    ],
  });
  serve(() => [200, { adminUsers: [row], filtered: 1 }]);
  showPage(<Users {...props('Utilisateurs')} />, superAdmin());
  expect(await screen.findByText('Azur Sécurité (Administrateur), Marina Baie (Client)')).toBeTruthy();
});

const figures: Figures = {
  ...{ agencies: 12, active: 8, inactive: 2, pending: 1, locked: 1, trial: 3, subscribed: 5, unmanaged: 1, created: 2 },
  ...{ expiring: 4, failing: 0, sheets: 612, accounts: 580, today: '2026-05-10' },
};

test('the cards of the summary open the agencies that they count', async () => {
  serve(() => [200, { resume: figures }]);
  showPage(<Resume {...props('Résumé')} />, superAdmin());
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /4\s*Expirent sous 30 jours/ });
  expect(decodeURIComponent(link.href)).toContain('"expiresOn":{"from":"2026-05-10","to":"2026-06-09"}');
  expect(screen.getByText('612')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Fiches collaborateurs/ })).toBeNull();
});

test('the turnover is shown month by month, as bars and as a table, and by offer', async () => {
  const months = Array.from({ length: 12 }, (_, index) => ({
    ...{ month: `2026-${String(index + 1).padStart(2, '0')}`, turnover: index === 2 ? 1_200 : 0, numberOfSales: index },
  }));
  serve(() => [
    200,
    {
      ...{ from: '2026-01-01', to: '2026-12-31', currency: 'EUR', turnover: 1_200, before: 1_000, numberOfSales: 66 },
      ...{ months, offers: [{ id: idOf(4), name: 'Abonnement de gestion', turnover: 1_200, numberOfSales: 66 }] },
    },
  ]);
  showPage(<PlatformTurnover {...props("Chiffre d'affaires")} />, superAdmin());
  expect(await screen.findByText(/\+20 % sur/)).toBeTruthy();
  expect(await screen.findByRole('table', { name: 'Mois par mois' })).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Par offre' }).textContent).toContain('Abonnement de gestion');
});

test.each([
  ['Comptes support', SupportAccounts, 'Les comptes n’ont pas pu être lus'],
  ['Résumé', Resume, 'Le résumé n’a pas pu être lu'],
  ["Chiffre d'affaires", PlatformTurnover, 'Le chiffre d’affaires n’a pas pu être lu'],
  ["Import d'agence", ImportAgency, 'Les agences n’ont pas pu être lues'],
] as const)('%s: a failed read says so', async (title, Screen, words) => {
  serve(() => refusal(500, 'Plus tard'));
  showPage(<Screen {...props(title)} />, superAdmin());
  expect(await screen.findByText(words)).toBeTruthy();
});

test('AB-035: the import asks for the agency first, and enters it', async () => {
  const { company } = someProfile();
  serve(({ path }) =>
    path.endsWith('/enter') ? [200, enteredAgency(company)] : [200, { agencies: [company], filtered: 1 }],
  );
  const user = showPage(<ImportAgency {...props("Import d'agence")} />, superAdmin());
  const first = await screen.findByRole<HTMLButtonElement>('button', { name: 'Importer : Clients' });
  expect(first.disabled).toBe(true);
  await user.click(screen.getByRole('combobox', { name: 'Agence' }));
  await user.click(await screen.findByRole('option', { name: company.name }));
  await waitFor(() => expect(sessionStore.get()?.agency?.id).toBe(company.id));
  await waitFor(() => expect(first.disabled).toBe(false));
  await user.click(first);
  expect(await screen.findByRole('dialog', { name: /^Importer : Clients/ })).toBeTruthy();
});
