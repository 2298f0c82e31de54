// E-mails from writing to reading by the owner, and the background jobs behind them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import { demoPassword } from '#demo/accounts.ts';
import { passwordOf } from '#server/db/migrate.ts';
import { smallPng } from '#server/testing/files.ts';
import { button, choose, dialog, expectNotice, rowLink, search, textbox } from './acts.ts';
import { signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, outbox, productUrl, test } from './journey.ts';

const signedIn = async (email: string) => ({ tokens: await signInAs(productUrl(), email, demoPassword) });
const addressed = (at: Locator, label: string): Locator => at.getByRole('combobox', { name: label, exact: true });
const events = (page: Page, subject: string): Locator => page.getByRole('link', { name: subject, exact: true });

/** Runs a statement on the job queue of the product. */
async function inQueue(statement: string, values: unknown[]): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR ?? '';
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  const role = 'vigie_platform';
  const client = new pg.Client({
    host: join(dataDir, 'postgres/run'),
    database: 'vigie',
    user: role,
    password: passwordOf(secret, role),
  });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

test('a user writes to a customer with a file; the owner tracks the mail, reads it and downloads the file', async ({
  open,
  customer,
  hire,
  mark,
}) => {
  const address = `${mark}@client.example`;
  const { name } = await customer(undefined, { email: address });
  const clerk = await hire({ rights: ['listCustomers', 'listDocuments', 'sendDocument', 'listEmailEvents'] });
  const page = await open(clerk, '/customers');
  await search(page, mark);
  await choose(page, name, 'Envoyer un e-mail');
  const composer = dialog(page, 'Nouvel e-mail');
  await expect(composer.getByText(address)).toBeVisible();

  await addressed(composer, 'Cc').fill('pas une adresse');
  await addressed(composer, 'Cc').press('Enter');
  await textbox(composer, 'Objet').fill(`Votre planning ${mark}`);
  await button(composer, 'Envoyer').click();
  await expect(composer.getByText('Veuillez saisir une adresse mail valide')).toBeVisible();
  for (const _word of [1, 2, 3]) await addressed(composer, 'Cc').press('Backspace');
  await composer.getByRole('textbox', { name: 'Message' }).fill('Bonjour, voici le planning.');
  // Sent during the upload: the mail waits for the file.
  await page.route('**/upload', async (route) => {
    await wait(1_000);
    await route.continue();
  });
  await composer
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'planning.png', mimeType: 'image/png', buffer: smallPng });
  await expect(composer.getByText('planning.png')).toBeVisible();
  await button(composer, 'Envoyer').click();
  await expectNotice(page, 'Email bien envoyé');
  await expect(composer).toBeHidden();

  const mail = await outbox().lastTo(address);
  expect(mail).toMatchObject({ subject: `Votre planning ${mark}`, from: { name: 'Azur Sécurité' } });
  expect(mail.text).toContain('Bonjour, voici le planning.');
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['planning.png']);

  // The author can track the mail, but is refused to read it.
  await page.goto('/#/email-tracking');
  await expect(events(page, `Votre planning ${mark}`)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Actions : / })).toHaveCount(0);
  await events(page, `Votre planning ${mark}`).first().click();
  await expectNotice(page, 'Vous ne bénéficiez pas de l\'autorisation "Consulter le contenu des e-mails".');

  const desk = await open(await signedIn('direction@azur.example'), '/email-tracking');
  await events(desk, `Votre planning ${mark}`).first().click();
  const read = dialog(desk, `Votre planning ${mark}`);
  await expect(read.getByText('Bonjour, voici le planning.')).toBeVisible();
  await expect(read.getByText(clerk.fullname)).toBeVisible();
  const arriving = desk.waitForEvent('download');
  await button(read, 'Télécharger planning.png').click();
  expect((await arriving).suggestedFilename()).toBe('planning.png');
});

test('a mail to several customers is confirmed first, and each gets a separate mail', async ({
  open,
  owner,
  customer,
  mark,
}) => {
  const names = [`Nord ${mark}`, `Sud ${mark}`];
  for (const name of names)
    await customer(name, { email: `${name.slice(0, 3).trim().toLowerCase()}-${mark}@client.example` });
  await customer(`Muet ${mark}`);
  const page = await open(owner, '/customers');
  await search(page, mark);
  await expect(rowLink(page, `Muet ${mark}`)).toBeVisible();
  await page.getByRole('checkbox', { name: /^Tout sélectionner|^Sélectionner toute/ }).check();
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Envoyer un e-mail' }).click();
  const composer = dialog(page, 'E-mail à 2 client(s)');
  await expect(composer.getByText(`Sans adresse e-mail, donc sans message : Muet ${mark}.`)).toBeVisible();
  await textbox(composer, 'Objet').fill(`Fermeture ${mark}`);
  await button(composer, 'Envoyer').click();
  await button(dialog(page, 'Envoyer 2 email(s) ?'), 'Envoyer').click();
  await expectNotice(page, 'Email(s) bien envoyé(s)');
  for (const who of ['nor', 'sud']) {
    const mail = await outbox().lastTo(`${who}-${mark}@client.example`);
    expect(mail.to).toHaveLength(1);
    expect(mail.subject).toBe(`Fermeture ${mark}`);
  }
});

test('platform staff see a failed job and retry it', async ({ open, mark }) => {
  await inQueue(
    `insert into jobs.job_common (name, state, started_on, completed_on, retry_count, retry_limit, output)
      values ('sweepContent', 'failed', now(), now(), 8, 8, $1)`,
    [JSON.stringify({ message: `Panne ${mark} chez zoe@exemple.fr` })],
  );
  const page = await open(await signedIn('admin@vigie.example'), '/platform/admin/jobs');
  const line = page.getByRole('listitem').filter({ hasText: `Panne ${mark}` });
  await expect(line).toContainText(`Panne ${mark} chez [e-mail masqué]`);
  await expect(line).toContainText('Purge du contenu sans fichier');
  await line.getByRole('button', { name: /^Relancer/ }).click();
  await expectNotice(page, 'Tâche relancée');
  await expect(line).toBeHidden();
});

test('the composer, the tracking, a mail and the jobs are accessible', async ({ open, owner, customer, mark }) => {
  test.slow();
  const { name } = await customer(undefined, { email: `${mark}@client.example` });
  const page = await open(owner, `/customers?q=${mark}`);
  await choose(page, name, 'Envoyer un e-mail');
  const composer = dialog(page, 'Nouvel e-mail');
  await expect(composer.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await button(composer, 'Envoyer').click();
  await expect(composer.getByText('Obligatoire')).toBeVisible();
  await check(page, 'composer', '[role=dialog]');
  await textbox(composer, 'Objet').fill(`Sans obstacle ${mark}`);
  await button(composer, 'Envoyer').click();
  await expectNotice(page, 'Email bien envoyé');
  await page.goto('/#/email-tracking');
  await expect(events(page, `Sans obstacle ${mark}`).first()).toBeVisible();
  await check(page, 'tracking');
  await events(page, `Sans obstacle ${mark}`).first().click();
  await expect(dialog(page, `Sans obstacle ${mark}`).getByText('Ce message n’a pas de texte.')).toBeVisible();
  await check(page, 'mail', '[role=dialog]');
  const admin = await open(await signedIn('admin@vigie.example'), '/platform/admin/jobs');
  await expect(admin.getByRole('heading', { name: 'Tâches de fond' })).toBeVisible();
  await check(admin, 'jobs');
});
