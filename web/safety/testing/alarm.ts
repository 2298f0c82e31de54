import type { AlarmDetails } from '#core/safety/calls.ts';

const at = '2026-11-15T02:00:00.000Z';
export const uuid = (end: string): string => `01900000-0000-7000-8000-0000000000${end}`;
export const alarm = (more: Partial<AlarmDetails> = {}): AlarmDetails => ({
  ...{ id: uuid('a1'), kind: 'sos', drill: false, state: 'RAISED', createdAt: at, receivedAt: at, isMine: true },
  description: 'Le collaborateur a déclenché une alerte SOS',
  agent: { id: uuid('b1'), name: 'Mehdi Laurent', phones: ['0612345678'] },
  ...{ service: null, tour: null },
  site: { id: uuid('c1'), name: 'Port', city: 'Nice', location: null },
  ...{ location: null, takenBy: null, outcome: null },
  log: [{ id: uuid('d1'), at, act: 'raised', who: null, content: null }],
  ...more,
});
