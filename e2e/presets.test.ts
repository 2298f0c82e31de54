import type { Page } from '@playwright/test';
import { button, dialog, expectNotice, signIn, take, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const filterButton = (page: Page) => page.getByRole('button', { name: /^Filtres(?! enregistrés)/ });

async function filterOn(page: Page, status: string): Promise<void> {
  await filterButton(page).click();
  const drawer = dialog(page, 'Filtres');
  await take(drawer, 'Statut', status);
  await page.keyboard.press('Escape');
  await button(drawer, 'Appliquer').click();
  await expect(drawer).toBeHidden();
}

async function inMenu(page: Page, item: string): Promise<void> {
  await button(page, 'Filtres enregistrés').click();
  await page.getByRole('menuitem', { name: new RegExp(`^(Par défaut )?${item}$`) }).click();
}

async function ofPreset(page: Page, label: string, act: string): Promise<void> {
  await button(page, 'Filtres enregistrés').click();
  await page.getByRole('menuitem', { name: `Modifier le filtre ${label}` }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

const statuses = (page: Page) =>
  page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .getByText(/^(Actif|Inactif|Archivé)$/);

test('a filter is saved, made the default, renamed, overwritten and deleted, and is kept at the next sign-in', async ({
  hire,
  open,
}) => {
  const person = await hire();
  const page = await open(person, '/sites');
  await filterOn(page, 'Archivé');
  await inMenu(page, 'Sauvegarder');
  const naming = dialog(page, 'Sauvegarder le filtre');
  await button(naming, 'Sauvegarder').click();
  await expect(textbox(naming, 'Titre')).toHaveAccessibleDescription('Obligatoire');
  await textbox(naming, 'Titre').fill('Sites rendus');
  await button(naming, 'Sauvegarder').click();
  await expectNotice(page, 'Filtre Sites rendus sauvegardé');

  await ofPreset(page, 'Sites rendus', 'Définir par défaut');
  await expectNotice(page, 'Filtre par défaut : Sites rendus');
  await ofPreset(page, 'Sites rendus', 'Renommer');
  await textbox(dialog(page, 'Renommer le filtre'), 'Titre').fill('Anciens sites');
  await button(dialog(page, 'Renommer le filtre'), 'Sauvegarder').click();
  await expectNotice(page, 'Filtre Anciens sites sauvegardé');

  const later = await open(null, '/sites');
  await signIn(later, person.email, person.password);
  await expect(later.getByLabel('1 filtre actif')).toBeVisible();
  await expect(statuses(later).first()).toHaveText('Archivé');
  await inMenu(later, 'Réinitialiser');
  await expect(
    statuses(later)
      .filter({ hasText: /^Actif$/ })
      .first(),
  ).toBeVisible();

  await filterOn(later, 'Inactif');
  await ofPreset(later, 'Anciens sites', 'Écraser');
  await expect(dialog(later, 'Anciens sites')).toContainText('Le filtre sera remplacé');
  await button(dialog(later, 'Anciens sites'), 'Écraser').click();
  await expectNotice(later, 'Filtre Anciens sites sauvegardé');
  await inMenu(later, 'Réinitialiser');
  await inMenu(later, 'Anciens sites');
  await expect(statuses(later).first()).toHaveText('Inactif');

  await ofPreset(later, 'Anciens sites', 'Ne plus définir par défaut');
  await ofPreset(later, 'Anciens sites', 'Supprimer');
  await expect(dialog(later, 'Anciens sites')).toContainText('Le filtre ne sera plus récupérable');
  await button(dialog(later, 'Anciens sites'), 'Supprimer').click();
  await expectNotice(later, 'Filtre supprimé');
  await button(later, 'Filtres enregistrés').click();
  await expect(later.getByText('Aucun filtre enregistré')).toBeVisible();
});
