import { expect, test } from 'vitest';
import { Invoice } from '#core/billing/invoice.ts';
import { StockAction } from '#core/stock/action.ts';
import { noHolder, StockAssignment } from '#core/stock/assignment.ts';
import {
  deleteAction,
  deleteAssignment,
  deleteReference,
  generateReference,
  readAction,
  restituteAssignment,
  saveActions,
  saveAssignments,
  takeBackAssignment,
} from '#core/stock/calls.ts';
import { stockLevel } from '#core/stock/level.ts';
import { StockReference } from '#core/stock/reference.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { stockOf } from '#server/testing/stock.ts';
import { world } from '#server/testing/world.ts';
import { deductFromStock } from './actions.ts';

const here = await world();
const { as, sql, agency, customer } = here;
const owner = as('owner');
const day = '2026-11-17';
/** Whenever the test runs. */
const later = `${new Date().getFullYear() + 1}-11-17`;
const { agent, save, made, assign, assigned, siteOf } = stockOf(here, day);
const site = await siteOf(customer.id);

type Row = Record<string, unknown> & { id: string };
const reference = async (id: string): Promise<Row> =>
  (await owner.answer(endpointOf(StockReference, 'read'), { params: { id } })).body.stockReference;
const restitute = (id: string, input: object = {}): Promise<Answer> =>
  owner.answer(restituteAssignment, { params: { id }, input });

test('an assignment takes from the stock, a restitution gives back, and lost pieces never come back', async () => {
  const id = await made(10, { lowStockLevel: 4 });
  expect(await reference(id)).toMatchObject({ quantity: 10, quantityAssigned: 0, level: 'FINE' });
  const held = await assigned(id, 6);
  expect(await reference(id)).toMatchObject({ quantity: 4, quantityAssigned: 6, level: 'LOW' });
  const part = await restitute(held, { returned: 2, lost: 1 });
  expect(part.body.stockReferenceAssignment).toMatchObject({ status: 200, restitutionStatus: 200, outstanding: 3 });
  expect(await reference(id)).toMatchObject({ quantity: 6, quantityAssigned: 3 });
  // Without a number, all the rest.
  expect((await restitute(held)).body.stockReferenceAssignment).toMatchObject({ status: 300, outstanding: 0 });
  expect(await reference(id)).toMatchObject({ quantity: 9, quantityAssigned: 0 });
  expect(await restitute(held)).toMatchObject({ status: 409 });
  const back = await owner.answer(takeBackAssignment, { params: { id: held } });
  expect(back.body.stockReferenceAssignment).toMatchObject({ status: 100, outstanding: 6 });
  expect(await reference(id)).toMatchObject({ quantity: 4, quantityAssigned: 6 });
});

test('more than what is left is refused, at the quantity, and nothing is written', async () => {
  const id = await made(2);
  expect(await assign(id, 3)).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'quantity', message: 'Il ne reste que 2 « Radio ».' }] },
  });
  expect(await reference(id)).toMatchObject({ quantity: 2, assignments: [] });
  await assigned(id, 2);
  expect((await assign(id, 1)).body.violations[0].message).toBe('« Radio » est en rupture de stock.');
});

test('twelve parallel assignments of one piece each take no more than the five that there are', async () => {
  const id = await made(5);
  const answers = await Promise.all(Array.from({ length: 12 }, () => assign(id, 1)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 5 }, () => 200),
    ...Array.from({ length: 7 }, () => 400),
  ]);
  expect(await reference(id)).toMatchObject({ quantity: 0, quantityAssigned: 5, level: 'OUT' });
});

test('parallel batches over the same references, in opposite orders, do not lock each other out', async () => {
  const [one, other] = [await made(100), await made(100)];
  const batch = (ids: string[]) => ({
    stockReferenceAssignments: ids.map((id) => ({
      ...{ stockReference: { id }, site: { id: site }, quantity: 3, assignmentDate: day },
    })),
  });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      owner.answer(saveAssignments, { input: batch(index % 2 ? [one, other] : [other, one]) }),
    ),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect([(await reference(one)).quantity, (await reference(other)).quantity]).toEqual([70, 70]);
});

