// Every call × {anonymous, expired token, agent, customer, staff without and with the right, owner, support, admin}
// × {own object, another's}, compared with the table of rights and the declared access.
import { afterAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#core/endpoints.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { createApp } from '#server/kernel/app.ts';
import { createLog } from '#server/operations/log.ts';
import { allHandlers } from '#server/product.ts';
import { compare } from '#server/testing/matrix.ts';
import { actsOf, namesOfLines } from '#server/testing/requests.ts';
import { sharedVersions } from '#server/testing/rows.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
// Thousands of mails: their sending has tests of its own.
await here.jobs.boss.offWork('sendMail', { wait: true });

test('every call has an entry, and every entry its call', () => {
  const without = allEndpoints.filter((endpoint) => actsOf(endpoint).length === 0).map(({ name }) => name);
  expect(without, 'add a valid request in server/testing/requests.ts').toEqual([]);
  const names = new Set(allEndpoints.map(({ name }) => name));
  expect(namesOfLines.filter((name) => !names.has(name))).toEqual([]);
});

/** Outside an agency's prefix, it asks the rights of the agency that its body names (server/billing/marking.test.ts). */
const asksItself = new Set(['saveCatalog']);
const compared = allEndpoints.filter(({ name }) => !asksItself.has(name));

describe('answers as expected:', () => {
  test.each(compared.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_, endpoint) => {
    const found = await compare(here, endpoint);
    expect(found.surprises).toEqual([]);
    expect(found.compared).toBeGreaterThanOrEqual(8);
  });

  test('refused calls changed nothing', async () => {
    // The agency itself, its one subscription, and its owner's account: allowed calls change these rows too.
    const versions = (await sharedVersions(here)).filter(
      ({ entity }) => !['agency', 'agencySubscription', 'adminUser', 'adminAgency'].includes(entity),
    );
    expect(versions.length).toBeGreaterThanOrEqual(8);
    expect(versions.filter(({ version }) => version !== 1)).toEqual([]);
  });
});

describe('a server with other grants is detected:', () => {
  const mutants: Record<string, Endpoint['mounts']> = {
    'list:specialty': { agency: 'public', customer: 'signedIn' },
    disconnectAgent: { agency: 'signedIn' },
    readRights: { agency: ['readAgent'] },
    listAgencies: { root: 'admin' },
    'history:site': { agency: ['listCustomers'] },
    'save:customer': {
      agency: { create: ['editCustomer'], edit: ['editCustomer'] },
      customer: { create: null, edit: 'signedIn' },
    },
    'act:site': {
      agency: {
        moves: { archive: 'archiveSite', reactivate: 'archiveSite', deactivate: 'archiveSite', delete: 'archiveSite' },
        codes: {},
      },
    },
  };
  const handlers = allHandlers.map((handler) => {
    const mounts = mutants[handler.endpoint.name];
    return mounts ? { ...handler, endpoint: { ...handler.endpoint, mounts } } : handler;
  });
  const { environment, database } = here;
  // The queues are the world's: a second server would send its mails.
  const mutated = createApp({ environment, database, handlers, jobs: [], log: createLog('error', () => {}) });
  afterAll(async () => (await mutated).close());

  test.each(Object.keys(mutants))('%s', async (name) => {
    const endpoint = allEndpoints.find((one) => one.name === name) as Endpoint;
    const { surprises } = await compare(here, endpoint, await mutated);
    expect(surprises.length).toBeGreaterThan(0);
  });
});
