import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { countExpirations } from '#core/agents/reminders.ts';
import { StockAction, StockExpiration } from '#core/stock/action.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import {
  downloadStockCodes,
  readAgentAssignments,
  readSiteAssignments,
  restituteAssignment,
  saveAgentAssignments,
  saveSiteAssignments,
} from '#core/stock/calls.ts';
import { StockReference } from '#core/stock/reference.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { stockOf } from '#server/testing/stock.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, customer } = here;
const owner = as('owner');
const day = '2026-11-17';
const { agent, save, made, assigned, siteOf } = stockOf(here, day);
const site = await siteOf(customer.id);

type Row = Record<string, unknown> & { id: string };
const restitute = (id: string, input: object = {}): Promise<Answer> =>
  owner.answer(restituteAssignment, { params: { id }, input });

test('an agent and a site have their assignments; what is saved for one is his', async () => {
  const id = await made(9);
  const given = [{ stockReference: { id }, quantity: 2, assignmentDate: day }];
  const saved = await owner.answer(saveAgentAssignments, {
    params: { id: agent },
    input: { id: agent, stockReferenceAssignments: given },
  });
  const rows = saved.body.agent.stockReferenceAssignments as Row[];
  expect(rows.filter((row) => (row.stockReference as Row).id === id)).toMatchObject([
    { agent: { id: agent }, quantity: 2 },
  ]);
  await assigned(id, 1, { agent: null, site: { id: site } });
  const onSite = (await owner.answer(readSiteAssignments, { params: { id: site } })).body.site;
  expect(onSite).toMatchObject({ id: site, name: 'Poste' });
  expect((await owner.answer(readAgentAssignments, { params: { id: agent } })).body.agent.fullname).toEqual(
    expect.any(String),
  );
});

test('what an agent holds for a site stays of both when the list of one of them is posted back', async () => {
  const id = await made(9);
  const both = { agent: { id: agent }, site: { id: site } };
  const row = await assigned(id, 2, both);
  for (const [of, read, write] of [
    [site, readSiteAssignments, saveSiteAssignments],
    [agent, readAgentAssignments, saveAgentAssignments],
  ] as const) {
    const { site: ofSite, agent: ofAgent } = (await owner.answer(read, { params: { id: of } })).body;
    const { stockReferenceAssignments } = ofSite ?? ofAgent;
    const saved = await owner.answer(write, { params: { id: of }, input: { stockReferenceAssignments } });
    expect(saved.status).toBe(200);
    const { body } = await owner.answer(endpointOf(StockAssignment, 'read'), { params: { id: row } });
    expect(body.stockReferenceAssignment).toMatchObject(both);
  }
});

test('a customer sees what is on his sites, and nothing of what the agency has left', async () => {
  const [other] = await sql<{ id: string }>(
    `insert into customers (agency_id, id, name) values ($1, gen_random_uuid(), 'Autre') returning id`,
    [agency.id],
  );
  const elsewhere = await siteOf(other?.id as string);
  const [his, hidden] = [await made(9, { title: 'Extincteur' }), await made(9, { title: 'Caché' })];
  await assigned(his, 2, { agent: null, site: { id: site } });
  await assigned(his, 4, { agent: null, site: { id: elsewhere } });
  await assigned(hidden, 1, { agent: null, site: { id: elsewhere } });
  await assigned(hidden, 1);
  const contact = await here.hire('contact', {
    ...{ of: 'azur', customer: true, rights: ['listStockReferences', 'listStockReferenceAssignments'] },
  });
  const client = as(contact);
  const { body } = await client.answer(endpointOf(StockReference, 'list'), {
    mount: 'customer',
    input: { query: 'Extincteur' },
  });
  expect(body.stockReferences).toMatchObject([{ id: his, quantityAssigned: 2, quantity: null, level: null }]);
  const all = await client.answer(endpointOf(StockReference, 'list'), { mount: 'customer', input: { limit: 500 } });
  expect((all.body.stockReferences as Row[]).some((row) => row.id === hidden)).toBe(false);
  const held = await client.answer(endpointOf(StockAssignment, 'list'), { mount: 'customer', input: { limit: 500 } });
  expect((held.body.stockReferenceAssignments as Row[]).every((row) => (row.site as Row).id === site)).toBe(true);
  const sheet = await client.answer(endpointOf(StockReference, 'read'), { mount: 'customer', params: { id: his } });
  expect(sheet.body.stockReference).toMatchObject({ actions: null, assignments: [{ quantity: 2, agent: null }] });
});

