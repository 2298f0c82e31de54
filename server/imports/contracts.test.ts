import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { callsOf, endpointOf, importerOf, type Row, word } from '#server/testing/importing.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const { saved, bring, check, run, found } = importerOf(here);

const heads = [
  'Nom',
  'Prénom',
  'Matricule',
  'Type de contrat',
  "Date d'embauche",
  'Date de fin',
  'Heures',
  'Période',
  'Catégorie',
  'Coefficient',
  'Niveau',
  'Échelon',
  'Salaire',
  'Responsable',
];
const contractsOf = async (id: unknown): Promise<Row[]> => {
  const { agent } = (await as('owner').call(endpointOf(Agent, 'read'), {
    mount: 'agency',
    params: { id: String(id) },
  })) as { agent: { agentInfos: { contracts: Row[] } } };
  return agent.agentInfos.contracts;
};

describe('the first contract of imported collaborators', () => {
  test('is created with its row, and entered in the register and the history', async () => {
    const mark = word();
    const chief = await saved(Agent, { lastname: `Chef ${mark}`, firstname: 'Ana' });
    const brought = await bring(Agent, heads, [
      [
        `Un ${mark}`,
        'Zoé',
        '',
        'CDI',
        '01/02/2025',
        '',
        '151,67',
        '',
        'agent exploitation',
        '140',
        'III',
        '2',
        '1 965,78',
        `Ana Chef ${mark}`,
      ],
      [`Deux ${mark}`, 'Luc', '', 'stage', '01/03/2025', '31/05/2025', '35', 'semaine', '', '', '', '', '', ''],
      [`Trois ${mark}`, 'Max', '', '', '', '', '', '', '', '', '', '', '', ''],
    ]);
    expect(await check(Agent, brought)).toMatchObject({ created: 3, problemCount: 0 });
    expect(await run(Agent, brought)).toMatchObject({ state: 'done' });
    const rows = await found(Agent, mark);
    const named = (name: string): Row => rows.find(({ fullname }) => String(fullname).includes(name)) as Row;
    expect(await contractsOf(named('Zoé').id)).toMatchObject([
      {
        type: 'CDI',
        startDate: '2025-02-01',
        endDate: null,
        hoursLimit: 151.67,
        period: 'MONTH',
        cycle: 'NONE',
        category: 'AGENT_EXPLOIT',
        classificationCoeff: 140,
        classificationLevel: 'III',
        classificationGrade: '2',
        monthlyPay: 1965.78,
        tutor: { id: chief.id },
        registerNumber: 1,
      },
    ]);
    expect(await contractsOf(named('Luc').id)).toMatchObject([
      { type: 'INTERNSHIP', period: 'WEEK', registerNumber: 1 },
    ]);
    expect(await contractsOf(named('Max').id)).toEqual([]);
    const [line] = await sql<{ changes: Record<string, { after: Row[] }> }>(
      'select changes from audit where entity_id = $1',
      [named('Zoé').id],
    );
    expect(line?.changes['agentInfos.contracts']?.after).toMatchObject([{ type: 'CDI', monthlyPay: 1965.78 }]);
  });

  test('is checked cell by cell in French, and one fault refuses the whole file', async () => {
    const mark = word();
    const bare = (...contract: string[]): string[] => [`${mark} ${contract.join('')}`, 'A', '', ...contract];
    const brought = await bring(Agent, heads, [
      bare('CDI', '01/02/2025', '', '35', '', '', '', '', '', '', ''),
      bare('CDI', '01/02/2025', '31/01/2025', '35', '', '', '', '', '', '', ''),
      bare('', '', '', '35', '', '', '', '', '', '', ''),
      bare('bénévole', '01/02/2025', '', '500', '', 'chef', '', '', '', 'beaucoup', 'Personne'),
    ]);
    const outcome = await check(Agent, brought);
    expect(
      outcome.problems.map(({ row, cell, message }) => `${row} ${cell} ${message.split(' : ')[0]}`).sort(),
    ).toEqual(
      [
        '1 5 Doit être supérieure ou égale à 01/02/2025',
        '2 4 Obligatoire',
        '3 3 Valeur inconnue',
        '3 6 Doit être inférieur ou égal à 400',
        '3 8 Valeur inconnue',
        '3 12 Nombre attendu',
        '3 13 Introuvable',
      ].sort(),
    );
    expect(await run(Agent, brought)).toMatchObject({ state: 'failed' });
    expect(await found(Agent, mark)).toEqual([]);
  });

  test('a missing column of the start is named', async () => {
    const brought = await bring(Agent, ['Nom', 'Prénom', 'Type de contrat'], [['A', word(), 'CDI']]);
    expect((await check(Agent, brought)).problems).toMatchObject([
      {
        ...{ row: 0, cell: null, reason: 'noStartDate' },
        message: 'Contrat : début : Obligatoire (colonne absente : ajoutez-la au fichier)',
      },
      { row: 0, cell: null, message: 'Contrat : heures : Obligatoire (colonne absente : ajoutez-la au fichier)' },
    ]);
  });

  test('a contract without its start, or far outside the calendar, says so by its reason', async () => {
    const head = ['Nom', 'Prénom', 'Type de contrat', 'Date d’embauche', 'Heures mensuelles'];
    const brought = await bring(Agent, head, [
      [word(), 'A', 'CDI', '', '104'],
      [word(), 'B', 'CDI', '01/01/1850', '104'],
    ]);
    expect((await check(Agent, brought)).problems.map(({ row, cell, reason }) => [row, cell, reason])).toEqual([
      [0, 3, 'noStartDate'],
      [1, 3, 'outOfBounds'],
    ]);
  });

  test('hours are those of the file, never invented; a row with a fault is not announced as a creation', async () => {
    const mark = word();
    const own = ['Nom', 'Prénom', 'Type de contrat', "Date d'embauche", 'Heures mensuelles'];
    const row = (name: string, hours: string): string[] => [`${name} ${mark}`, 'A', 'CDI', '01/02/2025', hours];
    const faulty = await check(Agent, await bring(Agent, own, [row('Un', '104'), row('Deux', ''), row('Trois', 'x')]));
    expect(faulty).toMatchObject({ created: 1, updated: 0, problemCount: 2 });
    expect(faulty.problems).toMatchObject([
      { row: 2, cell: 4, message: 'Nombre attendu' },
      { row: 1, cell: 4, message: 'Obligatoire' },
    ]);
    expect(await run(Agent, await bring(Agent, own, [row('Un', '52')]))).toMatchObject({ state: 'done' });
    const [agent] = await found(Agent, mark);
    expect(await contractsOf(agent?.id)).toMatchObject([{ hoursLimit: 52, period: 'MONTH' }]);
  });

  test('of a known collaborator is corrected or added; his other contracts stay', async () => {
    const mark = word();
    const contract = { type: 'CDI', startDate: '2024-01-01', hoursLimit: 35, period: 'WEEK' };
    const one = await saved(Agent, {
      lastname: mark,
      firstname: 'Ana',
      agentInfos: { registrationNumber: `C${mark}`, contracts: [contract] },
    });
    const [before] = await contractsOf(one.id);
    const row = (...cells: string[]): string[] => [
      mark,
      'Ana',
      `C${mark}`,
      ...cells,
      ...Array(11 - cells.length).fill(''),
    ];
    const corrected = await bring(Agent, heads, [row('', '01/01/2024', '31/12/2025')], { duplicates: 'update' });
    expect(await run(Agent, corrected)).toMatchObject({ state: 'done', outcome: { updated: 1 } });
    expect(await contractsOf(one.id)).toEqual([{ ...before, endDate: '2025-12-31' }]);
    const added = await bring(Agent, heads, [row('CDI', '01/01/2026', '', '24')], { duplicates: 'update' });
    expect(await run(Agent, added)).toMatchObject({ state: 'done' });
    expect(await contractsOf(one.id)).toMatchObject([
      { id: before?.id, endDate: '2025-12-31', registerNumber: before?.registerNumber },
      { startDate: '2026-01-01', hoursLimit: 24 },
    ]);
    const wrong = await bring(Agent, heads, [row('CDI', '01/06/2026', '01/05/2026')], { duplicates: 'update' });
    expect((await check(Agent, wrong)).problems).toMatchObject([
      { row: 0, cell: 6, message: 'Obligatoire' },
      { row: 0, cell: 5 },
    ]);
  });

  test('needs the rights of contracts', async () => {
    const hire = async (...rights: string[]) => as(await here.hire(word(), { of: 'azur', rights: rights as never }));
    for (const [rights, missing] of [
      [['createAgent'], 'listAgentContracts'],
      [['createAgent', 'listAgentContracts'], 'editAgentContract'],
    ] as const) {
      const clerk = await hire(...rights);
      const { id, settings } = await bring(Agent, ['Nom', 'Prénom', 'Type de contrat'], [['A', 'B', 'CDI']], {
        who: clerk,
      });
      expect(await clerk.answer(callsOf(Agent).check, { params: { id }, input: settings })).toMatchObject({
        status: 403,
        body: { right: missing },
      });
    }
  });
});

