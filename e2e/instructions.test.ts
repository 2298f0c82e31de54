import type { Locator, Page } from '@playwright/test';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { png } from '#server/testing/files.ts';
import { button, choose, dialog, expectNotice, save, textbox } from './acts.ts';
import { expect, outbox, productUrl, test } from './journey.ts';

// Two users, two browsers, and mails.
test.slow();

const drawer = (page: Page, site: string): Locator => dialog(page, `Consignes — ${site}`);

const hacked = (page: Page): Promise<unknown> => page.evaluate(() => (window as { hacked?: unknown }).hacked);

/** Simulates pasting a piece of a web page. */
const paste = (text: Locator, html: string): Promise<void> =>
  text.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

test('an instruction with a picture is written; the customer is notified by mail, reads it, and is listed among its readers', async ({
  hire,
  open,
  owner,
  customer,
  contact,
  site,
  mark,
}) => {
  const client = await customer();
  const [person, reader] = await Promise.all([hire(), contact(client)]);
  const place = await site(`Quai ${mark}`, { customer: client, notifySiteInstructionCustomers: true });
  const page = await open(person, `/sites?q=${mark}`);
  await choose(page, place.name, 'Consignes');
  await expect(drawer(page, place.name)).toContainText('Aucune consigne pour ce site.');
  await button(page, 'Ajouter une consigne').click();

  const written = dialog(page, 'Nouvelle consigne');
  await save(written);
  await expect(textbox(written, 'Titre')).toHaveAccessibleDescription('Obligatoire');
  await textbox(written, 'Titre').fill(`Ronde ${mark}`);
  const text = textbox(written, 'Consigne');
  expect((await text.boundingBox())?.height).toBeGreaterThanOrEqual(250);
  await text.click();
  await page.keyboard.type('Fermer le ');
  await button(written, 'Gras').click();
  await page.keyboard.type('portail');
  await button(written, 'Gras').click();
  await page.keyboard.press('Enter');
  await button(written, 'Liste à puces').click();
  await page.keyboard.type('Issue nord');
  await paste(text, '<p>Collé<script>window.hacked = 1</script><img src="https://mal.example/x.png"></p>');
  // 3000 px wide: resized before the upload.
  await written
    .getByLabel('Choisir des images')
    .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: png(3000, 1000) });
  await text.getByRole('img', { name: 'plan' }).click();
  const chosen = written.getByRole('group', { name: 'Image sélectionnée' });
  await expect(textbox(chosen, 'Largeur (px)')).toHaveValue('1500');
  await expect(textbox(chosen, 'Hauteur (px)')).toHaveValue('500');
  await textbox(chosen, 'Largeur (px)').fill('240');
  await textbox(chosen, 'Texte alternatif').fill('Plan du quai');
  await expect(textbox(chosen, 'Hauteur (px)')).toHaveValue('80');
  await save(written);
  await expectNotice(page, 'Consigne enregistrée');
  await expect(written).toBeHidden();

  const { rows } = await owner.list(SiteInstruction, { query: mark });
  const { content } = await owner.read(SiteInstruction, rows[0]?.id ?? '');
  expect(content).toMatch(
    /^<p>Fermer le <strong>portail<\/strong><\/p><ul><li><p>Issue nordCollé<\/p><\/li><\/ul><img data-file="[0-9a-f-]{36}" alt="Plan du quai" width="240" height="80" \/>(<p><\/p>)?$/,
  );

  const mail = await outbox().lastTo(reader.email);
  expect(mail.subject).toBe(`Azur Sécurité : nouvelle consigne pour ${place.name}`);
  const path = /\/#(\/customerSites\?\S+)/.exec(mail.text ?? '')?.[1];
  expect(mail.text).toContain(`${productUrl()}/#${path}`);

  const desk = await open(reader, path);
  const read = drawer(desk, place.name);
  await expect(read.getByRole('heading', { name: `Ronde ${mark}` })).toBeVisible();
  await expect(read.getByRole('listitem')).toHaveText('Issue nordCollé');
  const picture = read.getByRole('img', { name: 'Plan du quai' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1500);
  await expect(read).toContainText('Lue le');
  await expect(button(read, 'Modifier')).toBeHidden();
  expect(await hacked(desk)).toBeUndefined();

  await page.getByRole('button', { name: new RegExp(`Ronde ${mark}`) }).click();
  await button(page, 'Consultations (1)').click();
  const readers = dialog(page, 'Consultations du document');
  await expect(readers.getByRole('row').filter({ hasText: reader.fullname })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(readers).toBeHidden();
  await expect(drawer(page, place.name)).toBeVisible();
});
