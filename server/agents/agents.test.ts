import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { type AgentAnomaly, type AgentPapers, anomaliesOf } from '#core/agents/anomalies.ts';
import { activeContract, anomalyOf, type Contract } from '#core/agents/contracts.ts';
import { AgentContractExpiration, AgentExpiration, ExpirationType } from '#core/agents/expirations.ts';
import { daysUntil, expiryState } from '#core/agents/expiry.ts';
import { readDashboard } from '#core/home/dashboard.ts';
import { wallClock } from '#core/kernel/clock.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { type Answer, type AnyRow, type Client, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, sql } = here;
const owner = as('owner');

const call = (operation: Operation, of: Entity = Agent): Endpoint => endpointOf(of, operation);
const save = (input: object, who = owner): Promise<Answer> => who.answer(call('save'), { input });
let serial = 0;
const create = async (agentInfos: object = {}, more: object = {}): Promise<AnyRow> => {
  serial += 1;
  const answer = await save({ firstname: 'Jean', lastname: `Martin ${serial}`, agentInfos, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.agent;
};
const list = async (of: Entity, input: object = {}): Promise<AnyRow> =>
  (await owner.answer(call('list', of), { input })).body;

const { day: today } = wallClock(new Date(), 'Europe/Paris');
const dayIn = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const types: AnyRow[] = (await list(ExpirationType)).expirationTypes;
const card = types.find(({ isCard }) => isCard) as AnyRow;
const sst = types.find(({ name }) => name === 'SST') as AnyRow;

test('a new agency has the usual types of papers, including the professional card', () => {
  expect(types.map(({ name }) => name)).toEqual([
    'Carte professionnelle',
    'Habilitation électrique',
    'MAC APS',
    'Permis de conduire',
    "Pièce d'identité ou titre de séjour",
    'SSIAP',
    'SST',
    'Visite médicale',
  ]);
  expect(types.filter(({ isCard }) => isCard)).toHaveLength(1);
});

describe('a sheet', () => {
  test('stores contracts, papers, restrictions, dogs and equipment', async () => {
    const agentInfos = {
      civility: 2,
      gender: 2,
      birthDate: '1990-05-01',
      nationality: 'Française',
      cardNumber: 'CAR-006-2029-05-12-20130012345',
      contracts: [{ type: 'CDD', startDate: '2026-01-01', endDate: '2026-12-31', hoursLimit: 151.67, period: 'MONTH' }],
      expirations: [{ type: { id: card.id }, expiresAt: '2029-05-12' }],
      restrictions: [{ weekday: 0, startTime: '22:00', endTime: '06:00' }],
      dogs: [{ name: 'Rex', breed: 'Malinois', chipNumber: '250269606012345' }],
      items: [{ name: 'Radio', quantity: 2, expiry: '2027-01-31' }],
      overtimeIncrease: [{ from: 35, percent: 25 }],
    };
    const { id } = await create(agentInfos);
    const { body } = await owner.answer(call('read'), { params: { id } });
    expect(body.agent.agentInfos).toMatchObject({ ...agentInfos, individualNumber: '0012345' });
    expect(body.agent.agentInfos.activeContract).toMatchObject({ type: 'CDD', hoursLimit: 151.67, expired: false });
  });

  test('refuses a card number without its validity date, at its field; an older sheet without one can still be edited', async () => {
    const cardNumber = 'CAR-006-2029-05-12-20130012345';
    const dated = { cardNumber, expirations: [{ type: { id: card.id }, expiresAt: '2029-05-12' }] };
    const first = await create(dated);
    const older = await create({});
    await sql('update agents set card_number = $2 where id = $1', [older.id, cardNumber]);
    const person = { firstname: 'Jean', lastname: 'Durand' };
    for (const [draft, status] of [
      [{ ...person, agentInfos: { cardNumber } }, 400],
      [{ ...person, agentInfos: { cardNumber, expirations: [] } }, 400],
      [{ id: first.id, agentInfos: { expirations: [] } }, 400],
      [{ id: older.id, agentInfos: { cardNumber: 'CAR-006-2031-05-12-20130012345' } }, 400],
      [{ id: older.id, position: 'Rondier' }, 200],
      [{ id: older.id, agentInfos: { cardNumber, expirations: [] } }, 200],
      [{ id: first.id, agentInfos: { cardNumber: null, expirations: [] } }, 200],
      [{ id: older.id, agentInfos: dated }, 200],
    ] as const) {
      const { status: found, body } = await save(draft);
      expect([found, body.violations?.map(({ path }: AnyRow) => path)], JSON.stringify(draft)).toEqual([
        status,
        status === 400 ? ['agentInfos.cardNumber'] : undefined,
      ]);
    }
    const { body } = await save({ ...person, agentInfos: { cardNumber } });
    expect(body.message).toBe('Indiquez aussi la date de validité de cette carte, parmi les documents réglementaires');
  });

  test('shows the company of a subcontractor’s agent', async () => {
    const agent = await create({ type: 'EXTERNAL', externalCompanyName: 'Alpha Garde' }, { lastname: 'Durand' });
    expect(agent.fullname).toBe('Alpha Garde - Jean Durand');
    expect((await save({ id: agent.id, agentInfos: { type: 'EMPLOYEE' } })).body.agent.fullname).toBe('Jean Durand');
  });

  test('gets the next free number of the agency, skipping numbers typed by hand', async () => {
    const first = await create({ generateRegistrationNumber: true });
    const number = Number(first.agentInfos.registrationNumber);
    const padded = (value: number): string => String(value).padStart(4, '0');
    await create({ registrationNumber: padded(number + 1) });
    const next = await create({ generateRegistrationNumber: true });
    expect(next.agentInfos.registrationNumber).toBe(padded(number + 2));
    expect((await save({ id: first.id, position: 'Chef' })).body.agent.agentInfos.registrationNumber).toBe(
      padded(number),
    );
  });

  test('refuses a number that is already used', async () => {
    await create({ registrationNumber: 'A-1' });
    const answer = await save({ firstname: 'A', lastname: 'B', agentInfos: { registrationNumber: 'A-1' } });
    expect(answer).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'agentInfos.registrationNumber', message: 'Déjà utilisé' }] },
    });
  });

  test('shows its contracts only with the right', async () => {
    const { id } = await create({ contracts: [{ type: 'CDI', startDate: '2026-01-01', monthlyPay: 1_900 }] });
    const reader = as(
      await here.hire('planificatrice', { of: 'azur', rights: ['listAgents', 'readAgent', 'editAgent'] }),
    );
    const { body } = await reader.answer(call('read'), { params: { id } });
    expect(body.agent).toMatchObject({ workingTime: null, agentInfos: { contracts: null, activeContract: null } });
    const refused = await save({ id, agentInfos: { contracts: [] } }, reader);
    expect(refused).toMatchObject({ status: 403, body: { right: 'listAgentContracts' } });
  });
});

