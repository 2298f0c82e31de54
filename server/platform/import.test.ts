import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { guessMapping, importColumns } from '#core/imports/columns.ts';
import { issueReasons } from '#core/imports/imports.ts';
import { callsOf, word } from '#server/testing/importing.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { otherAgency, sql } = here;
const superAdmin = here.as('superAdmin');

const people = async (): Promise<unknown> =>
  (await sql(`select count(*)::integer as count from agents where agency_id = $1`, [otherAgency.id]))[0];

test('AB-034: a super-administrator tries the file of an agency: its issues are named, and nothing is written', async () => {
  const calls = callsOf(Agent);
  const mark = word();
  const inOther = { mount: 'agency' as const };
  const place = { agencyId: otherAgency.id };
  const heads = ['Nom', 'Prénom', 'Matricule'];
  const rows = [
    [`Durand ${mark}`, 'Zoé', mark],
    [`Durand ${mark}`, 'Zoé', mark],
    ['', 'Sans nom', ''],
  ];
  const before = await people();
  const started = await superAdmin.call(calls.start, {
    ...inOther,
    params: place,
    input: { fileName: 'reprise.csv', heads, rowCount: rows.length },
  });
  const params = { ...place, id: started.import.id };
  await superAdmin.call(calls.send, { ...inOther, params, input: { piece: 0, first: 0, rows } });
  const mapping = guessMapping(importColumns(Agent), heads, {});
  const { outcome } = await superAdmin.call(calls.check, {
    ...inOther,
    params,
    input: { mapping, duplicates: 'skip' },
  });
  expect(outcome.problemCount).toBeGreaterThan(0);
  expect(outcome.problems.map(({ row }) => row)).toContain(2);
  expect(await people()).toEqual(before);
  expect(issueReasons).toEqual({
    noStartDate: 'Sans date de début',
    outOfBounds: 'Hors limites',
    alreadyExists: 'Existe déjà',
  });
});
