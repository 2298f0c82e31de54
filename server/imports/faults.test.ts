import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { importLimits } from '#core/imports/imports.ts';
import { Site } from '#core/sites/site.ts';
import { callsOf, importerOf, word } from '#server/testing/importing.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as } = here;
const { bring, check, run, found } = importerOf(here);

describe('a fault', () => {
  test('is reported by row and cell, in French, and nothing is written', async () => {
    const mark = word();
    const brought = await bring(
      Agent,
      ['Nom', 'Prénom', 'E-mail', 'Né(e) le', 'Type', 'Spécialités', 'Note'],
      [
        [mark, 'Ana', 'pas une adresse', '31/02/2000', 'Robot', 'Inconnue', '9'],
        ['', 'Sans nom', '', '', '', '', ''],
        [mark, 'Bien', `${mark}@exemple.fr`, '', '', '', ''],
        [mark, 'Encore', `${mark}@exemple.fr`, '', '', '', ''],
        ['=1+1', 'Formule', '', '', '', '', ''],
      ],
    );
    const outcome = await check(Agent, brought);
    const reported = outcome.problems.map(({ row, cell, message }) => `${row}.${cell} ${message}`);
    expect(reported.toSorted()).toEqual(
      [
        '0.2 Veuillez saisir une adresse mail valide',
        "0.3 La date n'existe pas",
        '0.4 Valeur inconnue : attendu Salarié, Extra, Sous-traitant, Auto-entrepreneur, Candidat, Intérimaire',
        '0.5 Introuvable : Inconnue',
        '0.6 Doit être inférieur ou égal à 5',
        '1.0 Obligatoire',
        '3.null Répète la ligne 3 du fichier',
        '4.0 Formule refusée : collez sa valeur',
      ].toSorted(),
    );
    expect(outcome.problems.find(({ cell }) => cell === 6)?.reason).toBe('outOfBounds');
    expect(outcome.problems.find(({ row }) => row === 3)?.reason).toBe('alreadyExists');
    expect(await run(Agent, brought)).toMatchObject({ state: 'failed', done: 0, outcome: { problemCount: 8 } });
    expect(await found(Agent, mark)).toEqual([]);
    // The corrected file passes.
    await as('owner').call(callsOf(Agent).send, {
      params: { id: brought.id },
      input: {
        piece: 0,
        first: 0,
        rows: [
          [mark, 'Ana', '', '', '', '', '5'],
          [mark, 'Nom', '', '', '', '', ''],
        ],
      },
    });
    await as('owner').call(callsOf(Agent).send, {
      params: { id: brought.id },
      input: {
        piece: 1,
        first: 2,
        rows: [
          [mark, 'Bien', '', '', '', '', ''],
          [mark, 'Encore', '', '', '', '', ''],
        ],
      },
    });
    await as('owner').call(callsOf(Agent).send, {
      params: { id: brought.id },
      input: { piece: 2, first: 4, rows: [[mark, 'Formule', '', '', '', '', '']] },
    });
    expect(await run(Agent, brought)).toMatchObject({ state: 'done', outcome: { created: 5 } });
  });

  test('a missing required column is reported once', async () => {
    const brought = await bring(Site, ['Nom'], [[word()], [word()], [word()]]);
    const outcome = await check(Site, brought);
    expect(outcome.problems).toEqual([
      { row: null, cell: null, message: 'Colonne obligatoire absente : Client', reason: null },
    ]);
  });

  test('missing, repeated or too many rows are refused', async () => {
    const { start, send, check: trial } = callsOf(Site);
    const who = as('owner');
    const { id } = (await who.call(start, { input: { fileName: 'a.csv', heads: ['Nom'], rowCount: 3 } })).import;
    const input = { mapping: ['name'], duplicates: 'skip' };
    await who.call(send, { params: { id }, input: { piece: 0, first: 1, rows: [['A'], ['B']] } });
    expect(await who.answer(trial, { params: { id }, input })).toMatchObject({
      status: 409,
      body: { message: 'Les lignes du fichier ne sont pas toutes arrivées (ligne 1).' },
    });
    const beyond = { piece: 1, first: 2, rows: [['A'], ['B']] };
    expect((await who.answer(send, { params: { id }, input: beyond })).status).toBe(400);
    const many = { fileName: 'a.csv', heads: ['Nom'], rowCount: importLimits.rows + 1 };
    expect(await who.answer(start, { input: many })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'rowCount', message: '5000 lignes au plus' }] },
    });
    const large = { piece: 1, first: 0, rows: [Array(20).fill('x'.repeat(40_000))] };
    expect((await who.answer(send, { params: { id }, input: large })).status).toBe(400);
  });

  test.each([
    [{ mapping: ['inconnue'] }, 400],
    [{ mapping: ['name', 'name'] }, 400],
    [{ mapping: [] }, 400],
    [{ mapping: ['name'], duplicates: 'create' }, 400],
  ])('settings %j answer %i', async (settings, status) => {
    const { id } = await bring(Site, ['Nom'], [['A']]);
    const answer = await as('owner').answer(callsOf(Site).check, {
      params: { id },
      input: { duplicates: 'skip', ...settings },
    });
    expect(answer.status).toBe(status);
  });
});
