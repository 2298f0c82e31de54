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

test('a contact without an account reads the incident of a night with more points of rounds than a mail lists one by one', async () => {
  const [mailed, other] = [await newSite(), await newSite()];
  await sql('update sites set event_report_enabled = (id in ($1, $2))', [mailed, other]);
  await sql(`update sites set name = 'Zone Sud' where id = $1`, [other]);
  await receiveLogs();
  await sql('delete from emails');
  await sql(
    `insert into contacts (agency_id, id, customer_id, firstname, lastname, email, status, send_customer_service_event_report)
    values ($1, gen_random_uuid(), $2, 'Sans', 'Compte', 'sans-compte@exemple.fr', 100, true)`,
    [agency.id, customer.id],
  );
  const at = Math.ceil(Date.now() / 60_000) * 60_000 + 30 * 86_400_000;
  await sql(
    `insert into logbook_entries (agency_id, id, site_id, kind, event_id, author, content)
      select $1, p.id, $2, 'entry', p.id, 'Ronde', json_build_object('type', 19, 'category', 'round', 'label', 'Point de contrôle validé', 'description', 'Point ' || p.rank,
        'at', $3::timestamptz, 'customerShow', true) from (select gen_random_uuid() as id, rank from generate_series(1, 120) rank) p`,
    [agency.id, mailed, new Date(at - 3_600_000)],
  );
  await log({ site: { id: mailed }, type: { id: 30 }, description: 'Intrusion côté quai' });
  await log({ site: { id: other }, type: { id: 121 }, description: 'Rien vu' });
  await sql('update logbook_events set received_at = $1 where site_id in ($2, $3)', [
    new Date(at - 3_600_000),
    mailed,
    other,
  ]);
  await mailLogs(agency.id, servicesOf(here.app), new Date(at));
  const [mail] = await sql<{ words: string }>(
    `select content::text as words from emails where reason = 'dailyLog' and recipients[1] = 'sans-compte@exemple.fr'`,
  );
  for (const words of ['Intrusion côté quai', 'Point de contrôle validé : 120 fois', 'Zone Sud', 'Rien vu'])
    expect(mail?.words).toContain(words);
  expect(mail?.words).not.toMatch(/Point 7|La suite/);
});
