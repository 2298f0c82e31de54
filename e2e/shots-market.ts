// Screenshots of the announcements.
import { expect } from '@playwright/test';
import { button, rowLink } from './acts.ts';
import type { Shot } from './shots.ts';

const owner = 'direction@azur.example';
const wanted = 'Sûreté du marché de Noël';
const own = 'Renfort pour le salon nautique';

export const marketShots: Shot[] = [
  {
    name: 'active-offers',
    as: owner,
    path: '/active-offers',
    act: (page) => expect(rowLink(page, wanted)).toBeVisible(),
  },
  {
    name: 'answer-offer',
    as: owner,
    path: '/active-offers',
    act: async (page) => {
      await rowLink(page, wanted).click();
      await button(page.getByRole('dialog'), 'Répondre').click();
      await expect(page.getByRole('region', { name: 'Vos agents disponibles' })).toBeVisible();
    },
  },
  {
    name: 'agency-offer',
    as: owner,
    path: '/agency-offers',
    act: async (page) => {
      await rowLink(page, own).click();
      await expect(page.getByRole('article')).toBeVisible();
    },
  },
  {
    name: 'new-offer',
    as: owner,
    path: '/agency-offers',
    act: async (page) => {
      await button(page, 'Ajouter').first().click();
      await expect(page.getByRole('dialog').getByLabel('Titre')).toBeVisible();
    },
  },
  {
    name: 'offer-answers',
    as: owner,
    path: '/agency-offers-answers',
    act: (page) => expect(rowLink(page, 'Recherche de missions en région PACA')).toBeVisible(),
  },
];
