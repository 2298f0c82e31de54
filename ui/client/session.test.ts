import { beforeEach, expect, test, vi } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { AgentRequest } from '#core/requests/request.ts';
import { Site } from '#core/sites/site.ts';
import { asked } from '../confirm.tsx';
import { keepDraft, readDraft } from '../drafts.ts';
import { endpointsOf, pathOf } from './call.ts';
import { recalledKeys, rememberJson } from './device.ts';
import { leave } from './leaving.ts';
import { keepRegistered } from './registered.ts';
import { choose, enter, savePageConfig, signOut } from './session.ts';
import { mountFor, sessionOf, sessionStore } from './session-state.ts';
import { agencyId, customerId, someDevice, someProfile, someUser } from './testing/people.ts';
import { refusal, serve } from './testing/server.ts';
import { bearerOf, currentTokens, keepTokens, watchTokens } from './tokens.ts';

const none = { profileId: null, agency: null };
const sessionWith = (profile: ReturnType<typeof someProfile>): ReturnType<typeof sessionOf> =>
  sessionOf(someUser({ userCompanies: [profile] }), none);

beforeEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStore.set(null);
});

test('the calls of an entity are found by operation and created once', () => {
  const calls = endpointsOf(Site);
  expect(calls).toBe(endpointsOf(Site));
  expect(Object.keys(calls).sort()).toEqual(
    entityEndpoints(Site)
      .map(({ entity }) => entity?.operation ?? '')
      .sort(),
  );
});

test('a list uses the agency path with the right, the agent path for an agent without it, the customer path for a customer', () => {
  const { list } = endpointsOf(Site);
  const staff = sessionWith(someProfile({ rights: ['listSites'] }));
  const agent = sessionWith(someProfile({ rights: 'collaborator', plannable: true }));
  const agentWithRight = sessionWith(someProfile({ rights: ['listSites', 'listOwnSites'], plannable: true }));
  const customer = sessionWith(someProfile({ kind: 'CUSTOMER', rights: 'customer' }));
  expect([staff, agent, agentWithRight, customer].map((session) => mountFor(list, session))).toEqual([
    'agency',
    'agent',
    'agency',
    'customer',
  ]);
  expect([staff, agent, customer].map(({ scope }) => scope)).toEqual(['agency', 'agent', 'customer']);
  sessionStore.set(customer);
  expect(pathOf(list, 'customer')).toBe(`/agency/${agencyId}/customer/${customerId}/fetch/sites`);
});

test('C-047: a collaborator who is not planned has his own requests and absences, and the agency’s with its right', () => {
  const office = sessionWith(someProfile({ rights: 'collaborator', plannable: false }));
  const more = sessionWith(
    someProfile({ rights: ['listOwnAgentRequests', 'listAgentRequests', 'createAgentRequest'], plannable: false }),
  );
  const none = sessionWith(someProfile({ rights: ['listSites'], plannable: false }));
  const { list, save } = endpointsOf(AgentRequest);
  for (const one of [list, save as Endpoint])
    expect([office, more, none].map((session) => mountFor(one, session))).toEqual(['agent', 'agency', 'agency']);
  expect(mountFor(endpointsOf(Unavailability).list, office)).toBe('agent');
  // Anybody signed in reads his own sheet on that path; the sheets of others need the right.
  expect(mountFor(endpointsOf(Agent).read as Endpoint, office)).toBe('agency');
});

test('platform staff without a profile hold every right of the chosen agency; acting for a profile, they hold exactly its rights', () => {
  const agency = { id: agencyId, name: 'Azur Sécurité' };
  const support = sessionOf(someUser({ isSupport: true }), { profileId: null, agency });
  expect(support).toMatchObject({ agency, acting: false, subscriptionValid: true, profile: null });
  expect(support.can(['deleteSite'])).toBe(true);
  const acting = sessionOf(someUser({ isSupport: true, acting: someProfile({ rights: ['listSites'] }) }), none);
  expect(acting).toMatchObject({ acting: true, agency });
  expect([acting.can(['listSites']), acting.can(['deleteSite'])]).toEqual([true, false]);
});

