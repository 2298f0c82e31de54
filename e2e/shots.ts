// The screens to take screenshots of, with the demo's data, and how to reach them.
import { expect, type Page } from '@playwright/test';
import { demoPassword } from '#demo/accounts.ts';
import { button, choose, dialog, openRow, rowLink, save, signIn, textbox } from './acts.ts';
import { agencyShots } from './shots-agency.ts';
import { guideShots } from './shots-guides.ts';
import { hoursShots } from './shots-hours.ts';
import { marketShots } from './shots-market.ts';
import { platformShots } from './shots-platform.ts';
import { roundShots } from './shots-rounds.ts';
import { subscriptionShots } from './shots-subscriptions.ts';

export interface Shot {
  name: string;
  /** Absent: nobody is signed in. */
  as?: string;
  path: string;
  /** The act changes the session, so it must not be shared with other screenshots. */
  alone?: true;
  act(page: Page): Promise<unknown>;
}

const [owner, planner, support, customer] = [
  'direction@azur.example',
  'planning@azur.example',
  'support@vigie.example',
  'client@azur.example',
];

const seen = (page: Page, heading: string | RegExp): Promise<void> =>
  expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
const campus = 'Campus Néréaline';
const listed = (page: Page): Promise<void> => expect(rowLink(page, campus)).toBeVisible();

const sites: Shot = { name: 'sites', as: planner, path: '/sites', act: listed };
const site: Shot = { name: 'site', as: planner, path: '/sites?q=campus', act: (page) => openRow(page, campus) };

/** The pictures of the README, each in its size. */
export const forReadme: readonly { shot: Shot; sizes: readonly ('desk' | 'phone')[] }[] = [
  {
    shot: {
      name: 'planning',
      as: planner,
      path: '/adminPlanning',
      act: async (page) => {
        await page.getByText('Semaine', { exact: true }).click();
        await expect(page.getByRole('rowheader').nth(3)).toBeAttached();
      },
    },
    sizes: ['desk'],
  },
  { shot: { name: 'home', as: owner, path: '/home', act: (page) => seen(page, /^Bonjour/) }, sizes: ['desk'] },
  {
    shot: {
      name: 'phone',
      as: 'agent@azur.example',
      path: '/my-planning',
      act: (page) => expect(page.getByText(/^Aujourd’hui/).first()).toBeVisible(),
    },
    sizes: ['phone'],
  },
];

/** The summary of the first record of a list. */
const summaryOf = (name: string, as: string, path: string): Shot => ({
  name,
  as,
  path,
  act: async (page) => {
    await page.getByRole('main').locator('a[href*="open="]').first().click();
    await expect(page.getByRole('dialog').getByRole('region').first()).toBeVisible();
  },
});

