import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import yauzl from 'yauzl';
import { Customer } from '#core/customers/customer.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { pdf, png, zip } from '#server/testing/files.ts';
import { button, dialog, expectNotice, openRow, save } from './acts.ts';
import type { Api } from './api.ts';
import { check } from './axe.ts';
import { expect, productUrl, test } from './journey.ts';

interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const text = (name: string, content: string | Buffer): Chosen => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content as string),
});
const contract = {
  name: 'contrat.pdf',
  mimeType: 'application/pdf',
  buffer: pdf('Contrat de gardiennage', 'Signature'),
};
const orders = text('consignes.txt', 'Fermer le portail à 22 h.');

async function choose(at: Locator, label: string, files: Chosen[] | string[]): Promise<void> {
  const choosing = at.page().waitForEvent('filechooser');
  await button(at, label).first().click();
  await (await choosing).setFiles(files);
}

/** Drops a file on the documents. */
async function drop(record: Locator, { name, mimeType, buffer }: Chosen): Promise<void> {
  const zone = record.getByRole('group', { name: 'Documents' }).locator('[data-dropzone]');
  const dropped = await record.page().evaluateHandle(
    ([base64, named, type]) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([bytes], named, { type }));
      return transfer;
    },
    [buffer.toString('base64'), name, mimeType] as const,
  );
  await zone.dispatchEvent('drop', { dataTransfer: dropped });
}

const preview = (at: Page | Locator, name: string): Locator => button(at, `Aperçu : ${name}`);

/** The size of a dialog, in percent of the screen (B-072). */
async function shareOf(opened: Locator): Promise<{ width: number; height: number }> {
  const box = await opened.boundingBox();
  const screen = opened.page().viewportSize();
  if (!box || !screen) throw new Error('nothing is shown');
  return {
    width: Math.round((100 * box.width) / screen.width),
    height: Math.round((100 * box.height) / screen.height),
  };
}

async function contentOf(api: Api, { url }: StoredFile): Promise<Buffer> {
  const answer = await fetch(`${productUrl()}/api${url}`, { headers: { authorization: `Bearer ${api.tokens.token}` } });
  return Buffer.from(await answer.arrayBuffer());
}

async function filesOf(api: Api, id: string): Promise<{ logo: StoredFile | null; documents: StoredFile[] }> {
  return (await api.read(Customer, id)) as never;
}

