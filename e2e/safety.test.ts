// A lone worker alerts; the desk sees it at once, answers, and the phone is told.
import { button, dialog } from './acts.ts';
import { check } from './axe.ts';
import { expect, test } from './journey.ts';
import { enrol, telephone } from './phones.ts';
import { expectFieldScale } from './targets.ts';

test('an SOS without a network says that nobody has it; with one the desk sees it, and the answer reaches the phone', {
  tag: '@phone-only',
}, async ({ hire, open, mark, onDuty }) => {
  const { agent } = await onDuty(`Phare ${mark}`, { site: { loneWorker: true } });
  const phone = await open(agent, '/terrain', telephone({ latitude: 43.7, longitude: 7.26 }));
  await enrol(phone);
  await button(phone, 'Démarrer').click();
  await button(dialog(phone, 'Démarrer ce service ?'), 'Démarrer').click();
  const sos = button(phone, 'SOS : maintenir deux secondes');
  await expect(sos).toBeVisible();
  await expectFieldScale(phone);
  await check(phone, 'field protection');

  const supervisor = await hire({ rights: ['readSupervision', 'readAgentPhone', 'listAgents', 'listSites'] });
  const desk = await open(supervisor, '/supervision', { viewport: { width: 1440, height: 900 } });
  await expect(desk.getByRole('heading', { name: 'Supervision' })).toBeVisible();

  await phone.context().setOffline(true);
  await sos.dispatchEvent('pointerdown', { button: 0 });
  await expect(phone.getByText('Votre agence n’a PAS encore reçu cette alerte.')).toBeVisible({ timeout: 10_000 });
  await expect(phone.getByRole('link', { name: /112/ })).toBeVisible();
  await phone.context().setOffline(false);
  await expect(phone.getByText('Votre alerte SOS a été transmise.')).toBeVisible({ timeout: 60_000 });

  // Journeys of others may raise alarms too.
  const line = desk.getByRole('region', { name: 'Alertes' }).getByRole('button', { name: agent.fullname });
  await expect(line).toContainText('Alerte SOS');
  await line.click();
  await check(desk, 'open alarm');
  await button(desk, 'Prendre en charge').click();
  await expect(desk.getByRole('region', { name: 'Suivi' })).toContainText(
    `Prise en charge par : ${supervisor.fullname}`,
  );
  await expect(phone.getByText(`Prise en charge par ${supervisor.fullname}.`)).toBeVisible({ timeout: 30_000 });
  await desk.getByRole('combobox', { name: 'Issue' }).click();
  await desk.getByRole('option', { name: 'Fausse alerte' }).click();
  await button(desk, 'Clore').click();
  await expect(line).toBeHidden();
});
