import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { listRetentionRules } from '#core/privacy/retention.ts';
import { Site } from '#core/sites/site.ts';
import { demoPassword } from '#demo/accounts.ts';
import { button, choose, dialog, expectNotice, openRow, save, textbox, withArchived } from './acts.ts';
import { send, signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, productUrl, test } from './journey.ts';

const number = '1 85 05 78 006 084 91';

test('a social security number is typed, masked, shown on demand, and the access is in the history', async ({
  hire,
  open,
}) => {
  const person = await hire();
  const page = await open(person, `/agents?q=${person.email}`);
  let record = await openRow(page, person.fullname);
  await textbox(record, 'Numéro de sécurité sociale').fill('1 85 05 78 006 084 90');
  await textbox(record, 'Coordonnées bancaires').fill('FR76 3000 6000 0112 3456 7890 188');
  await save(record);
  await expect(record.getByText('Clé du numéro de sécurité sociale invalide')).toBeVisible();
  await expect(record.getByText('IBAN invalide')).toBeVisible();
  await textbox(record, 'Numéro de sécurité sociale').fill(number);
  await textbox(record, 'Coordonnées bancaires').fill('FR76 3000 6000 0112 3456 7890 189');
  await save(record);
  // Other missing values of a new sheet are only warnings.
  const anyway = page.getByRole('button', { name: /Enregistrer quand même/ });
  await anyway.or(page.getByText('Collaborateur enregistré')).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await expectNotice(page, 'Collaborateur enregistré');

  record = await openRow(page, person.fullname);
  const field = record.getByRole('group', { name: 'Numéro de sécurité sociale' });
  await expect(field.getByText('•••• 491')).toBeVisible();
  await expect(record.getByRole('group', { name: 'Coordonnées bancaires' }).getByText('•••• 0189')).toBeVisible();
  await button(field, 'Afficher : Numéro de sécurité sociale').click();
  await expect(field.getByText(number)).toBeVisible();
  await check(page, 'a revealed field', '[role=dialog]');
  await button(field, 'Masquer : Numéro de sécurité sociale').click();
  await expect(page.getByText(number)).toHaveCount(0);
  await record.getByText('Historique', { exact: true }).click();
  await expect(record.getByText('A consulté : Numéro de sécurité sociale')).toBeVisible();
  await expect(record.getByText('185057800608491')).toHaveCount(0);
});

test('a user exports and downloads his own data', { tag: '@phone-only' }, async ({ hire, open }) => {
  const person = await hire({ rights: [], plannable: true });
  const page = await open(person, '/user');
  const section = page.getByRole('region', { name: 'Mes données' });
  await expect(section.getByText('Aucun export pour le moment.')).toBeVisible();
  await button(section, 'Exporter mes données').click();
  await expect(button(section, 'Télécharger')).toBeVisible({ timeout: 20_000 });
  const [fetched] = await Promise.all([page.waitForEvent('download'), button(section, 'Télécharger').click()]);
  expect(fetched.suggestedFilename()).toBe('donnees-personnelles.zip');
});

test('a former agent is erased: a preview lists what is deleted and what the law keeps, and a pseudonym remains', async ({
  hire,
  open,
  owner,
}) => {
  const person = await hire();
  const page = await open(owner, `/agents?q=${person.email}&f=${withArchived}`);
  await choose(page, person.fullname, 'Données personnelles');
  const about = dialog(page, `Données personnelles — ${person.fullname}`);
  await expect(about.getByText('Archivez ou supprimez d’abord ce collaborateur.')).toBeVisible();
  await about.getByRole('button', { name: 'Fermer' }).or(about.locator('.mantine-Modal-close')).first().click();
  await owner.move(Agent, person.id, 'archive');

  await page.reload();
  await page.getByRole('searchbox', { name: 'Rechercher' }).fill(person.email);
  await choose(page, person.fullname, 'Données personnelles');
  await expect(about.getByText(/Mentions du registre unique du personnel, chiffrées, jusqu’au/)).toBeVisible();
  await expect(about.getByText(/Son compte est supprimé/)).toBeVisible();
  await check(page, 'personal data of a person', '[role=dialog]');
  await about.getByRole('checkbox', { name: /définitif/ }).check();
  await button(about, 'Effacer les données personnelles').click();
  await expectNotice(page, 'Données personnelles effacées');
  await expect(about.getByText(/Effacé le .* : Collaborateur effacé n° \d+/)).toBeVisible();
  await button(about, 'Afficher les mentions du registre').click();
  await expect(about.getByRole('list', { name: 'Mentions du registre' })).toContainText(person.firstname);

  const left = await owner.read(Agent, person.id);
  expect(left.fullname).toMatch(/^Collaborateur effacé n° \d+$/);
  expect(JSON.stringify(left)).not.toContain(person.email);
  await expect(signInAs(productUrl(), person.email, person.password)).rejects.toThrow('401');
});

test('a private customer is exported, and erased once archived, except for accounting data', async ({
  customer,
  site,
  open,
  owner,
  mark,
}) => {
  const name = `Yvonne ${mark}`;
  const he = await customer(name, {
    type: 200,
    customerInfos: { settlementPeriod: 0 },
    email: `${mark}@exemple.fr`,
  });
  const company = await customer(`Halles ${mark}`);
  const villa = await site(`Villa ${mark}`, { customer: { id: he.id } });
  const page = await open(owner, `/customers?q=${mark}&f=${withArchived}`);
  // A company has no personal data entry.
  await button(page, `Actions : ${company.name}`).click();
  await expect(page.getByRole('menuitem', { name: 'Accès des interlocuteurs' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Données personnelles' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await choose(page, name, 'Données personnelles');
  const about = dialog(page, `Données personnelles — ${name}`);
  await button(about, 'Exporter ses données').click();
  await expect(button(about, 'Télécharger')).toBeVisible({ timeout: 20_000 });
  await expect(about.getByText('Archivez d’abord ce client.')).toBeVisible();
  await owner.move(Customer, he.id, 'archive');
  await page.reload();
  await choose(page, name, 'Données personnelles');
  await expect(about.getByText(/Identité et adresse pour la facturation, chiffrées, jusqu’au 31\/12/)).toBeVisible();
  await check(page, 'personal data of a private customer', '[role=dialog]');
  await about.getByRole('checkbox', { name: /définitif/ }).check();
  await button(about, 'Effacer les données personnelles').click();
  await expectNotice(page, 'Données personnelles effacées');
  await button(about, 'Afficher les mentions de facturation').click();
  await expect(about.getByRole('list', { name: 'Mentions de facturation' })).toContainText(name);
  expect((await owner.read(Customer, he.id)).name).toMatch(/^Client effacé n° \d+$/);
  expect((await owner.read(Site, villa.id)).name).toMatch(/^Site de Client effacé n° \d+$/);
});

test('a super-admin changes a retention period within its bounds', async ({ open }) => {
  const tokens = await signInAs(productUrl(), 'admin@vigie.example', demoPassword);
  const page = await open({ tokens }, '/platform/admin/retention');
  const period = page.getByRole('textbox', { name: 'Durée : Sessions closes ou expirées' });
  await expect(period).toHaveValue('30');
  await check(page, 'retention periods', 'main');
  await period.fill('500');
  await expect(page.getByText('De 1 jour à 365 jours')).toBeVisible();
  await period.fill('60');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expectNotice(page, 'Durée enregistrée');
  await expect(page.getByText('60 jours après leur fin')).toBeVisible();
  const { rules } = await send(productUrl(), listRetentionRules, { token: tokens.token });
  expect(rules.find(({ key }) => key === 'sessions')?.period).toBe(60);
});
