import { expect, test } from 'vitest';
import { listNotifications, saveNotificationPreference } from '#core/notifications/calls.ts';
import { logOf } from '#server/testing/logbook.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, customer } = here;
const { newSite, log } = await logOf(here);
const owner = as('owner');

test('the agency is notified of the types that ask for it, and the contacts who receive the daily log are mailed', async () => {
  await sql(
    `update contacts set send_customer_service_event_report = true, email = 'client@azur.example' where customer_id = $1`,
    [customer.id],
  );
  await sql('delete from emails');
  await sql('delete from notifications');
  await log({ type: { id: 30 } }, 'agent');
  await log({ type: { id: 121 } }, 'agent');
  const { notifications } = await owner.call(listNotifications, { input: {} });
  expect(notifications.filter(({ kind }) => kind === 'logbookEvent')[0]).toMatchObject({
    title: 'Intrusion : Entrepôt',
  });
  const mails = await sql<{ to: string }>(`select recipients[1] as to from emails where reason = 'siteLogbookEvent'`);
  expect(mails.filter(({ to }) => to === 'client@azur.example')).toHaveLength(1);
  const told = async () =>
    (await as('customer').call(listNotifications, { input: {} })).notifications
      .filter(({ kind }) => kind === 'siteLogbookEvent')
      .map(({ title, link }) => [title, link?.split('=')[0]]);
  // Not of a type that tells no customer.
  expect(await told()).toEqual([['Intrusion : Entrepôt', '/customerMc?open']]);
  // Who wants no mail has the bell alone; nor does a contact who does not receive the daily log get one.
  const save = (channels: ('here' | 'mail')[]) =>
    as('customer').call(saveNotificationPreference, { params: { kind: 'siteLogbookEvent' }, input: { channels } });
  await save(['here']);
  await log({ type: { id: 30 } }, 'agent');
  expect(await told()).toHaveLength(2);
  await save(['here', 'mail']);
  await sql('update contacts set send_customer_service_event_report = false where customer_id = $1', [customer.id]);
  await log({ type: { id: 30 } }, 'agent');
  expect(await told()).toHaveLength(3);
  expect(await sql(`select 1 from emails where reason = 'siteLogbookEvent'`)).toHaveLength(1);
});

test('P-027: a customer is told of no entry of a site that keeps its daily log from him', async () => {
  const site = await newSite();
  await sql('update contacts set send_customer_service_event_report = true where customer_id = $1', [customer.id]);
  await sql('delete from emails');
  await sql('delete from notifications');
  const told = async () => [
    await sql(`select 1 as told from notifications where kind = 'siteLogbookEvent'`),
    await sql(`select 1 as told from emails where reason = 'siteLogbookEvent'`),
  ];
  await sql('update sites set rights_customer = $2 where id = $1', [site, ['readKeys']]);
  await log({ site: { id: site } });
  expect(await told()).toEqual([[], []]);
  await sql('update sites set rights_customer = $2 where id = $1', [site, ['readDailyLogs']]);
  await log({ site: { id: site } });
  expect(await told()).toEqual([[{ told: 1 }], [{ told: 1 }]]);
});
