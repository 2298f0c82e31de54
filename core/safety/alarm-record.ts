// The list « Alertes » (P-038).
import { entity } from '../kernel/entity.ts';
import { choice, decimal, flag, found, moment, ref, text } from '../kernel/field.ts';
import { alarmKinds, alarmStates, outcomes } from './alarm.ts';

const section = 'Alerte';
const server = { section, written: 'server' } as const;
/** C-054 */
const readers = { agency: ['readSupervision', 'readDashboard'] } as const;
const kept = { keep: 'Preuve de la protection d’un travailleur isolé', rule: 'staffFiles' };

export const Alarm = entity({
  name: 'alarm',
  plural: 'alarms',
  table: 'alarms',
  label: { one: 'Alerte', many: 'Alertes', feminine: true },
  description: 'Ce que les téléphones ont signalé, et ce que l’agence a fait.',
  title: 'label',
  // By the agency's clock: the phone's may be wrong.
  order: { by: 'receivedAt', ascending: false },
  date: 'receivedAt',
  columns: ['receivedAt', 'label', 'drill', 'agent', 'site', 'state', 'takenBy', 'outcome'],
  grants: { list: readers, read: readers, create: {}, edit: {} },
  paths: { read: '/alarm/{id}' },
  missing: 'Alerte introuvable',
  personal: { site: { nobodys: 'le lieu de l’alerte' }, agent: { fate: kept, label: 'Alertes' } },
  fields: {
    receivedAt: moment('Reçue le', { ...server, required: true, column: 'shown', filter: true }),
    label: text('Alerte', { ...server, required: true, column: 'shown' }),
    kind: choice('Type', alarmKinds, { ...server, required: true, column: 'offered', filter: true }),
    drill: flag('Essai', { ...server, column: 'shown', filter: true }),
    agent: ref('Collaborateur', 'agent', { ...server, required: true, column: 'shown', filter: true }),
    site: ref('Site', 'site', { ...server, column: 'shown', filter: true }),
    state: choice('État', alarmStates, { ...server, required: true, column: 'shown', filter: true }),
    acknowledgedAt: moment('Vue le', { ...server, column: 'offered' }),
    takenBy: text('Prise en charge par', { ...server, column: 'shown' }),
    outcome: choice('Issue', outcomes, { ...server, column: 'shown', filter: true }),
    closedAt: moment('Close le', { ...server, column: 'offered' }),
    createdAt: moment('Heure du téléphone', { ...server, required: true, column: 'offered', filter: true, sql: 'at' }),
    location: found(
      'Position',
      {
        latitude: decimal('Latitude', { written: 'server', required: true }),
        longitude: decimal('Longitude', { written: 'server', required: true }),
        accuracy: decimal('Précision', { written: 'server' }),
      },
      { section },
    ),
  },
});
