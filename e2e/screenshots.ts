// Pictures of the screens with the demo's rows: two for the README, or with « --all <folder> » every main screen.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import { demoPassword } from '#demo/accounts.ts';
import { button, choose, dialog, openRow, rowLink, save, signIn, textbox } from './acts.ts';
import { signInAs } from './api.ts';
import { chromiumOptions } from './browser.ts';
import { startProduct } from './product.ts';

interface Shot {
  name: string;
  /** Absent: nobody is signed in. */
  as?: string;
  path: string;
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

const shots: Shot[] = [
  sites,
  site,
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
  { name: 'new-password', path: '/mot-de-passe/lien', act: (page) => seen(page, 'Nouveau mot de passe') },
  { name: 'home', as: planner, path: '/home', act: (page) => seen(page, /^Bonjour/) },
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
      // To and fro: each picture finds what the one before it left.
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
    path: '/home',
    act: async (page) => {
      await button(page, 'Choisir une agence').click();
      await page.getByRole('option', { name: 'Azur Sécurité' }).click();
      await button(page, 'Agir au nom de…').click();
      await page.getByRole('option').first().click();
      await expect(page.getByText('Vous agissez au nom de')).toBeVisible();
    },
  },
];

const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function take(
  browser: Browser,
  url: string,
  shot: Shot,
  options: BrowserContextOptions,
  path: string,
): Promise<void> {
  const kept = shot.as && {
    name: 'app.tokens',
    value: JSON.stringify(await signInAs(url, shot.as, demoPassword)),
  };
  const context = await browser.newContext({
    baseURL: url,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    ...options,
    ...(kept ? { storageState: { cookies: [], origins: [{ origin: url, localStorage: [kept] }] } } : {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`/#${shot.path}`);
  await shot.act(page).catch((error: unknown) => console.error(`${shot.name}: ${String(error).split('\n')[0]}`));
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.screenshot({ path });
  await context.close();
}

const [mode, folder] = process.argv.slice(2);
if (mode !== undefined && (mode !== '--all' || folder === undefined))
  throw new Error('usage: screenshots.ts [--all <folder>]');

const product = await startProduct();
const browser = await chromium.launch(chromiumOptions);
try {
  if (folder === undefined) {
    const images = join(import.meta.dirname, '../docs/images');
    await mkdir(images, { recursive: true });
    for (const shot of [sites, site]) await take(browser, product.url, shot, desk, join(images, `${shot.name}.png`));
  } else {
    await mkdir(folder, { recursive: true });
    for (const shot of shots) {
      for (const [size, options] of Object.entries({ desk, phone })) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const path = join(folder, `${shot.name}-${size}-${colorScheme}.png`);
          await take(browser, product.url, shot, { ...options, colorScheme }, path);
        }
      }
    }
  }
} finally {
  await browser.close();
  await product.stop();
}