test('a lock error of the company makes the subscription invalid', () => {
  const locked = someProfile({ company: { errors: [{ message: 'Impayé', lock: true }] } });
  const warned = someProfile({ company: { errors: [{ message: 'Bientôt', lock: false }] } });
  expect([locked, warned].map((profile) => sessionWith(profile).subscriptionValid)).toEqual([false, true]);
});

test('the profile chosen among several is remembered', () => {
  const first = someProfile();
  const second = someProfile({ id: '01900000-0000-7000-8000-0000000000ff', kind: 'CUSTOMER', rights: 'customer' });
  const user = someUser({ userCompanies: [first, second] });
  sessionStore.set(sessionOf(user, none));
  choose({ profileId: second.id });
  expect(sessionStore.get()?.profile?.id).toBe(second.id);
  expect(localStorage.getItem(`app.choice.${user.id}`)).toContain(second.id);
});

test('a page configuration is shown at once and restored if the server refuses', async () => {
  const before = { config: { limit: 50 } };
  sessionStore.set(sessionOf(someUser({ pagesConfig: { sites: before } }), none));
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  const saving = savePageConfig('sites', { config: { limit: 10 } });
  expect(sessionStore.get()?.user.pagesConfig.sites?.config?.limit).toBe(10);
  answer(new Response(JSON.stringify({ code: 400, message: 'Valeur inconnue' }), { status: 400 }));
  await expect(saving).rejects.toThrow('Valeur inconnue');
  expect(sessionStore.get()?.user.pagesConfig.sites).toEqual(before);
});

test('tokens survive a reload, are shared with other tabs and cleared on sign-out', () => {
  const listener = vi.fn();
  const stop = watchTokens(listener);
  keepTokens({ token: 'a', refresh_token: 'b' });
  expect(listener).toHaveBeenCalledTimes(1);
  localStorage.setItem('app.tokens', JSON.stringify({ token: 'c', refresh_token: 'd' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'app.tokens' }));
  expect(listener).toHaveBeenCalledTimes(2);
  expect(currentTokens()).toEqual({ token: 'c', refresh_token: 'd' });
  leave();
  expect(currentTokens()).toBeNull();
  stop();
});

test('a token names its user and the profile acted for', () => {
  const payload = btoa(JSON.stringify({ sub: 'u1', as: 'p2' }));
  expect(bearerOf({ token: `x.${payload}.y`, refresh_token: '' })).toBe('u1/p2');
  expect(bearerOf({ token: 'garbage', refresh_token: '' })).toBeNull();
});

test('signing out asks before it removes the unsaved texts of the person from the device, and no others', async () => {
  const requests = serve(() => [204]);
  sessionStore.set(sessionWith(someProfile()));
  keepDraft('site', { name: 'Port' });
  rememberJson('draft.another.site', { at: Date.now(), value: 'à lui' });
  const leaving = (yes: boolean): Promise<void> => {
    const left = signOut();
    asked.get()?.answer(yes);
    return left;
  };
  await leaving(false);
  expect(readDraft('site')).toEqual({ name: 'Port' });
  expect(requests).toEqual([]);
  await leaving(true);
  expect(readDraft('site')).toBeNull();
  expect(recalledKeys('draft.')).toEqual(['draft.another.site']);
});

test('a registration of the device that failed is repeated at the next start and with the network, until it succeeded', async () => {
  let works = false;
  const requests = serve(() => (works ? [200, { device: someDevice() }] : refusal(503, 'Maintenance')));
  const registrations = async (count: number): Promise<void> => {
    await vi.waitFor(() => expect(requests.length).toBe(count));
    await new Promise((done) => setTimeout(done, 20));
  };
  enter({ token: 't', refresh_token: 'r' });
  await registrations(1);
  const stop = keepRegistered();
  await registrations(2);
  works = true;
  window.dispatchEvent(new Event('online'));
  await registrations(3);
  window.dispatchEvent(new Event('online'));
  stop();
  keepRegistered()();
  await registrations(3);
  expect(requests.map(({ path }) => path)).toEqual(['/user/device', '/user/device', '/user/device']);
});
