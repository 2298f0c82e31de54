// Transfers of staff: who goes with a lost site, from the hours lived there; the list of a won site.
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Site } from '#core/sites/site.ts';
import {
  decideTransfer,
  endTransferred,
  fetchTransferTasks,
  hirePeople,
  type JudgedPerson,
  judgeTransfer,
  markTransferTask,
  printTransfer,
  readTransferForm,
  receivePeople,
  transferMessages,
} from '#core/transfer/calls.ts';
import { StaffTransfer, TransferPerson } from '#core/transfer/transfer.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { applyRetention } from '#server/privacy/retention.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { monthOf } from '#server/testing/month.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { remindTransfers } from './notice.ts';

const here = await world();
const { as, sql, agency, customer } = here;
const owner = as('owner');
const services = servicesOf(here.app);
const { site, guard, saved } = await plannerOf(here);
const { service } = monthOf(here);
const elsewhere = (await saved(Site, { name: 'Ailleurs', customer: { id: customer.id } })).id as string;
const transferDate = '2026-10-01';

/** A twelve-hour day each, from the first of January on. */
async function works(agent: string, at: string, days: number): Promise<void> {
  await sql(
    `with made as (insert into services (agency_id, id, site_id, status, start_at, end_at, activity_type, nb_agents)
        select $1, gen_random_uuid(), $2, 300, d + interval '7 hours', d + interval '19 hours', 1, 1
        from generate_series(timestamp '2026-01-02', timestamp '2026-01-02' + ($4::integer - 1) * interval '2 days', interval '2 days') d returning agency_id, id)
      insert into service_agents (agency_id, service_id, agent_id) select agency_id, id, $3 from made`,
    [agency.id, at, agent, days],
  );
}

const ada = await guard();
const bob = await guard();
const cyd = await guard();
await works(ada, site, 80);
await works(ada, elsewhere, 8);
await works(bob, site, 30);
await works(bob, elsewhere, 40);
await works(cyd, elsewhere, 80);
const lost = (
  (await owner.call(endpointOf(StaffTransfer, 'save'), {
    mount: 'agency',
    input: { direction: 'OUT', site: { id: site }, transferDate, knownOn: '2026-09-01', otherCompany: 'Entrante SAS' },
  })) as { staffTransfer: AnyRow }
).staffTransfer;
const params = { id: lost.id as string };
const judged = async (): Promise<JudgedPerson[]> =>
  (await owner.call(judgeTransfer, { mount: 'agency', params })).people;
const one = async (agent: string): Promise<JudgedPerson> =>
  (await judged()).find((person) => person.agent.id === agent) as JudgedPerson;
const figures = (person: JudgedPerson): Record<string, string> =>
  Object.fromEntries(
    person.conditions.map(({ code, state, figure }) => [code, `${state} ${figure.replaceAll(/[\u00a0\u202f]/g, ' ')}`]),
  );

test('those who worked on the site are judged by their hours of nine months; nobody else appears', async () => {
  const people = await judged();
  expect(people.map(({ agent }) => agent.id).toSorted()).toEqual([ada, bob].toSorted());
  expect(figures(await one(ada))).toMatchObject({
    share: 'met 960 h sur 1 056 h, soit 90,9 % > 50 %',
    hours: 'met 960 h ≥ 818,2 h (900 h × 90,9 % sur le site)',
    contract: 'met CDI',
    card: expect.stringContaining('met Valable jusqu’au'),
  });
  expect(figures(await one(bob)).share).toBe('unmet 360 h sur 840 h, soit 42,8 % ≤ 50 %');
  expect((await one(bob)).outcome).toBe('NO');
});

test('what a person says counts, against the rules only with a reason, and the history keeps it', async () => {
  const decide = (input: object) => owner.answer(decideTransfer, { mount: 'agency', params, input });
  const fit = { identityValid: true, unfit: false };
  expect((await decide({ agent: ada, declared: fit, decision: null })).status).toBe(204);
  expect(await one(ada)).toMatchObject({ outcome: 'YES', isListed: true });
  const refused = await decide({ agent: bob, declared: {}, decision: 'INCLUDE', reason: ' ' });
  expect([refused.status, refused.body.violations]).toEqual([
    400,
    [{ path: 'reason', message: 'Dites pourquoi vous vous écartez du calcul' }],
  ]);
  expect((await decide({ agent: bob, declared: {}, decision: 'INCLUDE', reason: 'Chef de site' })).status).toBe(204);
  expect(await one(bob)).toMatchObject({ outcome: 'NO', isListed: true, reason: 'Chef de site' });
  expect((await decide({ agent: cyd, declared: {}, decision: null })).status).toBe(409);
  const history = await sql(
    `select changes from audit where entity = 'staffTransfer' and action = 'judgeAgent' order by at desc limit 1`,
  );
  expect(history[0]?.changes).toMatchObject({ reason: { before: null, after: 'Chef de site' } });
  await decide({ agent: bob, declared: {}, decision: null });
});

