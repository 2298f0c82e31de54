import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { publishServices } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { button, dialog, expectNotice } from './acts.ts';
import type { Api, Row } from './api.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, outbox, test } from './journey.ts';
import type { Person } from './people.ts';
import { dayAhead, french, planned, serviceOn } from './weeks.ts';

/** In the four weeks that the planning shows first. */
const day = dayAhead(3);

async function publishedFor(owner: Api, site: Row, agent: Person): Promise<void> {
  const services = await planned(owner, { ...serviceOn(day, site, 7, 15, [agent]), postTitle: 'Accueil du matin' });
  await owner.call(publishServices, { input: { services } });
}

const hand = async (page: Page, item: string): Promise<void> => {
  await button(page, 'Diffuser').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

test('a planner distributes the planning: PDF, spreadsheet, mail to a chosen agent', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [planner, agent] = await Promise.all([hire(), hire(guard)]);
  await qualified(owner, agent);
  await publishedFor(owner, await site(`Entrepôt ${mark}`), agent);
  const page = await open(planner, '/adminPlanning');
  await expect(page.getByRole('grid')).toBeVisible();

  await hand(page, 'PDF…');
  const paper = dialog(page, 'Planning en PDF');
  await expect(button(paper, 'Télécharger')).toBeVisible();
  await check(page, 'planning as PDF', '[role=dialog]');
  const downloading = page.waitForEvent('download');
  await button(paper, 'Télécharger').click();
  const { text } = await openPdf(await readFile(await (await downloading).path()));
  expect(text).toContain(`Planning de ${agent.fullname}`);
  expect(text).toContain(`Entrepôt ${mark}`);

  const sheet = page.waitForEvent('download');
  await hand(page, 'Tableur : liste des services');
  expect((await sheet).suggestedFilename()).toMatch(/^Services .*\.xlsx$/);

  await hand(page, 'Envoyer par e-mail…');
  const mail = dialog(page, 'Envoyer le planning par e-mail');
  await expect(mail.getByRole('checkbox', { name: agent.fullname })).toBeChecked();
  await check(page, 'planning by mail', '[role=dialog]');
  await button(mail, 'Aucun').click();
  await mail.getByRole('checkbox', { name: agent.fullname }).check();
  await button(mail, 'Envoyer').click();
  await expectNotice(page, '1 planning part par e-mail');
  const sent = await outbox().lastTo(agent.email);
  expect(sent.subject).toContain('planning du');
  expect(sent.attachments.map(({ mimeType }) => mimeType)).toContain('application/pdf');
});

test('an agent subscribes to his planning in the calendar of his phone @phone-only', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const agent = await hire(guard);
  await qualified(owner, agent);
  await publishedFor(owner, await site(`Quai ${mark}`), agent);
  const page = await open(agent, '/my-planning');
  await button(page, 'Agenda').click();
  const calendar = dialog(page, 'Mon agenda');
  await button(calendar, 'Créer l’adresse').click();
  const address = calendar.getByRole('textbox', { name: /Adresse à coller/ });
  await expect(address).toHaveValue(/planning\.ics$/);
  await check(page, 'address of a calendar', '[role=dialog]');
  const url = await address.inputValue();
  const feed = await page.request.get(url);
  expect(await feed.text()).toContain(`SUMMARY:Quai ${mark} – Accueil du matin`);
  await button(calendar, 'Supprimer l’adresse').click();
  await button(page, 'Supprimer').click();
  await expectNotice(page, 'Adresse supprimée');
  expect((await page.request.get(url)).status()).toBe(404);
});

test('services are imported from a spreadsheet, within the displayed period', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const planner = await hire();
  const { id } = await site(`Usine ${mark}`);
  const page = await open(planner, '/adminPlanning');
  await expect(page.getByRole('grid')).toBeVisible();
  await hand(page, 'Importer des services…');
  await page.getByLabel('Fichier à importer').setInputFiles({
    name: 'services.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Date;Début;Fin;Site;Poste\n${french(day)};08:00;16:00;Usine ${mark};Accueil\n01/01/2020;08:00;16:00;Usine ${mark};Accueil\n`,
    ),
  });
  const work = page.getByRole('dialog', { name: /^Importer : Services/ });
  await button(work, 'Vérifier').click();
  await expect(work.getByText('1 problème')).toBeVisible();
  const cell = work.getByRole('button', { name: 'Jour, ligne 2 : 01/01/2020' });
  await expect(cell).toHaveAccessibleDescription(/^Hors limites/);
  await cell.click();
  await work.getByRole('textbox', { name: 'Jour, ligne 2' }).fill(french(day));
  await page.keyboard.press('Enter');
  await work.getByRole('button', { name: /^Poste, ligne 2/ }).click();
  await work.getByRole('textbox', { name: 'Poste, ligne 2' }).fill('Ronde');
  await page.keyboard.press('Enter');
  await button(work, 'Vérifier à nouveau').click();
  await button(work, 'Importer 2 lignes').click();
  await expect(work.getByText('L’import est terminé')).toBeVisible();
  const { rows } = await owner.list(Service, { filters: { site: [id] }, limit: 10 });
  expect(new Set(rows.map(({ postTitle }) => postTitle))).toEqual(new Set(['Accueil', 'Ronde']));
});
