// The application without a network: it opens, says so, and continues when the network is back.
import { expect, test } from './journey.ts';

test('without a network the application opens and says so; it continues when the network is back; so does the sign-in page', async ({
  hire,
  open,
  customer,
  mark,
}) => {
  const { name } = await customer();
  const page = await open(await hire(), `/customers?q=${mark}`, { serviceWorkers: 'allow' });
  await expect(page.getByText(name)).toBeVisible();
  const files = () =>
    page.evaluate(
      async () => (await (await caches.open('files')).keys()).filter(({ url }) => url.endsWith('.js')).length,
    );
  await expect.poll(files).toBeGreaterThan(2);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // No data of the agency is stored on the device.
  const kept = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const store of await caches.keys())
      for (const { url } of await (await caches.open(store)).keys()) urls.push(url);
    return urls.map((url) => new URL(url).pathname);
  });
  expect(kept.filter((path) => path !== '/' && !/^\/(assets|brand)\//.test(path))).toEqual([]);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Erreur réseau: Veuillez vérifier votre connexion internet');
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(name)).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.context().setOffline(true);
  await page.reload();
  await page.getByLabel('E-mail').fill('direction@azur.example');
  await page.getByLabel('Mot de passe', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('Erreur réseau: Veuillez vérifier votre connexion internet')).toBeVisible();
});
