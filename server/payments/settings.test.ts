import { expect, test } from 'vitest';
import { messages } from '#core/kernel/problem.ts';
import { readSeller, saveSeller } from '#core/payments/invoice-calls.ts';
import { world } from '#server/testing/world.ts';

const { as } = await world();
const admin = as('superAdmin');

test('of two people who change the seller at once, the second is told, and overwrites nothing', async () => {
  const read = async () => (await admin.answer(readSeller, { mount: 'platform' })).body;
  const { seller, version } = await read();
  const asked = (suspensionDays: number) =>
    admin.answer(saveSeller, { mount: 'platform', input: { ...seller, version, suspensionDays } });
  expect((await asked(60)).status).toBe(200);
  expect(await asked(15)).toMatchObject({ status: 409, body: { message: messages.settingsConflict } });
  const now = await read();
  expect([now.seller.suspensionDays, now.version]).toEqual([60, version + 1]);
});
