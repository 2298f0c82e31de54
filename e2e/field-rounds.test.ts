// A round in the field: a tag, a QR code and a position, without a network, the application closed in between.
import type { Page } from '@playwright/test';
import { publishServices } from '#core/planning/calls.ts';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { walk } from '#core/rounds/execution.ts';
import { Round } from '#core/rounds/round.ts';
import { readServiceRound, readServiceRounds } from '#core/rounds/service-round.ts';
import { roundExecutionStatus } from '#core/rounds/status.ts';
import { button, dialog } from './acts.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { enrol, killed, telephone } from './phones.ts';
import { expectFieldScale } from './targets.ts';
import { inMinutes, planned } from './weeks.ts';

const spot = { latitude: 43.7, longitude: 7.26 };

/** The browser of the tests has neither NFC nor a camera. `window.touch` holds a tag to the telephone. */
const substitutes = (qr: string): void => {
  const page = window as unknown as { touch(serialNumber: string): void; seen: string };
  class Reader {
    onreading: ((event: object) => void) | null = null;
    scan = async (): Promise<void> => {
      page.touch = (serialNumber) => this.onreading?.({ serialNumber, message: { records: [] } });
    };
  }
  Object.assign(window, {
    NDEFReader: Reader,
    BarcodeDetector: class {
      static async getSupportedFormats(): Promise<string[]> {
        return ['qr_code'];
      }
      detect = async (): Promise<object[]> => [{ rawValue: qr }];
    },
  });
  const picture = document.createElement('canvas');
  const getUserMedia = async (): Promise<MediaStream> => {
    picture.getContext('2d')?.fillRect(0, 0, 9, 9);
    return picture.captureStream();
  };
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
};

const touch = (page: Page, serial: string): Promise<void> =>
  page.evaluate((tag) => (window as unknown as { touch(serial: string): void }).touch(tag), serial);
const expected = (page: Page, title: string) =>
  expect(page.getByRole('region', { name: 'Point attendu' }).getByRole('heading', { name: title })).toBeVisible();

test('a round without a network, the application closed between its points, is complete at the desk and in order', {
  tag: '@phone-only',
}, async ({ hire, open, owner, site, mark }) => {
  const agent = await hire(guard);
  await qualified(owner, agent);
  const place = await site(`Quai ${mark}`);
  const serial = `04:${mark.slice(-6)}`;
  const points = [
    await owner.save(Checkpoint, { title: 'Hall', site: { id: place.id }, type: 'NFC', tagId: serial }),
    await owner.save(Checkpoint, { title: 'Quai', site: { id: place.id }, type: 'QR' }),
    await owner.save(Checkpoint, { title: 'Parking', site: { id: place.id }, type: 'VIRTUAL', location: spot }),
  ];
  const round = await owner.save(Round, {
    ...{ name: `Ronde ${mark}`, site: { id: place.id }, expectedDuration: 30 },
    checkpoints: points.map(({ id }) => ({ checkpoint: { id } })),
  });
  const [id] = (await planned(owner, {
    ...{ site: { id: place.id }, startAt: inMinutes(-2), endAt: inMinutes(240), agents: [{ id: agent.id }] },
    rounds: [{ round: { id: round.id }, numberOfExecutions: 1 }],
  })) as [string];
  await owner.call(publishServices, { input: { services: [id] } });

  let page = await open(agent, '/terrain', telephone(spot));
  await page.context().addInitScript(substitutes, (points[1] as unknown as { code: string }).code);
  await enrol(page);
  await expect(page.getByRole('region', { name: 'Prochain service' })).toContainText(`Quai ${mark}`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // The screens of rounds are loaded ahead.
  const kept = (): Promise<boolean> =>
    page.evaluate(async () => (await (await caches.open('files')).keys()).some(({ url }) => url.includes('RoundPage')));
  await expect.poll(kept).toBe(true);
  await page.context().setOffline(true);

  page = await killed(page);
  await button(page, 'Démarrer').click();
  await button(dialog(page, 'Démarrer ce service ?'), 'Démarrer').click();
  await page.getByRole('link', { name: `Ronde ${mark}` }).click();
  await button(page, 'Démarrer la ronde').click();
  await expected(page, 'Hall');
  await check(page, 'field round');
  await expectFieldScale(page);
  await button(page, 'Lire le badge').click();
  await touch(page, '77:77');
  await expect(page.getByRole('alert')).toContainText('Ce badge est inconnu (77:77)');
  await touch(page, serial);
  await expected(page, 'Quai');

  // The active round is what opens first (B-010).
  page = await killed(page);
  await expected(page, 'Quai');
  await button(page, 'Scanner le QR code').click();
  await expected(page, 'Parking');
  page = await killed(page);
  await expected(page, 'Parking');
  await button(page, 'Observation').click();
  await page.getByLabel('Ce que vous constatez').fill('Lampe cassée');
  await button(dialog(page, 'Observation'), 'Enregistrer').click();
  await expect(page.getByText(/À \d+ m du point/)).toBeVisible();
  await button(page, 'Valider ce point').click();
  await expect(page.getByText('Tous les points sont validés')).toBeVisible();
  page = await killed(page);
  await button(page, 'Terminer la ronde').click();
  await button(dialog(page, 'Terminer la ronde ?'), 'Terminer la ronde').click();
  await expect(page.getByText('Terminée · 3 sur 3')).toBeVisible();
  // The unknown tag too.
  await expect(page.getByText('8 éléments à transmettre')).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText(/à transmettre/)).toBeHidden({ timeout: 60_000 });
  const { rounds } = await owner.call(readServiceRounds, { params: { id } });
  expect(rounds).toMatchObject([{ remaining: 0, executions: [{ validated: 3, total: 3 }] }]);
  const { serviceRound } = await owner.call(readServiceRound, { params: { id: rounds[0]?.uuid ?? '' } });
  const [execution] = serviceRound.executions;
  expect(execution?.facts.map(({ kind, way }) => way ?? kind)).toEqual([
    // The tag that nobody knows, and the right one.
    ...['start', 'NFC', 'NFC', 'QR', 'observation', 'POSITION', 'stop'],
  ]);
  expect(execution && walk(execution.plan, execution.facts).status).toBe(roundExecutionStatus.finished);
});
