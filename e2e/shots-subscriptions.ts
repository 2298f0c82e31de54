// Screenshots of subscriptions, for the agency and for the platform.
import { expect } from '@playwright/test';
import { button, rowLink } from './acts.ts';
import type { Shot } from './shots.ts';

const owner = 'direction@azur.example';
const platform = 'admin@vigie.example';

export const subscriptionShots: Shot[] = [
  {
    name: 'agency-subscription',
    as: owner,
    path: '/agencySubscription',
    act: (page) => expect(page.getByText('Fin de validité')).toBeVisible(),
  },
  {
    name: 'subscription-articles',
    as: owner,
    path: '/agencySubscription',
    act: async (page) => {
      await page.getByRole('tab', { name: 'Articles' }).click();
      await page.getByLabel('Quantité : Lot de 10 badges').fill('2');
      await expect(page.getByRole('region', { name: 'Panier' })).toContainText('93,60');
    },
  },
  {
    name: 'choose-plan',
    as: owner,
    path: '/choosePlan',
    act: (page) => expect(page.getByText('Votre formule')).toBeVisible(),
  },
  {
    name: 'article-orders',
    as: owner,
    path: '/payments/agencyArticleOrders',
    act: (page) => expect(rowLink(page, 'Pack de démarrage')).toBeVisible(),
  },
  {
    name: 'subscription-dates',
    as: platform,
    path: '/subscriptions',
    act: (page) => expect(rowLink(page, 'Azur Sécurité')).toBeVisible(),
  },
  {
    name: 'admin-article-orders',
    as: platform,
    path: '/adminAgencyArticleOrders',
    act: (page) => expect(rowLink(page, 'Pack de démarrage')).toBeVisible(),
  },
  {
    name: 'subscription-offers',
    as: platform,
    path: '/agencySubscriptionOffers',
    act: (page) => expect(button(page, 'Ajouter').first()).toBeVisible(),
  },
];
