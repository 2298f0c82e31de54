import { Agent } from '#core/agents/agent.ts';
import { invite } from '#core/session/session.ts';
import { demoPassword } from '#demo/accounts.ts';
import { button, dialog, expectNotice, openRow, save, signIn, textbox } from './acts.ts';
import { apiOf, signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, outbox, productUrl, test } from './journey.ts';

test('the home page counts records, links to them, and lists the user’s latest changes', {
  tag: '@phone-only',
}, async ({ hire, open, site, mark }) => {
  const person = await hire();
  const { name } = await site(`Site ${mark}`);
  const page = await open(person, '/home');
  await expect(page.getByText('Les fiches que vous créez ou modifiez apparaîtront ici')).toBeVisible();
  const numbers = page.getByRole('list', { name: 'En nombres' });
  await numbers
    .getByRole('link', { name: /^Archivé : \d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/sites\?f=/);
  await expect(page.getByRole('group', { name: 'Filtres actifs' })).toContainText(/Statut :\s*Archivé/);

  await page.goto(`/#/sites?q=${mark}`);
  const opened = await openRow(page, name);
  await textbox(opened, 'Nom').fill(`${name} bis`);
  await save(opened);
  await expectNotice(page, 'Site enregistré');
  await page.goto('/#/home');
  const last = page.getByRole('region', { name: 'Vos dernières fiches' }).getByRole('link').first();
  await expect(last).toContainText(`${name} bis`);
  await expect(last).toContainText('Modification');
  await last.click();
  await expect(dialog(page, `${name} bis`)).toBeVisible();
});

test('a pending invitation is sent again from the home page', async ({ open, mark }) => {
  // An agency where no other journey invites.
  const boreal = await apiOf(productUrl(), await signInAs(productUrl(), 'direction@boreal.example', demoPassword));
  const guest = await boreal.save(Agent, { firstname: 'Paul', lastname: mark, email: `${mark}@essai.example` });
  await boreal.call(invite, { params: { id: guest.id } });
  const page = await open(boreal, '/home');
  const line = page
    .getByRole('region', { name: 'Invitations en attente' })
    .getByRole('listitem')
    .filter({ hasText: mark });
  await button(line, `Renvoyer l’invitation à Paul ${mark}`).click();
  await expectNotice(page, `Invitation renvoyée à Paul ${mark}`);
  await outbox().lastTo(`${mark}@essai.example`, 2);
});

test('agents find their services and papers, customers tonight on their sites', async ({ open }) => {
  const customer = await open(null, '/');
  await signIn(customer, 'client@azur.example', demoPassword);
  await expect(customer.getByRole('region', { name: /^(Ce soir|Aujourd’hui) sur vos sites$/ })).toContainText(
    'Miramarine',
  );
  await check(customer, 'the home page of a customer');
  await expect(customer.getByRole('list', { name: 'En nombres' })).toContainText('Mes sites');
  const worker = await open(null, '/');
  await signIn(worker, 'agent@azur.example', demoPassword);
  const papers = worker.getByRole('region', { name: 'Mes papiers' });
  await expect(papers.getByRole('listitem').filter({ hasText: 'Carte professionnelle' })).toBeVisible();
  await expect(papers.getByRole('listitem').filter({ hasText: 'Contrat de travail' })).toBeVisible();
  await expect(worker.getByRole('region', { name: 'Mes prochains services' })).toBeVisible();
});
