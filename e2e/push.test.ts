// Notifications by push: the browser's push service is the test's own, which decrypts what the product sends; what it got
// is handed to Chromium's own worker.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { messageAgents } from '#core/home/supervision.ts';
import { savePtiEvent } from '#core/safety/calls.ts';
import { type Handed, type PushService, pushService } from '#server/testing/push.ts';
import { button, dialog } from './acts.ts';
import { check } from './axe.ts';
import { expect, productUrl, test } from './journey.ts';
import { enrol, telephone } from './phones.ts';

let service: PushService;
test.beforeAll(async () => {
  service = await pushService();
});
test.afterAll(() => service.close());

/** In the place of the browser's push service, which the test has none of; the choice of the person survives a reload. */
function substitute({ endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } }): void {
  const place = 'e2e.push';
  const asked = 'e2e.permission';
  const held = () => {
    const key = localStorage.getItem(place);
    return (
      key && {
        endpoint,
        options: { applicationServerKey: Uint8Array.from(atob(key), (one) => one.charCodeAt(0)).buffer },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          localStorage.removeItem(place);
          return true;
        },
      }
    );
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => held() || null,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      localStorage.setItem(place, btoa(String.fromCharCode(...applicationServerKey)));
      return held();
    },
  });
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(asked) ?? 'default' });
  Notification.requestPermission = async () => {
    localStorage.setItem(asked, 'granted');
    return 'granted';
  };
}

/** A browser of this page at the push service of the test. */
async function withPush(page: Page): Promise<string> {
  const { path, ...browser } = service.subscribe();
  await page.context().addInitScript(substitute, browser);
  await page.reload();
  return path;
}

const handedTo = async (path: string): Promise<Handed> => {
  const found = () => service.handed.filter(({ to }) => to === path);
  await expect.poll(() => found().length).toBe(1);
  return found()[0] as Handed;
};

/** As the push service does: the worker gets it whether a page is in front or not. */
async function deliver(page: Page, { payload }: Handed): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) found(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await noteShown(page);
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: productUrl(),
    registrationId: await registered,
    data: JSON.stringify(payload),
  });
}

interface Shown {
  title: string;
  body: string;
  tag: string;
  data: unknown;
}
/** What a worker has; its types are not those of a page. */
interface Worker extends EventTarget {
  registration: { showNotification(title: string, options: object): Promise<void> };
  shown?: Shown[];
}

/** A browser without a screen grants nobody a notification: the worker's own call is noted instead. */
async function noteShown(page: Page): Promise<void> {
  await page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(() => {
      const worker = globalThis as unknown as Worker;
      worker.registration.showNotification = async (title, options) => {
        worker.shown = [...(worker.shown ?? []), { title, ...options } as Shown];
      };
    });
}

const shown = (page: Page): Promise<Shown[]> | undefined =>
  page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(() => (globalThis as unknown as Worker).shown ?? []);

async function clickNotification(page: Page): Promise<void> {
  await page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(() => {
      const worker = globalThis as unknown as Worker;
      const notification = { data: worker.shown?.[0]?.data, close: () => undefined };
      const waitUntil = (): void => undefined;
      worker.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
    });
}

test('S-040: a supervisor allows pushes on a click; an alarm reaches him encrypted, and its notification opens it', async ({
  agency,
  registry,
  open,
}) => {
  const boss = await agency();
  const agent = await registry.hire(boss.api, { plannable: true });
  const reporter = await registry.hire(boss.api, { rights: ['readSupervision'] });
  const page = await open(boss, '/notifications', { serviceWorkers: 'allow' });
  const path = await withPush(page);
  const device = page.getByRole('region', { name: 'Push sur cet appareil' });
  await button(device, 'Autoriser sur cet appareil').click();
  await expect(device.getByText('Cet appareil reçoit vos notifications.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Une alerte d’un travailleur isolé : par push' })).toBeChecked();
  await check(page, 'notifications with push');
  await page.reload();
  await expect(device.getByText('Cet appareil reçoit vos notifications.')).toBeVisible();

  const id = randomUUID();
  const input = { uuid: id, kind: 'sos', drill: false, service: { id: randomUUID() }, agent: { id: agent.id } };
  await reporter.api.call(savePtiEvent, { input });
  const handed = await handedTo(path);
  expect(handed.payload).toMatchObject({
    ...{ title: `Alarme PTI : ${agent.fullname}`, link: `/alarms?open=${id}`, urgent: true },
  });
  expect(handed.headers.urgency).toBe('high');
  expect(service.broken).toEqual([]);

  // In front of another page, the worker shows it; a click leads there.
  await page.goto('/#/home');
  const other = await page.context().newPage();
  await other.goto('/manifest.webmanifest');
  await other.bringToFront();
  await deliver(page, { ...handed, payload: { ...handed.payload, here: false } });
  await expect.poll(() => shown(page)).toMatchObject([{ title: handed.payload.title, tag: `alarm ${id}` }]);
  await clickNotification(page);
  await other.close();
  await expect(page.getByRole('dialog').getByText('Alerte SOS').first()).toBeVisible();
  await expect(button(page.getByRole('dialog'), 'Prendre en charge')).toBeVisible();

  await page.goto('/#/notifications');
  await button(device, 'Arrêter sur cet appareil').click();
  await expect(button(device, 'Autoriser sur cet appareil')).toBeVisible();
});

test('N-065: in the field, a message about a service arrives on the phone and opens the service', {
  tag: '@phone-only',
}, async ({ open, owner, mark, onDuty }) => {
  const { agent, id } = await onDuty(`Digue ${mark}`);
  const phone = await open(agent, '/terrain', telephone());
  const path = await withPush(phone);
  await enrol(phone);
  await button(phone, 'Menu').click();
  await dialog(phone, 'Menu').getByRole('link', { name: 'Notifications' }).click();
  await button(phone, 'Autoriser sur cet appareil').click();
  await expect(phone.getByText('Cet appareil reçoit vos notifications.')).toBeVisible();
  await expect(phone.getByRole('checkbox', { name: 'Mon agence m’écrit au sujet d’un service' })).toBeChecked();
  await check(phone, 'field notifications');

  await owner.call(messageAgents, { params: { id }, input: { content: 'Passez par la porte B.', agents: [agent.id] } });
  const message = await handedTo(path);
  expect(message.payload).toMatchObject({
    title: expect.stringContaining(`Message de votre agence : Digue ${mark}`),
    text: 'Passez par la porte B.',
    link: `/my-planning?service=${id}`,
  });
  await deliver(phone, message);
  await expect.poll(() => shown(phone)).toMatchObject([{ body: 'Passez par la porte B.' }]);
  await clickNotification(phone);
  await expect(phone).toHaveURL(new RegExp(`#/terrain/service/${id}`));
  await expect(phone.getByRole('heading', { name: `Digue ${mark}` })).toBeVisible();
});
