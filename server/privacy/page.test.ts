import { expect, test } from 'vitest';
import { inFormOrder, wordsOf } from './page.ts';

const site = '01900000-0000-7000-8000-000000000001';
const reading = { zone: 'Europe/Paris', currency: 'EUR', names: new Map([[site, 'Quai']]) };

test.each<[string, string, Record<string, unknown>, string]>([
  ['agents', 'status', { status: 300 }, 'Archivé'],
  ['agents', 'plannable', { plannable: false }, 'Non'],
  ['agents', 'type', { type: 'EMPLOYEE' }, 'Salarié'],
  ['agents', 'birth_date', { birth_date: '1990-05-01' }, '01/05/1990'],
  ['agents', 'created_at', { created_at: '2026-07-16T22:30:00+00:00' }, '17/07/2026 à 00:30'],
  ['agents', 'country', { country: 'FR' }, 'France'],
  ['agents', 'nationality', { nationality: 'IT' }, 'Italie'],
  ['agent_contracts', 'monthly_pay', { monthly_pay: 2410.34 }, '2\u202f410,34\u00a0€'],
  ['agent_contracts', 'hourly_pay', { hourly_pay: 12.9614 }, '12,9614\u00a0€'],
  ['agent_contracts', 'hours_limit', { hours_limit: 151.67 }, '151,67'],
  ['agent_restrictions', 'start_time', { start_time: '18:00:00' }, '18:00'],
  ['service_times', 'difference', { difference: -431 }, '−7h11'],
  ['agent_contracts', 'cycle', { cycle: 'NONE' }, 'Sans cycle'],
  ['published_services', 'status', { status: 300 }, 'Terminé'],
  ['published_services', 'site_id', { site_id: site }, 'Quai'],
  ['round_events', 'way', { way: 'POSITION' }, 'Position'],
  ['service_consents', 'means', { means: 'PHONE' }, 'Par téléphone'],
  ['audit', 'entity', { entity: 'agent' }, 'Collaborateur'],
  ['audit', 'action', { entity: 'agent', action: 'archive' }, 'Archivage'],
  ['service_events', 'type', { type: 1 }, 'Prise de service'],
  ['platform_audit', 'action', { entity: 'session', action: 'signIn' }, 'Connexion'],
  ['audit', 'action', { entity: 'agent', action: 'somethingNew' }, 'Autre action'],
  [
    'audit',
    'changes',
    {
      entity: 'agent',
      changes: { status: { before: 100, after: 300 }, 'agentInfos.plannable': { before: true, after: false } },
    },
    'Statut : Actif → Archivé\nPlanifiable : Oui → Non',
  ],
  ['notification_preferences', 'channels', { channels: ['here', 'mail'] }, 'Dans l’application, Par e-mail'],
])('%s.%s of %o is written « %s »', (table, column, row, words) => {
  expect(wordsOf(table, column, row, reading)).toBe(words);
});

test('the fields stand in the order of the form; what no form shows comes last', () => {
  const row = { created_at: '', city: 'Nice', lastname: 'Roy', email: '', street: '', firstname: 'Anna' };
  const order = inFormOrder('agents', row).map(([column]) => column);
  expect(order.at(-1)).toBe('created_at');
  expect(order.indexOf('firstname')).toBeLessThan(order.indexOf('street'));
  expect(order.indexOf('street')).toBeLessThan(order.indexOf('city'));
});