test('a parallel restitution of the same pieces gives back once; so does a repeated request', async () => {
  const id = await made(4);
  const held = await assigned(id, 4);
  const answers = await Promise.all(Array.from({ length: 6 }, () => restitute(held)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await reference(id)).toMatchObject({ quantity: 4, quantityAssigned: 0 });
  const again = await assigned(id, 3);
  const key = crypto.randomUUID();
  for (let sent = 0; sent < 3; sent++)
    await owner.answer(restituteAssignment, { params: { id: again }, input: { returned: 1 }, key });
  expect(await reference(id)).toMatchObject({ quantity: 2, quantityAssigned: 2 });
});

test('a restitution is not noted in advance', async () => {
  const id = await made(2);
  const held = await assigned(id, 2);
  expect(await restitute(held, { date: '2999-01-01' })).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'date' }] },
  });
  expect(await reference(id)).toMatchObject({ quantity: 0 });
});

test('nothing is assigned to somebody who left or to a closed site; what they hold stays readable', async () => {
  const [id, closed] = [await made(5), await siteOf(customer.id)];
  const held = (await assign(id, 1, { agent: null, site: { id: closed } })).body.stockReferenceAssignment.id;
  await sql('update sites set status = 300 where id = $1', [closed]);
  expect(await assign(id, 1, { agent: null, site: { id: closed } })).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'site' }] },
  });
  await sql('update agents set status = 300 where id = $1', [agent]);
  expect(await assign(id, 1)).toMatchObject({ status: 400, body: { violations: [{ path: 'agent' }] } });
  await sql('update agents set status = 100 where id = $1', [agent]);
  expect((await restitute(held)).status).toBe(200);
  expect(await reference(id)).toMatchObject({ quantity: 5 });
});

test('a removed assignment gives back once; one with a restitution stays', async () => {
  const id = await made(5);
  const [wrong, held] = [await assigned(id, 2), await assigned(id, 2)];
  const remove = (one: string): Promise<Answer> => owner.answer(deleteAssignment, { params: { id: one } });
  expect(await Promise.all([remove(wrong), remove(wrong)])).toEqual(
    expect.arrayContaining([expect.objectContaining({ status: 204 }), expect.objectContaining({ status: 404 })]),
  );
  expect(await reference(id)).toMatchObject({ quantity: 3, quantityAssigned: 2 });
  await restitute(held, { returned: 1 });
  expect(await remove(held)).toMatchObject({ status: 409 });
  expect(await reference(id)).toMatchObject({ quantity: 4, quantityAssigned: 1 });
});

test('an edit moves the difference only, also to another reference', async () => {
  const [one, other] = [await made(5), await made(5)];
  const held = await assigned(one, 2);
  await save(StockAssignment, { id: held, quantity: 4 });
  expect(await reference(one)).toMatchObject({ quantity: 1, quantityAssigned: 4 });
  await save(StockAssignment, { id: held, comment: 'Vu' });
  expect(await reference(one)).toMatchObject({ quantity: 1 });
  await save(StockAssignment, { id: held, stockReference: { id: other } });
  expect([(await reference(one)).quantity, (await reference(other)).quantity]).toEqual([5, 1]);
});