export const shots: Shot[] = [
  sites,
  site,
  summaryOf('agent-summary', owner, '/agents?f={"anomalies":["CARD_EXPIRED"]}'),
  summaryOf('customer-summary', planner, '/customers?q=miramarine'),
  summaryOf('site-summary', planner, '/sites?q=miramarine'),
  summaryOf('service-summary', planner, '/adminServices?f={"status":[100]}'),
  summaryOf('customer-site-summary', customer, '/customerSites'),
  ...roundShots,
  ...hoursShots,
  ...agencyShots,
  ...marketShots,
  ...platformShots,
  ...subscriptionShots,
  ...guideShots,
  { name: 'sign-in', path: '/login', act: (page) => seen(page, 'Connexion') },
  {
    name: 'sign-in-refused',
    path: '/login',
    act: async (page) => {
      await signIn(page, 'personne@azur.example', demoPassword);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'forgotten-password', path: '/mot-de-passe', act: (page) => seen(page, 'Mot de passe oublié') },
  { name: 'sign-up', path: '/inscription', act: (page) => seen(page, 'Inscrire mon agence') },
  { name: 'new-password', path: '/mot-de-passe/lien', act: (page) => seen(page, 'Nouveau mot de passe') },
  { name: 'home', as: planner, path: '/home', act: (page) => seen(page, /^Bonjour/) },
  { name: 'home-customer', as: customer, path: '/home', act: (page) => seen(page, /^Bonjour/) },
  { name: 'home-agent', as: 'agent@azur.example', path: '/home', act: (page) => seen(page, /^Bonjour/) },
  { name: 'home-support', as: support, path: '/home', act: (page) => seen(page, /^Bonjour/) },
  { name: 'account', as: planner, path: '/user', act: (page) => seen(page, 'Appareils') },
  {
    name: 'user-menu',
    as: planner,
    path: '/home',
    act: (page) => page.getByRole('button', { name: /menu du compte$/ }).click(),
  },
  {
    name: 'customers',
    as: planner,
    path: '/customers',
    act: (page) => expect(rowLink(page, 'Castelli Valérie')).toBeVisible(),
  },
  {
    name: 'customer',
    as: planner,
    path: '/customers?q=miramarine',
    act: (page) => openRow(page, 'Hôtels Miramarine'),
  },
  {
    name: 'customer-own-sites',
    as: customer,
    path: '/customerSites',
    act: (page) => expect(rowLink(page, 'Siège Miramarine')).toBeVisible(),
  },
  {
    name: 'site-read-only',
    as: 'sites@azur.example',
    path: '/sites?q=campus',
    act: (page) => openRow(page, campus),
  },
  {
    name: 'collaborators',
    as: owner,
    path: '/agents',
    act: (page) =>
      expect(
        rowLink(page, 'Thomas Viale')
          .or(page.getByRole('navigation', { name: 'Pages' }))
          .first(),
      ).toBeVisible(),
  },
  {
    name: 'rights',
    as: owner,
    path: '/agents?q=benali',
    act: async (page) => {
      await choose(page, 'Karim Benali', 'Droits');
      await expect(dialog(page, 'Droits de Karim Benali').getByRole('checkbox').first()).toBeVisible();
    },
  },
  {
    name: 'filters',
    as: planner,
    path: '/sites',
    act: async (page) => {
      await listed(page);
      await button(page, 'Filtres').click();
      await expect(button(dialog(page, 'Filtres'), 'Appliquer')).toBeVisible();
    },
  },
  {
    name: 'filtered',
    as: planner,
    path: `/sites?f=${encodeURIComponent('{"status":[200,300]}')}`,
    act: (page) => expect(page.getByLabel('1 filtre actif')).toBeVisible(),
  },
  {
    name: 'columns',
    as: planner,
    path: '/sites',
    act: async (page) => {
      await listed(page);
      await button(page, 'Colonnes').click();
      await expect(dialog(page, 'Colonnes').getByRole('checkbox').first()).toBeVisible();
    },
  },
  {
    name: 'presets',
    as: planner,
    path: '/sites',
    act: async (page) => {
      await listed(page);
      await button(page, 'Filtres enregistrés').click();
    },
  },
  {
    name: 'row-menu',
    as: planner,
    path: '/sites',
    act: async (page) => {
      await button(page, `Actions : ${campus}`).click();
      await expect(page.getByRole('menuitem', { name: 'Archivage' })).toBeVisible();
    },
  },
  {
    name: 'question',
    as: planner,
    path: '/sites?q=campus',
    act: async (page) => {
      await choose(page, campus, 'Suppression');
      await expect(dialog(page, 'Supprimer cet élément ?')).toBeVisible();
    },
  },
  {
    name: 'undo',
    as: planner,
    path: '/sites?q=hangar',
    act: async (page) => {
      // Toggles, because each screenshot finds the state that the previous one left.
      await button(page, 'Actions : Hangar à bateaux').click();
      await page.getByRole('menuitem', { name: /^(Archivage|Réactivation)$/ }).click();
      await expect(button(page, 'Annuler')).toBeVisible();
    },
  },
  {
    name: 'history',
    as: planner,
    path: '/sites?q=hangar',
    act: async (page) => {
      await choose(page, 'Hangar à bateaux', 'Historique');
      await expect(dialog(page, 'Hangar à bateaux').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'new-site-faults',
    as: planner,
    path: '/sites?open=new',
    act: async (page) => {
      const created = dialog(page, 'Nouveau site');
      await button(created, 'Ajouter : Clé').click();
      await save(created);
      await expect(created.getByText('Obligatoire').first()).toBeVisible();
    },
  },
  {
    name: 'unsaved',
    as: planner,
    path: '/sites?q=campus',
    act: async (page) => {
      await textbox(await openRow(page, campus), 'Nom').fill('Campus');
      await button(dialog(page, campus), 'Annuler').click();
      await expect(dialog(page, 'Quitter sans enregistrer ?')).toBeVisible();
    },
  },
  {
    name: 'nothing-found',
    as: planner,
    path: '/sites?q=introuvable',
    act: (page) => seen(page, 'Aucun résultat'),
  },
  { name: 'unknown', as: planner, path: '/nulle-part', act: (page) => seen(page, 'Route inexistante') },
  {
    name: 'offline',
    as: planner,
    path: '/sites',
    act: async (page) => {
      await listed(page);
      await page.context().setOffline(true);
      await expect(page.getByText(/^Connexion au service/)).toBeVisible();
    },
  },
  {
    name: 'acting',
    as: support,
    alone: true,
    path: '/home',
    act: async (page) => {
      await button(page, 'Choisir une agence').click();
      await page.getByRole('option', { name: 'Azur Sécurité' }).click();
      await button(page, 'Agir au nom de…').click();
      await page.getByRole('option').first().click();
      await expect(page.getByText('Vous agissez au nom de')).toBeVisible();
    },
  },
  {
    name: 'palette',
    as: planner,
    path: '/home',
    act: async (page) => {
      await button(page, 'Rechercher partout').click();
      await page.getByRole('dialog').getByRole('combobox').fill('miramar');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'multi-edit',
    as: planner,
    path: '/sites?q=miramarine',
    act: async (page) => {
      for (const index of [1, 2, 3]) await page.getByRole('checkbox').nth(index).check();
      await button(page, 'Actions').click();
      await page.getByRole('menuitem', { name: 'Modifier', exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('tab').nth(2)).toBeVisible();
    },
  },
  {
    name: 'instructions',
    as: planner,
    path: '/sites?q=campus',
    act: async (page) => {
      await choose(page, campus, 'Consignes');
      await expect(button(page, 'Ajouter une consigne')).toBeVisible();
    },
  },
  {
    name: 'new-instruction',
    as: planner,
    path: '/sites?q=campus',
    act: async (page) => {
      await choose(page, campus, 'Consignes');
      await button(page, 'Ajouter une consigne').click();
      await expect(textbox(dialog(page, 'Nouvelle consigne'), 'Consigne')).toBeVisible();
    },
  },
  {
    name: 'composer',
    as: owner,
    path: '/customers?q=miramarine',
    act: async (page) => {
      await choose(page, 'Hôtels Miramarine', 'Envoyer un e-mail');
      await expect(dialog(page, 'Nouvel e-mail').getByRole('textbox', { name: 'Message' })).toBeVisible();
    },
  },
  { name: 'email-tracking', as: owner, path: '/email-tracking', act: (page) => seen(page, 'Suivi des e-mails') },
  {
    name: 'own-record',
    as: customer,
    path: '/user?fiche=1',
    act: (page) => expect(page.getByText('Lecture seule')).toBeVisible(),
  },
  { name: 'about', as: planner, path: '/about', act: (page) => seen(page, 'À propos') },
  { name: 'app-agent', as: planner, path: '/app-agent', act: (page) => seen(page, 'Application mobile') },
  {
    name: 'contact-agency',
    as: 'agent@azur.example',
    path: '/terrain/contactAgence',
    act: (page) => seen(page, 'Azur Sécurité'),
  },
  {
    name: 'jobs',
    as: 'admin@vigie.example',
    path: '/platform/admin/jobs',
    act: (page) => seen(page, 'Tâches de fond'),
  },
  { name: 'tenants', as: 'admin@vigie.example', path: '/platform/admin/tenants', act: (page) => seen(page, 'Marques') },
];
