// Field mode for who leads (decision 069): the agency's screens on the road, each as its right says.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { rightSet } from '#core/grants.ts';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { savePtiEvent } from '#core/safety/calls.ts';
import { button, dialog, expectNotice, save, textbox } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';
import { expectFieldScale } from './targets.ts';

const code = '482915';
const telephone = { isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } };

async function enrol(page: Page): Promise<void> {
  await button(page, 'Ouvrir le mode terrain ici').click();
  await page.getByLabel(/6 chiffres/).fill(code);
  await page.getByLabel('Le même code une seconde fois').fill(code);
  await button(page, 'Inscrire ce téléphone').click();
  await expect(page.getByRole('heading', { name: 'Accueil du terrain' })).toBeAttached();
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a supervisor on the road opens the planning, a site, and edits a checkpoint', {
  tag: '@phone-only',
}, async ({ hire, open, owner, site, mark }) => {
  test.slow();
  const place = await site(`Quai ${mark}`);
  const point = await owner.save(Checkpoint, { title: `Portail ${mark}`, site: { id: place.id } });
  const supervisor = await hire({ rights: rightSet('admin'), plannable: true });
  const page = await open(supervisor, '/terrain', telephone);
  await enrol(page);

  await button(page, 'Menu').click();
  await link(page, 'Encadrement').click();
  await expect(title(page, 'Encadrement')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Planification' })).toContainText('Services');
  await check(page, 'field desks');
  await expectFieldScale(page);

  await link(page, 'Planning').click();
  await expect(title(page, 'Planning')).toBeVisible();
  await check(page, 'field planning');
  await link(page, 'Retour au terrain').click();
  await link(page, 'Services').click();
  await expect(title(page, 'Services')).toBeVisible();
  await expectFieldScale(page);
  await link(page, 'Retour au terrain').click();

  await link(page, 'Tous les sites').click();
  await page.getByRole('searchbox').first().fill(mark);
  await page.getByText(`Quai ${mark}`).first().click();
  await expect(dialog(page, `Quai ${mark}`)).toBeVisible();
  await expectFieldScale(page);

  // By its address, as the specification writes it.
  await page.goto(`/#/terrain/checkpoints/edit/${point.id}`);
  const form = dialog(page, `Portail ${mark}`);
  await expectFieldScale(page);
  await textbox(form, 'Titre').fill(`Portail nord ${mark}`);
  await save(form);
  await expectNotice(page, 'Point de contrôle enregistré');
  await expectFieldScale(page);
  await expect(page).toHaveURL(/#\/terrain\/checkpoints\/list/);
  expect(await owner.read(Checkpoint, point.id)).toMatchObject({ title: `Portail nord ${mark}` });

  // The field is still there.
  await link(page, 'Retour au terrain').click();
  await link(page, 'Retour').click();
  await expect(page.getByRole('heading', { name: 'Accueil du terrain' })).toBeAttached();
});

/** Counts the tones that the page plays. */
function countTones(): void {
  const page = globalThis as unknown as { tones: number };
  page.tones = 0;
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function count() {
    page.tones += 1;
    return createOscillator.call(this);
  };
}

test('S-040: a supervisor on the road hears and sees an alarm at once, on the screens of the field and of the desk', {
  tag: '@phone-only',
}, async ({ agency, registry, open }) => {
  const boss = await agency();
  const agent = await registry.hire(boss.api, { plannable: true });
  const supervisor = await registry.hire(boss.api, { rights: rightSet('admin'), plannable: true });
  const other = await registry.hire(boss.api, { plannable: true });
  const raise = async (who: { id: string }): Promise<string> => {
    const id = randomUUID();
    const input = { uuid: id, kind: 'sos', drill: false, service: { id: randomUUID() }, agent: { id: who.id } };
    await boss.api.call(savePtiEvent, { input });
    return id;
  };
  const page = await open(supervisor, '/terrain', telephone);
  await page.context().addInitScript(countTones);
  await page.reload();
  await enrol(page);
  await page.getByRole('heading', { name: 'Accueil du terrain' }).waitFor({ state: 'attached' });
  const tones = () => page.evaluate(() => (globalThis as unknown as { tones: number }).tones);
  const id = await raise(agent);
  const banner = page.getByRole('alert', { name: 'Alerte en cours' });
  await expect(banner).toContainText(`Alerte SOS : ${agent.fullname}`);
  await expect.poll(tones).toBeGreaterThan(0);
  await check(page, 'field home with an alarm');
  await expectFieldScale(page);
  await link(page, 'Ouvrir l’alerte').click();
  await expect(page).toHaveURL(new RegExp(`adminAlerts.*open=${id}`));
  await button(page.getByRole('dialog'), 'Prendre en charge').click();
  await expect(banner).toBeHidden();

  // Over a screen of the desk, the panel opens above it.
  await page.goto('/#/terrain/planification/services');
  await expect(title(page, 'Services')).toBeVisible();
  const before = await tones();
  await raise(other);
  await expect(banner).toBeVisible();
  await expect.poll(tones).toBeGreaterThan(before);
  await button(banner, 'Ouvrir l’alerte').click();
  await button(page.getByRole('dialog'), 'Prendre en charge').click();
  await expect(banner).toBeHidden();
});
