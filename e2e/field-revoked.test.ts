// A telephone that the desk revokes while it is offline hands over what it holds, then is empty (decision 93).
import { fetchDevices, fetchKeptEvents } from '#core/field/desk-calls.ts';
import { button, dialog } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';
import { enrol, readyOffline, telephone } from './phones.ts';
import { expectNoSideScroll } from './targets.ts';

/** Rows of the databases of the page, by store. */
const rowsOf = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((done, failed) => {
      const opening = indexedDB.open(name ?? '');
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => failed(opening.error);
    });
    for (const store of database.objectStoreNames)
      counts[`${name} ${store}`] = await new Promise((done) => {
        const counting = database.transaction(store).objectStore(store).count();
        counting.onsuccess = () => done(counting.result);
      });
    database.close();
  }
  return counts;
};

test('a phone revoked by the desk while it is offline hands over what it recorded, which the desk settles, and is empty', {
  tag: '@phone-only',
}, async ({ hire, open, owner, mark, onDuty }) => {
  const { agent } = await onDuty(`Jetée ${mark}`);
  // B-012: field mode opens by itself, until he puts it off.
  const phone = await open(agent, '/', telephone());
  await expect(button(phone, 'Inscrire ce téléphone')).toBeVisible();
  await button(phone, 'Plus tard').click();
  await expect(phone.getByRole('heading', { name: `Bonjour ${agent.firstname}` })).toBeVisible();
  await phone.goto('/#/terrain');
  await enrol(phone);
  await readyOffline(phone);
  await phone.context().setOffline(true);
  for (const [act, title, confirm] of [
    ['Démarrer', 'Démarrer ce service ?', 'Démarrer'],
    ['Prendre une pause', 'Commencer la pause ?', 'Commencer la pause'],
  ] as const) {
    await button(phone, act).click();
    await button(dialog(phone, title), confirm).click();
  }
  await expect(phone.getByText('2 éléments à transmettre')).toBeVisible();
  expect(await phone.evaluate(rowsOf)).toMatchObject({ 'field log': 2, 'field facts': expect.any(Number) });

  const desk = await open(await hire(), '/keptEvents', { viewport: { width: 1440, height: 900 } });
  await desk.getByText('sans rien en attente').click();
  const line = desk.getByRole('listitem', { name: `Téléphone, ${agent.fullname}` });
  await button(line, 'Révoquer').click();
  await check(desk, 'the revocation of a telephone', '[role=dialog]');
  // The same on a telephone.
  await desk.setViewportSize({ width: 390, height: 844 });
  await check(desk, 'the revocation of a telephone, on a telephone', '[role=dialog]');
  await expectNoSideScroll(desk);
  await desk.setViewportSize({ width: 1440, height: 900 });
  await button(dialog(desk, 'Révoquer ce téléphone ?'), 'Révoquer').click();
  await expect(line).toContainText('révoqué');

  await phone.context().setOffline(false);
  await expect(phone.getByRole('heading', { name: 'Ce téléphone a été révoqué par votre agence' })).toBeVisible({
    timeout: 60_000,
  });
  await check(phone, 'a revoked telephone');
  await expectNoSideScroll(phone);
  const { events } = await owner.call(fetchKeptEvents, { input: { limit: 200 } });
  const own = events.filter((one) => one.agent?.id === agent.id);
  expect(own.map(({ words }) => words).toSorted()).toEqual(['Début de pause', 'Prise ou reprise de service']);
  for (const { reason } of own) expect(reason).toBe('Transmis par un téléphone révoqué');
  const { devices } = await owner.call(fetchDevices, {});
  expect(devices.find((one) => one.agent?.id === agent.id)).toMatchObject({ waiting: 0 });
  expect(Object.values(await phone.evaluate(rowsOf)).filter((count) => count > 0)).toEqual([]);
  // The page follows by itself.
  const kept = desk.getByRole('listitem', { name: `Étape du service, ${agent.fullname}` });
  await expect(kept).toHaveCount(2);
  await check(desk, 'kept events');
  await button(kept.filter({ hasText: 'Début de pause' }), 'Classer').click();
  await desk.getByRole('textbox', { name: 'Pourquoi' }).fill('Rentré chez lui');
  await button(dialog(desk, 'Classer sans l’appliquer'), 'Classer').click();
  await expect(kept).toHaveCount(1);

  // Neither the code nor the planning comes back.
  await phone.reload();
  await expect(phone.getByLabel('Code de ce téléphone')).toHaveCount(0);
  await expect(phone.getByText(`Jetée ${mark}`)).toHaveCount(0);
  await expect(phone.getByRole('button', { name: 'Plus tard' })).toBeVisible();
});
