// A leave from end to end: asked on a telephone, checked against the planning, accepted, and read by who asked.
import { Service } from '#core/planning/service.ts';
import { button, dialog, expectNotice, rowLink } from './acts.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { enrol, killed, readyOffline, telephone } from './phones.ts';
import { expectFieldScale } from './targets.ts';
import { dayAhead, french, planned, serviceOn } from './weeks.ts';

test('an agent asks for leave on a telephone without a network; the planner sees its services and frees them; the agent reads it', {
  tag: '@phone-only',
}, async ({ hire, open, owner, site, mark }) => {
  const [planner, agent] = await Promise.all([hire(), hire(guard)]);
  await qualified(owner, agent);
  const [first, last] = [dayAhead(20), dayAhead(22)];
  const place = await site(`Quai ${mark}`);
  const [service] = (await planned(owner, serviceOn(dayAhead(21), place, 7, 15, [agent]))) as [string];

  let phone = await open(agent, '/terrain', telephone());
  await enrol(phone);
  await phone.goto('/#/terrain/demandes');
  await expect(phone.getByText('Aucune demande pour l’instant.')).toBeVisible();
  await phone.getByRole('link', { name: 'Retour' }).click();
  await readyOffline(phone);
  await phone.context().setOffline(true);
  await phone.goto('/#/terrain/demandes/nouvelle');
  await phone.getByRole('radio', { name: 'Congés', exact: true }).check();
  await phone.getByRole('textbox', { name: 'Objet' }).fill(`Famille ${mark}`);
  // What is typed outlives a dead battery, once it is encrypted and on the disk: nothing on the screen tells when.
  await phone.waitForTimeout(1_000);
  phone = await killed(phone);
  await phone.goto('/#/terrain/demandes/nouvelle');
  await expect(phone.getByRole('textbox', { name: 'Objet' })).toHaveValue(`Famille ${mark}`);
  await phone.getByLabel('Premier jour').fill(first);
  await phone.getByLabel('Dernier jour').fill(last);
  await phone.getByRole('radio', { name: 'Congés payés' }).check();
  await expectFieldScale(phone);
  await check(phone, 'asking in the field');
  await button(phone, 'Envoyer la demande').click();
  await expect(phone.getByText('Part dès qu’il y a du réseau')).toBeVisible();
  await phone.context().setOffline(false);

  const desk = await open(planner, `/demandes?q=${encodeURIComponent(mark)}`, {
    viewport: { width: 1440, height: 900 },
  });
  await rowLink(desk, `Famille ${mark}`).click();
  const sheet = dialog(desk, `Famille ${mark}`);
  await button(sheet, 'Accepter').click();
  const answer = dialog(desk, 'Accepter la demande ?');
  await expect(answer).toContainText(`du ${french(first)} au ${french(last)}`);
  await expect(answer).toContainText('1 service planifié ces jours-là');
  await expect(answer).toContainText(`Quai ${mark}`);
  await check(desk, 'the answer to a leave', '[role=dialog]');
  await answer.getByText('Les libérer').click();
  await answer.getByRole('textbox', { name: /Un mot au demandeur/ }).fill(`Bon repos ${mark}`);
  await button(answer, 'Accepter sans e-mail').click();
  await expectNotice(desk, 'Changement de statut sans mail de confirmation effectué');
  await expect(sheet).toContainText(`Absence du ${french(first)} au ${french(last)}`);
  expect((await owner.read(Service, service)).agents).toEqual([]);

  await phone.goto('/#/terrain/demandes');
  const asked = phone.getByRole('group').filter({ hasText: `Famille ${mark}` });
  await asked.locator('summary').click();
  await expect(asked).toContainText('votre absence est au planning');
  await expect(asked).toContainText(`Bon repos ${mark}`);
  const own = await open(agent, '/listIndispo', { viewport: { width: 1440, height: 900 } });
  await expect(own.getByText(french(first)).first()).toBeVisible();
});