test('an imported card number needs the paper of the card with its validity', async () => {
  const mark = word();
  const card = 'CAR-006-2029-05-12-20130012345';
  const columns = ['Nom', 'Prénom', 'Carte professionnelle', 'Document', 'Expire le'];
  const undated = await bring(Agent, columns, [[`Un ${mark}`, 'Zoé', card, '', '']]);
  const { problems } = await check(Agent, undated);
  expect(problems.map(({ message }) => message).join()).toContain('la date de validité de cette carte');
  const dated = await bring(Agent, columns, [[`Un ${mark}`, 'Zoé', card, 'Carte professionnelle', '12/05/2029']]);
  expect(await check(Agent, dated)).toMatchObject({ created: 1, problemCount: 0 });
  expect(await run(Agent, dated)).toMatchObject({ state: 'done' });
  expect((await found(Agent, mark))[0]).toMatchObject({ agentInfos: { cardNumber: card } });
});

test('a line left out is not imported; « N° carte pro » and « Validité carte pro » make the paper of the card', async () => {
  const mark = word();
  const brought = await bring(
    Agent,
    ['Nom', 'Prénom', 'H/F', 'N° carte pro', 'Validité carte pro'],
    [
      [`Un ${mark}`, 'Zoé', 'F', 'CAR-006-2029-05-12-20130012346', '12/05/2029'],
      [`Deux ${mark}`, '', '?', '', ''],
    ],
  );
  expect(await check(Agent, brought)).toMatchObject({ created: 1, problemCount: 2 });
  const without = { ...brought, settings: { ...brought.settings, left: [1] } };
  expect(await check(Agent, without)).toMatchObject({ created: 1, problemCount: 0 });
  expect(await run(Agent, without)).toMatchObject({ state: 'done', outcome: { created: 1 } });
  const [zoe, ...others] = await found(Agent, mark);
  expect(others).toEqual([]);
  const { agent } = (await as('owner').call(endpointOf(Agent, 'read'), {
    mount: 'agency',
    params: { id: zoe?.id as string },
  })) as { agent: Row };
  expect(agent).toMatchObject({
    agentInfos: {
      gender: 2,
      expirations: [{ type: { name: 'Carte professionnelle' }, expiresAt: '2029-05-12' }],
    },
  });
});
