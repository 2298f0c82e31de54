import type { Page } from '@playwright/test';
import { demoPassword } from '#demo/accounts.ts';
import { button, dialog, rowLink } from './acts.ts';
import { signInAs } from './api.ts';
import { expect, productUrl, test } from './journey.ts';
import { agencyMenu, ownNotes, teamLinks, usefulLinks } from './menu.ts';

const entries = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');

const demo = async (email: string) => ({ tokens: await signInAs(productUrl(), email, demoPassword) });

const contact = "Contacter l'agence";
const absences = 'Indisponibilités';
const guard = [
  'Accueil',
  'Mon planning',
  'Mes heures',
  'Mon badge',
  'Main courante',
  ownNotes,
  'Mode terrain',
  'Annuaire',
];
const sitePlanning = ['Planning', 'Services'];

/** One account of each kind; app/every-route.test.ts tests the menus of every role and the effect of each missing right. */
const menus: Record<string, string[]> = {
  'admin@vigie.example': [
    'Accueil',
    "Chiffre d'affaires",
    'Résumé',
    'Agences',
    'Utilisateurs',
    'Tâches de fond',
    'Marques',
    'Conservation',
    'Modèles de contrats',
    'Factures agences',
    'Liste des offres',
    "Commandes d'articles",
    "Dates d'abonnements",
    "Options d'abonnements",
    "Demandes d'améliorations",
    "Import d'agence",
    'Comptes support',
    "Tutoriels de l'interface",
    'Annonces',
    'Tutoriels',
    'Documents utiles',
    'Maintenance',
    'Tutoriels vidéos',
  ],
  'direction@azur.example': ['Accueil', ...agencyMenu],
  'sites@azur.example': ['Accueil', ...sitePlanning, 'Mains courantes', 'Interventions', 'Sites'],
  'agent@azur.example': [...guard, absences, 'Bons de commande', 'Mes demandes', 'Documents', contact],
  'client@azur.example': [
    'Accueil',
    'Planning',
    'Services',
    'Heures',
    'Mes sites',
    'Mains courantes',
    'Rapports',
    'Documents',
    'Mes factures',
    'Stocks',
    contact,
  ],
};

for (const [email, expected] of Object.entries(menus)) {
  test(`the menu of ${email} is ${expected.join(', ')}`, async ({ open }) => {
    const page = await open(await demo(email), '/');
    await expect(page.getByRole('heading', { name: /^Bonjour / })).toBeVisible();
    const links = email.endsWith('azur.example') && !email.startsWith('client') ? teamLinks : usefulLinks;
    await expect(entries(page)).toHaveText([...expected, ...links]);
  });
}

test('on a phone the menu opens from the bar and closes after a choice', { tag: '@phone-only' }, async ({
  hire,
  open,
}) => {
  const page = await open(await hire(), '/home');
  await button(page, 'Ouvrir le menu').click();
  await expect(entries(page)).toHaveText(['Accueil', ...agencyMenu, ...teamLinks]);
  await entries(page).filter({ hasText: 'Clients' }).click();
  await expect(page.getByRole('heading', { name: 'Clients' })).toBeVisible();
  await expect(entries(page).first()).toBeHidden();
});

test('a screen is found by part of its name', async ({ hire, open }) => {
  const page = await open(await hire(), '/home');
  await page.getByRole('textbox', { name: 'Rechercher un écran' }).fill('cli');
  // Also by its description: discounts are granted to customers.
  await expect(entries(page).filter({ hasText: 'Remises' })).toBeVisible();
  await expect(entries(page).filter({ hasText: 'Planning' })).toHaveCount(0);
  await expect(entries(page).first()).toHaveText('Clients');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Clients' })).toBeVisible();
});

test('a customer sees only his own sites', async ({ open, site, mark }) => {
  const foreign = await site(`Site ${mark}`);
  const page = await open(await demo('client@azur.example'), '/customerSites');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–8 sur 8');
  await expect(page.getByRole('row').filter({ hasText: 'Hôtels Miramarine' })).toHaveCount(8);
  await expect(button(page, 'Ajouter')).toBeHidden();
  await rowLink(page, 'Siège Miramarine').click();
  const own = dialog(page, 'Siège Miramarine');
  await expect(own.getByText('Lecture seule')).toBeVisible();
  await button(own, 'Fermer').first().click();
  await page.goto(`/#/customerSites?open=${foreign.id}`);
  await expect(page.getByRole('alert').filter({ hasText: "La fiche n'a pas pu être chargée" })).toBeVisible();
  await expect(page.getByText(`Site ${mark}`)).toBeHidden();
});