test('the lists of the specification make one assignment per holder; nobody is refused', async () => {
  const id = await made(10);
  const lists = {
    userCompanies: [{ agent: { id: agent }, quantityToAssign: 2 }],
    sites: [{ site: { id: site }, quantityToAssign: 3 }],
  };
  const both = await save(StockAssignment, { stockReference: { id }, assignmentDate: day, ...lists });
  expect(both.body.stockReferenceAssignment).toMatchObject({
    quantity: 2,
    userCompanies: [{ agent: { id: agent }, quantityToAssign: 2 }],
    sites: [],
    restitutionStatus: 100,
  });
  expect(await reference(id)).toMatchObject({
    ...{ quantity: 5, quantityAssigned: 5 },
    assignments: [{ restitutionStatus: 100 }, { restitutionStatus: 100 }],
  });
  const nobody = await save(StockAssignment, {
    ...{ stockReference: { id }, assignmentDate: day, userCompanies: [], sites: [] },
  });
  expect(nobody).toMatchObject({ status: 400, body: { violations: [{ message: noHolder }] } });
  const wrong = await save(StockAssignment, {
    ...{ stockReference: { id }, assignmentDate: day, userCompanies: [{ agent: agent, quantityToAssign: 0 }] },
  });
  expect(wrong.status).toBe(400);
  expect(await reference(id)).toMatchObject({ quantity: 5 });
});

test('actions bring in and take out; their removal restores the quantity, unless it was handed out since', async () => {
  const id = await made(1);
  const { body } = await owner.answer(saveActions, {
    input: {
      stockReference: { id },
      actions: [
        { action: 100, quantity: 4, date: day },
        { action: 300, date: day, effectiveDate: later, site: { id: site } },
        { action: 200, quantity: 2, date: day, comment: 'Rebut' },
      ],
    },
  });
  const [entry, check, out] = (body.stockReferenceActions as Row[]).map((row) => row.id) as [string, string, string];
  expect(await reference(id)).toMatchObject({ quantity: 3 });
  const one = await owner.answer(readAction, { params: { id, actionId: check } });
  expect(one.body.stockReferenceAction).toMatchObject({ effectiveDate: later, effectiveStatus: 'VALID' });
  expect((await owner.answer(readAction, { params: { id: site, actionId: check } })).status).toBe(404);
  await assigned(id, 2);
  expect(await owner.answer(deleteAction, { params: { id: entry } })).toMatchObject({ status: 400 });
  await owner.answer(deleteAction, { params: { id: out } });
  expect(await reference(id)).toMatchObject({ quantity: 3 });
  const settled = await owner.answer(endpointOf(StockAction, 'act'), { params: { id: check, type: 'settle' } });
  expect(settled.body.stockReferenceAction).toMatchObject({ effectiveStatus: 'DONE' });
});

test('a quantity typed in the form is an inventory: its movement is noted, and the form that is late is refused', async () => {
  const id = await made(3);
  const { version } = (await reference(id)) as unknown as { version: number };
  await assigned(id, 1);
  expect(await save(StockReference, { id, version, quantity: 8 })).toMatchObject({ status: 409 });
  await save(StockReference, { id, quantity: 8 });
  expect(await reference(id)).toMatchObject({
    quantity: 8,
    actions: [
      { action: 100, quantity: 6, comment: 'Inventaire' },
      { action: 100, quantity: 3, comment: 'Stock initial' },
    ],
  });
});

test('whatever happens, what is left is what came in less what is out', async () => {
  const id = await made(30);
  let seed = 7;
  const draw = (most: number): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % most;
  };
  const held: string[] = [];
  for (let step = 0; step < 60; step++) {
    const one = held[draw(Math.max(1, held.length))];
    const what = draw(5);
    if (what <= 1) {
      const { status, body } = await assign(id, 1 + draw(9));
      if (status === 200) held.push(body.stockReferenceAssignment.id);
    } else if (what === 2 && one) await restitute(one, { returned: draw(3), lost: draw(2) });
    else if (what === 3 && one) await owner.answer(deleteAssignment, { params: { id: one } });
    else
      await save(StockAction, {
        ...{ stockReference: { id }, date: day, action: draw(2) ? 100 : 200, quantity: 1 + draw(5) },
      });
  }
  const [sums] = await sql<{ quantity: number; expected: number }>(
    `select r.quantity, ((select coalesce(sum(case action when 100 then quantity when 200 then -quantity else 0 end), 0) from stock_actions a where a.stock_reference_id = r.id)
      - (select coalesce(sum(quantity - quantity_returned), 0) from stock_assignments a where a.stock_reference_id = r.id))::integer as expected
      from stock_references r where r.id = $1`,
    [id],
  );
  expect(sums?.quantity).toBe(sums?.expected);
  expect(sums?.quantity).toBeGreaterThanOrEqual(0);
});

