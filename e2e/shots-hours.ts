// Screenshots of replacements, hours, an agent's own planning and a customer's.
import { expect, type Page } from '@playwright/test';
import { button, dialog } from './acts.ts';
import type { Shot } from './shots.ts';

const [planner, agent, customer] = ['planning@azur.example', 'agent@azur.example', 'client@azur.example'];

const counted = (page: Page): Promise<void> => expect(page.getByRole('row', { name: /^Total/ })).toBeVisible();

async function openFirst(page: Page): Promise<void> {
  await counted(page);
  await page.getByRole('rowheader').getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Services' })).toBeVisible();
}

export const hoursShots: Shot[] = [
  { name: 'agents-hours', as: planner, path: '/agents-hours', act: counted },
  { name: 'agent-hours', as: planner, path: '/agents-hours', act: openFirst },
  { name: 'sites-hours', as: planner, path: '/sites-hours', act: counted },
  {
    name: 'my-hours',
    as: agent,
    path: '/hoursAgent',
    act: (page) => expect(page.getByRole('region', { name: 'Services' })).toBeVisible(),
  },
  {
    name: 'my-planning',
    as: agent,
    path: '/my-planning',
    act: (page) => expect(page.getByText(/^Mois : /)).toBeVisible(),
  },
  {
    name: 'customer-planning',
    as: customer,
    path: '/customerPlanning',
    act: (page) => expect(page.getByRole('grid')).toBeVisible(),
  },
  {
    name: 'customer-services',
    as: customer,
    path: '/customerServices',
    act: (page) => expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible(),
  },
  { name: 'customer-hours', as: customer, path: '/customerHours', act: counted },
  {
    name: 'cover',
    as: planner,
    path: '/adminPlanning',
    act: async (page) => {
      await page.getByRole('gridcell').first().focus();
      await page.keyboard.press('Control+Home');
      // The unassigned services of next week.
      for (let days = 0; days < 11; days += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: /Trouver un collaborateur|Remplacer…/ }).click();
      await expect(page.getByRole('button', { name: /^Choisir/ }).first()).toBeVisible();
    },
  },
  {
    name: 'cover-period',
    as: planner,
    path: '/listIndispo',
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions : Charles Arnoux' }).first().click();
      await page.getByRole('menuitem', { name: 'Remplacer sur la période' }).click();
      await expect(
        dialog(page, 'sur la période')
          .getByText(/Remplaçant|Aucun service/)
          .or(button(page, 'Annuler'))
          .first(),
      ).toBeVisible();
    },
  },
];
