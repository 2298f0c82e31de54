// Screenshots of the supervision, a round of a service, dashboards, information notes and sets of rights.
import { expect } from '@playwright/test';
import { openRow, rowLink } from './acts.ts';
import type { Shot } from './shots.ts';

const [owner, agent] = ['direction@azur.example', 'agent@azur.example'];
const uniform = 'Tenue réglementaire : rappel';

export const agencyShots: Shot[] = [
  {
    name: 'storage',
    as: owner,
    path: '/settings?tab=storage',
    act: (page) => expect(page.getByRole('table', { name: 'Ce qui occupe l’espace' })).toBeVisible(),
  },
  {
    name: 'sign-out-everywhere',
    as: owner,
    path: '/user',
    act: async (page) => {
      await page.getByRole('button', { name: 'Se déconnecter partout' }).first().click();
      await expect(page.getByRole('dialog').getByLabel('Mot de passe', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'supervision',
    as: owner,
    path: '/supervision',
    act: (page) => expect(page.getByRole('region', { name: 'En cours' })).toBeVisible(),
  },
  {
    name: 'service-round',
    as: owner,
    // A night service with its round.
    path: '/adminServices?q=nuit',
    act: async (page) => {
      await page
        .getByRole('link', { name: /^S\d{6}/ })
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Voir « Ronde de nuit »/ })
        .first()
        .click();
      await expect(page.getByRole('region', { name: 'Points de contrôle prévus' })).toBeVisible();
    },
  },
  {
    name: 'customer-dashboard',
    as: 'client@azur.example',
    path: '/customerDashboard',
    act: (page) => expect(page.getByRole('region', { name: 'Vos sites' })).toBeVisible(),
  },
  {
    name: 'notes',
    as: owner,
    path: '/note-information',
    act: (page) => expect(rowLink(page, uniform)).toBeVisible(),
  },
  {
    name: 'note-readers',
    as: owner,
    path: '/note-information',
    act: async (page) => {
      const record = await openRow(page, uniform);
      await record.getByText('Lecteurs', { exact: true }).click();
      await expect(record.getByText(/^N’ont pas confirmé/)).toBeVisible();
    },
  },
  {
    name: 'my-notes',
    as: agent,
    path: '/my-information-notes',
    act: (page) => expect(page.getByRole('button', { name: new RegExp(uniform) })).toBeVisible(),
  },
  {
    name: 'my-note',
    as: agent,
    path: '/my-information-notes',
    act: async (page) => {
      await page.getByRole('button', { name: new RegExp(uniform) }).click();
      await expect(page.getByRole('dialog').getByText('Tenue réglementaire.pdf')).toBeVisible();
    },
  },
  {
    name: 'rights-sets',
    as: owner,
    path: '/settings',
    act: async (page) => {
      await page.getByText('Jeux de droits', { exact: true }).first().click();
      await expect(page.getByText('Chef de poste')).toBeVisible();
    },
  },
  {
    name: 'settings-new-agent',
    as: owner,
    path: '/settings',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Rechercher un réglage' }).fill('nouveau collaborateur');
      await page.getByRole('combobox', { name: "Droits d'un nouveau collaborateur" }).click();
      await expect(page.getByRole('option', { name: 'Chef de poste' })).toBeVisible();
    },
  },
];