test('the form says the permit’s end, the aptitude and the bonuses that were paid alike for nine months', async () => {
  const [bonus] = await sql<{ id: string }>(
    `insert into agency_salary_element_types (agency_id, id, name) values ($1, gen_random_uuid(), 'Prime de poste') returning id`,
    [agency.id],
  );
  const pay = (months: number): Promise<unknown> =>
    sql(
      `insert into salary_elements (agency_id, id, user_company_id, type_id, date, amount)
        select $1, gen_random_uuid(), $2, $3, d::date, 80 from generate_series(date '2026-09-15' - $4::integer * interval '1 month', date '2026-08-15', interval '1 month') d`,
      [agency.id, ada, bonus?.id, months],
    );
  await sql(`update agents set work_permit_type = 'Salarié', nationality = 'Tunisienne' where id = $1`, [ada]);
  for (const name of ['Titre de séjour', 'CQP APS'])
    await sql(
      `with made as (insert into expiration_types (agency_id, id, name) values ($1, gen_random_uuid(), $3) returning id)
        insert into agent_expirations (agency_id, id, agent_id, rank, type_id, expires_at) select $1, gen_random_uuid(), $2, 20, id, '2031-05-01' from made`,
      [agency.id, ada, name],
    );
  const row = async () => (await owner.call(readTransferForm, { mount: 'agency', params })).rows[0];
  await pay(8);
  expect(await row()).toMatchObject({ workPermitUntil: '2031-05-01', aptitude: 'CQP APS', bonuses: null });
  await sql('delete from salary_elements where type_id = $1', [bonus?.id]);
  await pay(9);
  // With the month before the transfer, nine.
  await sql(
    `insert into salary_elements (agency_id, id, user_company_id, type_id, date, amount) values ($1, gen_random_uuid(), $2, $3, '2026-09-15', 80)`,
    [agency.id, ada, bonus?.id],
  );
  expect(await row()).toMatchObject({ bonuses: 'Prime de poste : 80' });
});

