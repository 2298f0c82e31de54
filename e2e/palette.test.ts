import type { Locator, Page } from '@playwright/test';
import { button, dialog, textbox } from './acts.ts';
import { expect, test } from './journey.ts';

const palette = (page: Page): Locator => dialog(page, 'Rechercher partout');
const option = (page: Page, name: string | RegExp): Locator => palette(page).getByRole('option', { name });

test('from any screen to a record and back, with the keyboard only; as wide as a phone the palette is full-screen', async ({
  hire,
  open,
  site,
  mark,
}) => {
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

  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'Rechercher partout').click();
  await expect(palette(page)).toBeVisible();
  const { width, height } = (await palette(page).boundingBox()) ?? { width: 0, height: 0 };
  expect([Math.round(width), Math.round(height)]).toEqual([390, 844]);
  await palette(page).getByRole('combobox').fill(mark);
  await option(page, new RegExp(`Ancien ${mark}`)).click();
  await expect(dialog(page, `Ancien ${mark}`)).toBeVisible();
});
