import { expect, test } from 'vitest';
import {
  copyPurchaseOrder,
  printPurchaseOrder,
  readOrderLetter,
  sendPurchaseOrders,
} from '#core/billing/order-calls.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, customer } = here;
const owner = as('owner');
const agent = here.people.agent.profile?.id as string;
const item = { title: 'Renfort de nuit', quantity: 10, price: 21.5, vat: 20 };
const save = (input: object, who = owner): Promise<Answer> =>
  who.answer(endpointOf(PurchaseOrder, 'save'), { input: input as never });
const order = async (more: object = {}): Promise<string> =>
  (await save({ agent: { id: agent }, date: '2026-11-17', items: [item], ...more })).body.purchaseOrder.id;
const act = (id: string, type: string): Promise<Answer> =>
  owner.answer(endpointOf(PurchaseOrder, 'act'), { params: { id, type } });
const read = async (id: string): Promise<Record<string, unknown>> =>
  (await owner.answer(endpointOf(PurchaseOrder, 'read'), { params: { id } })).body.purchaseOrder;
const send = (input: object): Promise<Answer> => owner.answer(sendPurchaseOrders, { input: input as never });

await sql(`update agents set email = 'Agent@Azur.example' where id = $1`, [agent]);
await sql(`update customers set email = 'agent@azur.example' where id = $1`, [customer.id]);

test('an order goes from waiting to received, numbered when it leaves and frozen until it comes back', async () => {
  const id = await order();
  expect(await read(id)).toMatchObject({ number: 'Brouillon', status: 100, price: 215, total: 258 });
  expect((await act(id, 'validate')).body.purchaseOrder).toMatchObject({
    ...{ number: expect.stringMatching(/^BC\d{4}-\d{4}$/), status: 200, sent: false },
  });
  expect((await save({ id, title: 'Autre' })).status).toBe(409);
  expect((await act(id, 'sent')).body.purchaseOrder).toMatchObject({ status: 300, sent: true });
  expect((await act(id, 'receive')).body.purchaseOrder.status).toBe(400);
  expect((await act(id, 'cancel')).status).toBe(409);
  const other = await order();
  const { number } = (await act(other, 'sent')).body.purchaseOrder;
  await act(other, 'unsent');
  expect((await save({ id: other, title: 'Corrigé' })).body.purchaseOrder).toMatchObject({ number, sent: false });
  expect((await act(other, 'delete')).body.message).toBe('Un bon numéroté ne se supprime pas : annulez-le.');
  expect((await act(other, 'cancel')).body.purchaseOrder.status).toBe(500);
});

test('an agent sees and prints his own sent orders, and nothing of the customer or of the mail', async () => {
  const [sent, draft] = [
    await order({ customer: { id: customer.id }, message: 'Secret', to: 'chef@azur.example' }),
    await order(),
  ];
  await act(sent, 'sent');
  const other = await here.hire('Autre', { of: 'azur', rights: ['listOwnAgentPurchaseOrders'] });
  const mine = as('agent');
  const list = async (who: typeof owner): Promise<string[]> =>
    (
      (await who.answer(endpointOf(PurchaseOrder, 'list'), { mount: 'agent', input: {} })).body.purchaseOrders ?? []
    ).map((row: { id: string }) => row.id);
  expect(await list(mine)).toContain(sent);
  expect(await list(mine)).not.toContain(draft);
  expect(await list(as(other))).toEqual([]);
  const { body } = await mine.answer(endpointOf(PurchaseOrder, 'read'), { mount: 'agent', params: { id: sent } });
  expect(body.purchaseOrder).toMatchObject({ customer: null, message: null, to: null, total: 258 });
  expect((await mine.answer(printPurchaseOrder, { mount: 'agent', params: { id: sent } })).status).toBe(200);
  expect((await mine.answer(printPurchaseOrder, { mount: 'agent', params: { id: draft } })).status).toBe(404);
});

test('its mail reaches the agent and the customer, each address once, with the paper; or its own recipients', async () => {
  const id = await order({ customer: { id: customer.id }, title: 'Nuits' });
  expect((await owner.answer(readOrderLetter, { params: { id } })).body).toMatchObject({
    ...{ to: ['agent@azur.example'], subject: `Votre bon de commande ${agency.name} - {numero}` },
  });
  const own = await order({ to: 'un@azur.example, deux@azur.example; UN@azur.example', message: 'Voici {document}.' });
  expect((await save({ agent: { id: agent }, date: '2026-11-17', items: [item], to: 'pas une adresse' })).status).toBe(
    400,
  );
  // in batch.
  expect((await send({ ids: [id, own] })).body).toEqual({ sent: 2, issued: 0 });
  const mail = await here.outbox.lastTo('agent@azur.example');
  const { number } = await read(id);
  expect(mail.subject).toBe(`Votre bon de commande ${agency.name} - ${number}`);
  expect(await here.outbox.to('agent@azur.example')).toHaveLength(1);
  const [pdf] = mail.attachments;
  const { pages } = await openPdf(new Uint8Array(pdf?.content as ArrayBuffer));
  const text = pages.map((page) => page.text).join(' ');
  expect(text).toContain('Renfort de nuit');
  expect(text).toContain('Client concerné');
  for (const address of ['un@azur.example', 'deux@azur.example'])
    expect((await here.outbox.lastTo(address)).text).toContain(`Voici Bon de commande ${(await read(own)).number}`);
  await act(id, 'cancel');
  expect((await send({ ids: [id] })).body.message).toBe('Un bon annulé ne s’envoie pas.');
});

test('a copy is a draft of today with the same lines', async () => {
  const id = await order({ reference: 'REF-7' });
  await act(id, 'sent');
  const { body } = await owner.answer(copyPurchaseOrder, { params: { id }, input: {} });
  expect(body.purchaseOrder).toMatchObject({ number: 'Brouillon', status: 100, reference: 'REF-7', total: 258 });
});
