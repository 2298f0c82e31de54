// Pending rows belong to the periods and the agency whose planning they change.
import { beforeEach, expect, test } from 'vitest';
import type { PlannedService } from '#core/planning/calls.ts';
import { type Session, sessionStore } from '#ui/client/session-state.ts';
import { type Planning, planningOf } from './model.ts';
import { Act, overlayOf, pendingSteps, settle } from './pending.ts';
import { dataOf, id, period, service } from './testing/planned.ts';

const one = service(id(1), '2026-11-10', '08:00', '12:00', { version: 1 });
const later = { ...one, start: one.start + 120, end: one.end + 120 };
const far = { start: '2027-01-04', end: '2027-01-10' };
const shown = (services: PlannedService[], at = period): Planning => planningOf(dataOf(services), undefined, at);
const drawn = (planning: Planning): (PlannedService | null)[] => [
  ...overlayOf(pendingSteps.get(), planning).rows.values(),
];
const inAgency = (agency: string): void => sessionStore.set({ agency: { id: agency, name: 'Azur' } } as Session);
const fetched = () => ({ ids: new Set([one.id]), askedAt: performance.now() + 1 });

beforeEach(() => {
  pendingSteps.set(new Map());
  inAgency('azur');
  return () => sessionStore.set(null);
});

test('an own change is drawn in its period only', () => {
  new Act([one], [later]);
  expect(drawn(shown([one]))).toEqual([later]);
  expect(drawn(shown([], far))).toEqual([]);
  expect(overlayOf(pendingSteps.get(), shown([], far)).saving.size).toBe(0);
});

test('a service that leaves the period is removed from it', () => {
  new Act([one], [{ ...one, start: one.start + 60 * 24 * 60, end: one.end + 60 * 24 * 60 }]);
  expect(drawn(shown([one]))).toEqual([null]);
});

test('a saved change is kept while another period is shown, until its own period has it', () => {
  new Act([one], [later]).saved([{ id: one.id, version: 2 }]);
  settle(shown([], far), fetched());
  expect(drawn(shown([one]))).toEqual([{ ...later, version: 2 }]);
  settle(shown([{ ...later, version: 2 }]), null);
  expect(pendingSteps.get().size).toBe(0);
});

test('a saved service that its period does not have any more is dropped', () => {
  new Act([one], [later]).saved([{ id: one.id, version: 2 }]);
  settle(shown([]), fetched());
  expect(pendingSteps.get().size).toBe(0);
});

test('an own change is not drawn in the planning of another agency', () => {
  new Act([one], [later]);
  inAgency('boreal');
  expect(drawn(shown([one]))).toEqual([]);
});
