// Two agents and a supervisor at once: a lone worker alerts, the desk sees it at once, answers, and the phone is told; the
// other agent, without a network, works on undisturbed.
import { publishServices } from '#core/planning/calls.ts';
import { fetchServiceEvents } from '#core/planning/lifecycle-calls.ts';
import { button, dialog } from './acts.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { enrol, readyOffline, telephone } from './phones.ts';
import { expectFieldScale } from './targets.ts';
import { inMinutes, planned } from './weeks.ts';

test('an SOS without a network says that nobody has it; with one the desk sees it first and answers; a colleague is not disturbed', {
  tag: '@phone-only',
}, async ({ hire, open, owner, site, mark }) => {
  const [alone, afar] = [await hire(guard), await hire(guard)];
  await qualified(owner, alone, afar);
  const place = await site(`Môle ${mark}`, { loneWorker: true });
  const [id] = (await planned(owner, {
    site: { id: place.id },
    startAt: inMinutes(-2),
    endAt: inMinutes(240),
    agents: [{ id: alone.id }, { id: afar.id }],
  })) as [string];
  await owner.call(publishServices, { input: { services: [id] } });
  const supervisor = await hire({ rights: ['readSupervision', 'readAgentPhone', 'listAgents', 'listSites'] });
  const desk = await open(supervisor, '/supervision', { viewport: { width: 1440, height: 900 } });
  const phones = [
    await open(alone, '/terrain', telephone({ latitude: 43.7, longitude: 7.26 })),
    await open(afar, '/terrain', telephone({ latitude: 43.71, longitude: 7.27 })),
  ] as const;
  await Promise.all(phones.map(enrol));
  const [near, far] = phones;
  await readyOffline(far);
  await far.context().setOffline(true);

  const act = async (page: typeof far, [name, title, confirm, shown]: readonly [string, string, string, string]) => {
    await button(page, name).click();
    await button(dialog(page, title), confirm).click();
    await expect(page.getByRole('region', { name: 'Service en cours' })).toContainText(shown);
  };
  const start = ['Démarrer', 'Démarrer ce service ?', 'Démarrer', 'En cours'] as const;
  await Promise.all(phones.map((page) => act(page, start)));
  await act(far, ['Prendre une pause', 'Commencer la pause ?', 'Commencer la pause', 'En pause']);

  const running = desk.getByRole('region', { name: 'En cours' }).getByRole('button', { name: `Môle ${mark}` });
  await expect(running).toContainText(alone.fullname);
  await expect(running).toContainText(afar.fullname);
  const sos = button(near, 'SOS : maintenir deux secondes');
  await expect(sos).toBeVisible();
  await expectFieldScale(near);
  await check(near, 'field protection');
  await near.context().setOffline(true);
  await sos.dispatchEvent('pointerdown', { button: 0 });
  await expect(near.getByText('Votre agence n’a PAS encore reçu cette alerte.')).toBeVisible({ timeout: 10_000 });
  await expect(near.getByRole('link', { name: /112/ })).toBeVisible();
  await near.context().setOffline(false);
  await expect(near.getByText('Votre alerte SOS a été transmise.')).toBeVisible({ timeout: 60_000 });
  const alarms = desk.getByRole('region', { name: 'Alertes' });
  const line = alarms.getByRole('button', { name: alone.fullname });
  await expect(line).toContainText('Alerte SOS');
  const [above, below] = [await alarms.boundingBox(), await running.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await line.click();
  await check(desk, 'open alarm');
  await button(desk, 'Prendre en charge').click();
  await expect(desk.getByRole('region', { name: 'Suivi' })).toContainText(
    `Prise en charge par : ${supervisor.fullname}`,
  );
  await expect(near.getByText(`Prise en charge par ${supervisor.fullname}.`)).toBeVisible({ timeout: 30_000 });

  await expect(far.getByRole('region', { name: 'Service en cours' })).toContainText('En pause');
  await far.context().setOffline(false);
  await expect(far.getByText(/à transmettre/)).toBeHidden({ timeout: 60_000 });
  await act(far, ['Terminer la pause', 'Terminer la pause ?', 'Terminer la pause', 'En cours']);
  await expect(far.getByText(/à transmettre/)).toBeHidden({ timeout: 60_000 });
  // Nothing of the colleague's alarm, neither a report nor a question.
  await expect(far.getByRole('alert')).toHaveCount(0);
  await expect(far.getByRole('dialog')).toHaveCount(0);

  const { events } = await owner.call(fetchServiceEvents, { params: { id }, input: {} });
  const told = (of: string) => events.filter(({ author }) => author === of).map(({ type }) => type.label);
  expect(told(alone.fullname)).toEqual(['Prise de service']);
  expect(told(afar.fullname)).toEqual(['Prise de service', 'Début de pause', 'Fin de pause']);
  await expect(line).toContainText(supervisor.fullname);
  await desk.getByRole('combobox', { name: 'Issue' }).click();
  await desk.getByRole('option', { name: 'Fausse alerte' }).click();
  await button(desk, 'Clore').click();
  await expect(line).toBeHidden();
});