test('codes are printed as a document', async () => {
  const id = await made(1, { title: 'Lampe frontale' });
  const { token } = await here.sessionOf('owner');
  const answer = await here.app.inject({
    method: 'POST',
    url: `/api/agency/${agency.id}${downloadStockCodes.path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { stockReferences: [{ id, qrCodesQuantity: 2 }] },
  });
  const { text } = await openPdf(answer.rawPayload);
  expect(text.split('Lampe frontale')).toHaveLength(3);
});

test('what an agent still holds when he left is an anomaly of his sheet, until it is back; and it is on the sheet that he signs', async () => {
  await sql('update agencies set simplified_stock = false where id = $1', [agency.id]);
  const [person] = await sql<{ id: string }>(
    `insert into agents (agency_id, id, firstname, lastname, status) values ($1, gen_random_uuid(), 'Paul', 'Parti', 300) returning id`,
    [agency.id],
  );
  const leaver = person?.id as string;
  const anomalies = async (): Promise<string[]> =>
    (await owner.answer(endpointOf(Agent, 'read'), { params: { id: leaver } })).body.agent.anomalies;
  expect(await anomalies()).toEqual([]);
  const id = await made(3, { title: 'Talkie-walkie' });
  const become = (status: number): Promise<unknown> =>
    sql('update agents set status = $2 where id = $1', [leaver, status]);
  await become(100);
  const held = await assigned(id, 2, { agent: { id: leaver } });
  await become(300);
  expect(await anomalies()).toEqual(['EQUIPMENT_HELD']);
  const words = async (): Promise<string> => {
    const { token } = await here.sessionOf('owner');
    const url = `/api/agency/${agency.id}/agent/${leaver}/items/pdf`;
    const answer = await here.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
    return (await openPdf(answer.rawPayload)).text;
  };
  expect(await words()).toMatch(/Talkie-walkie 2 .*Reçu par .*signature/);
  // Somebody in office whose contract ended.
  await sql(`update agents set status = 100, type = 'EMPLOYEE' where id = $1`, [leaver]);
  await sql(
    `insert into agent_contracts (agency_id, id, agent_id, type, start_date, end_date, hours_limit, period) values ($1, gen_random_uuid(), $2, 'CDD', '2026-01-01', '2026-02-01', 35, 'WEEK')`,
    [agency.id, leaver],
  );
  expect(await anomalies()).toContain('EQUIPMENT_HELD');
  await restitute(held, { returned: 1, lost: 1 });
  expect(await anomalies()).not.toContain('EQUIPMENT_HELD');
  expect(await words()).toContain('Aucun matériel');
  // With plain lists, the items of his.
  await sql('update agencies set simplified_stock = true where id = $1', [agency.id]);
  await sql(
    `insert into agent_items (agency_id, id, agent_id, name, quantity) values ($1, gen_random_uuid(), $2, 'Parka', 1)`,
    [agency.id, leaver],
  );
  expect(await anomalies()).toContain('EQUIPMENT_HELD');
  expect(await words()).toContain('Parka');
});

test('expirations list what is due and not settled, by date, counted by state', async () => {
  const id = await made(1, { title: 'Défibrillateur' });
  const on = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const due = async (effectiveDate: string | null): Promise<string> =>
    (await save(StockAction, { stockReference: { id }, action: 300, date: '2025-01-01', effectiveDate })).body
      .stockReferenceAction.id;
  for (const days of [-3, 10, 45, 75, 200]) await due(on(days));
  await due(null);
  const settled = await due(on(5));
  await owner.answer(endpointOf(StockAction, 'act'), { params: { id: settled, type: 'settle' } });
  const { body } = await owner.answer(endpointOf(StockExpiration, 'list'), {
    input: { query: 'Défibrillateur', limit: 50 },
  });
  expect((body.stockReferenceExpirations as Row[]).map(({ effectiveStatus }) => effectiveStatus)).toEqual([
    ...['EXPIRED', 'SOON', 'WATCH', 'NEXT', 'VALID'],
  ]);
  const counted = (await owner.answer(countExpirations)).body.expirations.stockReferences;
  expect(counted).toMatchObject({ EXPIRED: 1, SOON: 1, WATCH: 1, NEXT: 1 });
});

test('assignments are listed by the day of their restitution', async () => {
  const id = await made(9, { title: 'Casque' });
  for (const restitutionDate of ['2027-01-10', '2027-02-10', null]) await assigned(id, 1, { restitutionDate });
  const { body } = await owner.answer(endpointOf(StockAssignment, 'list'), {
    input: { query: 'Casque', filters: { start: '2027-01-01', end: '2027-01-31' } },
  });
  expect(body.stockReferenceAssignments).toMatchObject([{ restitutionDate: '2027-01-10' }]);
});
