// Screenshots of the platform's communication, for its administrators and for the people of an agency.
import { expect } from '@playwright/test';
import { button, dialog, textbox } from './acts.ts';
import type { Shot } from './shots.ts';

const owner = 'direction@azur.example';
const agent = 'agent@azur.example';
const platform = 'admin@vigie.example';

export const guideShots: Shot[] = [
  {
    name: 'guides-communication',
    as: platform,
    path: '/adminCommunication',
    act: (page) => expect(page.getByRole('main').getByText('Tutoriels vidéos')).toBeVisible(),
  },
  {
    name: 'guides-maintenance',
    as: platform,
    path: '/adminCommunication/maintenance',
    act: (page) => expect(textbox(page, 'Début')).toBeVisible(),
  },
  {
    name: 'guides-videos',
    as: platform,
    path: '/adminCommunication/videos',
    act: (page) => expect(page.getByText('Bien tenir une fiche site')).toBeVisible(),
  },
  {
    name: 'guides-video-form',
    as: platform,
    path: '/adminCommunication/videos',
    act: async (page) => {
      await button(page, 'Modifier : Le planning en trois minutes').click();
      await expect(dialog(page, 'Le planning en trois minutes')).toBeVisible();
    },
  },
  {
    name: 'guides-ui-tutorials',
    as: platform,
    path: '/platformAdminUiTutorials',
    act: (page) => expect(page.getByLabel('Chercher un écran')).toBeVisible(),
  },
  {
    name: 'guides-tutorials-editor',
    as: platform,
    path: '/adminCommunication/tutorials',
    act: async (page) => {
      await button(page, 'Planifier').first().click();
      await expect(page.getByLabel('Lien de la vidéo')).toBeVisible();
    },
  },
  {
    name: 'guides-useful-docs-editor',
    as: platform,
    path: '/adminCommunication/useful-docs',
    act: async (page) => {
      await button(page, 'Prise de poste : l’essentiel').click();
      await expect(page.getByLabel('Libellé du fichier')).toBeVisible();
    },
  },
  {
    name: 'guides-feedbacks',
    as: platform,
    path: '/adminFeedbacks',
    act: (page) => expect(page.getByText('Trier la liste des clients par ville.')).toBeVisible(),
  },
  {
    name: 'guides-tutorial',
    as: owner,
    path: '/tutorial',
    act: (page) => expect(page.getByRole('heading', { name: 'Planifier' })).toBeVisible(),
  },
  {
    name: 'guides-tutorial-agent',
    as: agent,
    path: '/tutorial',
    act: (page) => expect(page.getByRole('heading', { name: 'Premiers pas' })).toBeVisible(),
  },
  {
    name: 'guides-useful-docs',
    as: owner,
    path: '/usefulDocs',
    act: (page) => expect(page.getByRole('heading', { name: 'Qui appeler ?' })).toBeVisible(),
  },
  {
    name: 'guides-referral',
    as: owner,
    path: '/parrainage',
    act: (page) => expect(page.getByLabel('Votre message')).toBeVisible(),
  },
  {
    name: 'guides-site-offer',
    as: owner,
    path: '/offreSite',
    act: (page) => expect(page.getByText('En parler avec nous')).toBeVisible(),
  },
  {
    name: 'guides-help',
    as: owner,
    path: '/sites',
    act: async (page) => {
      await button(page, 'Aide').click();
      const help = dialog(page, 'Aide');
      await expect(help.getByText('En vidéo')).toBeVisible();
      await button(help, 'Proposer une amélioration').click();
    },
  },
];