test('an anomaly of pay is shown, filtered and counted only with the right, and stays out of the history', async () => {
  const { id } = await create({ contracts: [{ type: 'CDI', startDate: '2026-01-01', monthlyPay: 1_900 }] });
  const [line] = (await owner.answer(call('read'), { params: { id } })).body.agent.agentInfos.contracts;
  const paid = {
    id: line.id,
    type: 'CDI',
    startDate: '2026-01-01',
    category: 'AGENT_EXPLOIT',
    classificationCoeff: 140,
    monthlyPay: 1_000,
  };
  const { anomalies } = (await save({ id, agentInfos: { contracts: [paid] } })).body.agent;
  expect(anomalies).toContain('PAY_BELOW_MINIMUM');
  const seenBy = async (client: Client) => {
    const { body } = await client.answer(call('read'), { params: { id } });
    const filters = { anomalies: ['PAY_BELOW_MINIMUM'] };
    const { agents } = (await client.call(call('list'), { input: { filters, limit: 5_000 } })) as AnyRow;
    const { history } = (await client.call(call('history'), { params: { id } })) as AnyRow;
    const { dashboard } = await client.call(readDashboard, { mount: 'agency' });
    return {
      shown: body.agent.anomalies,
      found: agents.length > 0,
      told: JSON.stringify(history).includes('PAY_BELOW_MINIMUM'),
      counted: dashboard.tasks.some(({ key }) => key === 'anomaly.PAY_BELOW_MINIMUM'),
      byContract: (dashboard.staffing?.byContract ?? []).length > 0,
    };
  };
  const reader = as(await here.hire('lectrice', { of: 'azur', rights: ['listAgents', 'readAgent', 'readDashboard'] }));
  expect(await seenBy(as('owner'))).toEqual({
    shown: anomalies,
    found: true,
    told: true,
    counted: true,
    byContract: true,
  });
  expect(await seenBy(reader)).toEqual({
    shown: anomalies.filter((one: string) => one !== 'PAY_BELOW_MINIMUM'),
    found: false,
    told: false,
    counted: false,
    byContract: false,
  });
});

