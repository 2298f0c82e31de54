// An announcement from one agency to another: published, answered once the authorisation is known, accepted.
import { Agency } from '#core/agencies/agency.ts';
import { button, dialog, expectNotice, pick, rowLink, save, take, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';

test('an agency searches for a subcontractor; another answers once its authorisation is known; the first accepts', async ({
  hire,
  agency,
  open,
  mark,
}) => {
  const [author, boss] = await Promise.all([hire(), agency()]);
  const title = `Renfort ${mark}`;

  const desk = await open(author, '/agency-offers');
  await button(desk, 'Ajouter').first().click();
  const form = desk.getByRole('dialog');
  await textbox(form, 'Titre').fill(title);
  await take(form, 'Type', 'Recherche de sous-traitant');
  await pick(form, 'Départements', 'Alpes-Maritimes', '06 Alpes-Maritimes');
  await textbox(form, 'Description').fill('Deux soirées de concert.');
  await save(form);
  // L612-5-1: the rank and the part first.
  await expect(form).toContainText('Une partie seulement d’un contrat se sous-traite : indiquez laquelle');
  await take(form, 'Rang du sous-traitant recherché', 'Rang 1');
  await textbox(form, 'Part confiée').fill('Les soirées, sur un contrat de jour et de nuit');
  await check(desk, 'a new announcement', '[role=dialog]');
  await save(form);
  await expectNotice(desk, 'Annonce enregistrée');

  const other = await open(boss, `/active-offers?q=${mark}`);
  await rowLink(other, title).click();
  const sheet = dialog(other, title);
  await expect(sheet).toContainText('Deux soirées de concert.');
  await expect(button(sheet, 'Modifier')).toHaveCount(0);
  await button(sheet, 'Répondre').click();
  const answer = dialog(other, `Répondre à « ${title} »`);
  await expect(answer.getByRole('alert')).toContainText('autorisation d’exercer de votre agence n’est pas renseigné');
  await button(answer, 'Annuler').click();
  await boss.api.save(Agency, { id: boss.api.agencyId, approvalNumber: `AUT-${mark}` });
  await button(sheet, 'Répondre').click();
  await textbox(answer, 'Votre message').fill(`Nous pouvons ${mark}`);
  await textbox(answer, 'Agents proposés').fill('2');
  await check(other, 'an answer', '[role=dialog]');
  await button(answer, 'Envoyer la réponse').click();
  await expectNotice(other, 'Réponse envoyée');
  await expect(sheet).toContainText('En attente');

  await desk.goto(`/#/agency-offers?q=${mark}`);
  await rowLink(desk, title).click();
  const received = dialog(desk, title).getByRole('article', { name: /^Réponse de / });
  await expect(received).toContainText(`Nous pouvons ${mark}`);
  await expect(received).toContainText(`Autorisation n° AUT-${mark}`);
  await button(received, 'Accepter').click();
  await button(dialog(desk, 'Accepter cette réponse ?'), 'Accepter').click();
  await expectNotice(desk, 'Réponse acceptée');
  await expect(received).toContainText('Acceptée');

  await other.goto(`/#/agency-offers-answers?q=${mark}`);
  await expect(other.getByRole('row').filter({ has: rowLink(other, title) })).toContainText('Acceptée');
});
