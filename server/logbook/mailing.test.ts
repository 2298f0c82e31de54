import { expect, test } from 'vitest';
import { servicesOf } from '#server/kernel/app.ts';
import { logOf } from '#server/testing/logbook.ts';
import { world } from '#server/testing/world.ts';
import { mailLogs } from './mailing.ts';

const here = await world();
const { sql, agency, customer } = here;
const { newSite, log } = await logOf(here);

const receiveLogs = () =>
  sql(
    `update contacts set send_customer_service_event_report = true, email = 'client@azur.example', status = 100 where customer_id = $1`,
    [customer.id],
  );

test('contacts get the last 24 hours of the sites that mail their log once a day: no more than on their screen', async () => {
  const [mailed, silent] = [await newSite(), await newSite()];
  await sql('update sites set event_report_enabled = (id = $1)', [mailed]);
  await receiveLogs();
  await log({ site: { id: mailed }, type: { id: 121 }, description: 'Ronde complète' });
  await log({ site: { id: mailed }, type: { id: 121 }, description: null });
  await log({ site: { id: mailed }, type: { id: 134 }, description: 'Pour la relève seulement' });
  const { id: old } = await log({ site: { id: mailed }, type: { id: 121 }, description: 'Avant-hier' });
  await sql(`update logbook_events set received_at = received_at - interval '2 days' where id = $1`, [old]);
  await log({ site: { id: silent }, type: { id: 121 }, description: 'Site sans envoi' });
  const now = Date.now() + 2 * 60_000;
  for (const _twice of [1, 2]) await mailLogs(agency.id, servicesOf(here.app), new Date(now));
  const mails = await sql<{ to: string; words: string }>(
    `select recipients[1] as to, content::text as words from emails where reason = 'dailyLog'`,
  );
  expect(mails.map(({ to }) => to)).toEqual(['client@azur.example']);
  expect(mails[0]?.words).toContain('Rien à signaler : Ronde complète');
  // E-038
  expect(mails[0]?.words).toContain('Rien à signaler : Aucune description renseignée');
  expect(mails[0]?.words).not.toMatch(/relève seulement|Avant-hier|sans envoi/);
});

test('each entry is in one mail: what a phone sends late, even by months, what is written while the mail leaves, and after days without mail', async () => {
  const mailed = await newSite();
  await sql('update sites set event_report_enabled = (id = $1)', [mailed]);
  await receiveLogs();
  const start = Math.ceil(Date.now() / 60_000) * 60_000 + 10 * 86_400_000;
  const written = async (description: string, received: number, at = received) => {
    const { id } = await log({ site: { id: mailed }, type: { id: 121 }, description });
    const times = [new Date(received), new Date(at)];
    await sql('update logbook_events set received_at = $2, at = $3 where id = $1', [id, ...times]);
  };
  const mailAt = async (moment: number): Promise<string> => {
    await sql('delete from emails');
    await mailLogs(agency.id, servicesOf(here.app), new Date(moment));
    const mails = await sql<{ words: string }>(
      `select subject || content::text as words from emails where reason = 'dailyLog'`,
    );
    return mails.map(({ words }) => words).join();
  };
  const [hour, day] = [3_600_000, 86_400_000];
  await mailAt(start);
  await written('Pendant l’envoi', start - 10_000);
  await written('Sans réseau', start + hour, start - 6 * hour);
  await written('Téléphone retrouvé', start + hour, start - 60 * day);
  const second = await mailAt(start + day);
  expect(second).toContain('dernières 24 heures');
  for (const words of ['Pendant l’envoi', 'Sans réseau', 'Téléphone retrouvé']) expect(second).toContain(words);
  await written('Serveur arrêté', start + day + 2 * hour);
  const third = await mailAt(start + 4 * day);
  expect(third).toContain('Serveur arrêté');
  expect(third).not.toMatch(/Sans réseau|dernières 24 heures/);
});
