import { beforeAll, describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { everythingIn } from '#server/testing/aims.ts';
import { cardsOf } from '#server/testing/cards.ts';
import { type Brought, importerOf } from '#server/testing/importing.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, customer, sql } = here;
const { saved, bring, check, run } = importerOf(here);
const period = { start: '2027-03-01', end: '2027-03-07' };
const heads = ['Date', 'Début', 'Fin', 'Site', 'Agent', 'Poste', 'Effectif'];
let agent: string;

const brought = async (rows: string[][], more: Partial<Brought['settings']> = {}): Promise<Brought> => {
  const one = await bring(Service, heads, rows);
  return { ...one, settings: { ...one.settings, period, ...more } };
};
const problemsOf = async (rows: string[][], more: Partial<Brought['settings']> = {}) =>
  (await check(Service, await brought(rows, more))).problems.map(({ row, reason, message }) => [
    row,
    reason ?? message,
  ]);

beforeAll(async () => {
  await saved(Site, { name: 'Entrepôt des Œillets', customer: { id: customer.id } });
  const { id } = await saved(Agent, {
    firstname: 'Zoé',
    lastname: 'Lefèvre',
    agentInfos: {
      registrationNumber: 'M042',
      ...(await cardsOf(here))(42),
      contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }],
    },
  });
  agent = id;
});

test('services are imported with site, post and agents, by name or number, and with history', async () => {
  const uploaded = await brought([
    ['01/03/2027', '08:00', '16:00', 'ENTREPOT DES ŒILLETS', 'LEFEVRE Zoé', 'Accueil', ''],
    ['02/03/2027', '08:00', '16:00', 'Entrepôt des Œillets', 'M042', 'Accueil', '2'],
    ['03/03/2027', '20:00', '04:00', 'Entrepôt des Œillets', '', '', ''],
  ]);
  const before = await everythingIn(here);
  expect(await check(Service, uploaded)).toMatchObject({ created: 3, problemCount: 0 });
  expect(await everythingIn(here), 'the trial wrote something').toEqual(before);
  expect(await run(Service, uploaded)).toMatchObject({ state: 'done', outcome: { created: 3 } });
  const rows = await sql<{ start: Date; minutes: number; agents: string[]; wanted: number; draft: boolean }>(
    `select s.start_at as start, (extract(epoch from s.end_at - s.start_at) / 60)::integer as minutes, s.nb_agents as wanted, s.published_at is null as draft,
       array(select h.agent_id::text from service_agents h where h.service_id = s.id) as agents from services s order by s.start_at`,
  );
  expect(rows).toEqual([
    { start: new Date('2027-03-01T07:00Z'), minutes: 480, agents: [agent], wanted: 1, draft: true },
    { start: new Date('2027-03-02T07:00Z'), minutes: 480, agents: [agent], wanted: 2, draft: true },
    { start: new Date('2027-03-03T19:00Z'), minutes: 480, agents: [], wanted: 1, draft: true },
  ]);
  const lines = await sql(`select 1 from audit where entity = 'service' and action = 'import'`);
  expect(lines).toHaveLength(3);
});

describe('the three reasons (V-023)', () => {
  test('no start date, out of bounds, twice in the file', async () => {
    const site = 'Entrepôt des Œillets';
    expect(
      await problemsOf([
        ['', '08:00', '16:00', site, '', '', ''],
        ['08/03/2027', '08:00', '16:00', site, '', '', ''],
        ['04/03/2027', '08:00', '16:00', site, '', 'Accueil', ''],
        ['04/03/2027', '08:00', '16:00', site, '', 'accueil', ''],
        ['04/03/2027', '08:00', '16:00', site, '', 'Ronde', ''],
      ]),
    ).toEqual([
      [0, 'noStartDate'],
      [1, 'outOfBounds'],
      [3, 'alreadyExists'],
    ]);
  });

  test('an already planned service is left unchanged', async () => {
    const outcome = await check(
      Service,
      await brought([['01/03/2027', '08:00', '16:00', 'Entrepôt des Œillets', '', 'Accueil', '']]),
    );
    expect(outcome).toMatchObject({ created: 0, skipped: 1, known: [0], problemCount: 0 });
  });

  test('without a period the import is refused', async () => {
    const { settings, ...one } = await brought([['01/03/2027', '08:00', '16:00', 'Entrepôt des Œillets', '', '', '']]);
    const { period: _period, ...without } = settings;
    await expect(check(Service, { ...one, settings: without })).rejects.toThrow('Choisissez la période de l’import');
  });
});

describe('the planning’s checks', () => {
  const twice = [
    ['05/03/2027', '08:00', '16:00', 'Entrepôt des Œillets', 'M042', 'Jour', ''],
    ['05/03/2027', '10:00', '18:00', 'Entrepôt des Œillets', 'M042', 'Renfort', ''],
  ];
  const level = (value: number): Promise<unknown> =>
    sql('update agencies set check_multiple_assignments = $1, check_daily_rest = 0, check_space_between_services = 0', [
      value,
    ]);

  test('a refusal is reported at its row and cannot be confirmed', async () => {
    await level(2);
    const outcome = await check(Service, await brought(twice, { confirmed: true }));
    expect(outcome.confirmable).toBe(false);
    expect(outcome.problems[0]).toMatchObject({ row: expect.any(Number), message: expect.stringContaining('Zoé') });
  });

  test('warnings are confirmed once, for the whole file', async () => {
    await level(1);
    const open = await check(Service, await brought(twice));
    expect(open.confirmable).toBe(true);
    expect(open.problemCount).toBeGreaterThan(0);
    const accepted = await brought(twice, { confirmed: true });
    expect(await check(Service, accepted)).toMatchObject({ problemCount: 0, created: 2 });
    expect(await run(Service, accepted)).toMatchObject({ state: 'done' });
    const rows = await sql(`select 1 from services where confirmed`);
    expect(rows).toHaveLength(2);
  });
});

test('a person without the right to plan cannot import', async () => {
  const row = ['01/03/2027', '08:00', '16:00', 'Entrepôt des Œillets', '', '', ''];
  await expect(bring(Service, heads, [row], { who: as('powerless') })).rejects.toThrow('Vous ne bénéficiez pas');
});
