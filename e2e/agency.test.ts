import { demoPassword } from '#demo/accounts.ts';
import { button, dialog, textbox } from './acts.ts';
import { signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, productUrl, test } from './journey.ts';

const demo = async (email: string) => ({ tokens: await signInAs(productUrl(), email, demoPassword) });

test('a customer reads the hours of his sites, without names', { tag: '@phone-only' }, async ({ open }) => {
  const page = await open(await demo('client@azur.example'), '/customerHours');
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Effectives' })).toBeHidden();
  await check(page, 'hours of a customer');
  await button(page, 'Hôtel Miramarine Croisette').click();
  const detail = page.getByRole('dialog', { name: /^Hôtel Miramarine Croisette · / });
  await expect(detail.getByRole('region', { name: 'Services' })).toContainText('Sécurité incendie');
  await expect(detail.getByRole('columnheader', { name: 'Collaborateurs' })).toBeHidden();
});

test('the supervision shows who is at work, and a panel takes a note and opens the service; a round is downloaded as a report', async ({
  open,
  mark,
}) => {
  const page = await open(await demo('planning@azur.example'), '/supervision');
  await expect(page.getByRole('region', { name: 'En cours' })).toBeVisible();
  await check(page, 'supervision');
  await page.getByRole('region', { name: 'En cours' }).getByRole('button').first().click();
  const panel = page.getByRole('dialog');
  await check(page, 'panel of the supervision', '[role=dialog]');
  await textbox(panel, 'Note').fill(`Tout va bien ${mark}`);
  await button(panel, 'Noter').click();
  await expect(panel.getByRole('list', { name: 'Déroulé du service' })).toContainText(`Tout va bien ${mark}`);
  await panel.getByRole('link', { name: 'Ouvrir la fiche' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).toHaveURL(/#\/supervision$/);

  // A round of a service, without executions.
  await page.goto('/#/adminServices?q=nuit');
  await page
    .getByRole('link', { name: /^S\d{6}/ })
    .first()
    .click();
  await button(page.getByRole('dialog'), 'Modifier').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Voir « Ronde de nuit »' }).click();
  const round = dialog(page, 'Ronde du service : Ronde de nuit');
  await expect(round.getByText('2 prévus, 2 à faire')).toBeVisible();
  await expect(round.getByText('Aucune exécution enregistrée.')).toBeVisible();
  await check(page, 'a round of a service', '[role=dialog]');
  const [file] = await Promise.all([page.waitForEvent('download'), button(round, 'Rapport (PDF)').click()]);
  expect(file.suggestedFilename()).toMatch(/^Ronde S\d{6}\.pdf$/);
});
