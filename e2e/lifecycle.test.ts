import type { Locator, Page } from '@playwright/test';
import { publishServices } from '#core/planning/calls.ts';
import { button, dialog, expectNotice, save, take, textbox } from './acts.ts';
import type { Api } from './api.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { expectFieldScale } from './targets.ts';
import { inMinutes, planned as written } from './weeks.ts';

/** Published, so that its agent sees it. */
async function planned(
  owner: Api,
  site: string,
  agent: string,
  [from, to]: [number, number],
  postTitle = 'Accueil',
): Promise<string> {
  const service = { site: { id: site }, startAt: inMinutes(from), endAt: inMinutes(to), postTitle };
  const [id] = (await written(owner, { ...service, agents: [{ id: agent }] })) as [string];
  await owner.call(publishServices, { input: { services: [id] } });
  return id;
}

const part = (sheet: Locator, name: string): Locator =>
  sheet.getByRole('radiogroup', { name: 'Partie affichée' }).getByText(name, { exact: true });

const current = (page: Page): Locator => page.getByRole('region', { name: 'Service en cours' });

test('an agent starts a service, takes a break and ends it, then starts one that was not planned', {
  tag: '@phone-only',
}, async ({ hire, open, owner, site, mark }) => {
  const agent = await hire(guard);
  await qualified(owner, agent);
  const place = await site(`Port ${mark}`);
  await planned(owner, place.id, agent.id, [-2, 180]);
  const geolocation = { latitude: 43.7, longitude: 7.26, accuracy: 12 };
  const page = await open(agent, '/my-planning', { geolocation, permissions: ['geolocation'] });

  const start = button(page, `Démarrer, Port ${mark}`);
  await expect(start).toBeVisible();
  await expectFieldScale(page);
  await start.click();
  await button(dialog(page, 'Démarrer ce service ?'), 'Démarrer').click();
  await expect(current(page)).toContainText('En cours');
  await expect(start).toBeHidden();
  await check(page, 'a service in progress');

  await button(current(page), 'Prendre une pause').click();
  await expect(dialog(page, 'Commencer la pause ?')).toBeVisible();
  await expectFieldScale(page);
  await button(dialog(page, 'Commencer la pause ?'), 'Commencer la pause').click();
  await expect(current(page)).toContainText('Vous êtes en pause.');
  await expect(button(current(page), 'Terminer')).toBeHidden();
  await check(page, 'a paused service');
  await button(current(page), 'Terminer la pause').click();
  await button(dialog(page, 'Terminer la pause ?'), 'Terminer la pause').click();
  await expect(current(page)).toContainText('En cours');

  await button(current(page), 'Terminer').click();
  const end = dialog(page, 'Fin de service');
  await expect(end).toContainText('la fin sera notée comme anticipée');
  await expectFieldScale(page);
  await check(page, 'the end of a service', '[role=dialog]');
  // An early end asks for a photo, or why there is none.
  await expect(button(end, 'Terminer')).toBeDisabled();
  await textbox(end, 'Pourquoi sans photo ?').fill('Relevé avant l’heure');
  await button(end, 'Terminer').click();
  await expect(current(page)).toBeHidden();
  await expect(page.getByRole('article', { name: new RegExp(`Port ${mark}`) })).toContainText('Terminé');

  await button(page, 'Service non planifié').click();
  const form = dialog(page, 'Service non planifié');
  await check(page, 'an unplanned service', '[role=dialog]');
  await take(form, 'Activité', 'Intervention & Levée de doute');
  await expectFieldScale(page);
  await button(form, 'Démarrer').click();
  const anyway = button(page, 'Enregistrer quand même');
  await expect(current(page).or(anyway)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expectNotice(page, 'Service démarré');
  await expect(current(page)).toContainText(`Port ${mark}`);
  await expect(button(page, 'Service non planifié')).toBeHidden();
});

test('an agent extends a service for another reason; the planner reads it in « Déroulé » and ends the service', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [agent, planner] = await Promise.all([hire(guard), hire()]);
  await qualified(owner, agent);
  const place = await site(`Gare ${mark}`);
  // A service cannot be started after its end. Four minutes before the end are within the margin, so ending it is not early.
  await planned(owner, place.id, agent.id, [-60, 4], `Filtrage ${mark}`);
  const page = await open(agent, '/my-planning');
  await button(page, `Démarrer, Gare ${mark}`).click();
  await button(dialog(page, 'Démarrer ce service ?'), 'Démarrer').click();
  await button(current(page), 'Terminer').click();
  await button(dialog(page, 'Fin de service'), 'Prolonger').click();
  const reasons = dialog(page, 'Prolonger le service');
  const extend = button(reasons, 'Prolonger');
  await expect(extend).toBeDisabled();
  await reasons.getByRole('radio', { name: 'Autre (préciser)' }).check();
  await expect(extend).toBeDisabled();
  await check(page, 'the reason of an extension', '[role=dialog]');
  await reasons.getByRole('textbox', { name: 'Précisions' }).fill('La relève n’est pas arrivée');
  await extend.click();
  await expect(current(page)).toContainText('Prolongation de service/tournée');

  // Searched by the address: the list opens on today, and shortly after midnight the service began yesterday.
  const desk = await open(planner, `/adminServices?q=${mark}`);
  const row = desk.getByRole('row').filter({ hasText: `Gare ${mark}` });
  await row.getByRole('link').first().click();
  const sheet = desk.getByRole('dialog');
  await part(sheet, 'Déroulé').click();
  const log = sheet.getByRole('list', { name: 'Déroulé du service' });
  await expect(log).toContainText('Prise de service en retard');
  await expect(log).toContainText('Autre (préciser) La relève n’est pas arrivée');
  await expect(log).toContainText(agent.fullname.split(' ')[0] ?? '');
  await check(desk, 'what happened during a service', '[role=dialog]');
  await button(sheet, 'Terminer').click();
  await button(dialog(desk, 'Fin de service'), 'Terminer').click();
  await expect(log).toContainText('Fin de prolongation');
  // The agent's phone is updated live.
  await expect(current(page)).toBeHidden();

  // A service that is over is corrected with a reason, which its history keeps.
  await part(sheet, 'Corriger').click();
  await textbox(sheet, 'Poste').fill(`Ronde ${mark}`);
  await save(sheet);
  await expect(textbox(sheet, 'Motif')).toHaveAccessibleDescription(/Obligatoire/);
  await textbox(sheet, 'Motif').fill('Poste mal saisi');
  await check(desk, 'the correction of a service', '[role=dialog]');
  await save(sheet);
  await expectNotice(desk, 'Service corrigé');
  await row.getByRole('link').first().click();
  await part(sheet, 'Historique').click();
  await expect(sheet).toContainText('Poste mal saisi');
  await expect(sheet).toContainText(`Ronde ${mark}`);
});
