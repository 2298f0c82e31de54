// Screenshots of rounds, checkpoints, unavailabilities and time gaps.
import { expect, type Locator, type Page } from '@playwright/test';
import { button, dialog } from './acts.ts';
import type { Shot } from './shots.ts';

const planner = 'planning@azur.example';

const listed = (page: Page): Promise<void> => expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();

/** The first row. Limited to the main area, because menu entries are in lists too. */
const firstRow = (page: Page): Locator => page.getByRole('main').getByRole('link').first();

async function openFirst(page: Page): Promise<void> {
  await listed(page);
  await firstRow(page).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' })).toBeVisible();
}

async function showSection(page: Page, name: string): Promise<void> {
  await openFirst(page);
  const section = page.getByRole('dialog').getByRole('heading', { name });
  await section.scrollIntoViewIfNeeded();
  await page.getByRole('region', { name: /^Carte/ }).scrollIntoViewIfNeeded();
}

export const roundShots: Shot[] = [
  { name: 'rounds', as: planner, path: '/rounds', act: listed },
  { name: 'round', as: planner, path: '/rounds', act: openFirst },
  { name: 'round-map', as: planner, path: '/rounds', act: (page) => showSection(page, 'Parcours') },
  { name: 'checkpoints', as: planner, path: '/checkpoints', act: listed },
  { name: 'checkpoint', as: planner, path: '/checkpoints', act: openFirst },
  { name: 'checkpoint-map', as: planner, path: '/checkpoints', act: (page) => showSection(page, 'Position') },
  {
    name: 'checkpoint-codes',
    as: planner,
    path: '/checkpoints',
    act: async (page) => {
      await listed(page);
      const name = await firstRow(page).textContent();
      await page
        .getByRole('button', { name: `Actions : ${name}` })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Imprimer les QR codes' }).click();
      await expect(dialog(page, 'Imprimer les QR codes')).toBeVisible();
    },
  },
  { name: 'unavailabilities', as: planner, path: '/listIndispo', act: listed },
  { name: 'time-gaps', as: planner, path: '/listInterrupt', act: listed },
  { name: 'time-gap', as: planner, path: '/listInterrupt', act: openFirst },
  {
    name: 'unavailability-new',
    as: planner,
    path: '/listIndispo',
    act: async (page) => {
      await button(page, 'Ajouter').first().click();
      await expect(dialog(page, 'Nouvelle indisponibilité')).toBeVisible();
    },
  },
  {
    name: 'unavailability-own',
    as: 'agent@azur.example',
    path: '/listIndispo',
    act: async (page) => {
      await button(page, 'Ajouter').first().click();
      await expect(dialog(page, 'Nouvelle indisponibilité')).toBeVisible();
    },
  },
];
