import { expect, test } from 'vitest';
import { Agent } from '../agents/agent.ts';
import { Customer } from '../customers/customer.ts';
import { codes } from '../kernel/input.ts';
import { parseCell } from './cells.ts';
import { guessMapping, headOf, type ImportColumn, importColumn, importColumns } from './columns.ts';
import { importKinds } from './imports.ts';
import { usualHeads, usualWords } from './words.ts';

const reading = { zone: 'Europe/Paris' };

test.each([
  ['N° carte pro', 'agentInfos.cardNumber'],
  ['Numéro de carte professionnelle', 'agentInfos.cardNumber'],
  ['CNAPS', 'agentInfos.cardNumber'],
  ['Validité carte pro', 'agentInfos.expirations.0.expiresAt'],
  ["Date d'expiration CNAPS", 'agentInfos.expirations.0.expiresAt'],
  ['H/F', 'agentInfos.gender'],
  ['Genre', 'agentInfos.gender'],
  ['Civilité', 'agentInfos.civility'],
  ['Civ.', 'agentInfos.civility'],
  ['Code postal', 'address.zipcode'],
  ['C.P.', 'address.zipcode'],
  ['Tél. portable', 'phone'],
  ['N° de téléphone', 'phone'],
  ['N° sécu', 'agentInfos.socialSecurityNumber'],
  ['Date de naissance', 'agentInfos.birthDate'],
  ['Ville de naissance', 'agentInfos.birthLocation'],
  ['N° matricule', 'agentInfos.registrationNumber'],
  ['N° et rue', 'address.street'],
  ['Agrément palpation', 'agentInfos.palpationApprovalNumber'],
  ['N° SST', 'agentInfos.sstNumber'],
])('the columns of a collaborator include « %s »', (head, path) => {
  expect(guessMapping(importColumns(Agent as never), [head])).toEqual([path]);
});

test('every usual heading and word belongs to a column of some import', () => {
  const columns = importKinds.flatMap(({ of }) => importColumns(of));
  const last = (path: string): string => path.split('.').at(-1) as string;
  const names = new Set(columns.map(({ path }) => last(path)));
  expect(Object.keys(usualHeads).filter((name) => !names.has(name))).toEqual([]);
  for (const [name, words] of Object.entries(usualWords)) {
    const offered = new Set(columns.filter(({ path }) => last(path) === name).flatMap(({ field }) => codes(field)));
    expect(Object.values(words).filter((code) => !offered.has(code))).toEqual([]);
  }
  const written = [...Object.values(usualHeads).flat(), ...Object.values(usualWords).flatMap(Object.keys)];
  expect(written.filter((one) => headOf(one) !== one)).toEqual([]);
});

test.each([
  [Agent, 'agentInfos.gender', 'H', 1],
  [Agent, 'agentInfos.gender', 'f', 2],
  [Agent, 'agentInfos.gender', 'Masculin', 1],
  [Agent, 'agentInfos.gender', 'Femme', 2],
  [Agent, 'agentInfos.civility', 'M.', 1],
  [Agent, 'agentInfos.civility', 'Mme', 2],
  [Agent, 'agentInfos.civility', 'Mlle', 2],
  [Agent, 'agentInfos.type', 'Intérim', 'TEMPORARY'],
  [Agent, 'agentInfos.type', 'sous-traitance', 'EXTERNAL'],
  [Customer, 'type', 'SARL', 100],
  [Customer, 'type', 'Collectivité', 400],
])('the usual words of files are values: %o %s « %s »', (of, path, cell, value) => {
  expect(parseCell(importColumn(of as never, path) as ImportColumn, cell, reading)).toEqual({ value });
});

test('a word of another kind of record is unknown', () => {
  const column = importColumn(Agent as never, 'agentInfos.type') as ImportColumn;
  expect(parseCell(column, 'Mairie', reading)).toMatchObject({ fault: expect.stringContaining('Valeur inconnue') });
});
