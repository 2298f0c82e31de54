import { expect, test } from 'vitest';
import { allEndpoints } from '../endpoints.ts';
import type { Endpoint } from '../kernel/endpoint.ts';
import { flatFields } from '../kernel/entity.ts';
import { undoOf } from '../kernel/machine.ts';
import { Agent, agentTypes, civilities, genders } from './agent.ts';
import { agreementCategories } from './branch.ts';
import { contractState, contractTypes, controlPeriods } from './contracts.ts';
import { agentStatus } from './status.ts';

test('the calls of agents are those that the specification names', () => {
  const calls = allEndpoints.map(({ method, path }) => `${method} ${path}`);
  expect(calls).toEqual(
    expect.arrayContaining([
      'POST /fetch/agents',
      'POST /fetch/agents/export',
      'GET /agent/{id}',
      'POST /agent',
      'DELETE /agent/{id}/{type}',
      'GET /agent/{id}/items',
      'POST /agent/{id}/items',
      'GET /badge/agent/{id}',
      'GET /badge/agentIndividualNumber/{id}',
      'GET /information/agent/{id}',
      'GET /badge-infos/{code}',
    ]),
  );
});

test('a mode of DELETE /agent/{id}/{mode} is the name of a move, or the code of the state it leads to (F-018)', () => {
  const act = allEndpoints.find(({ name }) => name === 'act:agent') as Endpoint;
  const mode = (type: string) => act.params.safeParse({ id: '1', type }).data;
  const named = (type: string) => ({ id: '1', type });
  expect([100, 200, 300, 400].map((code) => mode(String(code)))).toEqual(
    ['activate', 'deactivate', 'archive', 'delete'].map(named),
  );
  expect(mode('reactivate')).toEqual(named('reactivate'));
  expect(mode('500')).toBeUndefined();
  expect(mode('constructor')).toBeUndefined();
});

test('statuses, their moves and the right of each move', () => {
  expect(Object.entries(agentStatus.states).map(([code, { label }]) => `${code} ${label}`)).toEqual([
    '100 Actif',
    '200 Inactif',
    '300 Archivé',
    '400 Supprimé',
  ]);
  expect(
    Object.fromEntries(
      Object.entries(agentStatus.moves).map(([name, { label, to, right }]) => [name, [label, to, right]]),
    ),
  ).toEqual({
    activate: ['Activation', 100, 'editAgent'],
    deactivate: ['Désactivation', 200, 'editAgent'],
    archive: ['Archivage', 300, 'archiveAgent'],
    reactivate: ['Réactivation', 100, 'archiveAgent'],
    delete: ['Suppression', 400, 'deleteAgent'],
  });
});

test('menus deactivate only an active agent; an undo also returns an archived one to inactive', () => {
  expect(agentStatus.moves.deactivate.offered).toEqual([100]);
  expect(undoOf(agentStatus, 200, 300)).toBe('deactivate');
});

test('a deletion is confirmed under « Suppression » with « Cette action est définitive » (E-037)', () => {
  expect(agentStatus.moves.delete.confirm).toEqual({ title: 'Suppression', message: 'Cette action est définitive.' });
});

test('types, kinds of contract, periods, categories, genders and civilities', () => {
  expect(agentTypes).toEqual({
    EMPLOYEE: 'Salarié',
    EMERGENCY: 'Extra',
    EXTERNAL: 'Sous-traitant',
    SELF: 'Auto-entrepreneur',
    NOMINEE: 'Candidat',
    TEMPORARY: 'Intérimaire',
  });
  expect(Object.keys(contractTypes)).toEqual(
    'CDI CDD SEASONAL_CONTRACT CDD_ACTIVITY CDD_REPLACEMENT INTERNSHIP APPRENTICE PRO_TRAINING INTERIM'.split(' '),
  );
  expect(Object.keys(controlPeriods)).toEqual(['WEEK', 'MONTH']);
  expect(Object.keys(agreementCategories)).toEqual(['AGENT_EXPLOIT', 'AGENT_MAITRISE', 'INGENIEUR_CADRE']);
  expect(genders).toEqual({ 0: 'Non renseigné', 1: 'Homme', 2: 'Femme' });
  expect(civilities).toEqual({ 0: 'Non renseignée', 1: 'Monsieur', 2: 'Madame' });
});

test('a sheet has every value that the specification lists', () => {
  const infos = flatFields(Agent.fields).flatMap(([path]) =>
    path.startsWith('agentInfos.') ? [path.slice('agentInfos.'.length)] : [],
  );
  expect(infos).toEqual(
    expect.arrayContaining(
      `type birthDate birthLocation nationality registrationNumber cardNumber externalCompanyName externalCompanySiret socialSecurityNumber
      bankDetails sstNumber palpationApprovalNumber specialties gender civility seniority rating comments expirations items restrictions
      overtimeIncrease documents insuranceExempt insuranceExemptReason dogs plannable weekDuration nextSubscription generateRegistrationNumber
      agentSettingsBadge.specialties agentInfosSettingsNotifications.sendPlanning activeContract`.split(/\s+/),
    ),
  );
  const contract = flatFields(Agent.fields).find(([path]) => path === 'agentInfos.activeContract')?.[1];
  expect(Object.keys(contract?.fields ?? {})).toEqual(
    expect.arrayContaining(
      'name type startDate endDate period hoursLimit hourlyPay monthlyPay status classificationLevel classificationGrade classificationCoeff tutor workPlace'.split(
        ' ',
      ),
    ),
  );
  expect([contract?.fields?.tutor?.label, contract?.fields?.workPlace?.label]).toEqual([
    'Responsable',
    'Lieu de travail',
  ]);
});

test.each([
  ['2026-01-01', null, 100],
  ['2026-11-15', '2026-11-15', 100],
  ['2026-11-16', null, 200],
  ['2026-01-01', '2026-11-14', 300],
] as const)('a contract from %s to %s is at %i on 15/11/2026', (startDate, endDate, state) => {
  expect(contractState({ startDate, endDate }, '2026-11-15')).toBe(state);
});
