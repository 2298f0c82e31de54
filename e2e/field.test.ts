// The field application: a whole service without a network, with the application closed between any two acts.
import type { Page } from '@playwright/test';
import { LogEvent } from '#core/logbook/event.ts';
import { fetchServiceEvents } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { finished } from '#core/planning/status.ts';
import { button, dialog } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';
import { enrol, killed, readyOffline, telephone } from './phones.ts';
import { expectFieldScale } from './targets.ts';
import { inMinutes } from './weeks.ts';

/** By the telephone's chooser. */
async function photograph(page: Page, label: string): Promise<void> {
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1_600, height: 1_200 });
    const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
    drawing.fillStyle = 'teal';
    drawing.fillRect(200, 200, 900, 600);
    return canvas.toDataURL('image/png').split(',')[1] as string;
  });
  const buffer = Buffer.from(drawn, 'base64');
  await page.getByLabel(label).setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
}

const spot = { latitude: 43.7, longitude: 7.26 };

test('a whole service without a network, the application closed after each act, is recorded once and in order', {
  tag: '@phone-only',
}, async ({ open, owner, mark, onDuty }) => {
  const { agent, id } = await onDuty(`Quai ${mark}`, { service: { endAt: inMinutes(12), postTitle: 'Accueil' } });

  let page = await open(agent, '/terrain', telephone(spot));
  await enrol(page);
  await expect(page.getByRole('region', { name: 'Prochain service' })).toContainText(`Quai ${mark}`);
  await check(page, 'field home');
  await expectFieldScale(page);
  await readyOffline(page);
  await page.context().setOffline(true);

  const acts: [act: string, title: string, confirm: string, shown: string][] = [
    ['Démarrer', 'Démarrer ce service ?', 'Démarrer', 'En cours'],
    ['Prendre une pause', 'Commencer la pause ?', 'Commencer la pause', 'En pause'],
    ['Terminer la pause', 'Terminer la pause ?', 'Terminer la pause', 'En cours'],
  ];
  for (const [index, [act, title, confirm, shown]] of acts.entries()) {
    await button(page, act).click();
    await button(dialog(page, title), confirm).click();
    await expect(page.getByText(`${shown} depuis`)).toBeVisible();
    page = await killed(page);
    // The service under way is what opens first (B-011).
    await expect(page.getByRole('banner').getByText(`${shown} depuis`)).toBeVisible();
    await expect(page.getByText(`${index + 1} élément${index > 0 ? 's' : ''} à transmettre`)).toBeVisible();
  }
  // An entry of the daily log; what is typed outlives a dead battery.
  await page.getByRole('link', { name: 'Main courante' }).click();
  await button(page, 'Incident').click();
  await button(page, 'Intrusion').click();
  await page.getByRole('radio', { name: 'Escalade' }).check();
  await page.getByRole('textbox', { name: 'Description' }).fill(`Clôture nord ${mark}`);
  await photograph(page, 'Ajouter une photo');
  await expectFieldScale(page);
  await check(page, 'field entry');
  page = await killed(page);
  await page.getByRole('link', { name: 'Main courante' }).click();
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(`Clôture nord ${mark}`);
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await button(page, 'Enregistrer').click();
  await expect(page.getByText('4 éléments et 1 photo à transmettre')).toBeVisible();
  await page.getByRole('link', { name: 'Retour' }).click();
  await button(page, 'Terminer').click();
  const end = dialog(page, 'Fin de service');
  await expect(button(end, 'Terminer')).toBeDisabled();
  await photograph(page, 'Prendre la photo');
  await button(end, 'Terminer').click();
  await expect(page.getByText('Aucun service à venir')).toBeVisible();
  page = await killed(page);
  await expect(page.getByText('5 éléments et 2 photos à transmettre')).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText(/à transmettre/)).toBeHidden({ timeout: 60_000 });
  const { events } = await owner.call(fetchServiceEvents, { params: { id }, input: {} });
  const told = events.map(({ type }) => type.label);
  expect(told).toEqual(['Prise de service', 'Début de pause', 'Fin de pause', 'Fin de service anticipée']);
  // Positions of the work, none of the break.
  expect(events.map(({ location }) => location?.latitude ?? null)).toEqual([43.7, null, null, 43.7]);
  expect(await owner.read(Service, id)).toMatchObject({ status: finished });
  expect((await owner.list(LogEvent, { query: mark })).rows).toMatchObject([
    { description: `Clôture nord ${mark}`, subType: 'Escalade', photoCount: 1 },
  ]);
  // Its content has arrived.
  expect(events.map(({ photos }) => photos.map(({ awaited = false }) => awaited))).toEqual([[], [], [], [false]]);
});
