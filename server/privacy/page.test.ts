import { expect, test } from 'vitest';
import { wordsOf } from './page.ts';

const site = '01900000-0000-7000-8000-000000000001';
const reading = { zone: 'Europe/Paris', names: new Map([[site, 'Quai']]) };

test.each<[string, string, Record<string, unknown>, string]>([
  ['agents', 'status', { status: 300 }, 'Archivé'],
  ['agents', 'plannable', { plannable: false }, 'Non'],
  ['agents', 'type', { type: 'EMPLOYEE' }, 'Salarié'],
  ['agents', 'birth_date', { birth_date: '1990-05-01' }, '01/05/1990'],
  ['agents', 'created_at', { created_at: '2026-07-16T22:30:00+00:00' }, '17/07/2026 à 00:30'],
  ['agent_contracts', 'cycle', { cycle: 'NONE' }, 'Sans cycle'],
  ['published_services', 'status', { status: 300 }, 'Terminé'],
  ['published_services', 'site_id', { site_id: site }, 'Quai'],
  ['service_consents', 'means', { means: 'PHONE' }, 'Par téléphone'],
  ['audit', 'entity', { entity: 'agent' }, 'Collaborateur'],
  ['audit', 'action', { entity: 'agent', action: 'archive' }, 'Archivage'],
  ['audit', 'action', { entity: 'agent', action: 'somethingNew' }, 'Autre action'],
  [
    'audit',
    'changes',
    {
      entity: 'agent',
      changes: { status: { before: 100, after: 300 }, 'agentInfos.plannable': { before: true, after: false } },
    },
    'Statut : Compte actif → Archivé\nPlanifiable : Oui → Non',
  ],
  ['notification_preferences', 'channels', { channels: ['here', 'mail'] }, 'Dans l’application, Par e-mail'],
])('%s.%s of %o is written « %s »', (table, column, row, words) => {
  expect(wordsOf(table, column, row, reading)).toBe(words);
});
