// A guard's telephone in field mode: enrolled with a code, and closed without warning.
import type { Page } from '@playwright/test';
import { button, dialog } from './acts.ts';
import { expect } from './journey.ts';

export const phoneCode = '482915';

/** Options of a page that is a telephone; without a spot it has no position. */
export const telephone = (spot?: { latitude: number; longitude: number }) => ({
  ...({ serviceWorkers: 'allow', isMobile: true, hasTouch: true } as const),
  ...(spot ? { permissions: ['geolocation'], geolocation: { ...spot, accuracy: 12 } } : {}),
});

export async function enrol(page: Page): Promise<void> {
  await button(page, 'Ouvrir le mode terrain ici').click();
  await page.getByLabel(/6 chiffres/).fill(phoneCode);
  await page.getByLabel('Le même code une seconde fois').fill(phoneCode);
  await button(page, 'Inscrire ce téléphone').click();
  await expect(page.getByRole('heading', { name: 'Accueil du terrain' })).toBeAttached();
}

/** From then on the application opens without a network, all its parts. */
export async function readyOffline(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await button(page, 'Menu').click();
  await expect(dialog(page, 'Menu')).toContainText('Prêt à fonctionner sans réseau');
  await button(dialog(page, 'Menu'), 'Fermer').click();
}

/** As after a dead battery: nothing of the page is asked before it goes. */
export async function killed(page: Page): Promise<Page> {
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto('/');
  await next.getByLabel('Code de ce téléphone').fill(phoneCode);
  return next;
}
