// A contract from its text to its sealed file: at the agency, at the customer's, on an agent's phone.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { contractCalls } from '#core/contracts/calls.ts';
import { AgentContract, AgentContractTemplate, CustomerContract } from '#core/contracts/contract.ts';
import { button, choose, dialog, expectNotice, pick, save, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, outbox, productUrl, test } from './journey.ts';

const content = '<h2>Article 1</h2><p>{agence.nom} engage {collaborateur.prenom} {collaborateur.nom}.</p>';

const found = (address: string, wanted: RegExp): Promise<string[]> =>
  outbox()
    .to(address)
    .then((mails) => mails.flatMap(({ text }) => wanted.exec(text ?? '')?.[1] ?? []));

/** The last of `count` finds in the mails to an address. */
async function inMail(address: string, wanted: RegExp, count = 1): Promise<string> {
  await expect.poll(async () => (await found(address, wanted)).length, `${wanted} to ${address}`).toBe(count);
  return (await found(address, wanted)).at(-1) as string;
}
const linkIn = (address: string, count = 1): Promise<string> =>
  inMail(address, new RegExp(`${productUrl()}/#(/signature/\\w+/[\\w-]+/[\\w-]+)`), count);
const codeIn = (address: string, count = 1): Promise<string> => inMail(address, /: (\d{6})\b/, count);

/** The page may still move under the hand while the document is drawn. */
const sign = (page: Page, at: Page | Locator, label: string): Promise<void> =>
  expect(async () => {
    await stroke(page, at, label);
    await expect(button(at, 'Effacer')).toBeEnabled({ timeout: 500 });
  }).toPass();

/** With the mouse or a finger. */
async function stroke(page: Page, at: Page | Locator, label: string): Promise<void> {
  const glass = at.getByRole('img', { name: label });
  await glass.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await glass.boundingBox()) as Record<'x' | 'y' | 'width' | 'height', number>;
  await page.mouse.move(x + width * 0.2, y + height * 0.6);
  await page.mouse.down();
  for (const [dx, dy] of [
    [0.4, 0.3],
    [0.6, 0.7],
    [0.8, 0.4],
  ] as const)
    await page.mouse.move(x + width * dx, y + height * dy);
  await page.mouse.up();
}

test('an agency signs on the spot; a customer to whom a contract is sent signs with his typed name', async ({
  customer,
  contact,
  hire,
  open,
  owner,
  mark,
}) => {
  const staff = await hire();
  await owner.save(AgentContractTemplate, { title: `Modèle ${mark}`, content });

  // On the spot: nobody has an address.
  const page = await open(staff, '/agent_contracts?open=new');
  const form = dialog(page, 'Nouveau contrat collaborateur');
  await textbox(form, 'Titre').fill(`CDI ${mark}`);
  await pick(form, 'Collaborateur', staff.fullname);
  await pick(form, 'Modèle', mark, `Modèle ${mark}`);
  await button(form, 'Aperçu du PDF').click();
  await expect(form.locator('canvas').first()).toBeVisible();
  await save(form);
  await page.getByRole('link', { name: `CDI ${mark}` }).click();
  const sheet = page.getByRole('dialog', { name: `CDI ${mark}` });
  await button(sheet, 'Signer sur place').click();
  const here = dialog(page, 'Signer sur place');
  await here.getByRole('radio', { name: 'L’agence' }).check();
  await textbox(here, 'Signataire').fill('Claude Directeur');
  await expect(textbox(here, 'Collaborateur qui signera')).toHaveValue(staff.fullname);
  await button(here, 'Lire le document').click();
  await expect(here.locator('section canvas').first()).toBeVisible();
  await button(here, 'Masquer le document').click();
  await sign(page, here, 'Signature');
  await here.getByRole('checkbox').check();
  await check(page, 'signing on the spot', '[role=dialog]');
  await button(here, 'Signer').click();
  await expectNotice(page, 'Signature enregistrée : le contrat attend encore une signature.');
  await expect(sheet).toContainText(`En attente de ${staff.fullname}`);
  await button(sheet, 'Signer sur place').click();
  await sign(page, here, 'Signature');
  await here.getByRole('checkbox').check();
  await button(here, 'Signer').click();
  await expectNotice(page, 'Contrat signé.');
  await expect(sheet).toContainText('Chaîne intacte');
  const saved = page.waitForEvent('download');
  await button(sheet, 'PDF signé').click();
  const file = await (await saved).path();
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
  await check(page, 'sheet of a signed contract', '[role=dialog]');
  await page.keyboard.press('Escape');

  const buyer = await customer();
  const person = await contact(buyer);
  const theirs = await owner.save(CustomerContract, {
    customer: { id: buyer.id },
    title: `Gardiennage ${mark}`,
    content: '<p>Gardiennage</p>',
    signatures: [{ fullname: person.fullname, email: person.email }],
  });
  await page.goto('/#/customer');
  await choose(page, `Gardiennage ${mark}`, 'Envoyer en signature');
  await button(dialog(page, 'Envoyer en signature ?'), 'Envoyer').click();
  await expectNotice(page, 'Contrat envoyé par email.');
  const theirPage = await open(null, await linkIn(person.email));
  await theirPage.getByText('Taper mon nom').click();
  await theirPage.getByRole('checkbox').check();
  await button(theirPage, 'Recevoir mon code de signature').click();
  await textbox(theirPage, `Code reçu à ${person.email[0]}•••@essai.example`).fill(await codeIn(person.email));
  await button(theirPage, 'Signer').click();
  await expect(theirPage.getByRole('status').filter({ hasText: 'Contrat signé.' })).toBeVisible();
  expect((await owner.read(CustomerContract, theirs.id)).status).toBe(300);
});