test('the form has the lines of the annex for those on the list, and the paper names the missing pieces', async () => {
  const { rows } = await owner.call(readTransferForm, { mount: 'agency', params });
  expect(rows).toEqual([
    expect.objectContaining({
      contractType: 'CDI',
      seniorityDate: '2020-01-01',
      site: 'Entrepôt',
      siteSince: '2026-01-02',
      monthlyHours: 151.67,
    }),
  ]);
  const { token } = await here.sessionOf('owner');
  const { rawPayload } = await here.app.inject({
    url: `/api/agency/${agency.id}${printTransfer.path.replace('{id}', params.id)}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const { text } = await openPdf(rawPayload);
  expect(text).toContain('Reprise du personnel');
  expect(text).toContain('Entrante SAS');
  expect(text).toContain('0 sur 9');
});

test('terms run from the announcement; a done step starts the next one and the list shows what is next', async () => {
  const { tasks } = await owner.call(fetchTransferTasks, { mount: 'agency', params });
  expect(tasks.find(({ code }) => code === 'list')).toMatchObject({ due: '2026-09-12', doneOn: null });
  const mark = (input: object) => owner.answer(markTransferTask, { mount: 'agency', params, input });
  expect((await mark({ code: 'list', doneOn: '2999-01-01' })).status).toBe(400);
  expect((await mark({ code: 'notify', doneOn: '2026-09-08' })).status).toBe(409);
  for (const code of ['list', 'staff', 'committee'])
    expect((await mark({ code, doneOn: '2026-09-08' })).status).toBe(200);
  const [row] = await sql(`select next_due::text as due, next_task as task from staff_transfers where id = $1`, [
    lost.id,
  ]);
  expect(row).toEqual({ due: transferDate, task: 'Arrêter les comptes et remettre les certificats de travail' });
});

test('a missed term is told once to those who may act, and hides no other', async () => {
  const told = async (): Promise<number> =>
    Number((await sql(`select count(*) as n from notifications where kind = 'transferDue'`))[0]?.n);
  await remindTransfers(agency.id, services, new Date());
  const first = await told();
  await remindTransfers(agency.id, services, new Date());
  expect([first > 0, await told()]).toEqual([true, first]);
  // The list of the other company, the accounts and the last payslips are all late.
  const texts = await sql<{ text: string }>(
    `select distinct content as text from notifications where kind = 'transferDue'`,
  );
  const late = (await owner.call(fetchTransferTasks, { mount: 'agency', params })).tasks.filter(
    ({ due, doneOn }) => due !== null && doneOn === null && due < new Date().toISOString().slice(0, 10),
  );
  expect(late.length).toBeGreaterThan(1);
  for (const { label } of late) expect(texts.some(({ text }) => text.startsWith(label))).toBe(true);
});

test('who is transferred leaves the day before, with the reason, and his services to come are free; twice is once', async () => {
  const coming = await service({
    site: elsewhere,
    from: '2099-01-05 08:00',
    to: '2099-01-05 18:00',
    agents: [ada],
    status: 100,
  });
  const leave = (agents: string[], services = 'free') =>
    owner.answer(endTransferred, { mount: 'agency', params, input: { agents, services } });
  expect((await leave([bob])).status).toBe(409);
  expect((await leave([ada])).body).toEqual({ ended: 1, freed: 1 });
  expect((await leave([ada])).body).toEqual({ ended: 0, freed: 0 });
  expect(await sql('select end_date::text, end_reason from agent_contracts where agent_id = $1', [ada])).toEqual([
    { end_date: '2026-09-30', end_reason: 'TRANSFER' },
  ]);
  expect(await sql('select 1 from service_agents where service_id = $1', [coming])).toEqual([]);
});

test('a new date moves the ends that the transfer made, and only those; an open form of the agent is told', async () => {
  const version = async (): Promise<number> =>
    (await sql<{ version: number }>('select version from agents where id = $1', [ada]))[0]?.version as number;
  const moved = (day: string) =>
    owner.answer(endpointOf(StaffTransfer, 'save'), { mount: 'agency', input: { id: lost.id, transferDate: day } });
  const ends = () => sql('select end_date::text, end_reason from agent_contracts where agent_id = $1', [ada]);
  const before = await version();
  expect((await moved('2026-10-16')).status).toBe(200);
  expect(await ends()).toEqual([{ end_date: '2026-10-15', end_reason: 'TRANSFER' }]);
  expect(await version()).toBe(before + 1);
  expect(await one(ada)).toMatchObject({ hasLeft: true });
  // Somebody corrected it by hand since: it stays.
  await sql(`update agent_contracts set end_date = '2026-10-20' where agent_id = $1`, [ada]);
  await moved(transferDate);
  expect(await ends()).toEqual([{ end_date: '2026-10-20', end_reason: 'TRANSFER' }]);
  await sql(`update agent_contracts set end_date = '2026-09-30' where agent_id = $1`, [ada]);
  expect((await moved('2019-12-01')).body.violations?.[0]?.path).toBe('transferDate');
  expect(await ends()).toEqual([{ end_date: '2026-09-30', end_reason: 'TRANSFER' }]);
  // Another site, another agent: what he left by elsewhere is no leaving here.
  await sql('delete from staff_transfer_leavers');
  expect((await one(ada)).hasLeft).toBe(false);
});

test('a received list is stored whole or not at all; those taken become collaborators who keep their seniority, once', async () => {
  const won = (
    (await owner.call(endpointOf(StaffTransfer, 'save'), {
      mount: 'agency',
      input: { direction: 'IN', site: { id: elsewhere }, transferDate: '2026-12-01' },
    })) as { staffTransfer: AnyRow }
  ).staffTransfer;
  const at = { id: won.id as string };
  const receive = (people: object[], to = at) =>
    owner.answer(receivePeople, { mount: 'agency', params: to, input: { people } });
  const lea = {
    lastname: 'Durand',
    firstname: 'Léa',
    seniorityDate: '2019-05-01',
    monthlyHours: 120,
    coefficient: 140,
    category: 'AGENT_EXPLOIT',
  };
  const wrong = await receive([lea, { lastname: 'Sans prénom' }]);
  expect([wrong.status, wrong.body.violations?.[0]?.path]).toEqual([400, 'people.1.firstname']);
  expect((await receive([lea], params)).status).toBe(409);
  expect((await receive([lea])).body).toEqual({ created: 1 });
  const [person] = (
    await owner.answer(endpointOf(TransferPerson, 'list'), { input: { filters: { transfer: [at.id], isTransfer: 1 } } })
  ).body.transferPeople as AnyRow[];
  const hire = () => owner.answer(hirePeople, { mount: 'agency', params: at, input: { people: [person?.id] } });
  expect((await hire()).status).toBe(409);
  await owner.call(endpointOf(TransferPerson, 'save'), {
    mount: 'agency',
    input: { id: person?.id, decision: 'TAKEN' },
  });
  expect((await hire()).body).toEqual({ created: 1, linked: 0 });
  expect((await hire()).body).toEqual({ created: 0, linked: 0 });
  const agents = (await owner.answer(endpointOf(Agent, 'list'), { input: { query: 'Durand' } })).body
    .agents as AnyRow[];
  expect(agents).toHaveLength(1);
  const [contract] = await sql(
    `select a.seniority::text, c.type, c.start_date::text as start, c.hours_limit::float8 as hours, c.part_time from agents a
      join agent_contracts c on c.agency_id = a.agency_id and c.agent_id = a.id where a.id = $1`,
    [agents[0]?.id],
  );
  expect(contract).toEqual({ seniority: '2019-05-01', type: 'CDI', start: '2026-12-01', hours: 120, part_time: true });
  // The customer postpones: whoever was hired starts with the site.
  const moved = await owner.answer(endpointOf(StaffTransfer, 'save'), {
    mount: 'agency',
    input: { id: won.id, transferDate: '2027-01-01' },
  });
  expect([moved.status, moved.body.message]).toEqual([200, undefined]);
  expect(
    await sql('select start_date::text as start from agent_contracts where agent_id = $1', [agents[0]?.id]),
  ).toEqual([{ start: '2027-01-01' }]);
  const removed = { mount: 'agency', params: { id: won.id as string, type: 'delete' } } as const;
  expect(await owner.answer(endpointOf(StaffTransfer, 'act'), removed)).toMatchObject({
    status: 409,
    body: { message: transferMessages.acted },
  });
});

test('people of a received list who were not taken are forgotten two years after, with their history; those taken stay', async () => {
  await sql(
    `insert into transfer_people (agency_id, id, transfer_id, lastname, firstname, updated_at)
      select agency_id, gen_random_uuid(), transfer_id, 'Oublié', 'Jean', now() - interval '25 months' from transfer_people where lastname = 'Durand'`,
  );
  await sql(`update transfer_people set updated_at = now() - interval '25 months' where lastname = 'Durand'`);
  await sql(
    `insert into audit (agency_id, id, at, entity, entity_id, action) select agency_id, gen_random_uuid(), now(), 'transferPerson', id, 'create'
      from transfer_people where lastname = 'Oublié'`,
  );
  const signal = new AbortController().signal;
  await applyRetention.work({}, services, { agency: null, count: 1, isLast: false, signal });
  expect(await sql('select lastname from transfer_people')).toEqual([{ lastname: 'Durand' }]);
  const orphans = `select 1 from audit h where h.entity = 'transferPerson' and not exists (select from transfer_people p where p.id = h.entity_id)`;
  expect(await sql(orphans)).toEqual([]);
});

test('the number of queries does not grow with the people', async () => {
  const count = async (): Promise<number> => {
    let seen = 0;
    const { database } = services;
    await database.transaction({ ...(await import('#server/db/context.ts')).nobody, agency: agency.id }, async (db) => {
      const counting = {
        ...db,
        query: ((statement: never) => {
          seen += 1;
          return db.query(statement);
        }) as typeof db.query,
      };
      const { transferOf } = await import('./transfers.ts');
      const { examine } = await import('./judging.ts');
      await examine(await transferOf(counting, lost.id as string), { db: counting });
    });
    return seen;
  };
  const before = await count();
  for (let more = 0; more < 3; more += 1) await works(await guard(), site, 5);
  expect(await count()).toBe(before);
});

test('a replacement taken over ends with the return of whom he replaces, not with his own absence', async () => {
  const won = (
    (await owner.call(endpointOf(StaffTransfer, 'save'), {
      mount: 'agency',
      input: { direction: 'IN', site: { id: elsewhere }, transferDate: '2026-12-01' },
    })) as { staffTransfer: AnyRow }
  ).staffTransfer;
  const at = { id: won.id as string };
  const line = (firstname: string, more: object) => ({
    ...{ lastname: 'Remplaçant', firstname, contractType: 'CDD_REPLACEMENT', decision: 'TAKEN' },
    ...{ absenceStart: '2026-11-20', absenceEnd: '2026-12-20', cardReceipt: 'REC-77', ...more },
  });
  await owner.call(receivePeople, {
    ...{ mount: 'agency', params: at },
    input: { people: [line('Un', {}), line('Deux', { replacedReturn: '2027-03-01' })] as never },
  });
  const people = await sql<{ id: string }>(`select id from transfer_people where lastname = 'Remplaçant'`);
  await owner.call(hirePeople, { mount: 'agency', params: at, input: { people: people.map(({ id }) => id) } });
  expect(
    await sql(
      `select a.firstname, c.end_date::text as "end", a.comments as comment from agents a join agent_contracts c on c.agency_id = a.agency_id and c.agent_id = a.id
        where a.lastname = 'Remplaçant' order by 1`,
    ),
  ).toEqual([
    { firstname: 'Deux', end: '2027-02-28', comment: 'Récépissé de demande de carte : REC-77' },
    { firstname: 'Un', end: null, comment: 'Récépissé de demande de carte : REC-77' },
  ]);
});
