import type { Locator, Page } from '@playwright/test';
import { demoPassword } from '#demo/accounts.ts';
import { button, dialog, openRow, signIn, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const palette = (page: Page): Locator => dialog(page, 'Rechercher partout');
const option = (page: Page, name: string | RegExp): Locator => palette(page).getByRole('option', { name });

test('from any screen to a record and back, with the keyboard only', async ({ hire, open, site, mark }) => {
  const person = await hire();
  await site(`Ancien ${mark}`);
  await site(`${mark} Neuf`);
  const page = await open(person, '/customers');
  await expect(page.getByRole('heading', { name: 'Clients' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(mark);
  await expect(palette(page).getByRole('group', { name: 'Sites' }).getByRole('option')).toHaveCount(2);
  await expect(palette(page).getByRole('group', { name: 'Sites' }).getByRole('option').first()).toContainText(
    `${mark} Neuf`,
  );
  await expect(palette(page).getByRole('group', { name: 'Clients' })).toContainText(`Client ${mark}`);
  await expect(option(page, new RegExp(`${mark} Neuf`))).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  const opened = dialog(page, `${mark} Neuf`);
  // A record is read first, above the screen; « e » opens its form, Escape goes back step by step.
  await expect(button(opened, 'Modifier')).toBeVisible();
  await page.keyboard.press('e');
  await expect(textbox(opened, 'Nom')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(opened, 'Modifier')).toBeVisible();
  await opened.getByRole('link', { name: `Client ${mark}` }).click();
  await expect(dialog(page, `Client ${mark}`).getByRole('link', { name: 'Ajouter un site' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened.getByRole('link', { name: `Client ${mark}` })).toBeFocused();
  await page.goBack();
  await expect(opened).toBeHidden();
  await expect(page).toHaveURL(/#\/customers$/);

  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('group', { name: 'Récents' }).getByRole('option').first()).toContainText(
    `${mark} Neuf`,
  );
  await page.keyboard.type('ajouter un cl');
  await page.keyboard.press('Enter');
  await expect(textbox(dialog(page, 'Nouveau client'), 'Nom')).toBeFocused();
});

test('leaving typed text needs a confirmation', async ({ hire, open, site, mark }) => {
  const person = await hire();
  const { name } = await site(`Site ${mark}`);
  const page = await open(person, `/sites?q=${mark}`);
  await textbox(await openRow(page, name), 'Nom').fill('En cours de saisie');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('clients');
  await expect(option(page, /^Clients/)).toBeVisible();
  await page.keyboard.press('Enter');
  const question = dialog(page, 'Quitter sans enregistrer ?');
  await button(question, 'Continuer la saisie').click();
  await expect(textbox(dialog(page, name), 'Nom')).toHaveValue('En cours de saisie');
});

test('on a phone it is full-screen and works by touch', { tag: '@phone-only' }, async ({ hire, open, site, mark }) => {
  const person = await hire();
  await site(`Site ${mark}`);
  const page = await open(person, '/home');
  await button(page, 'Rechercher partout').click();
  const phone = (page.viewportSize()?.width ?? 0) < 768;
  if (phone) {
    const { width, height } = (await palette(page).boundingBox()) ?? { width: 0, height: 0 };
    expect([Math.round(width), Math.round(height)]).toEqual([390, 844]);
  }
  await palette(page).getByRole('combobox').fill(mark);
  await option(page, new RegExp(`Site ${mark}`)).click();
  await expect(dialog(page, `Site ${mark}`)).toBeVisible();
});

test('support switches to an agency by its name', async ({ open }) => {
  const page = await open(null, '/');
  await signIn(page, 'support@vigie.example', demoPassword);
  await expect(page.getByText(/Choisissez une agence/).first()).toBeVisible();
  await button(page, 'Rechercher partout').click();
  await palette(page).getByRole('combobox').fill('changer');
  await option(page, 'Changer d’agence').click();
  await palette(page).getByRole('combobox').fill('boréal');
  await option(page, 'Boréal Protection').click();
  await expect(page.getByRole('list', { name: 'En nombres' })).toContainText('Collaborateurs');
  await expect(page.getByText('Boréal Protection').first()).toBeVisible();
});