test('a reference without a number receives the next one that nobody typed', async () => {
  const { reference: proposed } = (await owner.answer(generateReference)).body;
  expect(proposed).toMatch(/^REF-\d{6}$/);
  await made(0, { reference: proposed.toLowerCase() });
  const next = (await owner.answer(generateReference)).body.reference;
  expect(next).not.toBe(proposed);
  expect((await reference(await made(0))).reference).toBe(next);
  const parallel = await Promise.all(Array.from({ length: 5 }, () => made(0)));
  expect(new Set(await Promise.all(parallel.map(async (id) => (await reference(id)).reference))).size).toBe(5);
});

test('a reference that is still assigned is not deleted; an inactive one is not assigned', async () => {
  const id = await made(2);
  const held = await assigned(id, 1);
  expect((await owner.answer(deleteReference, { params: { id } })).status).toBe(409);
  await restitute(held);
  await owner.answer(endpointOf(StockReference, 'act'), { params: { id, type: 'deactivate' } });
  expect((await assign(id, 1)).body).toMatchObject({ violations: [{ path: 'stockReference' }] });
  expect((await owner.answer(deleteReference, { params: { id } })).status).toBe(204);
  expect(await sql('select 1 from stock_actions where stock_reference_id = $1', [id])).toEqual([]);
});

test('levels and expiry states in SQL are those of core', async () => {
  for (const [quantity, lowStockLevel] of [
    [0, null],
    [0, 5],
    [1, null],
    [1, 0],
    [5, 5],
    [6, 5],
  ] as const)
    expect((await reference(await made(quantity, { lowStockLevel }))).level).toBe(stockLevel(quantity, lowStockLevel));
});

test('sold pieces leave the stock together, or none does', async () => {
  const [one, other] = [await made(5), await made(1)];
  const items = [{ title: 'Radio', quantity: 1, price: 10, vat: 20 }];
  const draft = { customer: { id: customer.id }, date: day, items };
  const sale: Row = (await owner.answer(endpointOf(Invoice, 'save'), { input: draft })).body.invoice;
  const sell = (lines: { reference: string; quantity: number }[], rights = true): Promise<unknown> =>
    here.database.transaction({ agency: agency.id, agent: null, customer: null, user: null }, (db) =>
      deductFromStock(
        {
          ...{
            db,
            now: new Date(),
            services: {},
            caller: null,
            context: { agency: agency.id, agent: null, customer: null, user: null },
          },
          asker: rights ? { platform: 'superAdmin', profile: null } : { platform: null, profile: null },
        } as unknown as Call,
        lines,
        { invoice: { id: sale.id, name: 'F2026-0001' }, site: null },
      ),
    );
  await expect(
    sell([
      { reference: one, quantity: 2 },
      { reference: other, quantity: 2 },
    ]),
  ).rejects.toThrow('Il ne reste que 1');
  expect(await reference(one)).toMatchObject({ quantity: 5 });
  expect(
    await sell([
      { reference: one, quantity: 2 },
      { reference: one, quantity: 1 },
    ]),
  ).toBe(true);
  expect(await reference(one)).toMatchObject({
    quantity: 2,
    actions: [{ action: 200, quantity: 3, comment: 'Facture F2026-0001' }, {}],
  });
  await expect(sell([{ reference: one, quantity: 0.5 }])).rejects.toThrow('entier');
  expect(await sell([{ reference: one, quantity: 1 }], false)).toBe(false);
});