test('an agent signs on his phone by the mailed link and a code, comes back, verifies his file, and refuses the next one', {
  tag: '@phone-only',
}, async ({ hire, open, owner, mark }) => {
  const agent = await hire({ rights: ['listOwnDocuments'], plannable: true });
  const made = async (title: string): Promise<string> => {
    const signatures = [{ fullname: agent.fullname, email: agent.email }];
    const { id } = await owner.save(AgentContract, { title, agent: { id: agent.id }, content, signatures });
    await owner.call(contractCalls.agent.act, { params: { id, type: 'send' } });
    return id;
  };
  const id = await made(`CDI ${mark}`);
  const link = await linkIn(agent.email);
  const page = await open(null, link);
  await expect(page.getByRole('heading', { name: `CDI ${mark}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Le document' }).locator('canvas').first()).toBeVisible();
  // A break: the link opens again.
  await page.reload();
  await expect(page.getByRole('region', { name: 'Le document' }).locator('canvas').first()).toBeVisible();
  await sign(page, page, 'Votre signature');
  await page.getByRole('checkbox').check();
  await check(page, 'signing by a link');
  await button(page, 'Recevoir mon code de signature').click();
  const box = page.getByRole('textbox', { name: /^Code reçu à/ });
  await box.fill('000000');
  await button(page, 'Signer').click();
  await expect(page.getByRole('alert')).toHaveText('Code incorrect ou expiré.');
  await box.fill(await codeIn(agent.email));
  await button(page, 'Signer').click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Contrat signé. Tous les signataires ont signé.' }),
  ).toBeVisible();
  expect((await owner.read(AgentContract, id)).status).toBe(300);

  // The file that he keeps is the one that the public page knows.
  const saved = page.waitForEvent('download');
  await button(page, 'Télécharger le PDF').click();
  const file = await (await saved).path();
  await page.getByRole('link', { name: /^[A-Z2-9]{4}-/ }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('status').filter({ hasText: agent.fullname })).toBeVisible();

  // And in his account, with its file.
  const own = await open(agent, '/mes-contrats');
  await own.getByRole('link', { name: `CDI ${mark}` }).click();
  const copy = own.waitForEvent('download');
  await button(own.getByRole('dialog', { name: `CDI ${mark}` }), 'PDF signé').click();
  expect((await readFile(await (await copy).path())).equals(await readFile(file))).toBe(true);

  await made(`Avenant ${mark}`);
  await page.goto('/#/connexion');
  await page.goto(`/#${await linkIn(agent.email, 2)}`);
  await button(page, 'Refuser de signer').click();
  await textbox(page, 'Pourquoi refusez-vous de signer ?').fill('Le coefficient est faux');
  await button(page, 'Recevoir mon code de refus').click();
  await page.getByRole('textbox', { name: /^Code reçu à/ }).fill(await codeIn(agent.email, 2));
  await button(page, 'Refuser de signer').click();
  await expect(page.getByRole('status').filter({ hasText: 'Vous avez refusé de signer ce document.' })).toBeVisible();
});
