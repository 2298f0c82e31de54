// A lone worker's phone with its sensors: motion, position and screen are those that the browser itself emulates.
import type { CDPSession, Page } from '@playwright/test';
import { alarmKinds } from '#core/safety/alarm.ts';
import { gravity } from '#core/safety/motion.ts';
import { sentWords } from '#core/safety/told.ts';
import { button, dialog } from './acts.ts';
import { expect, test } from './journey.ts';
import { enrol, telephone } from './phones.ts';

interface Locks {
  requests: number;
  held: WakeLockSentinel[];
}

/** Counts the requests for the screen; the browser answers them. */
const noteLocks = (): void => {
  const locks: Locks = { requests: 0, held: [] };
  Object.assign(globalThis, { locks });
  const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (type) => {
    locks.requests += 1;
    const held = await ask(type);
    locks.held.push(held);
    return held;
  };
};

const locksOf = (page: Page) =>
  page.evaluate(() => {
    const { locks } = globalThis as unknown as { locks: Locks };
    return { requests: locks.requests, held: locks.held.filter(({ released }) => !released).length };
  });

/** A substitute: a browser without a screen never hides a page. It takes the lock back, as a browser does. */
const show = (page: Page, isShown: boolean) =>
  page.evaluate(async (shown) => {
    const { locks } = globalThis as unknown as { locks: Locks };
    const state = shown ? 'visible' : 'hidden';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    if (!shown) await Promise.all(locks.held.map((held) => held.release()));
    document.dispatchEvent(new Event('visibilitychange'));
  }, isShown);

const sensors = ['accelerometer', 'linear-acceleration', 'gyroscope'] as const;

async function withMotion(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  for (const type of sensors) {
    const metadata = { available: true, minimumFrequency: 1, maximumFrequency: 60 };
    await devtools.send('Emulation.setSensorOverrideEnabled', { enabled: true, type, metadata });
    await devtools.send('Emulation.setSensorOverrideReadings', { type, reading: { xyz: { x: 0, y: 0, z: 0 } } });
  }
  return devtools;
}

const feels = (devtools: CDPSession, y: number, z: number) =>
  devtools.send('Emulation.setSensorOverrideReadings', {
    type: 'accelerometer',
    reading: { xyz: { x: 0, y, z } },
  });

/** Without weight, an impact, then still on the ground. */
async function fall(page: Page, devtools: CDPSession): Promise<void> {
  await feels(devtools, gravity, 0);
  await page.waitForTimeout(500);
  await feels(devtools, 0.5, 0);
  await page.waitForTimeout(250);
  await feels(devtools, 0, 3 * gravity);
  await page.waitForTimeout(100);
  await feels(devtools, 0, gravity);
}

test('a fall rings until « R.A.S »; without an answer the desk has the alarm; the screen stays on meanwhile', {
  tag: '@phone-only',
}, async ({ hire, open, mark, onDuty }) => {
  const spot = { latitude: 43.7, longitude: 7.26 };
  const { agent } = await onDuty(`Carrière ${mark}`, { site: { loneWorker: true, address: { location: spot } } });
  const phone = await open(agent, '/terrain', {
    ...telephone(spot),
    permissions: ['geolocation', 'accelerometer', 'gyroscope', 'screen-wake-lock'],
  });
  await phone.addInitScript(noteLocks);
  await phone.reload();
  const devtools = await withMotion(phone);
  await feels(devtools, gravity, 0);
  await enrol(phone);
  expect(await locksOf(phone)).toEqual({ requests: 0, held: 0 });
  await button(phone, 'Démarrer').click();
  await button(dialog(phone, 'Démarrer ce service ?'), 'Démarrer').click();
  await expect(phone.getByRole('link', { name: 'Protection active' })).toBeVisible();
  expect(await locksOf(phone)).toEqual({ requests: 1, held: 1 });
  await show(phone, false);
  expect(await locksOf(phone)).toEqual({ requests: 1, held: 0 });
  await show(phone, true);
  await expect.poll(() => locksOf(phone)).toEqual({ requests: 2, held: 1 });

  const supervisor = await hire({ rights: ['readSupervision', 'readAgentPhone', 'listAgents', 'listSites'] });
  const desk = await open(supervisor, '/supervision', { viewport: { width: 1440, height: 900 } });
  await expect(desk.getByRole('region', { name: 'En cours' })).toContainText(`Carrière ${mark}`);
  const line = desk.getByRole('region', { name: 'Alertes' }).getByRole('button', { name: agent.fullname });

  const asked = dialog(phone, 'Tout va bien ?');
  await fall(phone, devtools);
  await expect(asked).toContainText('Une chute semble s’être produite.');
  await button(asked, 'R.A.S').click();
  await expect(asked).toBeHidden();
  // Longer than its countdown would have lasted.
  await phone.waitForTimeout(14_000);
  await expect(line).toHaveCount(0);
  await expect(phone.getByRole('link', { name: 'Protection active' })).toBeVisible();

  await fall(phone, devtools);
  await expect(asked).toBeVisible();
  await expect(asked.getByRole('timer')).toHaveText(/^\d+$/);
  await expect(line).toHaveCount(0);
  await expect(line).toContainText(alarmKinds.fall, { timeout: 40_000 });
  await expect(phone.getByRole('alert')).toContainText(sentWords.fall[0] as string);
  await line.click();
  await expect(desk.getByRole('region', { name: 'Position', exact: true })).toContainText(
    'Position du téléphone, à 12 m près.',
  );

  // A break gives the screen back.
  await button(phone, 'Prendre une pause').click();
  await button(dialog(phone, 'Commencer la pause ?'), 'Commencer la pause').click();
  await expect.poll(async () => (await locksOf(phone)).held).toBe(0);
});