describe('computed values of the lists', () => {
  const offsets = fc.integer({ min: -120, max: 120 });
  const contracts = fc.array(
    fc.record({
      startDate: offsets.map(dayIn),
      length: fc.option(fc.integer({ min: 0, max: 200 })),
      hoursLimit: fc.constantFrom(20, 24, 35),
      monthlyPay: fc.option(fc.constantFrom(1_300, 1_347.93, 1_965.78, 1_965.77, 4_307.92, 4_307.91)),
      category: fc.constantFrom(null, 'AGENT_EXPLOIT', 'INGENIEUR_CADRE'),
      classificationCoeff: fc.constantFrom(null, 140, 470),
    }),
    { maxLength: 4 },
  );
  const sheets = fc.record({
    type: fc.constantFrom('EMPLOYEE', 'EMERGENCY', 'EXTERNAL', 'SELF', 'NOMINEE', 'TEMPORARY'),
    plannable: fc.boolean(),
    cardNumber: fc.constantFrom(null, 'CAR-006-2029-05-12-20130012345'),
    birthDate: fc.constantFrom(null, '1990-05-01'),
    nationality: fc.constantFrom(null, 'Française'),
    gender: fc.constantFrom(0, 1, 2),
    externalCompanyName: fc.constantFrom(null, 'Alpha'),
    contracts,
    expirations: fc.array(fc.tuple(fc.constantFrom(card, sst), offsets.map(dayIn)), { maxLength: 4 }),
  });

  test('anomalies, active contract, states and overlaps equal those of core', async () => {
    for (const drawn of fc.sample(sheets, { numRuns: 40, seed: 20_261_115 })) {
      const { contracts: drafts, expirations, ...infos } = drawn;
      const { id } = await create({
        ...infos,
        cardNumber: null,
        contracts: drafts.map(({ length, startDate, ...rest }) => ({
          type: 'CDI',
          startDate,
          endDate: length === null ? null : dayIn(daysUntil(startDate, today) + length),
          period: 'WEEK',
          ...rest,
        })),
        expirations: expirations.map(([type, expiresAt]) => ({ type: { id: type.id }, expiresAt })),
      });
      // A save would refuse a card without a date.
      await sql('update agents set card_number = $2 where id = $1', [id, infos.cardNumber]);
      const { agent } = (await owner.answer(call('read'), { params: { id } })).body;
      const lines = agent.agentInfos.contracts as (Contract & { id: string })[];
      const papers: AgentPapers = {
        ...infos,
        hasSocialSecurityNumber: false,
        externalCompanySiret: null,
        contracts: lines,
        expirations: expirations.map(([type, expiresAt]) => ({ type: type.id, isCard: type.isCard, expiresAt })),
      };
      expect(agent.anomalies, JSON.stringify(drawn)).toEqual(anomaliesOf(papers, today, true));
      expect(agent.agentInfos.activeContract?.id).toBe(activeContract(lines, today)?.id);
      const { agentContractExpirations } = await list(AgentContractExpiration, { filters: { agent: [agent.id] } });
      for (const row of agentContractExpirations) {
        const line = lines.find(({ id }) => id === row.id) as Contract;
        expect(row.anomaly).toBe(anomalyOf(line, lines));
        expect(row.state).toBe(line.endDate === null ? 'VALID' : expiryState(line.endDate, today));
      }
      const { agentExpirations } = await list(AgentExpiration, { filters: { agent: [agent.id] } });
      for (const row of agentExpirations) {
        expect(row.state).toBe(expiryState(row.expiresAt, today));
        expect(row.daysLeft).toBe(daysUntil(row.expiresAt, today));
      }
    }
  }, 60_000);

  test('agents are filtered and sorted by anomalies', async () => {
    const wanted: AgentAnomaly = 'COMPANY_MISSING';
    const agent = await create({ type: 'EXTERNAL' });
    const { agents } = await list(Agent, { filters: { anomalies: [wanted] }, limit: 5_000 });
    expect(agents.map(({ id }: AnyRow) => id)).toContain(agent.id);
    for (const { anomalies } of agents) expect(anomalies).toContain(wanted);
    const ordered = await list(Agent, { orderBy: 'anomalies', ascending: false, limit: 5_000 });
    const counts = ordered.agents.map(({ anomalies }: AnyRow) => anomalies.length);
    expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
    expect(counts[0]).toBeGreaterThan(0);
  });

  test('agents are sorted by monthly hours, whatever the period of their contract', async () => {
    const week = await create({
      contracts: [{ type: 'CDI', startDate: '2026-01-01', hoursLimit: 39, period: 'WEEK' }],
    });
    const month = await create({
      contracts: [{ type: 'CDI', startDate: '2026-01-01', hoursLimit: 160, period: 'MONTH' }],
    });
    const { agents } = await list(Agent, { orderBy: 'agentInfos.activeContract', ascending: false, limit: 5_000 });
    const ids = agents.map(({ id }: AnyRow) => id);
    expect(ids.indexOf(week.id)).toBeLessThan(ids.indexOf(month.id));
  });

  test('no list shows the papers of former agents', async () => {
    const agent = await create({ expirations: [{ type: { id: sst.id }, expiresAt: dayIn(-3) }] });
    await sql('update agents set status = 300 where agency_id = $1 and id = $2', [agency.id, agent.id]);
    expect(await list(AgentExpiration, { filters: { agent: [agent.id] } })).toMatchObject({ filtered: 0 });
  });
});
