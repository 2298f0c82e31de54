// Shared by the tests of these screens: an agent, his planning, and a server with one service.
import { afterEach, beforeEach, vi } from 'vitest';
import { rightSet } from '#core/grants.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import type { Right } from '#core/rights.ts';
import { Site } from '#core/sites/site.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { id, somePlanned, somePlanning } from '../testing/planned.ts';

export { id };

/** Noon in Paris: a service of half an hour ago is of today. */
const noon = Date.parse('2026-11-16T11:00:00Z');
export const minute = noon / 60_000;
/** Each test of the file begins at noon. */
export function atNoon(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: noon }));
  afterEach(() => void vi.useRealTimers());
}
export const planned = (more: Partial<PlannedService> = {}): PlannedService =>
  somePlanned({ start: minute - 30, end: minute + 120, ...more });
export const ownSettings = { lateMargin: 5, unplannedServices: true };
export const planning = (services: PlannedService[], own = ownSettings) =>
  somePlanning({ zone: 'Europe/Paris', services, specialties: [{ id: id(3), name: 'SSIAP 1' }], own });
const signedIn = (rights: readonly Right[]): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ rights, plannable: true })] }), { profileId: null, agency: null });
export const agent = (): Session => signedIn(rightSet('collaborator'));
export const agentWith = (right: Right): Session => signedIn([...rightSet('collaborator'), right]);
export const agentWithout = (right: Right): Session =>
  signedIn(rightSet('collaborator').filter((one) => one !== right));
export const props = { page: 'my-planning', title: 'Mon planning', description: '', add: false };
export const event = (label: string, more: object = {}) => ({
  uuid: crypto.randomUUID(),
  type: { id: 1, typeKey: 'serviceStart', label },
  content: null,
  author: 'Léa Martin',
  createdAt: new Date().toISOString(),
  receivedAt: new Date().toISOString(),
  photos: [],
  location: null,
  ...more,
});

/** Reply to a step; null: accepted. It may throw, as a network failure does. */
export type Fate = () => Reply | null | Promise<Reply | null>;
export const deadNetwork = (): never => {
  throw new TypeError('Failed to fetch');
};

/** A server with one service that answers each step by its state. */
export function world(initial: PlannedService, fate: Reply | Fate = () => null, own = ownSettings) {
  const service = { ...initial };
  /** Why its end asks for a photo. */
  const photo: { why: string | null } = { why: null };
  const rounds: object[] = [];
  const requests = serve(async ({ method, path }): Promise<Reply> => {
    if (path.endsWith('/fetch/sites'))
      return [200, { sites: [listedRowOf(Site, { id: id(2), name: 'Port' })], filtered: 1 }];
    if (path.endsWith('/fetch/events')) return [200, { events: [event('Prise de service')], filtered: 1 }];
    if (path.endsWith('/end-photo')) return [200, photo];
    if (path.endsWith('/rounds')) return [200, { rounds }];
    if (path.endsWith('/stops')) return [200, { services: [] }];
    if (path.endsWith('/fetch/circuits-planning')) return [200, planning([service], own)];
    if (method === 'GET') return [200, { service: rowOf(Service, { id: service.id, status: service.status }) }];
    const refused = typeof fate === 'function' ? await fate() : fate;
    if (refused) return refused;
    service.status = Number(path.split('/').at(-1));
    return [200, { service: rowOf(Service, { id: service.id, status: service.status }) }];
  });
  return { service, photo, rounds, steps: () => requests.filter(({ method }) => method === 'PATCH') };
}
export const body = ({ body: sent }: StubRequest) =>
  sent as { event: { uuid: string; eventMessages?: { content: string }[] } };
