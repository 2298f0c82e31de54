import type { Page } from '@playwright/test';
import { Agency } from '#core/agencies/agency.ts';
import { button, dialog, expectNotice, take, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const form = (page: Page) => page.locator('form');
const sought = (page: Page) => page.getByRole('textbox', { name: 'Rechercher un réglage' });

test('a setting is found by search, changed, saved, and shown in the history', async ({ open, agency, mark }) => {
  const page = await open(await agency(), '/settings');
  await expect(textbox(page, 'Nom')).toHaveValue(`Agence ${mark}`);
  await sought(page).fill('repos quotidien');
  await expect(textbox(page, 'Nom')).toBeHidden();
  const level = 'Désactiver';
  await take(form(page), 'Repos quotidien', level);
  await button(page, 'Enregistrer').click();
  await expectNotice(page, 'Vos paramètres ont bien été pris en compte');

  await page.reload();
  await sought(page).fill('repos quotidien');
  await expect(form(page).getByRole('combobox', { name: 'Repos quotidien' })).toHaveValue(level);
  await page.getByText('Historique', { exact: true }).click();
  await expect(page.getByText(new RegExp(level)).first()).toBeVisible();
});

test('a mail text is previewed while typing, and an unknown variable is reported', async ({ open, agency, mark }) => {
  const owner = await agency();
  const page = await open(owner, '/settings');
  await textbox(page, "Expirations : message de l'e-mail").fill('Bonjour {destinataire}, voici {machin}. {agence}');
  const preview = page.getByRole('group', { name: "Aperçu : Expirations : message de l'e-mail" });
  await expect(preview).toContainText(`Bonjour Camille Martin, voici Variable inconnu. Agence ${mark}`);
  await expect(preview).toContainText('Variable inconnu : {machin}');
  // A save by another user does not discard the typed text.
  const { agencyId, save } = owner.api;
  const town = `Lille ${Date.now()}`;
  const refreshed = page.waitForResponse(
    async (response) => response.url().includes('/api/') && (await response.text().catch(() => '')).includes(town),
  );
  await save(Agency, { id: agencyId, rcsName: town });
  await refreshed;
  // Leaving typed text needs a confirmation.
  await page.getByText('Spécialités', { exact: true }).first().click();
  const question = dialog(page, 'Quitter sans enregistrer ?');
  await expect(question).toBeVisible();
  await button(question, 'Continuer la saisie').click();
  await expect(textbox(page, "Expirations : message de l'e-mail")).toHaveValue(/machin/);
});

test('a count of the dashboard opens its list', async ({ hire, open }) => {
  const page = await open(await hire(), '/adminDashboard');
  const link = page.getByRole('link', { name: /Contrats qui se chevauchent/ });
  const count = /\d+/.exec((await link.textContent()) ?? '')?.[0] ?? '';
  await link.click();
  await expect(page.getByRole('heading', { name: 'Collaborateurs' })).toBeVisible();
  await expect(page.getByText(new RegExp(`sur ${count}$|^${count} `)).first()).toBeVisible();
});
