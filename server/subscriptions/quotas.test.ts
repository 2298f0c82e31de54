import { expect, test } from 'vitest';
import { subscriptionMessages } from '#core/subscriptions/calls.ts';
import { nobody } from '#server/db/context.ts';
import { world } from '#server/testing/world.ts';
import { takeSignatures } from './quotas.ts';

const { agency, sql, database } = await world();
const inAgency = { ...nobody, agency: agency.id };
const left = async () =>
  (
    await sql('select prepaid_signatures as signatures, prepaid_payslips as payslips from agencies where id = $1', [
      agency.id,
    ])
  )[0];

test('an agency does not raise what was bought in advance, nor make it unlimited', async () => {
  await sql('update agencies set prepaid_signatures = 10, prepaid_payslips = 10 where id = $1', [agency.id]);
  for (const change of ['prepaid_signatures = 11', 'prepaid_signatures = null', 'prepaid_payslips = 11'])
    await expect(
      database.transaction(inAgency, (db) =>
        db.query({ text: `update agencies set ${change} where id = app_agency()` }),
      ),
    ).rejects.toThrow('only the platform');
  expect(await left()).toMatchObject({ signatures: 10, payslips: 10 });
});

test('fifty parallel uses never exceed the prepaid signatures', async () => {
  await sql('update agencies set prepaid_signatures = 10 where id = $1', [agency.id]);
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => database.transaction(inAgency, (db) => takeSignatures(db, 1))),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await left()).toMatchObject({ signatures: 0 });
  await expect(database.transaction(inAgency, (db) => takeSignatures(db, 1))).rejects.toThrow(
    subscriptionMessages.signatures,
  );
});

test('a refusal says how many are left, and leads to the subscription', async () => {
  await sql('update agencies set prepaid_signatures = 1 where id = $1', [agency.id]);
  await expect(database.transaction(inAgency, (db) => takeSignatures(db, 2))).rejects.toMatchObject({
    message: `${subscriptionMessages.signatures} en nombre suffisant : il en reste 1, il en faut 2`,
    details: { remedy: { path: '/agencySubscription' } },
  });
});