test('a logo is resized before the upload, previewed and saved; a zip bomb is refused, a slow upload shows its progress, and the save waits for it', async ({
  hire,
  open,
  customer,
  owner,
  mark,
}) => {
  const { id, name } = await customer();
  const page = await open(await hire(), `/customers?q=${mark}`);
  const record = await openRow(page, name);
  await expect.poll(() => shareOf(record)).toEqual({ width: 75, height: 80 });
  await choose(record, 'Choisir une image', [{ name: 'logo.png', mimeType: 'image/png', buffer: png(2_400, 1_200) }]);
  await expect(preview(record, 'Logo')).toBeVisible();
  expect(await preview(record, 'Logo').boundingBox()).toMatchObject({ width: 150, height: 150 });
  await check(page, 'record with a logo', '[role=dialog]');
  await preview(record, 'Logo').click();
  const shown = dialog(page, 'logo.png');
  await expect(shown.getByRole('img', { name: 'logo.png' })).toBeVisible();
  await expect.poll(() => shareOf(shown)).toEqual({ width: 75, height: 80 });
  await check(page, 'picture', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  await expect(record, 'Escape closes only the preview').toBeVisible();

  const bomb = zip([{ name: 'zeros.bin', content: Buffer.alloc(20 * 1_048_576) }]);
  await drop(record, { name: 'sauvegarde.zip', mimeType: 'application/zip', buffer: bomb });
  const refused = dialog(page, 'Format de fichier non autorisé');
  await expect(refused).toContainText('Cette archive ne peut pas être acceptée');
  await expect(refused.getByText('sauvegarde.zip', { exact: true })).toBeVisible();
  await check(page, 'refusal', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(record.getByText('sauvegarde.zip')).toBeHidden();

  const browser = await page.context().newCDPSession(page);
  const uploadThroughput = 600_000;
  await browser.send('Network.enable');
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
  await choose(record, 'Choisir des fichiers', [text('journal.txt', Buffer.alloc(3 * uploadThroughput, 'a'))]);
  const bar = record.getByRole('progressbar', { name: 'Envoi de journal.txt' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d$/);
  await expect(record.getByText(/^[1-9]\d %$/)).toBeVisible();
  // The save waits for the file.
  await save(record);
  await expectNotice(page, 'Client enregistré');
  await browser.detach();

  const { logo, documents } = await filesOf(owner, id);
  expect(logo).toMatchObject({ name: 'logo.png', mimeType: 'image/png' });
  expect(documents.map((file) => file.name)).toEqual(['journal.txt']);
  const content = await contentOf(owner, logo as StoredFile);
  expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([1_500, 750]);
});

test('documents are dropped, previewed, downloaded one by one and together', { tag: '@phone-only' }, async ({
  hire,
  open,
  customer,
  owner,
  mark,
}) => {
  const { id, name } = await customer();
  const page = await open(await hire(), `/customers?q=${mark}`);
  const record = await openRow(page, name);
  await expect.poll(() => shareOf(record)).toEqual({ width: 100, height: 100 });
  await drop(record, contract);
  await expect(preview(record, 'contrat.pdf')).toBeVisible();
  await choose(record, 'Choisir des fichiers', [orders, text('tarifs.csv', 'Article;Prix\nRonde;12,50')]);
  for (const file of ['consignes.txt', 'tarifs.csv']) await expect(preview(record, file)).toBeVisible();

  await preview(record, 'contrat.pdf').click();
  const shown = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Fichier suivant' }) });
  await expect(shown.getByText('Contrat de gardiennage')).toBeAttached({ timeout: 15_000 });
  await expect(shown.getByRole('region', { name: 'Page 2' })).toBeAttached();
  await expect.poll(() => shareOf(shown)).toEqual({ width: 100, height: 100 });
  await check(page, 'PDF', '[role=dialog]');
  await button(shown, 'Fichier suivant').click();
  await expect(shown.getByText('Fermer le portail à 22 h.')).toBeVisible();
  const opening = page.waitForEvent('popup');
  await button(shown, 'Ouvrir dans un nouvel onglet').click();
  const tab = await opening;
  await expect(tab.getByText('Fermer le portail à 22 h.')).toBeVisible();
  await tab.close();
  await page.keyboard.press('ArrowRight');
  await expect(shown.getByText('Ronde;12,50')).toBeVisible();
  await expect(shown.getByText('3 / 3')).toBeVisible();
  const saving = page.waitForEvent('download');
  await button(shown, 'Télécharger').click();
  expect((await saving).suggestedFilename()).toBe('tarifs.csv');
  await page.keyboard.press('Escape');
  await save(record);
  await expectNotice(page, 'Client enregistré');
  const { documents } = await filesOf(owner, id);
  expect(documents.map((file) => file.name)).toEqual(['contrat.pdf', 'consignes.txt', 'tarifs.csv']);
  expect(await contentOf(owner, documents[0] as StoredFile)).toEqual(contract.buffer);

  const again = await openRow(page, name);
  const zipping = page.waitForEvent('download');
  await button(again, 'Tout télécharger').click();
  const archive = await yauzl.fromBufferPromise(await readFile(await (await zipping).path()), { lazyEntries: true });
  const held: string[] = [];
  for await (const entry of archive.eachEntry()) held.push(entry.fileName);
  expect(held).toEqual(['contrat.pdf', 'consignes.txt', 'tarifs.csv']);
  await button(again, 'Retirer consignes.txt').click();
  await save(again);
  await expect(again).toBeHidden();
  expect((await filesOf(owner, id)).documents).toHaveLength(2);
});
