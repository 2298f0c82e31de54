import { button, dialog } from './acts.ts';
import { expect, linkTo, test } from './journey.ts';

/** A SIRET of nobody, with a right key: every second digit from the right is doubled. */
function someSiret(mark: string): string {
  const start = `9${String(Number.parseInt(mark.slice(1), 16)).padStart(12, '0')}`;
  const sum = start
    .split('')
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${start}${(10 - (sum % 10)) % 10}`;
}

test('an agency signs itself up, confirms its mail, follows its first steps, and tries samples', async ({
  open,
  mark,
}) => {
  const email = `${mark}@inscription.example`;
  const page = await open(null, '/');
  await page.getByRole('link', { name: 'Inscrire mon agence' }).click();
  await expect(page.getByRole('heading', { name: 'Inscrire mon agence' })).toBeVisible();
  await page.getByLabel('Nom de l’agence').fill(`Sentinelle ${mark}`);
  await page.getByLabel('SIRET').fill(someSiret(mark));
  await page.getByLabel('Prénom').fill('Nadia');
  await page.getByLabel('Nom', { exact: true }).fill('Roche');
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByRole('checkbox', { name: /J’accepte/ }).check();
  await button(page, 'Recevoir le lien de confirmation').click();
  await expect(page.getByRole('heading', { name: 'Consultez votre messagerie' })).toBeVisible();

  const link = await linkTo(email, 'inscription');
  await page.goto(link);
  await expect(page.getByText(`Sentinelle ${mark}`)).toBeVisible();
  await page.getByLabel('Mot de passe', { exact: true }).fill('Phare2026bleu');
  await button(page, 'Ouvrir mon agence').click();

  await button(page, 'Commencer').click();
  await expect(page.getByRole('heading', { name: 'Bonjour Nadia' })).toBeVisible();
  const steps = page.getByRole('region', { name: /Premiers pas/ });
  await expect(steps.getByRole('heading', { name: 'Premiers pas : 0 sur 7' })).toBeVisible();
  await expect(page.getByText(/Essai gratuit : 14 jours/)).toBeVisible();
  await button(steps, 'Charger des exemples').click();
  await expect(button(page, 'Retirer les exemples')).toBeVisible();
  await expect(steps.getByRole('heading', { name: 'Premiers pas : 0 sur 7' })).toBeVisible();

  await steps.getByRole('link', { name: 'Créer votre premier site' }).click();
  await expect(page.getByText('Exemple · Entrepôt A')).toBeVisible();
  await page.goBack();
  await button(page, 'Retirer les exemples').click();
  await button(page.getByRole('dialog'), 'Retirer').click();
  await expect(button(page, 'Charger des exemples')).toBeVisible();
  // An empty agency imports its customers.
  await steps.getByRole('button', { name: 'Importer : Clients' }).click();
  const work = dialog(page, 'Importer : Clients');
  const buffer = Buffer.from(`Nom\nClient ${mark}\n`);
  await work.getByLabel('Fichier à importer').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer });
  await button(work, 'Vérifier').click();
  await button(work, 'Importer 1 ligne').click();
  await expect(work).toContainText('L’import est terminé');
  await button(work, 'Fermer').last().click();
  await expect(steps.getByRole('heading', { name: 'Premiers pas : 1 sur 7' })).toBeVisible();
});
