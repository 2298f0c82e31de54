// E-mails from writing to reading by the owner.
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { demoPassword } from '#demo/accounts.ts';
import { smallPng } from '#server/testing/files.ts';
import { button, choose, dialog, expectNotice, textbox } from './acts.ts';
import { signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, outbox, productUrl, test } from './journey.ts';

const signedIn = async (email: string) => ({ tokens: await signInAs(productUrl(), email, demoPassword) });
const addressed = (at: Locator, label: string): Locator => at.getByRole('combobox', { name: label, exact: true });
const events = (page: Page, subject: string): Locator => page.getByRole('link', { name: subject, exact: true });

test('a user writes to a customer with a file; the owner tracks the mail, reads it and downloads the file', async ({
  open,
  customer,
  hire,
  mark,
}) => {
  const address = `${mark}@client.example`;
  const { name } = await customer(undefined, { email: address });
  const clerk = await hire({ rights: ['listCustomers', 'listDocuments', 'sendDocument', 'listEmailEvents'] });
  const page = await open(clerk, `/customers?q=${mark}`);
  await choose(page, name, 'Envoyer un e-mail');
  const composer = dialog(page, 'Nouvel e-mail');
  await expect(composer.getByText(address)).toBeVisible();

  await addressed(composer, 'Cc').fill('pas une adresse');
  await addressed(composer, 'Cc').press('Enter');
  await button(composer, 'Envoyer').click();
  await expect(composer.getByText('Veuillez saisir une adresse mail valide')).toBeVisible();
  await expect(composer.getByText('Obligatoire')).toBeVisible();
  await check(page, 'composer', '[role=dialog]');
  await textbox(composer, 'Objet').fill(`Votre planning ${mark}`);
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

  const desk = await open(await signedIn('direction@azur.example'), '/email-tracking');
  await expect(events(desk, `Votre planning ${mark}`)).toHaveCount(2);
  await check(desk, 'tracking');
  await events(desk, `Votre planning ${mark}`).first().click();
  const read = dialog(desk, `Votre planning ${mark}`);
  await expect(read.getByText('Bonjour, voici le planning.')).toBeVisible();
  await expect(read.getByText(clerk.fullname)).toBeVisible();
  await check(desk, 'mail', '[role=dialog]');
  const arriving = desk.waitForEvent('download');
  await button(read, 'Télécharger planning.png').click();
  expect((await arriving).suggestedFilename()).toBe('planning.png');
});
